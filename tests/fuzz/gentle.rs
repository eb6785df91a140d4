//! Changes after which a C program is most likely still one: such texts get to the lowering and the
//! search, however many changes there are. What the engine does not understand all the same is undone.

use super::check::is_understood;
use super::mutate;
use super::pieces::{Kind, cut, join};
use super::rng::Rng;

/// A program changed in several places, which the engine understands if it understood the original.
pub fn changed(mut text: String, corpus: &[String], rng: &mut Rng) -> String {
    for _ in 0..1 + rng.below(8) {
        let next = match rng.below(10) {
            0 | 1 => mutate::alike(&text, corpus, rng),
            2 => mutate::any(&text, corpus, rng),
            _ => change(&text, rng),
        };
        if next.len() < 20_000 && next != text && is_understood(&next) {
            text = next;
        }
    }
    text
}

fn change(text: &str, rng: &mut Rng) -> String {
    match rng.below(10) {
        0 | 1 => operator(text, rng),
        2 | 3 => constant(text, rng),
        4 | 5 => name(text, rng),
        6 | 7 => statement(text, rng),
        8 => condition(text, rng),
        _ => insertion(text, rng),
    }
}

/// An operator for one that takes the same operands. Those with several meanings (`*`, `&`) only come in.
fn operator(text: &str, rng: &mut Rng) -> String {
    const CLASSES: &[(&[&str], &[&str])] = &[
        (
            &["+", "-", "/", "%", "|", "^"],
            &["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "=="],
        ),
        (&["==", "!=", "<", "<=", ">", ">="], &["==", "!=", "<", "<=", ">", ">=", "&", "-"]),
        (&["&&", "||"], &["&&", "||", "|", "+", "=="]),
        (&["+=", "-=", "*=", "/=", "|=", "&=", "^="], &["=", "+=", "-=", "*=", "%=", "<<=", "^="]),
        (&["++", "--"], &["++", "--"]),
    ];
    let mut pieces = cut(text);
    let (from, to) = *rng.pick(CLASSES);
    let places: Vec<usize> =
        (0..pieces.len()).filter(|&idx| from.contains(&pieces[idx].1)).collect();
    if !places.is_empty() {
        pieces[*rng.pick(&places)].1 = *rng.pick(to);
    }
    join(&pieces)
}

fn constant(text: &str, rng: &mut Rng) -> String {
    let mut pieces = cut(text);
    let numbers: Vec<usize> =
        (0..pieces.len()).filter(|&idx| pieces[idx].0 == Kind::Number).collect();
    let values = ["0", "1", "2", "3", "7", "31", "255", "0x7fffffff", "0x80000000u", "1ull << 40"];
    if !numbers.is_empty() {
        pieces[*rng.pick(&numbers)].1 = *rng.pick(&values);
    }
    join(&pieces)
}

/// The use of one variable for that of another.
fn name(text: &str, rng: &mut Rng) -> String {
    let mut pieces = cut(text);
    let word_before = |idx: usize| {
        let before = pieces[..idx].iter().rev().find(|(kind, _)| *kind != Kind::Space);
        before.filter(|(kind, _)| *kind == Kind::Word).map(|(_, word)| *word)
    };
    let words: Vec<usize> = (0..pieces.len()).filter(|&idx| pieces[idx].0 == Kind::Word).collect();
    let is_type = |word: &str| TYPES.contains(&word);
    let declared: Vec<&str> = words
        .iter()
        .filter(|&&idx| word_before(idx).is_some_and(is_type) && !is_type(pieces[idx].1))
        .map(|&idx| pieces[idx].1)
        .collect();
    let uses: Vec<usize> = words
        .iter()
        .copied()
        .filter(|&idx| declared.contains(&pieces[idx].1) && word_before(idx).is_none())
        .collect();
    if !uses.is_empty() {
        pieces[*rng.pick(&uses)].1 = *rng.pick(&declared);
    }
    join(&pieces)
}

/// A statement on a line of its own goes, comes twice, or changes places with another one.
fn statement(text: &str, rng: &mut Rng) -> String {
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    let is_statement = |line: &str| {
        let line = line.split("//").next().unwrap_or_default().trim();
        let first = line.split(|c: char| !c.is_alphanumeric() && c != '_').next();
        line.ends_with(';')
            && line.matches('(').count() == line.matches(')').count()
            && first.is_some_and(|word| !word.is_empty() && !TYPES.contains(&word))
    };
    let places: Vec<usize> = (0..lines.len())
        .filter(|&idx| lines[idx].starts_with([' ', '\t']) && is_statement(lines[idx]))
        .collect();
    if places.is_empty() {
        return text.to_owned();
    }
    let (at, other) = (*rng.pick(&places), *rng.pick(&places));
    match rng.below(4) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[at]),
        2 => lines.insert(at, lines[other]),
        _ => lines.swap(at, other),
    }
    lines.concat()
}

