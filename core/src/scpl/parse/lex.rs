//! A line of program text as words and symbols.

use super::super::print::BIN_OPS;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token<'a> {
    /// A name, a keyword or a number with or without a width.
    Word(&'a str),
    Symbol(&'a str),
}

const SYMBOLS: [&str; 15] =
    [":=", "->", "(", ")", "[", "]", "{", "}", ",", ";", ":", "?", "=", "!", "@"];

/// Whether text can be the name of a variable or template: letters, digits, `_`, `.`, `$` and `:`,
/// not starting like a number and not starting or ending with `:`.
pub fn is_name(text: &str) -> bool {
    let starts_well = text.starts_with(|c: char| is_word_char(c) && c != ':' && !c.is_numeric());
    starts_well && !text.ends_with(':') && text.chars().all(is_word_char)
}

fn is_word_char(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.' | '$' | ':')
}

/// The tokens of a line up to its end or a comment.
pub fn tokens(line: &str) -> Result<Vec<Token<'_>>, String> {
    let mut tokens = Vec::new();
    let mut rest = line.trim_start();
    while !rest.is_empty() && !rest.starts_with('#') {
        let len = word_len(rest);
        let token = if len > 0 { Token::Word(&rest[..len]) } else { Token::Symbol(symbol(rest)?) };
        let (Token::Word(text) | Token::Symbol(text)) = token;
        tokens.push(token);
        rest = rest[text.len()..].trim_start();
    }
    Ok(tokens)
}

/// The length of the word at the start. A colon belongs to it only between other characters of it:
/// `L3:` and `x:=` have a colon after the word.
fn word_len(text: &str) -> usize {
    if text.starts_with(':') {
        return 0;
    }
    let end = text.find(|c| !is_word_char(c)).unwrap_or(text.len());
    text[..end].trim_end_matches(':').len()
}

/// The longest symbol at the start.
fn symbol(text: &str) -> Result<&str, String> {
    SYMBOLS
        .into_iter()
        .chain(BIN_OPS.iter().map(|(_, symbol)| *symbol))
        .filter(|symbol| text.starts_with(symbol))
        .map(str::len)
        .max()
        .map(|len| &text[..len])
        .ok_or_else(|| format!("unexpected {:?}", text.chars().next().unwrap_or(' ')))
}
