//! Skimming: what every token is, found in one pass before the parse.
//!
//! The pass knows C's grammar except for the precedence of operators. It follows declarations to
//! learn which names are types, tells declarators from expressions, and classifies each token for
//! the respelling. Whatever it cannot follow is broken C; it says so at the place, takes the
//! statement or declaration out of the text, and goes on behind it. So tree-sitter is hardly ever
//! given broken text, and one error does not spoil the reading of the rest.
//!
//! It recurses on brackets and on statements inside statements, to a fixed depth.
//!
//! Must not know: tree-sitter, the syntax tree.

mod attribute;
mod declaration;
mod declarator;
mod expression;
mod item;
mod recover;
mod specifiers;
mod statement;

use super::lex::{Lex, Lexemes};
use super::respell::{Class, Spelling};
use super::scopes::{Meaning, Scopes};
use super::{MAX_NESTING, NESTING_TOO_DEEP, SYNTAX_ERROR, UNKNOWN_TYPE, UNSUPPORTED};
use crate::text::{Code, Problem, Span, Tokens};

pub use attribute::{Attribute, Operand};

/// More problems than this are of no use to anyone.
const MAX_PROBLEMS: usize = 50;

/// What the pass found.
pub struct Skimmed<'t> {
    pub source: Lexemes<'t>,
    pub spelling: Spelling,
    pub attributes: Vec<Attribute>,
    pub comments: Vec<Comment>,
    /// Tokens of class [`Class::Opaque`] or [`Class::OpaqueItem`], in order, with what they hide.
    pub opaques: Vec<(u32, &'static str)>,
    /// Names of functions defined in the old style, in order, and how many declarations of parameters
    /// they have.
    pub old_style: Vec<(u32, u32)>,
    /// Uses of types that were never declared, in order.
    pub unknown_types: Vec<u32>,
    pub problems: Vec<Problem>,
}

/// A comment that speaks to Braid.
pub struct Comment {
    pub token_idx: u32,
    /// The words in it that are types where it stands.
    pub types: Vec<String>,
}

/// Skims a translation unit.
pub fn unit(tokens: &Tokens) -> Skimmed<'_> {
    let mut skim = Skim::new(tokens);
    skim.items();
    skim.finish()
}

/// Skims one expression, in which `types` are types, and makes it the initialiser of a declaration.
pub fn expression<'t>(tokens: &'t Tokens, types: &[String]) -> Skimmed<'t> {
    let mut skim = Skim::new(tokens);
    for word in types.iter().filter_map(|name| skim.source.word_named(name)).collect::<Vec<_>>() {
        skim.scopes.declare_for_good(word, Meaning::Type);
    }
    skim.spelling.pad(0, "int x = (");
    if skim.expression(expression::Commas::Operators).is_ok() && skim.peek() != Lex::End {
        let _ = skim.broken_here("expected an operator before this");
    }
    skim.spelling.pad(tokens.tokens.len(), ") ;");
    skim.finish()
}

/// The text cannot be followed any further; a problem says why.
#[derive(Debug)]
struct Broken;

type Outcome = Result<(), Broken>;

struct Skim<'t> {
    source: Lexemes<'t>,
    spelling: Spelling,
    scopes: Scopes,
    /// The current token; never an annotation.
    at: usize,
    /// The token before it.
    last: usize,
    depth: u32,
    /// The first token of the innermost statement.
    statement_start: usize,
    attributes: Vec<Attribute>,
    comments: Vec<Comment>,
    opaques: Vec<(u32, &'static str)>,
    old_style: Vec<(u32, u32)>,
    unknown_types: Vec<u32>,
    problems: Vec<Problem>,
}

impl<'t> Skim<'t> {
    fn new(tokens: &'t Tokens) -> Self {
        let source = Lexemes::new(tokens);
        let scopes = Scopes::new(&source);
        let mut skim = Skim {
            spelling: Spelling::new(tokens.tokens.len()),
            source,
            scopes,
            at: 0,
            last: 0,
            depth: 0,
            statement_start: usize::MAX,
            attributes: Vec::new(),
            comments: Vec::new(),
            opaques: Vec::new(),
            old_style: Vec::new(),
            unknown_types: Vec::new(),
            problems: Vec::new(),
        };
        skim.note_comments();
        skim
    }

