//! Walking along the tokens of a line: take what is expected, or say what was.

use std::str::FromStr;

use super::super::expr::Bits;
use super::super::program::{Init, LocId, PropId, Sort};
use super::is_name;
use super::lex::Token;

/// What is left of a line.
#[derive(Clone, Debug)]
pub struct Line<'a> {
    pub tokens: &'a [Token<'a>],
    /// How deep the expression being read is nested.
    pub depth: usize,
}

impl<'a> Line<'a> {
    pub fn new(tokens: &'a [Token<'a>]) -> Self {
        Self { tokens, depth: 0 }
    }

    pub fn next(&mut self) -> Option<Token<'a>> {
        let (first, rest) = self.tokens.split_first()?;
        self.tokens = rest;
        Some(*first)
    }

    pub fn take(&mut self, symbol: &str) -> bool {
        let found = self.tokens.first() == Some(&Token::Symbol(symbol));
        if found {
            self.tokens = &self.tokens[1..];
        }
        found
    }

    pub fn expect(&mut self, symbol: &str) -> Result<(), String> {
        if self.take(symbol) { Ok(()) } else { Err(self.expected(symbol)) }
    }

    pub fn expected(&self, what: &str) -> String {
        match self.tokens.first() {
            Some(Token::Word(text) | Token::Symbol(text)) => {
                format!("expected {what}, found {text}")
            }
            None => format!("expected {what} at the end of the line"),
        }
    }

    pub fn end(&self) -> Result<(), String> {
        if self.tokens.is_empty() { Ok(()) } else { Err(self.expected("the end of the line")) }
    }

    pub fn word(&mut self, what: &str) -> Result<&'a str, String> {
        let error = self.expected(what);
        match self.next() {
            Some(Token::Word(word)) => Ok(word),
            _ => Err(error),
        }
    }

    pub fn keyword(&mut self, keyword: &str) -> Result<(), String> {
        let error = self.expected(keyword);
        if self.word(keyword)? == keyword { Ok(()) } else { Err(error) }
    }

    pub fn name(&mut self) -> Result<&'a str, String> {
        let word = self.word("a name")?;
        if is_name(word) { Ok(word) } else { Err(format!("{word} is no name")) }
    }

    pub fn one_of<T: Copy>(&mut self, table: &[(T, &str)], what: &str) -> Result<T, String> {
        let word = self.word(what)?;
        let entry = table.iter().find(|(_, text)| *text == word);
        entry.map(|(value, _)| *value).ok_or_else(|| format!("{word} is not {what}"))
    }

    pub fn number<T: FromStr>(&mut self, what: &str) -> Result<T, String> {
        let word = self.word(what)?;
        canonical(word).ok_or_else(|| format!("{word} is not {what}"))
    }

    pub fn loc(&mut self) -> Result<LocId, String> {
        let word = self.word("a location")?;
        let number = word.strip_prefix('L').and_then(canonical);
        number.map(LocId).ok_or_else(|| format!("{word} is no location"))
    }

    pub fn property(&mut self) -> Result<PropId, String> {
        let word = self.word("a property")?;
        let number = word.strip_prefix('P').and_then(canonical);
        number.map(PropId).ok_or_else(|| format!("{word} is no property"))
    }

    pub fn init(&mut self, sort: Sort) -> Result<Init, String> {
        if self.tokens.first() == Some(&Token::Word("any")) {
            self.next();
            return Ok(Init::Any);
        }
        let Sort::Bits(width) = sort else { return Err("handles have no initial values".into()) };
        if !self.take("{") {
            return Ok(Init::Values(vec![self.signed_number(width)?]));
        }
        let mut values = Vec::new();
        while !self.take("}") {
            if !values.is_empty() {
                self.expect(",")?;
            }
            values.push(self.signed_number(width)?);
        }
        Ok(Init::Values(values))
    }

    pub fn signed_number(&mut self, width: u8) -> Result<u64, String> {
        let minus = self.take("-");
        let word = self.word("a number")?;
        bits(minus, word, width).map(|bits| bits.value)
    }
}

/// The width in `i32`.
pub fn width(text: &str) -> Result<u8, String> {
    text.strip_prefix('i')
        .and_then(canonical)
        .filter(|width| (1..=64).contains(width))
        .ok_or_else(|| format!("{text} is no type"))
}

/// A number written in the one way in which the printer writes it: without sign and leading zeros.
fn canonical<T: FromStr>(text: &str) -> Option<T> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    let leads_with_zero = text.len() > 1 && text.starts_with('0');
    if is_plain && !leads_with_zero { text.parse().ok() } else { None }
}

/// A number of the given width: from the least signed to the greatest unsigned one.
pub fn bits(minus: bool, digits: &str, width: u8) -> Result<Bits, String> {
    let magnitude: u64 = canonical(digits).ok_or_else(|| format!("{digits} is no number"))?;
    let greatest = if minus { Bits::mask(width) / 2 + 1 } else { Bits::mask(width) };
    if magnitude > greatest {
        return Err(format!("{digits} does not fit into {width} bits"));
    }
    Ok(Bits::new(if minus { magnitude.wrapping_neg() } else { magnitude }, width))
}
