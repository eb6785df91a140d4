//! The syntax tree, out of tree-sitter's shape and the tokens behind it.
//!
//! The shape is not trusted. Every leaf must be a token of the class that belongs there, every
//! child must have a place in C's grammar, and operands must bind at least as tightly as the
//! grammar says (see `level`). C's grammar is unambiguous once types are known, so a tree that
//! passes is the right one. What does not pass is reported and becomes `Unsupported`.
//!
//! Recursion is bounded: what C nests to the right or inside brackets counts towards a maximum
//! depth, and what it nests to the left (long sums) is built in a loop.
//!
//! Must not know: tree-sitter, apart from the names of node kinds.

mod alignment;
mod declaration;
mod declarator;
mod effects;
mod expression;
mod initializer;
mod item;
mod level;
pub mod literal;
mod primary;
mod record;
mod specifiers;
mod statement;
mod types;

use std::ops::Range;

use super::annotate::Marks;
use super::grammar::{Kind, Role};
use super::lex::{Lex, Lexemes};
use super::respell::Class;
use super::shape::{Node, NodeIdx, Shape};
use super::skim::{Skimmed, span_of};
use super::{MAX_NESTING, NESTING_TOO_DEEP, SYNTAX_ERROR, UNSUPPORTED};
use crate::ast::{Expr, ExprKind, Item, Name};
use crate::text::{Problem, Span};

/// Builds all items of a unit.
pub fn items(
    skimmed: &Skimmed,
    shape: &Shape,
    marks: Marks,
    problems: &mut Vec<Problem>,
) -> Vec<Item> {
    let mut build = Build::new(skimmed, shape, marks, problems);
    let items = build.items();
    let marks = std::mem::take(&mut build.marks);
    marks.report_unclaimed(problems);
    items
}

/// Builds the expression that [`super::skim::expression`] made the initialiser of a declaration.
pub fn expression(skimmed: &Skimmed, shape: &Shape, problems: &mut Vec<Problem>) -> Option<Expr> {
    let mut build = Build::new(skimmed, shape, Marks::default(), problems);
    let declaration = shape.first(Shape::ROOT)?;
    let declarator = shape.child(declaration, Role::Declarator)?;
    let value = shape.child(declarator, Role::Value)?;
    Some(build.expr(value))
}

struct Build<'a, 't> {
    skimmed: &'a Skimmed<'t>,
    source: &'a Lexemes<'t>,
    shape: &'a Shape,
    /// By word, once used.
    names: Vec<Option<Name>>,
    marks: Marks,
    /// Per entry of `skimmed.attributes`: whether its construct was found.
    attributes_taken: Vec<bool>,
    /// How many records and enums there are so far.
    n_types: u32,
    depth: u32,
    problems: &'a mut Vec<Problem>,
}

impl<'a, 't> Build<'a, 't> {
    fn new(
        skimmed: &'a Skimmed<'t>,
        shape: &'a Shape,
        marks: Marks,
        problems: &'a mut Vec<Problem>,
    ) -> Self {
        Self {
            skimmed,
            source: &skimmed.source,
            shape,
            names: vec![None; skimmed.source.n_words()],
            marks,
            attributes_taken: vec![false; skimmed.attributes.len()],
            n_types: 0,
            depth: 0,
            problems,
        }
    }

    fn node(&self, node: NodeIdx) -> Node {
        self.shape.nodes[node]
    }

    fn kind(&self, node: NodeIdx) -> Kind {
        self.shape.nodes[node].kind
    }

    fn child(&self, node: NodeIdx, role: Role) -> Option<NodeIdx> {
        self.shape.child(node, role)
    }

    fn class(&self, token_idx: usize) -> Class {
        self.skimmed.spelling.classes.get(token_idx).copied().unwrap_or(Class::Plain)
    }

    fn lex(&self, token_idx: usize) -> Lex {
        self.source.lex.get(token_idx).copied().unwrap_or(Lex::End)
    }

