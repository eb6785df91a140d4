//! Declarations, in all the places where they can stand.

use super::attribute::Side;
use super::declarator::Declarator;
use super::expression::Commas;
use super::specifiers::Declares;
use super::{Outcome, Skim};
use crate::ast::AssignOp;
use crate::frontend::lex::Lex;
use crate::frontend::respell::Class;
use crate::frontend::scopes::Meaning;

/// Where a declaration stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Context {
    File,
    Block,
    /// The first part of a `for`.
    For,
    Record,
    Parameter,
    /// A type without a name, as in a cast.
    TypeName,
}

impl Skim<'_> {
    /// A declaration with its `;`, or a function with its body.
    pub fn declaration(&mut self, context: Context) -> Outcome {
        let declares = self.specifiers()?;
        if self.eat(Lex::Semi) {
            return Ok(());
        }
        let mut first = true;
        loop {
            if context == Context::Record && self.peek() == Lex::Colon {
                // The grammar wants bit-fields to have names.
                self.spelling.pad(self.at, "x");
            } else {
                let declarator = self.declarator(context)?;
                if context != Context::Record {
                    self.declare(&declarator, declares);
                }
                let body = matches!(context, Context::File | Context::Block) && first;
                if body && self.function_body(&declarator)? {
                    return Ok(());
                }
            }
            if context == Context::Record && self.eat(Lex::Colon) {
                self.expression(Commas::Separators)?;
                self.attributes(Side::Tail)?;
            }
            if self.eat(Lex::Assign(AssignOp::Plain)) {
                self.initializer()?;
            }
            if !self.eat(Lex::Comma) {
                return self.semicolon();
            }
            self.attributes(Side::Lead)?;
            first = false;
        }
    }

    fn declare(&mut self, declarator: &Declarator, declares: Declares) {
        if let Some(name) = declarator.name {
            let meaning = match declares {
                Declares::Types => Meaning::Type,
                Declares::Values => Meaning::Value,
            };
            self.scopes.declare(self.source.word(name), meaning);
        }
    }

    /// The body of a function, if there is one.
    fn function_body(&mut self, declarator: &Declarator) -> Result<bool, super::Broken> {
        if declarator.identifier_list {
            return self.old_style(declarator);
        }
        if self.peek() != Lex::LBrace {
            return Ok(false);
        }
        if !declarator.function {
            self.broken_after("expected `;` after this")?;
        }
        let open = self.bump(Class::Plain);
        self.nested(|skim| {
            skim.scopes.open();
            for &word in &declarator.parameters {
                skim.scopes.declare(word, Meaning::Value);
            }
            skim.block_items(open);
            skim.scopes.close();
            Ok(())
        })?;
        Ok(true)
    }

    /// `int f(a, b) int a; char b; { ... }`: the parameters' declarations become the first ones of the
    /// body, where the grammar can read them.
    fn old_style(&mut self, declarator: &Declarator) -> Result<bool, super::Broken> {
        let start = self.at;
        let name = declarator.name.unwrap_or(start);
        let mut n_declarations = 0;
        self.nested(|skim| {
            skim.scopes.open();
            if skim.peek() != Lex::LBrace {
                skim.spelling.pad(start, "{");
            }
            while skim.peek() != Lex::LBrace {
                if !skim.starts_type(skim.at) {
                    return skim.broken_after("expected `;` or a body after this");
                }
                skim.declaration(Context::For)?;
                n_declarations += 1;
            }
            let class = if n_declarations > 0 { Class::Skip } else { Class::Plain };
            let open = skim.bump(class);
            skim.block_items(open);
            skim.scopes.close();
            Ok(())
        })?;
        self.old_style.push((name as u32, n_declarations));
        Ok(true)
    }

    /// What stands behind `=`.
    pub fn initializer(&mut self) -> Outcome {
        match self.peek() {
            Lex::LBrace => self.initializer_list(),
            _ => self.expression(Commas::Separators),
        }
    }

    /// `{ ... }` with designators.
    pub fn initializer_list(&mut self) -> Outcome {
        let open = self.bump(Class::Plain);
        self.nested(|skim| {
            while skim.peek() != Lex::RBrace {
                skim.designators()?;
                skim.initializer()?;
                if !skim.eat(Lex::Comma) {
                    break;
                }
            }
            skim.expect_close(Lex::RBrace, "}", open)
        })
    }

    fn designators(&mut self) -> Outcome {
        if self.peek() == Lex::Ident && self.peek_second() == Lex::Colon {
            // GNU's old `field: value`
            self.bump(Class::Name);
            self.bump(Class::Plain);
            return Ok(());
        }
        if !matches!(self.peek(), Lex::Dot | Lex::LBracket) {
            return Ok(());
        }
        loop {
            match self.peek() {
                Lex::Dot => {
                    self.bump(Class::Plain);
                    if self.peek() != Lex::Ident {
                        return self.broken_after("expected the name of a member after this");
                    }
                    self.bump(Class::Name);
                }
                Lex::LBracket => {
                    let open = self.bump(Class::Plain);
                    self.nested(|skim| {
                        skim.expression(Commas::Separators)?;
                        if skim.eat(Lex::Ellipsis) {
                            skim.expression(Commas::Separators)?;
                        }
                        skim.expect_close(Lex::RBracket, "]", open)
                    })?;
                }
                _ => return self.expect(Lex::Assign(AssignOp::Plain), "="),
            }
        }
    }

    /// A type in parentheses.
    pub fn type_in_parens(&mut self) -> Outcome {
        let open = self.bump(Class::Plain);
        self.nested(|skim| {
            skim.type_name()?;
            skim.expect_close(Lex::RParen, ")", open)
        })
    }

    /// A type without a name.
    pub fn type_name(&mut self) -> Outcome {
        self.specifiers()?;
        self.declarator(Context::TypeName)?;
        Ok(())
    }
}
