//! Expressions, as operands with operators between them.

use super::{Outcome, Skim};
use crate::ast::BinaryOp;
use crate::frontend::lex::Lex;
use crate::frontend::respell::Class;
use crate::frontend::scopes::Meaning;

/// What a comma does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Commas {
    /// It is the comma operator.
    Operators,
    /// It ends the expression: arguments, initialisers.
    Separators,
}

/// How an operand was read.
enum Prefix {
    /// An operand must still follow, as after a cast.
    Open,
    /// The operand is there and can be called, indexed and so on.
    Done,
    /// The operand is there, and nothing can be appended to it: `sizeof (int)`.
    Closed,
}

/// What the first argument of a built-in function is.
#[derive(Clone, Copy)]
enum Argument {
    Value,
    Type,
}

impl Skim<'_> {
    /// An expression, up to the first token that cannot go on with it.
    pub fn expression(&mut self, commas: Commas) -> Outcome {
        let mut n_questions = 0u32;
        loop {
            self.operand()?;
            match self.peek() {
                Lex::Assign(_) if matches!(self.lex(self.last), Lex::Number | Lex::Char) => {
                    return self.broken_after("a literal cannot be assigned to");
                }
                Lex::Op(_) | Lex::Assign(_) => {
                    self.bump(Class::Plain);
                }
                Lex::Question => {
                    self.bump(Class::Plain);
                    // GNU `a ?: b`
                    if !self.eat(Lex::Colon) {
                        n_questions += 1;
                    }
                }
                Lex::Colon if n_questions > 0 => {
                    n_questions -= 1;
                    self.bump(Class::Plain);
                }
                Lex::Comma if commas == Commas::Operators || n_questions > 0 => {
                    self.bump(Class::Plain);
                }
                _ if n_questions > 0 => return self.broken_after("expected `:` after this"),
                _ => return Ok(()),
            }
        }
    }

    /// An operand with its prefix and postfix operators.
    fn operand(&mut self) -> Outcome {
        loop {
            match self.prefix()? {
                Prefix::Open => {}
                Prefix::Closed => return Ok(()),
                Prefix::Done => return self.postfix(),
            }
        }
    }

    /// One prefix operator, or the operand itself.
    fn prefix(&mut self) -> Result<Prefix, super::Broken> {
        use BinaryOp::{Add, And, BitAnd, Mul, Sub};
        let start = self.at;
        match self.peek() {
            Lex::Op(Mul | BitAnd | Add | Sub) | Lex::Tilde | Lex::Bang | Lex::Inc | Lex::Dec => {
                self.bump(Class::Plain);
                Ok(Prefix::Open)
            }
            Lex::Extension => {
                self.bump(Class::Skip);
                Ok(Prefix::Open)
            }
            Lex::Op(And) if self.peek_second() == Lex::Ident => {
                self.bump(Class::Plain);
                self.bump(Class::Plain);
                self.unsupported(start, self.at, "the address of a label", "Use a switch");
                self.hide(start, self.last + 1, Class::Opaque, "the address of a label");
                Ok(Prefix::Done)
            }
            Lex::ComplexPart => {
                let what = "a part of a complex number";
                self.bump(Class::Skip);
                self.unsupported(start, self.at, what, "");
                self.hide(start, start + 1, Class::Opaque, what);
                // Spelled as a multiplication by what cannot be understood.
                self.spelling.pad(self.at, "*");
                Ok(Prefix::Open)
            }
            Lex::Sizeof | Lex::Alignof => {
                self.bump(Class::Plain);
                if self.peek() == Lex::LParen && self.starts_type(self.after(self.at)) {
                    self.type_in_parens()?;
                    if self.peek() != Lex::LBrace {
                        return Ok(Prefix::Closed);
                    }
                    self.initializer_list()?;
                    return Ok(Prefix::Done);
                }
                Ok(Prefix::Open)
            }
            Lex::LParen => self.parenthesis(),
            Lex::Ident if !self.scopes.is_type(self.source.word(start)) => {
                self.name();
                Ok(Prefix::Done)
            }
            Lex::Number | Lex::Char => {
                self.bump(Class::Plain);
                Ok(Prefix::Done)
            }
            Lex::Str => {
                self.bump(Class::Plain);
                while self.peek() == Lex::Str {
                    self.bump(Class::SkipTail);
                }
                Ok(Prefix::Done)
            }
            Lex::Offsetof => self.offsetof(),
            Lex::Generic => self.generic(),
            Lex::TypeCall => match self.source.spelling(start) {
                "va_arg" | "__builtin_va_arg" => self.call_with_types(Argument::Value),
                "__builtin_types_compatible_p" => self.call_with_types(Argument::Type),
                _ => self.type_call("this built-in function"),
            },
            Lex::Asm => {
                self.broken_here("inline assembly is not an expression").map(|()| Prefix::Done)
            }
            _ => {
                let message = format!("expected an expression before {}", self.found());
                self.broken_here(&message).map(|()| Prefix::Done)
            }
        }
    }

    /// An identifier in an expression.
    fn name(&mut self) {
        let start = self.at;
        match self.scopes.meaning(self.source.word(start)) {
            Meaning::Truth(value) => {
                self.source.lex[start] = Lex::Truth(value);
                self.bump(Class::Plain);
                return;
            }
            Meaning::Nullptr => {
                self.source.lex[start] = Lex::Nullptr;
                self.bump(Class::Plain);
                return;
            }
            Meaning::Plain | Meaning::Type | Meaning::Value | Meaning::Bool => {}
        }
        let second = self.peek_second();
        let mut class = Class::Name;
        if start > 0 && self.last < start && self.lex(self.last) == Lex::LParen {
            // Behind `(` the grammar may read a type, or a parameter, if it can go on with what
            // follows the identifier.
            match second {
                Lex::RParen | Lex::Comma | Lex::LBracket | Lex::Op(BinaryOp::Mul) => {
                    class = Class::Value;
                }
                Lex::LParen => {
                    let close = self.after(self.after(start));
                    if self.lex(close) == Lex::RParen {
                        self.spelling.pad(close, "0");
                    }
                }
                _ => {}
            }
        }
        if start == self.statement_start && matches!(second, Lex::Semi | Lex::Op(BinaryOp::Mul)) {
            class = Class::Value;
        }
        self.bump(class);
    }

    /// A parenthesis that starts an operand: a cast, a compound literal, a statement expression, or
    /// an expression.
    fn parenthesis(&mut self) -> Result<Prefix, super::Broken> {
        let open = self.at;
        let inner = self.after(open);
        if self.starts_type(inner) || self.starts_unknown_type(inner) {
            self.type_in_parens()?;
            if self.peek() != Lex::LBrace {
                return Ok(Prefix::Open);
            }
            self.initializer_list()?;
            return Ok(Prefix::Done);
        }
        self.bump(Class::Plain);
        self.nested(|skim| match skim.peek() {
            Lex::LBrace => {
                skim.block()?;
                skim.expect_close(Lex::RParen, ")", open)
            }
            _ => {
                skim.expression(Commas::Operators)?;
                skim.expect_close(Lex::RParen, ")", open)
            }
        })?;
        Ok(Prefix::Done)
    }

    /// `(t *)` and `(t) x` with an undeclared `t` can only be casts; says so.
    fn starts_unknown_type(&mut self, inner: usize) -> bool {
        if self.lex(inner) != Lex::Ident {
            return false;
        }
        let mut next = self.after(inner);
        let pointer = self.lex(next) == Lex::Op(BinaryOp::Mul);
        while self.lex(next) == Lex::Op(BinaryOp::Mul) {
            next = self.after(next);
        }
        if self.lex(next) != Lex::RParen {
            return false;
        }
        let behind = self.lex(self.after(next));
        let operand = matches!(
            behind,
            Lex::Ident | Lex::Number | Lex::Char | Lex::Str | Lex::Sizeof | Lex::Bang | Lex::Tilde
        );
        if pointer || operand {
            self.unknown_type(inner);
        }
        pointer || operand
    }

    /// Calls, indices, members, `++` and `--` behind an operand.
    fn postfix(&mut self) -> Outcome {
        loop {
            match self.peek() {
                Lex::LParen => self.arguments()?,
                Lex::LBracket => {
                    let open = self.at;
                    self.bump(Class::Plain);
                    self.nested(|skim| {
                        let first = skim.at;
                        skim.expression(Commas::Separators)?;
                        if skim.eat(Lex::Comma) {
                            // The grammar knows no commas in an index, unless in parentheses.
                            skim.expression(Commas::Operators)?;
                            skim.spelling.pad(first, "(");
                            skim.spelling.pad(skim.at, ")");
                        }
                        skim.expect_close(Lex::RBracket, "]", open)
                    })?;
                }
                Lex::Dot | Lex::Arrow => {
                    self.bump(Class::Plain);
                    if self.peek() != Lex::Ident {
                        return self.broken_after("expected the name of a member after this");
                    }
                    self.bump(Class::Name);
                }
                Lex::Inc | Lex::Dec => {
                    self.bump(Class::Postfix);
                }
                _ => return Ok(()),
            }
        }
    }

    fn arguments(&mut self) -> Outcome {
        let open = self.at;
        self.bump(Class::Plain);
        if self.eat(Lex::RParen) {
            return Ok(());
        }
        self.nested(|skim| {
            loop {
                skim.expression(Commas::Separators)?;
                if !skim.eat(Lex::Comma) {
                    return skim.expect_close(Lex::RParen, ")", open);
                }
            }
        })
    }

    /// `offsetof(type, member)`
    fn offsetof(&mut self) -> Result<Prefix, super::Broken> {
        let start = self.at;
        self.bump(Class::Offsetof);
        let open = self.at;
        self.expect(Lex::LParen, "(")?;
        self.nested(|skim| skim.type_name())?;
        self.expect(Lex::Comma, ",")?;
        if self.peek() != Lex::Ident {
            return self
                .broken_after("expected the name of a member after this")
                .map(|()| Prefix::Done);
        }
        self.bump(Class::Name);
        if self.peek() != Lex::RParen {
            self.postfix()?;
            self.expect_close(Lex::RParen, ")", open)?;
            let what = "the offset of a nested member";
            self.unsupported(start, self.at, what, "Add the offsets of the members on the way");
            self.spelling.drop_pads_from(start + 1);
            self.hide(start, self.last + 1, Class::Opaque, what);
            return Ok(Prefix::Done);
        }
        self.bump(Class::Plain);
        Ok(Prefix::Done)
    }

    /// `_Generic(value, type: value, default: value)`
    fn generic(&mut self) -> Result<Prefix, super::Broken> {
        self.bump(Class::TypeCall);
        let open = self.at;
        self.expect(Lex::LParen, "(")?;
        self.nested(|skim| {
            skim.expression(Commas::Separators)?;
            while skim.eat(Lex::Comma) {
                match skim.peek() {
                    Lex::Default => {
                        skim.bump(Class::Value);
                    }
                    _ => skim.type_as_size()?,
                }
                if skim.peek() != Lex::Colon {
                    return skim.broken_after("expected `:` after this");
                }
                skim.bump(Class::Association);
                skim.expression(Commas::Separators)?;
            }
            skim.expect_close(Lex::RParen, ")", open)
        })?;
        Ok(Prefix::Done)
    }

    /// A built-in function of two arguments, of which the second is a type.
    fn call_with_types(&mut self, first: Argument) -> Result<Prefix, super::Broken> {
        self.bump(Class::TypeCall);
        let open = self.at;
        self.expect(Lex::LParen, "(")?;
        self.nested(|skim| {
            match first {
                Argument::Value => skim.expression(Commas::Separators)?,
                Argument::Type => skim.type_as_size()?,
            }
            skim.expect(Lex::Comma, ",")?;
            skim.type_as_size()?;
            skim.expect_close(Lex::RParen, ")", open)
        })?;
        Ok(Prefix::Done)
    }

    fn type_as_size(&mut self) -> Outcome {
        self.spelling.pad(self.at, "sizeof (");
        self.nested(|skim| skim.type_name())?;
        self.spelling.pad(self.at, ")");
        Ok(())
    }

    /// Something that looks like a call but has types among its arguments; all of it is hidden.
    fn type_call(&mut self, what: &'static str) -> Result<Prefix, super::Broken> {
        let start = self.at;
        self.bump(Class::Opaque);
        if self.peek() != Lex::LParen {
            return self.broken_after("expected `(` after this").map(|()| Prefix::Done);
        }
        self.skip_balanced(Class::SkipTail)?;
        self.unsupported(start, self.at, what, "");
        self.hide(start, self.last + 1, Class::Opaque, what);
        Ok(Prefix::Done)
    }
}