/// The opposite of a condition, or another statement around it.
fn condition(text: &str, rng: &mut Rng) -> String {
    let (from, to) = *rng.pick(&[
        ("if (", "if (!"),
        ("if (", "while ("),
        ("while (", "if ("),
        ("while (", "while (0 || "),
        ("if (", "if (1 && "),
        ("if (", "switch ("),
        ("assert(", "assert(1 ? 1 : "),
        ("return ", "if (1) return "),
    ]);
    let places: Vec<usize> = text.match_indices(from).map(|(at, _)| at).collect();
    if places.is_empty() {
        return text.to_owned();
    }
    let at = *rng.pick(&places);
    format!("{}{to}{}", &text[..at], &text[at + from.len()..])
}

/// A statement that needs nothing around it, behind another one. `N` is a number of its own.
fn insertion(text: &str, rng: &mut Rng) -> String {
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    let places: Vec<usize> = (0..lines.len())
        .filter(|&idx| lines[idx].starts_with([' ', '\t']) && lines[idx].trim_end().ends_with(';'))
        .collect();
    if places.is_empty() {
        return text.to_owned();
    }
    let made = rng.pick(STATEMENTS).replace('N', &rng.below(1000).to_string()) + "\n";
    lines.insert(*rng.pick(&places) + 1, &made);
    lines.concat()
}

const TYPES: &[&str] = &[
    "int",
    "unsigned",
    "char",
    "short",
    "long",
    "bool",
    "_Bool",
    "void",
    "struct",
    "static",
    "const",
    "volatile",
    "extern",
    "atomic_int",
    "pthread_t",
    "pthread_mutex_t",
    "_Atomic",
    "typedef",
    "enum",
    "else",
    "case",
    "goto",
    "return",
    "do",
];

const STATEMENTS: &[&str] = &[
    "{ struct { int a, b; } v = {1, 2}, w = v; w = v.a ? v : w; w.b++; }",
    "{ int xN = 1; goto endN; { int yN = 2; endN: xN += yN; } }",
    "{ int i = 0; switch (i) { int j = 1; case 0: j--; break; default: i = j; } }",
    "{ static int s; int *p = &s; *p += 1; p[0]--; }",
    "{ int a[2][2] = {{1}, {2, 3}}; int (*r)[2] = &a[1]; (*r)[a[0][0]] = a[1][1]; }",
    "{ int n = 3; do { n--; if (n == 1) continue; } while (n > 0 && n != 7); }",
    "{ _Alignas(32) char c[3] = \"ab\"; c[1] = *c; }",
    "{ unsigned long long big = 1; big = big << 40 | ~big; big %= 7; }",
    "{ int z = ({ int t = 1; t ? t : -t; }); z = z, z; }",
    "{ struct pN { char c; int i; } __attribute__((packed)) q = {.i = 5}; q.c = (char)sizeof q; }",
    "{ enum { A, B = 3 } e = B; e = e == A ? B : A; }",
    "{ int *q = (int[]){1, 2, 3}; q++; int d = q - &q[1]; d = q[d + 1]; }",
    "{ int u; if (u > 5 && u < 3) u = 1 / (u - u); }",
    "{ short h = -1; unsigned char o = h; h = o >> 3; h ^= (short)(o * 1000); }",
];
