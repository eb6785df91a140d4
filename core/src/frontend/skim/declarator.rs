//! Declarators: the names that are declared, with their pointers, arrays and parameters.

use super::attribute::Side;
use super::declaration::Context;
use super::expression::Commas;
use super::{Outcome, Skim};
use crate::ast::{BinaryOp, Storage};
use crate::frontend::lex::{Lex, WordId};
use crate::frontend::respell::Class;
use crate::frontend::scopes::Meaning;

/// What a declarator declares.
#[derive(Default)]
pub struct Declarator {
    /// The token of the name.
    pub name: Option<usize>,
    /// Whether parameters stand behind the name.
    pub function: bool,
    /// The names of its parameters.
    pub parameters: Vec<WordId>,
    /// Whether the parameters are names without types, and a body or declarations follow.
    pub identifier_list: bool,
}

impl Skim<'_> {
    pub fn declarator(&mut self, context: Context) -> Result<Declarator, super::Broken> {
        let mut declarator = Declarator::default();
        self.declarator_into(context, &mut declarator)?;
        Ok(declarator)
    }

    fn declarator_into(&mut self, context: Context, declarator: &mut Declarator) -> Outcome {
        let abstract_allowed = matches!(context, Context::Parameter | Context::TypeName);
        self.attributes(Side::Lead)?;
        while self.peek() == Lex::Op(BinaryOp::Mul) {
            self.bump(Class::Plain);
            self.pointer_qualifiers()?;
        }
        match self.peek() {
            Lex::Ident if context != Context::TypeName => {
                declarator.name = Some(self.bump(Class::Name));
            }
            Lex::LParen if !abstract_allowed || self.nests_declarator() => {
                // Around a name, parentheses say nothing, and the grammar may take them for
                // parameters.
                let redundant = matches!(self.peek_second(), Lex::Ident | Lex::LParen);
                let open = self.bump(if redundant { Class::Skip } else { Class::Plain });
                self.nested(|skim| {
                    skim.declarator_into(context, declarator)?;
                    let close = skim.at;
                    skim.expect_close(Lex::RParen, ")", open)?;
                    if redundant {
                        skim.spelling.classes[close] = Class::SkipTail;
                    }
                    Ok(())
                })?;
            }
            _ if abstract_allowed => {}
            _ => return self.broken_after("expected a name after this"),
        }
        self.suffixes(declarator)
    }

    fn pointer_qualifiers(&mut self) -> Outcome {
        loop {
            match self.peek() {
                Lex::Const | Lex::Volatile | Lex::Restrict | Lex::Atomic => {
                    self.bump(Class::Spec);
                }
                Lex::Extension => {
                    self.bump(Class::Skip);
                }
                _ if self.at_attribute() => self.attributes(Side::Lead)?,
                _ => return Ok(()),
            }
        }
    }

    /// Whether the parenthesis here holds a declarator, rather than the parameters of a function
    /// that has no name. A type name is taken for a parameter [C17 6.7.6.3, paragraph 11].
    fn nests_declarator(&self) -> bool {
        let inner = self.after(self.at);
        self.lex(inner) != Lex::RParen
            && self.lex(inner) != Lex::Ellipsis
            && (!self.starts_type(inner) || self.lex(inner) == Lex::Attribute)
    }

    /// Parameters and array sizes.
    fn suffixes(&mut self, declarator: &mut Declarator) -> Outcome {
        let mut innermost = !declarator.function;
        loop {
            match self.peek() {
                Lex::LParen => {
                    let (parameters, identifier_list) = self.parameters()?;
                    if innermost {
                        declarator.function = true;
                        declarator.parameters = parameters;
                        declarator.identifier_list = identifier_list;
                    }
                }
                // The name in the object file.
                Lex::Asm => self.word_as_attribute(Side::Tail)?,
                _ if self.at_attribute() => self.attributes(Side::Tail)?,
                Lex::LBracket => self.array_size()?,
                _ => return Ok(()),
            }
            innermost = false;
        }
    }

    fn array_size(&mut self) -> Outcome {
        let open = self.bump(Class::Plain);
        self.nested(|skim| {
            while matches!(
                skim.peek(),
                Lex::Const
                    | Lex::Volatile
                    | Lex::Restrict
                    | Lex::Atomic
                    | Lex::Storage(Storage::Static)
            ) {
                skim.bump(Class::Skip);
            }
            let star = skim.peek() == Lex::Op(BinaryOp::Mul);
            if star && skim.peek_second() == Lex::RBracket {
                skim.bump(Class::Plain);
            } else if skim.peek() != Lex::RBracket {
                skim.expression(Commas::Separators)?;
            }
            skim.expect_close(Lex::RBracket, "]", open)
        })
    }

    /// Parameters in parentheses: their names, and whether they are only names.
    fn parameters(&mut self) -> Result<(Vec<WordId>, bool), super::Broken> {
        let open = self.bump(Class::Plain);
        let mut names = Vec::new();
        if self.eat(Lex::RParen) {
            return Ok((names, false));
        }
        if self.at_identifier_list() {
            while self.peek() != Lex::RParen {
                self.bump(Class::Skip);
            }
            self.bump(Class::Plain);
            return Ok((names, true));
        }
        self.scopes.open();
        self.nested(|skim| {
            loop {
                if skim.eat(Lex::Ellipsis) {
                    return skim.expect_close(Lex::RParen, ")", open);
                }
                skim.parameter(&mut names)?;
                if !skim.eat(Lex::Comma) {
                    return skim.expect_close(Lex::RParen, ")", open);
                }
            }
        })?;
        self.scopes.close();
        Ok((names, false))
    }

    fn parameter(&mut self, names: &mut Vec<WordId>) -> Outcome {
        self.attributes(Side::Lead)?;
        if self.peek() == Lex::Ident && !self.starts_type(self.at) {
            self.unknown_type(self.at);
        }
        if !self.starts_type(self.at) && self.peek() != Lex::Extension {
            let message = format!("expected a parameter before {}", self.found());
            return self.broken_here(&message);
        }
        self.specifiers()?;
        let declarator = self.declarator(Context::Parameter)?;
        if let Some(name) = declarator.name {
            let word = self.source.word(name);
            // Only a name that hides something matters in the body.
            if self.scopes.meaning(word) != Meaning::Plain {
                names.push(word);
            }
            self.scopes.declare(word, Meaning::Value);
        }
        Ok(())
    }

    /// Whether what stands here are the parameter names of an old-style definition: names that are
    /// no types, with declarations or a body behind the parenthesis.
    fn at_identifier_list(&self) -> bool {
        let mut next = self.at;
        loop {
            if self.lex(next) != Lex::Ident || self.starts_type(next) {
                return false;
            }
            next = self.after(next);
            match self.lex(next) {
                Lex::Comma => next = self.after(next),
                Lex::RParen => break,
                _ => return false,
            }
        }
        let behind = self.after(next);
        self.lex(behind) == Lex::LBrace
            || (self.starts_type(behind) && self.lex(behind) != Lex::Attribute)
    }
}
