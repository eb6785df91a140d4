//! Program text as words and symbols.

use crate::scpl::ParseError;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub text: &'a str,
    /// Counted from 1.
    pub line: usize,
}

/// Longer ones first.
const SYMBOLS: [&str; 16] =
    ["->", ":=", "=>", "==", ":", ";", ",", ".", "'", "@", "(", ")", "=", "!", "&", "|"];

/// Words that mean something wherever they stand.
const RESERVED: [&str; 14] = [
    "shared",
    "local",
    "template",
    "at",
    "initial",
    "start",
    "havoc",
    "constrain",
    "any",
    "end",
    "bad",
    "a",
    "p",
    "new",
];

/// Whether text can be the name of a variable or template of a [`super::Program`]: letters, digits, `_` and `$`, starting with
/// no digit, not reserved and unlike a location.
pub fn is_name(text: &str) -> bool {
    let starts_well = text.starts_with(|c: char| is_word_char(c) && !c.is_numeric());
    let is_loc = text
        .strip_prefix('L')
        .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit()));
    starts_well && text.chars().all(is_word_char) && !is_loc && !RESERVED.contains(&text)
}

fn is_word_char(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$')
}

pub(super) fn tokens(text: &str) -> Result<Vec<Token<'_>>, ParseError> {
    let mut tokens = Vec::new();
    for (idx, line) in text.lines().enumerate() {
        let number = idx + 1;
        let mut rest = line.trim_start();
        while let Some(first) = rest.chars().next() {
            if first == '#' {
                break;
            }
            let word = rest.find(|c| !is_word_char(c)).unwrap_or(rest.len());
            let len = match SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)) {
                Some(symbol) => symbol.len(),
                None => word,
            };
            if len == 0 {
                return Err(ParseError { line: number, message: format!("unexpected {first:?}") });
            }
            tokens.push(Token { text: &rest[..len], line: number });
            rest = rest[len..].trim_start();
        }
    }
    Ok(tokens)
}
