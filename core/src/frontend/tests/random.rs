//! Damaged programs: whatever happens to the tokens, there is an answer and no panic.

use super::tokens;
use crate::text::{TokenKind, Tokens};

/// Programs that use everything.
const SAMPLES: &[&str] = &[
    "typedef int T; typedef struct s { T a, *b : 3; struct { int c; }; } S; static S x[3] = {{1}, [2] = {.a = 2}};
     int (*f(int T))(int) { return T * 2 ? (T)(1) : (S *) 0 - 1; }
     void g(void) { T * p = (T *) x; for (int i = 0, j; i < 3; i++) { if (x[i].a) *p = (T) -i; else continue; } }",
    "enum e { A, B = 2 }; _Atomic(int) n; int h(enum e v, ...) { switch (v) { case A: return 1; case B ... 5: default: n++; break; }
     do { --n; } while (n > 0 && !(v & 1)); l: goto l; return sizeof(int) + sizeof n, ({ int k = 1; k; }); }",
    "// braid: thread(any)\nvoid *w(void *a) { // braid: assert(x == 1)\n __attribute__((braid_atomic)) { x = x + 1; } return a; }
     int x __attribute__((braid_guarded_by(m))); // braid: shared\n _Static_assert(sizeof(int) == 4, \"a\" \"b\");
     int main() { pthread_create(&t, 0, w, 0); assert(x > 'a' - 0x10u); __CPROVER_ASYNC_1: w(0); return 0; }",
    "__attribute__((unused)) static inline int k(a, b) int a; char b; { return a ?: b; } typeof(x) y; _Alignas(8) long long z;
     union u { float f; double d[2]; } q = (union u) { .f = 1.5e3 }; int c = __builtin_offsetof(struct s, a) + _Generic(1, int: 2);
     void o(void) { asm volatile (\"\" ::: \"memory\"); goto *p; if (a) case 1: b; while (x = y, z) ; p->q.r[1]++ += ~-!*&v; }",
];

/// A generator of pseudo-random numbers (xorshift); the seed is fixed.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n.max(1) as u64) as usize
    }
}

/// The tokens as a text again, so that they can be moved about.
fn rebuilt(parts: &[(TokenKind, String)]) -> Tokens {
    let mut text = String::new();
    let mut result = Tokens::default();
    for (kind, spelling) in parts {
        let start = text.len() as u32;
        text.push_str(spelling);
        let end = text.len() as u32;
        text.push(if *kind == TokenKind::Annotation { '\n' } else { ' ' });
        let origin = crate::text::Span::new(crate::text::FileId(0), start, end);
        result.tokens.push(crate::text::Token { kind: *kind, start, end, origin, expansion: None });
    }
    result.text = text;
    result
}

#[test]
fn damaged_programs_do_not_panic() {
    let mut random = Random(0x5eed);
    let samples: Vec<Vec<(TokenKind, String)>> = SAMPLES
        .iter()
        .map(|text| {
            let tokens = tokens(text);
            let part = |token| (tokens.spelling(token).to_owned(), token.kind);
            tokens.tokens.iter().map(part).map(|(spelling, kind)| (kind, spelling)).collect()
        })
        .collect();
    for round in 0..5_000 {
        let mut parts = samples[random.below(samples.len())].clone();
        for _ in 0..=random.below(4) {
            let (a, b) = (random.below(parts.len()), random.below(parts.len()));
            match random.below(4) {
                0 => drop(parts.remove(a)),
                1 => parts.insert(b, parts[a].clone()),
                2 => parts.swap(a, b),
                _ => {
                    let donor = &samples[random.below(samples.len())];
                    parts[a] = donor[random.below(donor.len())].clone();
                }
            }
            if parts.is_empty() {
                break;
            }
        }
        let tokens = rebuilt(&parts);
        let (unit, problems) = crate::frontend::parse(&tokens);
        // What is missing from the tree has been reported.
        let printed = unit.to_string();
        if printed.contains('<') && printed.contains("not be read") {
            assert!(problems.iter().any(|problem| problem.fatal), "round {round}: {}", tokens.text);
        }
    }
}

/// The undamaged programs have only the problems they are meant to have.
#[test]
fn samples_are_read() {
    for text in SAMPLES {
        let (_, problems) = super::parse(text);
        let fatal: Vec<_> = problems.iter().filter(|problem| problem.fatal).collect();
        assert!(fatal.is_empty(), "{text}\n{fatal:?}");
    }
}

#[test]
fn odd_inputs() {
    for text in [
        "",
        ";",
        "}",
        "{",
        "(",
        "'",
        "\"",
        "// braid:",
        "/* braid: shared */",
        "int",
        "\\",
        "@",
        "\u{0}",
    ] {
        let _ = super::parse(text);
    }
}
