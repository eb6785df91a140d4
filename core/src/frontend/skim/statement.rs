//! Statements.

use super::attribute::Side;
use super::declaration::Context;
use super::expression::Commas;
use super::recover::Region;
use super::{Outcome, Skim};
use crate::ast::{AssignOp, BinaryOp};
use crate::frontend::lex::Lex;
use crate::frontend::respell::Class;

/// Where a statement stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// In a block.
    List,
    /// In a block, behind a label.
    Labelled,
    /// Inside another statement.
    Sub,
}

/// What assembly is called in the tree, and assembly without an effect.
pub const ASSEMBLY: &str = "inline assembly";
pub const BARRIER: &str = "a barrier";

impl Skim<'_> {
    /// A block, from brace to brace.
    pub fn block(&mut self) -> Outcome {
        let open = self.at;
        self.expect(Lex::LBrace, "{")?;
        self.nested(|skim| {
            skim.scopes.open();
            skim.block_items(open);
            skim.scopes.close();
            Ok(())
        })
    }

    /// The rest of a block whose brace is `open`.
    pub fn block_items(&mut self, open: usize) {
        loop {
            match self.peek() {
                Lex::RBrace => {
                    self.bump(Class::Plain);
                    return;
                }
                Lex::End => {
                    self.report_unclosed(open);
                    self.spelling.pad(self.at, "}");
                    return;
                }
                _ => self.statement(Place::List),
            }
        }
    }

    /// One statement, or a declaration in a block.
    pub fn statement(&mut self, place: Place) {
        self.recovering(Region::Statement, |skim| skim.labels(place));
    }

    /// A statement that is part of another.
    fn sub_statement(&mut self) -> Outcome {
        self.nested(|skim| {
            skim.statement(Place::Sub);
            Ok(())
        })
    }

    /// The labels of a statement, and then the statement.
    fn labels(&mut self, mut place: Place) -> Outcome {
        loop {
            while self.peek() == Lex::Extension {
                self.bump(Class::Skip);
            }
            self.attributes(Side::Lead)?;
            match self.peek() {
                Lex::Case | Lex::Default if place != Place::List => {
                    // The grammar would take all statements that follow into the case.
                    self.spelling.pad(self.at, "{");
                    self.labels_of_list()?;
                    self.spelling.pad(self.at, "}");
                    return Ok(());
                }
                Lex::Case => {
                    self.case_label()?;
                    if self.peek() == Lex::RBrace {
                        return Ok(());
                    }
                }
                Lex::Default => {
                    self.bump(Class::Plain);
                    self.expect(Lex::Colon, ":")?;
                    if self.peek() == Lex::RBrace {
                        return Ok(());
                    }
                }
                Lex::Ident if self.peek_second() == Lex::Colon => {
                    self.bump(Class::Name);
                    self.bump(Class::Plain);
                    if place == Place::List {
                        place = Place::Labelled;
                    }
                    if self.peek() == Lex::RBrace {
                        self.spelling.pad(self.at, ";");
                        return Ok(());
                    }
                }
                _ => return self.unlabelled(place),
            }
        }
    }

    fn labels_of_list(&mut self) -> Outcome {
        self.nested(|skim| skim.labels(Place::List))
    }

    /// `case a:` or GNU `case a ... b:`
    fn case_label(&mut self) -> Outcome {
        self.bump(Class::Plain);
        let first = self.at;
        self.expression(Commas::Separators)?;
        if self.peek() == Lex::Ellipsis {
            // Spelled as an assignment between parentheses, which no case can otherwise hold.
            self.spelling.pad(first, "(");
            self.bump(Class::CaseRange);
            self.expression(Commas::Separators)?;
            self.spelling.pad(self.at, ")");
        }
        self.expect(Lex::Colon, ":")
    }

    fn unlabelled(&mut self, place: Place) -> Outcome {
        self.statement_start = self.at;
        match self.peek() {
            Lex::LBrace => self.block(),
            Lex::Semi => {
                self.bump(Class::Plain);
                Ok(())
            }
            Lex::If => self.if_chain(),
            Lex::Switch => self.switch(),
            Lex::While => {
                self.bump(Class::Plain);
                self.condition()?;
                self.sub_statement()
            }
            Lex::Do => {
                self.bump(Class::Plain);
                self.sub_statement()?;
                self.expect(Lex::While, "while")?;
                self.condition()?;
                self.semicolon()
            }
            Lex::For => self.for_loop(),
            Lex::Return => {
                self.bump(Class::Plain);
                if self.peek() != Lex::Semi {
                    self.expression(Commas::Operators)?;
                }
                self.semicolon()
            }
            Lex::Break | Lex::Continue => {
                self.bump(Class::Plain);
                self.semicolon()
            }
            Lex::Goto => self.goto(),
            Lex::Asm => self.assembly(Class::Opaque),
            Lex::StaticAssert => self.static_assertion(),
            Lex::LocalLabel => {
                // Labels are found by name, so their declaration says nothing new.
                while !matches!(self.peek(), Lex::Semi | Lex::RBrace | Lex::End) {
                    self.bump(Class::Skip);
                }
                self.semicolon()
            }
            Lex::Else => self.broken_here("this `else` belongs to no `if`"),
            Lex::RBrace | Lex::End => {
                let message = format!("expected a statement before {}", self.found());
                self.broken_here(&message)
            }
            _ if self.at_declaration() => {
                if place == Place::Sub {
                    return self.broken_here("a declaration cannot stand here without braces");
                }
                self.declaration(Context::Block)
            }
            _ => {
                self.expression(Commas::Operators)?;
                self.semicolon()
            }
        }
    }

    pub fn semicolon(&mut self) -> Outcome {
        self.expect(Lex::Semi, ";")
    }

    /// An expression in parentheses, as `if` and the loops have it.
    fn condition(&mut self) -> Outcome {
        let open = self.at;
        self.expect(Lex::LParen, "(")?;
        self.nested(|skim| {
            skim.expression(Commas::Operators)?;
            skim.expect_close(Lex::RParen, ")", open)
        })
    }

    /// `if`, with all the `else if` that follow.
    fn if_chain(&mut self) -> Outcome {
        loop {
            self.bump(Class::Plain);
            self.condition()?;
            self.sub_statement()?;
            if !self.eat(Lex::Else) {
                return Ok(());
            }
            if self.peek() != Lex::If {
                return self.sub_statement();
            }
        }
    }

    fn switch(&mut self) -> Outcome {
        self.bump(Class::Plain);
        self.condition()?;
        if self.peek() == Lex::LBrace {
            return self.sub_statement();
        }
        // The grammar wants braces.
        self.spelling.pad(self.at, "{");
        self.nested(|skim| {
            skim.statement(Place::List);
            Ok(())
        })?;
        self.spelling.pad(self.at, "}");
        Ok(())
    }

    fn for_loop(&mut self) -> Outcome {
        self.bump(Class::Plain);
        let open = self.at;
        self.expect(Lex::LParen, "(")?;
        self.scopes.open();
        if self.at_declaration() {
            self.declaration(Context::For)?;
        } else {
            self.clause(Lex::Semi)?;
            self.semicolon()?;
        }
        self.clause(Lex::Semi)?;
        self.semicolon()?;
        self.clause(Lex::RParen)?;
        self.expect_close(Lex::RParen, ")", open)?;
        self.sub_statement()?;
        self.scopes.close();
        Ok(())
    }

    /// A part of a `for` that may be empty.
    fn clause(&mut self, end: Lex) -> Outcome {
        if self.peek() == end { Ok(()) } else { self.expression(Commas::Operators) }
    }

    fn goto(&mut self) -> Outcome {
        let start = self.at;
        self.bump(Class::Plain);
        if self.peek() == Lex::Ident {
            self.bump(Class::Name);
            return self.semicolon();
        }
        if self.peek() == Lex::Op(BinaryOp::Mul) {
            self.bump(Class::Plain);
            self.expression(Commas::Operators)?;
            self.hide_computation(start, "a computed goto", "Use a switch");
            return self.semicolon();
        }
        self.broken_after("expected a label after this")
    }

    /// Hides what was read from `start` on, padding included.
    fn hide_computation(&mut self, start: usize, what: &'static str, hint: &str) {
        self.unsupported(start, self.at, what, hint);
        self.spelling.drop_pads_from(start + 1);
        self.hide(start, self.last + 1, Class::Opaque, what);
    }

    /// `asm ("..." : ...);`, in a function or between functions.
    pub fn assembly(&mut self, class: Class) -> Outcome {
        let start = self.at;
        self.bump(Class::SkipTail);
        while matches!(self.peek(), Lex::Volatile | Lex::Inline | Lex::Goto) {
            self.bump(Class::SkipTail);
        }
        if self.peek() != Lex::LParen {
            return self.broken_after("expected `(` after this");
        }
        let (first, end) = self.skip_balanced(Class::SkipTail)?;
        if self.is_barrier(first as usize, end as usize) {
            self.hide(start, self.last + 1, class, BARRIER);
            return self.semicolon();
        }
        // In a function it is reported where a thread gets to it.
        if class == Class::OpaqueItem {
            let hint = "Call a function with a C body instead";
            self.unsupported(start, self.at, ASSEMBLY, hint);
        }
        self.hide(start, self.last + 1, class, ASSEMBLY);
        self.semicolon()
    }

    /// Whether assembly writes nothing and only orders, delays or does nothing.
    fn is_barrier(&self, first: usize, end: usize) -> bool {
        let mut words = (first..end).map(|idx| self.source.spelling(idx));
        let Some(code) = words.next() else { return false };
        if !only_orders(code.trim_matches('"')) {
            return false;
        }
        // Neither outputs nor inputs: at most clobbers, behind three colons.
        let colons = |word: &str| word.bytes().all(|byte| byte == b':').then_some(word.len());
        let mut n_colons = 0;
        words.all(|word| match colons(word) {
            Some(n) => {
                n_colons += n;
                true
            }
            None => n_colons >= 3,
        })
    }

    /// `_Static_assert(condition, "message");`, spelled as a call.
    pub fn static_assertion(&mut self) -> Outcome {
        self.bump(Class::Name);
        let open = self.at;
        self.expect(Lex::LParen, "(")?;
        self.expression(Commas::Separators)?;
        if self.eat(Lex::Comma) {
            self.expression(Commas::Separators)?;
        }
        self.expect_close(Lex::RParen, ")", open)?;
        self.semicolon()
    }

    /// Whether a declaration starts here. A word that can only be a type is taken for one, with a
    /// problem if nothing declares it.
    pub fn at_declaration(&mut self) -> bool {
        if self.peek() != Lex::Ident {
            return self.starts_type(self.at);
        }
        if self.starts_type(self.at) {
            return true;
        }
        let second = self.after(self.at);
        let unknown = match self.lex(second) {
            Lex::Ident => true,
            // `t *p = ...`: a product cannot be assigned to.
            Lex::Op(BinaryOp::Mul) => {
                let third = self.after(second);
                self.lex(third) == Lex::Ident
                    && self.lex(self.after(third)) == Lex::Assign(AssignOp::Plain)
            }
            _ => false,
        };
        if unknown {
            self.unknown_type(self.at);
        }
        unknown
    }
}

