//! Texts to try.
//!
//! Most are corpus files with a few changes, and most changes put something in place of its like: such
//! texts are still C, and get to the lowering and the search.

use super::gentle;
use super::pieces::{Kind, cut, join};
use super::rng::Rng;

pub fn text(corpus: &[String], rng: &mut Rng) -> String {
    match rng.below(40) {
        0 => return bytes(rng),
        1 => return soup(corpus, rng),
        _ => {}
    }
    let mut text = rng.pick::<String>(corpus).clone();
    if rng.percent(50) {
        return gentle::changed(text, corpus, rng);
    }
    let n_changes = 1 + rng.below(*rng.clone().pick(&[1, 2, 4, 4, 8, 30]));
    // Some texts stay C for sure, as far as one can tell without reading them.
    let gentle = rng.percent(60);
    for _ in 0..n_changes {
        text = if gentle || rng.percent(50) {
            alike(&text, corpus, rng)
        } else {
            any(&text, corpus, rng)
        };
        if text.len() > 60_000 {
            let cut = (0..=60_000).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
            text.truncate(cut);
        }
    }
    text
}

/// No text at all, or hardly.
fn bytes(rng: &mut Rng) -> String {
    let n = rng.below(400);
    let ascii = rng.percent(50);
    let bytes: Vec<u8> = (0..n)
        .map(|_| if ascii { b' ' + (rng.below(95) as u8) } else { rng.next() as u8 })
        .collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Words of C in no order.
fn soup(corpus: &[String], rng: &mut Rng) -> String {
    let mut text = String::new();
    for _ in 0..rng.below(200) {
        text += &piece(corpus, rng);
        text.push(if rng.percent(20) { '\n' } else { ' ' });
    }
    text
}

fn piece(corpus: &[String], rng: &mut Rng) -> String {
    if rng.percent(40) {
        return (*rng.pick(WORDS)).to_owned();
    }
    let text = rng.pick::<String>(corpus);
    let pieces = cut(text);
    rng.pick(&pieces).1.to_owned()
}

/// Something in place of its like.
pub fn alike(text: &str, corpus: &[String], rng: &mut Rng) -> String {
    let mut pieces = cut(text);
    let number;
    let same = |kind: Kind, pieces: &[(Kind, &str)]| -> Vec<usize> {
        (0..pieces.len()).filter(|&idx| pieces[idx].0 == kind).collect()
    };
    match rng.below(12) {
        // One name for another.
        0..3 => {
            let words = same(Kind::Word, &pieces);
            if !words.is_empty() {
                let other = pieces[*rng.pick(&words)];
                pieces[*rng.pick(&words)] = other;
            }
        }
        3 => {
            let words = same(Kind::Word, &pieces);
            if !words.is_empty() {
                pieces[*rng.pick(&words)].1 = *rng.pick(WORDS);
            }
        }
        // One operator for another.
        4 | 5 => {
            let marks: Vec<usize> =
                (0..pieces.len()).filter(|&idx| OPERATORS.contains(&pieces[idx].1)).collect();
            if !marks.is_empty() {
                pieces[*rng.pick(&marks)].1 = *rng.pick(OPERATORS);
            }
        }
        6 | 7 => {
            let numbers = same(Kind::Number, &pieces);
            if !numbers.is_empty() {
                number = value(rng);
                pieces[*rng.pick(&numbers)].1 = &number;
            }
        }
        // An expression in parentheses for another.
        8 => return groups(text, rng),
        // Lines and statements.
        9 => return lines(text, text, rng),
        10 => return lines(text, rng.pick::<String>(corpus), rng),
        _ => return statement(text, corpus, rng),
    }
    join(&pieces)
}

fn value(rng: &mut Rng) -> String {
    match rng.below(5) {
        0 => rng.below(5).to_string(),
        1 => (rng.next() >> rng.below(64)).to_string(),
        2 => format!("0x{:x}u", rng.next() >> rng.below(64)),
        3 => (*rng.pick(&["0", "1", "-1", "2147483647", "4294967296", "1.5", "08", "1ull", "'a'"]))
            .to_owned(),
        _ => "99999999999999999999999".to_owned(),
    }
}

/// Where a bracket opens, and behind where it closes.
fn brackets(text: &str, open: char, close: char) -> Vec<(usize, usize)> {
    let mut stack = Vec::new();
    let mut found = Vec::new();
    for (at, c) in text.char_indices() {
        if c == open {
            stack.push(at);
        } else if c == close
            && let Some(start) = stack.pop()
        {
            found.push((start, at + c.len_utf8()));
        }
    }
    found
}

fn groups(text: &str, rng: &mut Rng) -> String {
    let (open, close) = if rng.percent(70) { ('(', ')') } else { ('{', '}') };
    let groups = brackets(text, open, close);
    if groups.is_empty() {
        return text.to_owned();
    }
    let (start, end) = *rng.pick(&groups);
    let (from, to) = *rng.pick(&groups);
    format!("{}{}{}", &text[..start], &text[from..to], &text[end..])
}

/// Lines of one text in another: in place of some, or beside them.
fn lines(text: &str, other: &str, rng: &mut Rng) -> String {
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    let others: Vec<&str> = other.split_inclusive('\n').collect();
    let taken = &others[rng.range(others.len())];
    let range = rng.range(lines.len());
    match rng.below(3) {
        0 => drop(lines.splice(range, taken.iter().copied())),
        1 => drop(lines.splice(range.start..range.start, taken.iter().copied())),
        _ => drop(lines.drain(range)),
    }
    lines.concat()
}

/// A statement of any file in place of, or in front of, one of this.
fn statement(text: &str, corpus: &[String], rng: &mut Rng) -> String {
    let parts: Vec<&str> = text.split_inclusive(';').collect();
    let other = if rng.percent(40) { text } else { rng.pick::<String>(corpus) };
    let others: Vec<&str> = other.split_inclusive(';').collect();
    let mut parts = parts;
    let at = rng.below(parts.len());
    let foreign = if rng.percent(50) && !others.is_empty() {
        *rng.pick(&others)
    } else {
        *rng.pick(STATEMENTS)
    };
    if rng.percent(50) && at < parts.len() {
        parts[at] = foreign;
    } else {
        parts.insert(at, foreign);
    }
    parts.concat()
}

/// Any change.
pub fn any(text: &str, corpus: &[String], rng: &mut Rng) -> String {
    let mut pieces = cut(text);
    if pieces.is_empty() {
        return bytes(rng);
    }
    let range = rng.range(pieces.len());
    let made;
    match rng.below(12) {
        0 => return flipped(text, rng),
        1 => drop(pieces.drain(range)),
        2 => {
            let copy = pieces[range].to_vec();
            let at = rng.below(pieces.len());
            drop(pieces.splice(at..at, copy));
        }
        3 => {
            let other = rng.below(pieces.len());
            pieces.swap(range.start, other);
        }
        4 => {
            made = piece(corpus, rng);
            pieces.insert(range.start, (Kind::Word, &made));
        }
        5 => {
            made = piece(corpus, rng);
            pieces[range.start] = (Kind::Word, &made);
        }
        6 => return lines(text, rng.pick::<String>(corpus), rng),
        7 => return nested(text, rng),
        8 => return directive(text, rng),
        9 => {
            pieces.truncate(range.start);
        }
        10 => {
            made = value(rng);
            pieces[range.start] = (Kind::Number, &made);
        }
        _ => {
            // All occurrences of a word at once: names stay declared.
            let word = pieces[range.start];
            made = if rng.percent(50) { piece(corpus, rng) } else { format!("{} ", word.1) };
            if word.0 == Kind::Word {
                for piece in &mut pieces {
                    if piece.1 == word.1 {
                        piece.1 = &made;
                    }
                }
            }
        }
    }
    join(&pieces)
}

fn flipped(text: &str, rng: &mut Rng) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..1 + rng.below(4) {
        let at = rng.below(bytes.len());
        if let Some(byte) = bytes.get_mut(at) {
            *byte ^= 1 << rng.below(8);
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Something, many times around something.
fn nested(text: &str, rng: &mut Rng) -> String {
    let pieces = cut(text);
    let depth = *rng.pick(&[1, 3, 30, 300, 480, 1200]);
    let (before, after) = *rng.pick(&[
        ("(", ")"),
        ("{", "}"),
        ("!", ""),
        ("-", " "),
        ("*", ""),
        ("&", " "),
        ("(int)", ""),
        ("1 ? 2 : ", ""),
        ("1 + ", ""),
        ("if (x) ", ";"),
        ("for (;;) {", "}"),
        ("x[", "]"),
        ("f(", ")"),
        ("struct {", "} x;"),
        ("\n#if 1\n", "\n#endif\n"),
        ("do ", " while (0);"),
        ("a = ", ""),
        ("a, ", ""),
        ("a->b.", ""),
        ("sizeof ", ""),
        ("switch (x) case 1: ", ""),
    ]);
    let range = rng.range(pieces.len());
    let middle = join(&pieces[range.clone()]);
    let (front, back) = (join(&pieces[..range.start]), join(&pieces[range.end..]));
    format!("{front}{}{middle}{}{back}", before.repeat(depth), after.repeat(depth))
}

/// A directive somewhere: mostly a macro with the name of something that is used.
fn directive(text: &str, rng: &mut Rng) -> String {
    let pieces = cut(text);
    let words: Vec<&str> =
        pieces.iter().filter(|(kind, _)| *kind == Kind::Word).map(|(_, text)| *text).collect();
    if words.is_empty() {
        return text.to_owned();
    }
    let (a, b, c) = (*rng.pick(&words), *rng.pick(&words), *rng.pick(&words));
    let made = match rng.below(14) {
        0 => format!("#define {a} {b}"),
        1 => format!("#define {a} {a} {b}"),
        2 => format!("#define {a}(x) x {b} x"),
        3 => format!("#define {a}(x, ...) #x {b}(__VA_ARGS__)"),
        4 => format!("#define {a}(x, y) x ## y ## {b}"),
        5 => format!("#define {a}(x) {b}({a}(x)) {b}(x)\n#define {b}(x) {a}(x) {a}(x)"),
        6 => format!("#undef {a}"),
        7 => format!("#if {a} + {b} > defined({c})"),
        8 => format!("#ifdef {a}\n#else\n#elif {b}\n#endif"),
        9 => format!("#include \"{a}.h\""),
        10 => "#include \"loop.h\"".to_owned(),
        11 => format!("#define {a} ({b})\n#define {b} ({c})\n#define {c} ({a} {a})"),
        12 => format!("#line {} \"{a}\"\n#pragma {b}\n#error {c}", rng.below(99)),
        _ => format!("_Pragma(\"{a}\") // braid: {} \\\n {b}", rng.pick(ANNOTATIONS)),
    };
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    let made = format!("{made}\n");
    lines.insert(rng.below(lines.len()), &made);
    lines.concat()
}

const OPERATORS: &[&str] = &[
    "+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "&&", "||", "==", "!=", "<", "<=", ">",
    ">=", "=", "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "|=", "^=", ",", "->", ".", "++",
    "--",
];

const ANNOTATIONS: &[&str] = &[
    "thread(any)",
    "thread(3)",
    "thread(0)",
    "thread",
    "shared",
    "local",
    "atomic",
    "init",
    "invariant(x > 0)",
    "predicate(1 / 0)",
    "thread(any) thread(2)",
    "nonsense(",
    "",
];

const WORDS: &[&str] = &[
    "int",
    "unsigned",
    "char",
    "short",
    "long",
    "long long",
    "_Bool",
    "bool",
    "void",
    "float",
    "double",
    "signed char",
    "const",
    "volatile",
    "static",
    "extern",
    "inline",
    "_Atomic",
    "_Thread_local",
    "struct",
    "union",
    "enum",
    "typedef",
    "sizeof",
    "if",
    "else",
    "while",
    "for",
    "do",
    "switch",
    "case",
    "default",
    "break",
    "continue",
    "return",
    "goto",
    "NULL",
    "true",
    "false",
    "assert",
    "abort",
    "exit",
    "pthread_t",
    "pthread_mutex_t",
    "pthread_create",
    "pthread_join",
    "pthread_exit",
    "pthread_self",
    "pthread_mutex_lock",
    "pthread_mutex_unlock",
    "pthread_mutex_trylock",
    "atomic_int",
    "atomic_fetch_add",
    "__VERIFIER_nondet_int",
    "__VERIFIER_atomic_begin",
    "__VERIFIER_atomic_end",
    "__VERIFIER_assume",
    "reach_error",
    "malloc",
    "free",
    "main",
    "__func__",
    "__LINE__",
    "int *",
    "uint8_t",
    "int64_t",
    "size_t",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    "#",
    "##",
    "\\\n",
    "'",
    "\"",
    "?",
    ":",
    "~",
    "!",
    "...",
    "__attribute__((packed))",
    "_Static_assert",
    "__typeof__",
    "asm",
    "é",
];

const STATEMENTS: &[&str] = &[
    " int *p = &x; *p = 1;",
    " int a[3]; a[i] = 1;",
    " x = x / y;",
    " x = 1 << y;",
    " x = (char)x + (long long)y;",
    " struct s { int a; int b[2]; } v = { .b[1] = 3 }; v.b[v.a]++;",
    " int *q = malloc(sizeof(int)); *q = 1; free(q);",
    " goto again; again:;",
    " switch (x) { case 1: x = 2; default: break; case 2 ... 4: x = 3; }",
    " for (int i = 0; i < 3; i++) { if (i) continue; break; }",
    " static int once = 1; once += x;",
    " int vla[x];",
    " void (*f)(void) = 0; f();",
    " x = y ? x++ : --y;",
    " enum { A, B = -1, C = 1 << 31 };",
    " union { int i; char c[4]; } u; u.i = 1; x = u.c[0];",
    " pthread_exit(0);",
    " pthread_t self = pthread_self(); pthread_join(self, 0);",
    " return;",
    " return (void *)1;",
    " assert(x++ || y);",
    " _Static_assert(sizeof(int) == 4, \"\");",
    " int z = ({ int t = x; t + 1; });",
    " (void)sizeof(struct unknown);",
    " unsigned bits : 3;",
    " x = -2147483648 / -1;",
];
