//! Text cut into pieces that are put together again by `concat`: words, numbers, operators, space.

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Word,
    Number,
    Quoted,
    Mark,
    Line,
    Space,
    Comment,
}

const MARKS: [&str; 24] = [
    "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=",
    "-=", "*=", "/=", "%=", "&=", "|=", "^=", "##", "::",
];

pub fn cut(text: &str) -> Vec<(Kind, &str)> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (kind, len) = first(rest);
        pieces.push((kind, &rest[..len]));
        rest = &rest[len..];
    }
    pieces
}

fn first(rest: &str) -> (Kind, usize) {
    let while_ = |holds: fn(char) -> bool| rest.find(|c| !holds(c)).unwrap_or(rest.len());
    let Some(c) = rest.chars().next() else { return (Kind::Space, 0) };
    match c {
        '\n' => (Kind::Line, 1),
        _ if c.is_whitespace() => (Kind::Space, while_(|c| c.is_whitespace() && c != '\n')),
        _ if c.is_alphabetic() || c == '_' => {
            (Kind::Word, while_(|c| c.is_alphanumeric() || c == '_'))
        }
        _ if c.is_ascii_digit() => {
            (Kind::Number, while_(|c| c.is_alphanumeric() || c == '_' || c == '.'))
        }
        '"' | '\'' => {
            let line = rest.find('\n').unwrap_or(rest.len());
            (Kind::Quoted, rest[1..line].find(c).map_or(1, |at| at + 2))
        }
        '/' if rest.starts_with("//") => (Kind::Comment, rest.find('\n').unwrap_or(rest.len())),
        '/' if rest.starts_with("/*") => {
            (Kind::Comment, rest[2..].find("*/").map_or(rest.len(), |at| at + 4))
        }
        _ => {
            let long = MARKS.iter().find(|mark| rest.starts_with(**mark));
            (Kind::Mark, long.map_or(c.len_utf8(), |mark| mark.len()))
        }
    }
}

pub fn join(pieces: &[(Kind, &str)]) -> String {
    pieces.iter().map(|(_, text)| *text).collect()
}
