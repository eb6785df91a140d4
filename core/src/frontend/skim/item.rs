//! What stands outside of functions.

use super::attribute::Side;
use super::declaration::Context;
use super::recover::Region;
use super::{Outcome, Skim};
use crate::ast::{BinaryOp, Storage};
use crate::frontend::lex::Lex;
use crate::frontend::respell::Class;

impl Skim<'_> {
    pub fn items(&mut self) {
        while self.peek() != Lex::End {
            self.recovering(Region::Item, Skim::item);
        }
    }

    fn item(&mut self) -> Outcome {
        while self.peek() == Lex::Extension {
            self.bump(Class::Skip);
        }
        self.attributes(Side::Lead)?;
        match self.peek() {
            Lex::Semi => {
                self.bump(Class::Plain);
                Ok(())
            }
            Lex::End => Ok(()),
            Lex::RBrace => self.broken_here("this `}` closes nothing"),
            Lex::Asm => self.assembly(Class::OpaqueItem),
            Lex::StaticAssert => self.static_assertion(),
            Lex::Storage(Storage::Extern) if self.peek_second() == Lex::Str => {
                self.broken_here("this is C++; Braid reads C")
            }
            Lex::Ident if !self.starts_type(self.at) => match self.peek_second() {
                // `main() { ... }`: the result is implied to be `int`.
                Lex::LParen => self.declaration(Context::File),
                Lex::Ident | Lex::Op(BinaryOp::Mul) => {
                    self.unknown_type(self.at);
                    self.declaration(Context::File)
                }
                _ => {
                    let message = format!("expected a type before {}", self.found());
                    self.broken_here(&message)
                }
            },
            _ if self.starts_type(self.at) => self.declaration(Context::File),
            _ => {
                let message = format!("expected a declaration before {}", self.found());
                self.broken_here(&message)
            }
        }
    }
}
