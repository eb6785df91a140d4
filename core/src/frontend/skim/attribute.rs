//! Attributes, in GNU's and in C23's spelling, wherever they stand.

use super::{Broken, Outcome, Skim};
use crate::frontend::lex::Lex;
use crate::frontend::respell::Class;

/// One entry of an attribute list.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// The token that opens the list.
    pub at: u32,
    /// The token behind the list.
    pub end: u32,
    /// The entry's name.
    pub name: u32,
    /// The tokens between the parentheses of its arguments, if it has any.
    pub args: Option<(u32, u32)>,
    /// What its arguments are.
    pub operand: Operand,
    /// The words in its arguments that are types where it stands.
    pub types: Vec<String>,
}

/// What stands between the parentheses of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    Expr,
    Type,
}

/// Whether left-out tokens belong to what follows or to what comes before.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Lead,
    Tail,
}

impl Attribute {
    fn new(at: u32, name: u32) -> Self {
        Attribute { at, end: 0, name, args: None, operand: Operand::Expr, types: Vec::new() }
    }
}

impl Side {
    pub fn skip(self) -> Class {
        match self {
            Side::Lead => Class::Skip,
            Side::Tail => Class::SkipTail,
        }
    }

    pub fn spec(self) -> Class {
        match self {
            Side::Lead => Class::Spec,
            Side::Tail => Class::SpecTail,
        }
    }

    fn mark(self) -> Class {
        match self {
            Side::Lead => Class::Mark,
            Side::Tail => Class::MarkTail,
        }
    }
}

/// Attributes that Braid reads itself.
pub fn speaks_to_braid(name: &str) -> bool {
    name.starts_with("braid_") || matches!(name, "guarded_by" | "pt_guarded_by")
}

impl Skim<'_> {
    pub fn at_attribute(&self) -> bool {
        match self.peek() {
            Lex::Attribute => true,
            // In C, `[[` opens an attribute and nothing else.
            Lex::LBracket => self.peek_second() == Lex::LBracket,
            _ => false,
        }
    }

    /// Leaves out the attributes at the current place, if any.
    pub fn attributes(&mut self, side: Side) -> Outcome {
        while self.at_attribute() {
            self.attribute(side)?;
        }
        Ok(())
    }

    fn attribute(&mut self, side: Side) -> Outcome {
        let start = self.at;
        let gnu = self.peek() == Lex::Attribute;
        let n_before = self.attributes.len();
        self.bump(side.skip());
        let (open, close, name) = match gnu {
            true => (Lex::LParen, Lex::RParen, "("),
            false => (Lex::LBracket, Lex::RBracket, "["),
        };
        let n_brackets = if gnu { 2 } else { 1 };
        for _ in 0..n_brackets {
            if self.peek() != open {
                return self.broken_after(&format!("expected `{name}` after this"));
            }
            self.bump(side.skip());
        }
        while self.peek() != close {
            match self.peek() {
                Lex::End | Lex::Semi | Lex::LBrace | Lex::RBrace => {
                    return self.broken_after("expected `)` after this");
                }
                Lex::LParen => {
                    // The name before it opened the entry, unless the list is malformed.
                    let args = self.skip_balanced(side.skip())?;
                    let types = self.types_in(args);
                    if let Some(entry) = self.attributes[n_before..].last_mut() {
                        entry.args = Some(args);
                        entry.types = types;
                    }
                }
                Lex::Comma | Lex::Colon | Lex::Stray => {
                    self.bump(side.skip());
                }
                _ => {
                    let name = self.bump(side.skip()) as u32;
                    self.attributes.push(Attribute::new(start as u32, name));
                }
            }
        }
        for _ in 0..2 {
            if self.peek() != close {
                return self.broken_after("expected another bracket to close the attribute");
            }
            self.bump(side.skip());
        }
        let end = self.last as u32 + 1;
        let mut speaks = false;
        for entry in &mut self.attributes[n_before..] {
            entry.end = end;
            speaks |= speaks_to_braid(self.source.spelling(entry.name as usize));
        }
        if speaks {
            self.spelling.classes[start] = side.mark();
        }
        Ok(())
    }

    /// Leaves out a word and the parenthesis behind it, and remembers them as an attribute:
    /// `_Alignas (16)`, `asm ("name")`.
    pub fn word_as_attribute(&mut self, side: Side) -> Outcome {
        let word = self.bump(side.skip()) as u32;
        if self.peek() != Lex::LParen {
            return self.broken_after("expected `(` after this");
        }
        let first = self.after(self.at);
        let is_type = self.starts_type(first);
        let args = self.skip_balanced(side.skip())?;
        let types = self.types_in(args);
        let operand = if is_type { Operand::Type } else { Operand::Expr };
        let end = self.last as u32 + 1;
        let entry =
            Attribute { end, args: Some(args), operand, types, ..Attribute::new(word, word) };
        self.attributes.push(entry);
        Ok(())
    }

    fn types_in(&self, (start, end): (u32, u32)) -> Vec<String> {
        let words = (start as usize..end as usize).filter(|&idx| self.lex(idx) == Lex::Ident);
        let types = words.filter(|&idx| self.scopes.is_type(self.source.word(idx)));
        types.map(|idx| self.source.spelling(idx).to_owned()).collect()
    }

    /// Leaves out a parenthesis and all in it; gives the tokens between.
    pub fn skip_balanced(&mut self, class: Class) -> Result<(u32, u32), Broken> {
        let open = self.bump(class);
        let mut depth = 1;
        loop {
            match self.peek() {
                Lex::LParen => depth += 1,
                Lex::RParen => depth -= 1,
                Lex::End => {
                    self.expect_close(Lex::RParen, ")", open)?;
                }
                _ => {}
            }
            let token_idx = self.bump(class);
            if depth == 0 {
                return Ok((open as u32 + 1, token_idx as u32));
            }
        }
    }
}