/// Whether instructions write nothing and only order, delay or do nothing. Adding zero to the top of the
/// stack is how a full barrier is written where `mfence` is slow.
fn only_orders(code: &str) -> bool {
    const KNOWN: [&str; 15] = [
        "", "nop", "pause", "rep", "rep nop", "mfence", "lfence", "sfence", "yield", "isb",
        "dmb ish", "dmb sy", "dsb ish", "dsb sy", "lock",
    ];
    let code = code.replace(r"\n", ";").replace(r"\t", " ");
    code.split(';').all(|instruction| {
        let words: Vec<&str> = instruction.split_whitespace().collect();
        let text = words.join(" ");
        let zero = text.strip_prefix("lock ").unwrap_or(&text);
        let zero = zero.strip_prefix("addl ").or_else(|| zero.strip_prefix("addq "));
        let is_zero = zero.is_some_and(|operands| {
            let operands = operands.replace(' ', "");
            let to = operands.strip_prefix("$0,").or_else(|| operands.strip_prefix("$0x0,"));
            to.is_some_and(|to| {
                matches!(
                    to.trim_start_matches(['0', '-', '4', '8']),
                    "(%%rsp)" | "(%%esp)" | "(%rsp)" | "(%esp)"
                )
            })
        });
        KNOWN.contains(&text.as_str()) || is_zero
    })
}
