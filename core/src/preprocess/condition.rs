//! The conditions of `#if` and `#elif`.
//!
//! The line is expanded first; what `defined` and `__has_include` ask is answered on the way,
//! before their operands could be expanded. What is left is an expression for [`evaluate`].

use super::evaluate::evaluate;
use super::expander::Expander;
use super::names::Symbol;
use super::tok::{Kind, Punct, Tok};
use crate::text::Span;

impl Expander<'_> {
    /// Evaluates the rest of a directive's line; false, and a problem, if it has no value.
    pub fn condition(&mut self, directive: Span) -> bool {
        let line = self.rest_of_line();
        let end = line.last().map_or(directive, |tok| tok.origin);
        let mut toks = Vec::with_capacity(line.len());
        self.with_list(&line, |this| {
            loop {
                let tok = this.next();
                match tok.name() {
                    _ if tok.kind == Kind::End => break,
                    Some(Symbol::DEFINED) => toks.push(this.answer_defined(tok)),
                    Some(Symbol::HAS_INCLUDE) => toks.push(this.answer_has_include(tok)),
                    Some(_) if this.enter_macro(tok) => {}
                    _ => toks.push(tok),
                }
            }
        });
        let span = directive.to(end);
        match evaluate(&self.spellings, &toks, span) {
            Ok(value) => value.bits != 0,
            Err(problem) => {
                if !self.halted {
                    self.report(*problem);
                }
                false
            }
        }
    }

    /// `defined NAME` or `defined(NAME)` as 1 or 0; the operator itself if no name follows.
    fn answer_defined(&mut self, operator: Tok) -> Tok {
        let mut tok = self.next();
        let in_parens = tok.is(Punct::OpenParen);
        if in_parens {
            tok = self.next();
        }
        let Some(name) = tok.name() else {
            return operator;
        };
        if in_parens && !self.next().is(Punct::CloseParen) {
            return operator;
        }
        self.answer(operator, self.macros.get(name).is_some())
    }

    /// `__has_include(<name>)` as 1 or 0; the operator itself if no header's name follows.
    fn answer_has_include(&mut self, operator: Tok) -> Tok {
        if !self.next().is(Punct::OpenParen) {
            return operator;
        }
        let mut operand = Vec::new();
        let mut n_open = 0;
        loop {
            let tok = self.next();
            match tok.kind {
                Kind::End => return operator,
                Kind::Punct(Punct::OpenParen) => n_open += 1,
                Kind::Punct(Punct::CloseParen) if n_open == 0 => break,
                Kind::Punct(Punct::CloseParen) => n_open -= 1,
                _ => {}
            }
            operand.push(tok);
        }
        match self.header_name(&operand) {
            Some((name, kind)) => {
                let exists = self.find_include(&name, kind).is_some();
                self.answer(operator, exists)
            }
            None => operator,
        }
    }

    fn answer(&mut self, operator: Tok, holds: bool) -> Tok {
        let spelling = self.spellings.make(if holds { "1" } else { "0" });
        Tok { kind: Kind::Number, spelling, ..operator }
    }
}