    /// The user's text behind some tokens; of none, the place where they would be.
    fn span_of(&self, tokens: Range<usize>) -> Span {
        let first = span_of(self.source.tokens, tokens.start);
        match tokens.len() {
            0 | 1 => first,
            _ => first.to(span_of(self.source.tokens, tokens.end - 1)),
        }
    }

    fn span(&self, node: NodeIdx) -> Span {
        self.span_of(self.node(node).tokens())
    }

    /// The identifier that a token is.
    fn name_of(&mut self, token_idx: usize) -> Name {
        let word = self.source.word(token_idx);
        let text = self.source.word_text(word);
        match self.names.get_mut(word.index()) {
            Some(slot) => slot.get_or_insert_with(|| Name::from(text)).clone(),
            None => Name::from(""),
        }
    }

    /// The identifier that a leaf is, if it is one for C as well: tree-sitter reads keywords as
    /// identifiers where they make no sense.
    fn leaf_name(&mut self, node: NodeIdx) -> Option<Name> {
        let leaf = self.node(node);
        let token_idx = leaf.start as usize;
        let is_name = matches!(self.class(token_idx), Class::Name | Class::Value)
            && self.lex(token_idx) == Lex::Ident;
        (is_name && !leaf.is_padding()).then(|| self.name_of(token_idx))
    }

    /// What a token of an opaque class hides.
    fn opaque(&self, token_idx: usize) -> &'static str {
        let opaques = &self.skimmed.opaques;
        match opaques.binary_search_by_key(&(token_idx as u32), |&(at, _)| at) {
            Ok(idx) => opaques[idx].1,
            Err(_) => "this",
        }
    }

    /// The first token of what starts at `start`, with the words before it that were left out.
    fn lead_start(&self, start: usize) -> usize {
        let mut first = start;
        let mut at = start;
        while at > 0 {
            at -= 1;
            if self.lex(at) == Lex::Annotation {
                continue;
            }
            if !self.class(at).is_lead() {
                break;
            }
            first = at;
        }
        first
    }

    /// Reports that the tree makes no sense as C. Where something is broken, tree-sitter's guesses
    /// about the rest are not worth reporting.
    fn misread(&mut self, span: Span, message: &str) {
        if !self.problems.iter().any(|problem| problem.code == SYNTAX_ERROR) {
            self.problems.push(Problem::fatal(SYNTAX_ERROR, span, message));
        }
    }

    /// Reports a node that has no place where it stands, and names it for the tree.
    fn misplaced(&mut self, node: NodeIdx) -> String {
        self.misread(self.span(node), "this cannot be read as C");
        "code that could not be read".to_owned()
    }

    fn unsupported(&mut self, span: Span, what: &str, hint: &str) {
        let message = format!("Braid does not model {what}");
        self.problems.push(Problem::new(UNSUPPORTED, span, message).hint(hint));
    }

    fn misplaced_expr(&mut self, node: NodeIdx) -> Expr {
        let what = self.misplaced(node);
        Expr { kind: ExprKind::Unsupported(what), span: self.span(node) }
    }

    /// Goes one level deeper, unless the program is nested too deeply; `leave` comes back.
    fn enter(&mut self, node: NodeIdx) -> bool {
        if self.depth >= MAX_NESTING {
            self.too_deep(node);
            return false;
        }
        self.depth += 1;
        true
    }

    fn leave(&mut self) {
        self.depth -= 1;
    }

    fn too_deep(&mut self, node: NodeIdx) {
        if !self.problems.iter().any(|problem| problem.code == NESTING_TOO_DEEP) {
            let message = format!("the code is nested more than {MAX_NESTING} deep here");
            let problem = Problem::fatal(NESTING_TOO_DEEP, self.span(node), message);
            self.problems.push(problem.hint("Split this up"));
        }
    }
}
