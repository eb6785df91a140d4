//! Annotations: what comments and attributes tell Braid, and what they tell it about.
//!
//! An attribute stands in the declaration it is about. A comment at the end of a line is about what
//! stands before it, one on a line of its own about what follows. Either way an annotation gets an
//! *anchor*, a token of the construct it is about, and whoever builds a construct takes the
//! annotations anchored in it. Statements (`assert`, `assume`, `invariant`) need no anchor; they
//! are executed where they stand. What nobody takes is about nothing, and is reported.
//!
//! Must not know: tree-sitter; how constructs are built.

pub mod fragment;
mod rules;
pub mod scan;
mod words;

use std::ops::Range;

use super::BAD_ANNOTATION;
use super::lex::{Lex, Lexemes};
use super::skim::Skimmed;
use crate::ast::{Annotation, AnnotationKind};
use crate::text::Problem;

pub use rules::{Target, admit};

/// The annotations of a unit.
#[derive(Default)]
pub struct Marks {
    /// In the order of the text.
    marks: Vec<Mark>,
    /// Indices into `marks`, by anchor.
    by_anchor: Vec<u32>,
}

struct Mark {
    /// The comment, or the first token of the attribute.
    token_idx: u32,
    /// The token of the construct it is about.
    anchor: u32,
    annotation: Annotation,
    taken: bool,
}

/// Reads the annotations at the given tokens, which are in the order of the text.
pub fn read(skimmed: &Skimmed, tokens: &[usize], problems: &mut Vec<Problem>) -> Marks {
    let mut marks = Vec::new();
    for &token_idx in tokens {
        let annotations = match skimmed.source.lex[token_idx] {
            Lex::Annotation => words::comment(skimmed, token_idx, problems),
            _ => words::attribute(skimmed, token_idx, problems),
        };
        for annotation in annotations {
            let anchor = match skimmed.source.lex[token_idx] {
                Lex::Annotation => anchor(&skimmed.source, token_idx, &annotation.kind),
                _ => token_idx,
            };
            let (token_idx, anchor) = (token_idx as u32, anchor as u32);
            marks.push(Mark { token_idx, anchor, annotation, taken: false });
        }
    }
    let mut by_anchor: Vec<u32> = (0..marks.len() as u32).collect();
    by_anchor.sort_by_key(|&idx| marks[idx as usize].anchor);
    Marks { marks, by_anchor }
}

/// The token that a comment is about.
fn anchor(source: &Lexemes, token_idx: usize, kind: &AnnotationKind) -> usize {
    let is_code = |idx: &usize| source.lex[*idx] != Lex::Annotation;
    let before = (0..token_idx).rev().find(is_code);
    let behind = (token_idx + 1..source.lex.len()).find(is_code).unwrap_or(token_idx);
    let Some(before) = before else { return behind };
    if breaks_line(source, before, token_idx) {
        return behind;
    }
    let for_function = matches!(kind, AnnotationKind::Thread(_) | AnnotationKind::Init);
    match source.lex[before] {
        // Behind a function's brace, it is about the function or about its first statement.
        Lex::LBrace => match for_function {
            true => before,
            false => behind,
        },
        // These end nothing that it could be about.
        Lex::Colon | Lex::Else | Lex::Do => behind,
        // `int a; /* braid: shared */ int b;`
        Lex::Semi | Lex::RBrace
            if source.lex[behind] != Lex::RBrace && !breaks_line(source, token_idx, behind) =>
        {
            behind
        }
        _ => before,
    }
}

fn breaks_line(source: &Lexemes, first: usize, second: usize) -> bool {
    match (source.token(first), source.token(second)) {
        (Some(a), Some(b)) if a.end <= b.start => {
            source.tokens.text[a.end as usize..b.start as usize].contains('\n')
        }
        _ => true,
    }
}

/// Whether an annotation is a statement.
fn is_statement(kind: &AnnotationKind) -> bool {
    use AnnotationKind::{Assert, Assume, Invariant};
    matches!(kind, Invariant(_) | Assume(_) | Assert(_))
}

impl Marks {
    /// Takes what is anchored in some tokens, except for statements, with the tokens where it
    /// stands.
    pub fn take(&mut self, tokens: Range<usize>) -> Vec<(usize, Annotation)> {
        let anchor_of = |&idx: &u32| self.marks[idx as usize].anchor as usize;
        let first = self.by_anchor.partition_point(|idx| anchor_of(idx) < tokens.start);
        let mut taken = Vec::new();
        for &idx in &self.by_anchor[first..] {
            let mark = &mut self.marks[idx as usize];
            if mark.anchor as usize >= tokens.end {
                break;
            }
            if !mark.taken && !is_statement(&mark.annotation.kind) {
                mark.taken = true;
                taken.push((mark.token_idx as usize, mark.annotation.clone()));
            }
        }
        taken
    }

    /// Takes the statements that stand in some tokens, and `atomic` if a block follows.
    pub fn take_statements(&mut self, tokens: Range<usize>, before_block: bool) -> Vec<Annotation> {
        let first = self.marks.partition_point(|mark| (mark.token_idx as usize) < tokens.start);
        let mut taken = Vec::new();
        for mark in &mut self.marks[first..] {
            if mark.token_idx as usize >= tokens.end {
                break;
            }
            let kind = &mark.annotation.kind;
            let fits = is_statement(kind) || (before_block && *kind == AnnotationKind::Atomic);
            if !mark.taken && fits {
                mark.taken = true;
                taken.push(mark.annotation.clone());
            }
        }
        taken
    }

    /// Complains about annotations that are about nothing.
    pub fn report_unclaimed(self, problems: &mut Vec<Problem>) {
        for mark in self.marks.into_iter().filter(|mark| !mark.taken) {
            let name = words::name(&mark.annotation.kind);
            let message = format!("this `{name}` annotation is about nothing");
            let hint = match mark.annotation.kind {
                AnnotationKind::Thread(_) | AnnotationKind::Init => "Put it before a function",
                AnnotationKind::Shared
                | AnnotationKind::Local
                | AnnotationKind::GuardedBy(_)
                | AnnotationKind::PtGuardedBy(_) => {
                    "Put it before a variable, or at the end of its line"
                }
                AnnotationKind::Atomic => "Put it before a function or a block in braces",
                _ => "Put it between statements",
            };
            let problem = Problem::new(BAD_ANNOTATION, mark.annotation.span, message);
            problems.push(problem.hint(hint));
        }
    }
}
