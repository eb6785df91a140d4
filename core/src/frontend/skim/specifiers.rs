//! Declaration specifiers: the words in front of the declared names, in any order.
//!
//! Of all words that make up an arithmetic type only the first stays in the text, as `int`; the
//! tree needs to know that there is a type, not which.

use super::attribute::Side;
use super::declaration::Context;
use super::expression::Commas;
use super::recover::Region;
use super::{Outcome, Skim};
use crate::ast::{BinaryOp, Storage};
use crate::frontend::UNSUPPORTED;
use crate::frontend::lex::{Lex, TypeWord};
use crate::frontend::respell::Class;
use crate::frontend::scopes::Meaning;
use crate::text::Problem;

/// What the specifiers said, as far as the rest of the declaration depends on it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Declares {
    Values,
    Types,
}

impl Skim<'_> {
    /// Whether the token can only start a type.
    pub fn starts_type(&self, token_idx: usize) -> bool {
        match self.lex(token_idx) {
            Lex::TypeWord(_)
            | Lex::Const
            | Lex::Volatile
            | Lex::Restrict
            | Lex::Storage(_)
            | Lex::Inline
            | Lex::Noreturn
            | Lex::ThreadLocal
            | Lex::Atomic
            | Lex::Alignas
            | Lex::Record(_)
            | Lex::Enum
            | Lex::Typeof
            | Lex::Attribute => true,
            Lex::Ident => self.scopes.is_type(self.source.word(token_idx)),
            _ => false,
        }
    }

    /// The specifiers of a declaration; a missing type is implied to be `int`.
    pub fn specifiers(&mut self) -> Result<Declares, super::Broken> {
        let mut declares = Declares::Values;
        let mut side = Side::Lead;
        let mut arithmetic = false;
        loop {
            match self.peek() {
                Lex::TypeWord(_) if arithmetic => {
                    self.bump(Class::SpecTail);
                }
                Lex::TypeWord(_) => {
                    self.one_type(side)?;
                    self.bump(Class::Type);
                    (arithmetic, side) = (true, Side::Tail);
                }
                // A second name is the declared one.
                Lex::Ident if side == Side::Lead && self.at_type_name() => {
                    if self.scopes.meaning(self.source.word(self.at)) == Meaning::Bool {
                        self.source.lex[self.at] = Lex::TypeWord(TypeWord::Bool);
                    }
                    self.bump(Class::Type);
                    side = Side::Tail;
                }
                Lex::Record(_) => {
                    self.one_type(side)?;
                    self.record()?;
                    side = Side::Tail;
                }
                Lex::Enum => {
                    self.one_type(side)?;
                    self.enumeration()?;
                    side = Side::Tail;
                }
                Lex::Typeof | Lex::Atomic if self.peek_second() == Lex::LParen => {
                    self.one_type(side)?;
                    self.typeof_specifier()?;
                    side = Side::Tail;
                }
                Lex::Storage(storage) => {
                    if storage == Storage::Typedef {
                        declares = Declares::Types;
                    }
                    self.bump(side.spec());
                }
                Lex::Const
                | Lex::Volatile
                | Lex::Restrict
                | Lex::Inline
                | Lex::Noreturn
                | Lex::ThreadLocal
                | Lex::Atomic => {
                    self.bump(side.spec());
                }
                Lex::Extension => {
                    self.bump(side.skip());
                }
                Lex::Alignas => self.word_as_attribute(side)?,
                _ if self.at_attribute() => self.attributes(side)?,
                _ => break,
            }
        }
        if side == Side::Lead {
            self.spelling.pad(self.at, "int");
        }
        Ok(declares)
    }

    /// Whether the identifier here is a type, or can only be one.
    fn at_type_name(&mut self) -> bool {
        if self.scopes.is_type(self.source.word(self.at)) {
            return true;
        }
        let unknown = matches!(self.peek_second(), Lex::Ident | Lex::Op(BinaryOp::Mul));
        if unknown {
            self.unknown_type(self.at);
        }
        unknown
    }

    /// Complains about a second type.
    fn one_type(&mut self, side: Side) -> Outcome {
        match side {
            Side::Lead => Ok(()),
            Side::Tail => self.broken_after("expected `;` or a name after this type"),
        }
    }

    /// `typeof (...)` and `_Atomic (...)`: spelled as an enum whose only value is the operand.
    fn typeof_specifier(&mut self) -> Outcome {
        self.bump(Class::Typeof);
        if self.starts_type(self.after(self.at)) {
            self.type_in_parens()?;
        } else {
            let open = self.bump(Class::Plain);
            self.nested(|skim| {
                skim.expression(Commas::Operators)?;
                skim.expect_close(Lex::RParen, ")", open)
            })?;
        }
        self.spelling.pad(self.at, "}");
        Ok(())
    }

    fn record(&mut self) -> Outcome {
        self.bump(Class::Plain);
        self.attributes(Side::Lead)?;
        let tagged = self.peek() == Lex::Ident;
        if tagged {
            self.bump(Class::Name);
        }
        if self.peek() != Lex::LBrace {
            return match tagged {
                true => Ok(()),
                false => self.broken_after("expected a name or `{` after this"),
            };
        }
        let open = self.bump(Class::Plain);
        self.nested(|skim| {
            while !matches!(skim.peek(), Lex::RBrace | Lex::End) {
                skim.recovering(Region::Field, Skim::field);
            }
            skim.expect_close(Lex::RBrace, "}", open)
        })
    }

    fn field(&mut self) -> Outcome {
        self.attributes(Side::Lead)?;
        match self.peek() {
            // The grammar knows neither of the two between fields. The first says nothing; the
            // second is between the user and the compiler.
            Lex::Semi => {
                self.bump(Class::Skip);
                Ok(())
            }
            Lex::StaticAssert => {
                while !matches!(self.peek(), Lex::Semi | Lex::RBrace | Lex::End) {
                    self.bump(Class::Skip);
                }
                if self.peek() != Lex::Semi {
                    return self.semicolon();
                }
                self.bump(Class::Skip);
                Ok(())
            }
            _ if self.at_declaration() || self.peek() == Lex::Extension => {
                self.declaration(Context::Record)
            }
            _ => {
                let message = format!("expected a field before {}", self.found());
                self.broken_here(&message)
            }
        }
    }

    fn enumeration(&mut self) -> Outcome {
        self.bump(Class::Plain);
        self.attributes(Side::Lead)?;
        let tagged = self.peek() == Lex::Ident;
        if tagged {
            self.bump(Class::Name);
        }
        if tagged && self.peek() == Lex::Colon && self.starts_type(self.after(self.at)) {
            let start = self.bump(Class::Skip);
            while !matches!(self.peek(), Lex::LBrace | Lex::Semi | Lex::RBrace | Lex::End) {
                self.bump(Class::Skip);
            }
            // The enumerators would get the wrong type, and they can be anywhere.
            let message = "Braid does not model the underlying type of an enum";
            let problem = Problem::fatal(UNSUPPORTED, self.span_to(start, self.at), message)
                .hint("Leave it out if no value needs it");
            self.report(problem);
        }
        if self.peek() != Lex::LBrace {
            return match tagged {
                true => Ok(()),
                false => self.broken_after("expected a name or `{` after this"),
            };
        }
        let open = self.bump(Class::Plain);
        self.nested(|skim| {
            while skim.peek() == Lex::Ident {
                let name = skim.bump(Class::Name);
                skim.attributes(Side::Tail)?;
                if skim.eat(Lex::Assign(crate::ast::AssignOp::Plain)) {
                    skim.expression(Commas::Separators)?;
                }
                skim.scopes.declare(skim.source.word(name), Meaning::Value);
                if !skim.eat(Lex::Comma) {
                    break;
                }
            }
            skim.expect_close(Lex::RBrace, "}", open)
        })
    }
}