    fn finish(mut self) -> Skimmed<'t> {
        self.opaques.sort_by_key(|&(token_idx, _)| token_idx);
        Skimmed {
            source: self.source,
            spelling: self.spelling,
            attributes: self.attributes,
            comments: self.comments,
            opaques: self.opaques,
            old_style: self.old_style,
            unknown_types: self.unknown_types,
            problems: self.problems,
        }
    }

    fn lex(&self, token_idx: usize) -> Lex {
        self.source.lex.get(token_idx).copied().unwrap_or(Lex::End)
    }

    fn peek(&self) -> Lex {
        self.lex(self.at)
    }

    /// The token behind another one.
    fn after(&self, token_idx: usize) -> usize {
        let mut next = token_idx + 1;
        while self.lex(next) == Lex::Annotation {
            next += 1;
        }
        next.min(self.source.lex.len() - 1)
    }

    /// The lexeme behind the current one.
    fn peek_second(&self) -> Lex {
        self.lex(self.after(self.at))
    }

    /// Classifies the current token and goes on to the next.
    fn bump(&mut self, class: Class) -> usize {
        let token_idx = self.at;
        if let Some(slot) = self.spelling.classes.get_mut(token_idx) {
            *slot = class;
            self.last = token_idx;
            self.at += 1;
            if self.peek() == Lex::Annotation {
                self.note_comments();
            }
        }
        token_idx
    }

    /// Steps over comments at the current place.
    fn note_comments(&mut self) {
        while self.peek() == Lex::Annotation {
            self.spelling.classes[self.at] = Class::Mark;
            let text = self.source.spelling(self.at);
            let types = text
                .split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$')
                .filter(|name| {
                    self.source.word_named(name).is_some_and(|word| self.scopes.is_type(word))
                })
                .map(str::to_owned)
                .collect();
            self.comments.push(Comment { token_idx: self.at as u32, types });
            self.at += 1;
        }
    }

    fn eat(&mut self, lex: Lex) -> bool {
        let found = self.peek() == lex;
        if found {
            self.bump(Class::Plain);
        }
        found
    }

    /// Requires a token; `name` is how it is written.
    fn expect(&mut self, lex: Lex, name: &str) -> Outcome {
        if self.eat(lex) {
            Ok(())
        } else {
            self.broken_after(&format!("expected `{name}` after this"))
        }
    }

    /// Requires the closing partner of the bracket at `open`.
    fn expect_close(&mut self, lex: Lex, name: &str, open: usize) -> Outcome {
        if self.eat(lex) {
            return Ok(());
        }
        let span = self.span(self.last);
        let problem = Problem::fatal(SYNTAX_ERROR, span, format!("expected `{name}` after this"))
            .note(self.span(open), "to close this");
        self.report(problem);
        Err(Broken)
    }

    /// Runs `inner` one level deeper.
    fn nested(&mut self, inner: impl FnOnce(&mut Self) -> Outcome) -> Outcome {
        if self.depth >= MAX_NESTING {
            let problem = Problem::fatal(
                NESTING_TOO_DEEP,
                self.span(self.at),
                format!("brackets and statements are nested more than {MAX_NESTING} deep here"),
            )
            .hint("Split this up");
            self.report(problem);
            return Err(Broken);
        }
        self.depth += 1;
        let outcome = inner(self);
        self.depth -= 1;
        outcome
    }

    fn span(&self, token_idx: usize) -> Span {
        span_of(self.source.tokens, token_idx)
    }

    /// The user's text behind some tokens.
    fn span_to(&self, start: usize, end: usize) -> Span {
        self.span(start).to(self.span(end.max(start + 1) - 1))
    }

    fn report(&mut self, problem: Problem) {
        // What was skipped because it is nested too deeply leaves all kinds of gaps behind.
        let skipped = self.problems.iter().any(|earlier| earlier.code == NESTING_TOO_DEEP);
        if self.problems.len() < MAX_PROBLEMS && !(skipped && is_syntax(problem.code)) {
            self.problems.push(problem);
        }
    }

    /// The file ends inside a block. Blocks around it are open as well; the innermost is enough.
    fn report_unclosed(&mut self, open: usize) {
        let message = "this `{` is never closed";
        if !self.problems.iter().any(|problem| problem.message == message) {
            let problem = Problem::fatal(SYNTAX_ERROR, self.span(open), message);
            self.report(problem);
        }
    }

    /// The text breaks off behind the last token.
    fn broken_after(&mut self, message: &str) -> Outcome {
        let problem = Problem::fatal(SYNTAX_ERROR, self.span(self.last), message);
        self.report(problem);
        Err(Broken)
    }

    /// The current token is wrong.
    fn broken_here(&mut self, message: &str) -> Outcome {
        let problem = Problem::fatal(SYNTAX_ERROR, self.span(self.at), message);
        self.report(problem);
        Err(Broken)
    }

    /// The current token in a message.
    fn found(&self) -> String {
        match self.peek() {
            Lex::End => "the end of the file".to_owned(),
            Lex::Str => "a string".to_owned(),
            _ => format!("`{}`", self.source.spelling(self.at)),
        }
    }

    /// Says that something is not modelled.
    fn unsupported(&mut self, start: usize, end: usize, what: &str, hint: &str) {
        let message = format!("Braid does not model {what}");
        let problem = Problem::new(UNSUPPORTED, self.span_to(start, end), message).hint(hint);
        self.report(problem);
    }

    /// Takes tokens out of the text and leaves one stand-in.
    fn hide(&mut self, start: usize, end: usize, class: Class, what: &'static str) {
        for (offset, slot) in self.spelling.classes[start..end].iter_mut().enumerate() {
            *slot = if offset == 0 { class } else { Class::SkipTail };
        }
        self.opaques.push((start as u32, what));
    }

    /// Takes a word for a type although nothing declares it, and complains once.
    fn unknown_type(&mut self, token_idx: usize) {
        let name = self.source.spelling(token_idx);
        let problem = Problem::fatal(
            UNKNOWN_TYPE,
            self.span(token_idx),
            format!("unknown type name `{name}`"),
        )
        .hint(match header_of(name) {
            Some(header) => format!("Include <{header}>"),
            None => "Declare it, or include the header that does".to_owned(),
        });
        self.report(problem);
        self.scopes.declare_for_good(self.source.word(token_idx), Meaning::Type);
        self.unknown_types.push(token_idx as u32);
    }
}

