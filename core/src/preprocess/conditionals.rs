//! `#if` and its branches.
//!
//! Inside a branch that is not taken nothing is interpreted but further conditionals: lines are
//! skipped without being split into tokens.

use super::codes;
use super::cursor::{Branch, Conditional, Guard};
use super::directives::Directive;
use super::expander::Expander;
use super::lex;
use super::names::Symbol;
use super::splice::cleaned;
use super::tok::{Kind, Punct, Tok};
use crate::text::{Problem, Span};

/// How a conditional directive decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    Expression,
    Defined,
    NotDefined,
}

impl Expander<'_> {
    pub fn on_if(&mut self, test: Test, at: Span) {
        let holds = self.decide(test, at);
        let branch = if holds { Branch::Taken } else { Branch::Open };
        let Some(cursor) = self.cursors.last_mut() else {
            return;
        };
        cursor.conditionals.push(Conditional { at, branch, seen_else: false });
        if !holds {
            self.skip_branches();
        }
    }

    /// An `#elif` that is met by reading, not by skipping, follows the branch that was taken.
    pub fn on_elif(&mut self, at: Span) {
        if self.next_branch("elif", at).is_some() {
            self.skip_branches();
        }
    }

    pub fn on_else(&mut self, at: Span) {
        if let Some(conditional) = self.next_branch("else", at) {
            conditional.seen_else = true;
            self.skip_branches();
        }
    }

    pub fn on_endif(&mut self, at: Span) {
        let Some(cursor) = self.cursors.last_mut() else {
            return;
        };
        if cursor.conditionals.pop().is_none() {
            cursor.unguard();
            self.complain(codes::UNMATCHED_CONDITIONAL, at, "`#endif` without an `#if`");
            return;
        }
        if cursor.conditionals.is_empty() {
            cursor.guard = match cursor.guard {
                Guard::Inside(name) => Guard::Closed(name),
                _ => Guard::None,
            };
        }
    }

    /// At the end of a file: its open conditionals are missing their end.
    pub fn report_open_conditionals(&mut self) {
        let Some(cursor) = self.cursors.last_mut() else {
            return;
        };
        for conditional in std::mem::take(&mut cursor.conditionals) {
            let message = "This conditional has no `#endif`";
            self.complain(codes::UNTERMINATED_CONDITIONAL, conditional.at, message);
        }
    }

    /// The conditional that an `#elif` or `#else` continues, unless it may not.
    fn next_branch(&mut self, name: &str, at: Span) -> Option<&mut Conditional> {
        let cursor = self.cursors.last_mut()?;
        cursor.unguard();
        if cursor.conditionals.len() == 1 {
            // A file with two branches is no guarded file.
            cursor.guard = Guard::None;
        }
        let problem = match cursor.conditionals.last() {
            None => format!("`#{name}` without an `#if`"),
            Some(conditional) if conditional.seen_else => format!("`#{name}` after `#else`"),
            Some(_) => return self.cursors.last_mut()?.conditionals.last_mut(),
        };
        let problem = Problem::fatal(codes::UNMATCHED_CONDITIONAL, at, problem);
        let opened = cursor.conditionals.last().map(|conditional| conditional.at);
        self.report(match opened {
            Some(opened) => problem.note(opened, "the conditional starts here"),
            None => problem,
        });
        None
    }

    /// Skips lines up to a branch that is to be read, or past the `#endif`.
    fn skip_branches(&mut self) {
        let mut n_nested = 0;
        while let Some((directive, at)) = self.skip_to_directive() {
            match directive {
                Directive::If(_) => n_nested += 1,
                Directive::Endif if n_nested > 0 => n_nested -= 1,
                _ if n_nested > 0 => {}
                Directive::Endif => return self.on_endif(at),
                Directive::Elif(test) => {
                    let branch = self.next_branch("elif", at).map(|conditional| conditional.branch);
                    // Once a branch was taken, further conditions are not even looked at.
                    if branch == Some(Branch::Open) && self.decide(test, at) {
                        return self.take_branch();
                    }
                }
                Directive::Else => {
                    if let Some(conditional) = self.next_branch("else", at) {
                        conditional.seen_else = true;
                        if conditional.branch == Branch::Open {
                            return self.take_branch();
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn take_branch(&mut self) {
        let conditional = self.cursors.last_mut().and_then(|cursor| cursor.conditionals.last_mut());
        if let Some(conditional) = conditional {
            conditional.branch = Branch::Taken;
        }
    }

    /// Skips the rest of the line and further lines, up to the name of a directive; `None` at the
    /// end of the file.
    fn skip_to_directive(&mut self) -> Option<(Directive, Span)> {
        loop {
            self.skip_line();
            let cursor = self.cursors.last_mut()?;
            let text = &cursor.source.text;
            if cursor.pos >= text.len() {
                return None;
            }
            // The line break, and what follows it.
            cursor.pos += 1;
            let mut hash = lex::lex(text, cursor.pos);
            while hash.kind == Kind::Annotation {
                hash = lex::lex(text, hash.end);
            }
            if hash.kind != Kind::Punct(Punct::Hash) {
                continue;
            }
            let name = lex::lex(text, hash.end);
            cursor.pos = hash.end;
            if name.kind != Kind::Word {
                continue;
            }
            cursor.pos = name.end;
            let directive = Directive::named(&cleaned(&text[name.start..name.end]));
            if let Some(directive) = directive {
                return Some((directive, cursor.span(hash.start, name.end)));
            }
        }
    }

    /// Whether a condition holds. One that cannot be understood is reported, and does not.
    fn decide(&mut self, test: Test, at: Span) -> bool {
        if test == Test::Expression {
            let guard = self.guard_of_expression();
            let holds = self.condition(at);
            self.start_guard(guard);
            return holds;
        }
        let Some(name) = self.next_of_line().and_then(|tok| tok.name()) else {
            self.start_guard(None);
            self.complain(codes::BAD_CONDITION, at, "A macro's name is expected here");
            return false;
        };
        self.start_guard((test == Test::NotDefined).then_some(name));
        self.macros.get(name).is_some() == (test == Test::Defined)
    }

    /// Notes that the file starts with a test for a name that is not defined, or does not.
    fn start_guard(&mut self, name: Option<Symbol>) {
        let Some(cursor) = self.cursors.last_mut() else {
            return;
        };
        match (cursor.guard, name) {
            (Guard::Start, Some(name)) => cursor.guard = Guard::Inside(name),
            _ => cursor.unguard(),
        }
    }

    /// The name in `#if !defined NAME`, if that is all there is. Reads nothing.
    fn guard_of_expression(&mut self) -> Option<Symbol> {
        let cursor = self.cursors.last()?;
        if cursor.guard != Guard::Start {
            return None;
        }
        let start = cursor.pos;
        let line: Vec<Tok> = std::iter::from_fn(|| self.next_of_line()).take(6).collect();
        self.cursors.last_mut()?.pos = start;
        let (not, rest) = line.split_first()?;
        let is_not = self.spellings.text(not) == "!";
        let is_defined = |tok: &Tok| tok.name() == Some(Symbol::DEFINED);
        match rest {
            [defined, name] if is_not && is_defined(defined) => name.name(),
            [defined, open, name, close]
                if is_not
                    && is_defined(defined)
                    && open.is(Punct::OpenParen)
                    && close.is(Punct::CloseParen) =>
            {
                name.name()
            }
            _ => None,
        }
    }
}