/// Where the user should look for a token; past the last one, at the last.
pub fn span_of(tokens: &Tokens, token_idx: usize) -> Span {
    let all = &tokens.tokens;
    match all.get(token_idx).or(all.last()) {
        Some(token) => tokens.shown_at(token),
        None => Span::whole(crate::text::FileId(0)),
    }
}

/// Where a well-known type comes from.
fn header_of(name: &str) -> Option<&'static str> {
    Some(match name {
        "size_t" | "ptrdiff_t" | "max_align_t" => "stddef.h",
        "int8_t" | "int16_t" | "int32_t" | "int64_t" | "uint8_t" | "uint16_t" | "uint32_t"
        | "uint64_t" | "intptr_t" | "uintptr_t" | "intmax_t" | "uintmax_t" => "stdint.h",
        "FILE" => "stdio.h",
        "va_list" => "stdarg.h",
        "ssize_t" | "pid_t" | "off_t" => "sys/types.h",
        "sem_t" => "semaphore.h",
        "jmp_buf" => "setjmp.h",
        "time_t" => "time.h",
        "mtx_t" | "thrd_t" | "cnd_t" => "threads.h",
        _ if name.starts_with("pthread_") => "pthread.h",
        _ if name.starts_with("atomic_") => "stdatomic.h",
        _ => return None,
    })
}

/// Whether a problem of this code means that the text is not C.
pub fn is_syntax(code: Code) -> bool {
    code == SYNTAX_ERROR || code == NESTING_TOO_DEEP || code == UNKNOWN_TYPE
}
