//! Statements.
//!
//! The grammar makes everything up to the next `case` part of a case; in C a label belongs to one
//! statement. So blocks are read as one sequence of labels and statements.

use super::Build;
use super::declaration::Place;
use super::level::Level;
use crate::ast::{Declaration, Expr, ExprKind, ForInit, Name, Stmt, StmtKind};
use crate::frontend::MAX_NESTING;
use crate::frontend::grammar::{Kind, Role};
use crate::frontend::lex::Lex;
use crate::frontend::respell::Class;
use crate::frontend::shape::NodeIdx;
use crate::text::Span;

/// A label, waiting for its statement.
enum Head {
    Case(Expr, Option<Expr>),
    Default,
    Label(Name),
}

/// The statements of a block so far.
#[derive(Default)]
struct List {
    done: Vec<Stmt>,
    heads: Vec<(Head, Span)>,
    /// Behind the last token that was read.
    end: usize,
}

impl List {
    fn push(&mut self, stmt: Stmt) {
        let stmt = self.heads.drain(..).rev().fold(stmt, |body, (head, span)| {
            let span = span.to(body.span);
            let body = Box::new(body);
            let kind = match head {
                Head::Case(low, high) => StmtKind::Case { low, high, body },
                Head::Default => StmtKind::Default(body),
                Head::Label(name) => StmtKind::Label(name, body),
            };
            Stmt { kind, span }
        });
        self.done.push(stmt);
    }

    /// Gives pending labels an empty statement, if there are any.
    fn flush(&mut self) {
        if let Some(&(_, span)) = self.heads.last() {
            self.push(Stmt { kind: StmtKind::Empty, span });
        }
    }
}

impl Build<'_, '_> {
    /// The statements of a block.
    pub fn block(&mut self, node: NodeIdx) -> Vec<Stmt> {
        let tokens = self.node(node).tokens();
        let mut list = List { end: tokens.start, ..List::default() };
        if self.enter(node) {
            let shape = self.shape;
            for child in shape.children(node) {
                self.list_item(child, &mut list);
            }
            self.leave();
        }
        self.annotations_before(tokens.end, None, &mut list);
        list.flush();
        list.done
    }

    fn list_item(&mut self, node: NodeIdx, list: &mut List) {
        let kind = self.kind(node);
        if !matches!(kind, Kind::Case | Kind::Labeled) {
            self.annotations_before(self.node(node).start as usize, Some(kind), list);
            let stmt = self.stmt(node);
            if matches!(stmt.kind, StmtKind::Decl(_) | StmtKind::StaticAssert(_)) {
                list.flush();
            }
            list.push(stmt);
            list.end = self.node(node).end as usize;
            return;
        }
        let start = self.node(node).start as usize;
        self.annotations_before(start, None, list);
        if list.heads.len() >= MAX_NESTING as usize {
            self.too_deep(node);
            list.flush();
        }
        let shape = self.shape;
        let head = if kind == Kind::Case { self.case_head(node) } else { self.label_head(node) };
        let head_span = self.span_of(start..start + 1);
        match head {
            Some(head) => list.heads.push((head, head_span)),
            None => {
                let what = self.misplaced(node);
                list.push(Stmt { kind: StmtKind::Unsupported(what), span: head_span });
            }
        }
        list.end = start + 1;
        for child in shape.children(node) {
            match self.node(child).role {
                Role::Value | Role::Label => list.end = self.node(child).end as usize,
                _ => self.nested_item(child, list),
            }
        }
    }

    /// A statement behind a label; labels nest.
    fn nested_item(&mut self, node: NodeIdx, list: &mut List) {
        if self.enter(node) {
            self.list_item(node, list);
            self.leave();
        }
    }

    fn case_head(&mut self, node: NodeIdx) -> Option<Head> {
        let Some(value) = self.child(node, Role::Value) else {
            let start = self.node(node).start as usize;
            return (self.lex(start) == Lex::Default).then_some(Head::Default);
        };
        if let Some((low, high)) = self.case_range(value) {
            let low = self.operand(low, Level::Conditional);
            return Some(Head::Case(low, Some(self.operand(high, Level::Conditional))));
        }
        Some(Head::Case(self.operand(value, Level::Conditional), None))
    }

    /// The ends of `a ... b`, spelled as `(a) = (b)`.
    fn case_range(&self, value: NodeIdx) -> Option<(NodeIdx, NodeIdx)> {
        let operator = self.child(value, Role::Operator)?;
        let is_range = self.class(self.node(operator).start as usize) == Class::CaseRange;
        if self.kind(value) != Kind::Assignment || !is_range {
            return None;
        }
        let low = self.shape.first(self.child(value, Role::Left)?)?;
        Some((low, self.shape.first(self.child(value, Role::Right)?)?))
    }

    fn label_head(&mut self, node: NodeIdx) -> Option<Head> {
        let label = self.child(node, Role::Label)?;
        self.leaf_name(label).map(Head::Label)
    }

    /// Adds the annotations between the last statement and the token `end`, where something of kind
    /// `next` starts.
    fn annotations_before(&mut self, end: usize, next: Option<Kind>, list: &mut List) {
        let start = list.end.min(end);
        for annotation in self.marks.take_statements(start..end, next == Some(Kind::Block)) {
            let span = annotation.span;
            list.push(Stmt { kind: StmtKind::Annotation(annotation), span });
        }
    }

    /// A statement inside another one, with the annotations right before it.
    fn sub_stmt(&mut self, node: NodeIdx) -> Box<Stmt> {
        let start = self.node(node).start as usize;
        let first = self.before_comments(start);
        let is_block = self.kind(node) == Kind::Block;
        let annotations = self.marks.take_statements(first..start, is_block);
        let stmt = self.stmt(node);
        if annotations.is_empty() {
            return Box::new(stmt);
        }
        let span = stmt.span;
        let mut block: Vec<Stmt> = annotations
            .into_iter()
            .map(|annotation| Stmt {
                span: annotation.span,
                kind: StmtKind::Annotation(annotation),
            })
            .collect();
        block.push(stmt);
        Box::new(Stmt { kind: StmtKind::Block(block), span })
    }

    /// The first of the comments and attributes right before a token.
    fn before_comments(&self, start: usize) -> usize {
        let mut first = start;
        while first > 0 && self.class(first - 1).is_lead() {
            first -= 1;
        }
        first
    }

    fn sub(&mut self, node: NodeIdx, role: Role) -> Box<Stmt> {
        match self.child(node, role) {
            Some(child) => self.sub_stmt(child),
            None => {
                let kind = StmtKind::Unsupported(self.misplaced(node));
                Box::new(Stmt { kind, span: self.span(node) })
            }
        }
    }

    fn part(&mut self, node: NodeIdx, role: Role) -> Expr {
        match self.child(node, role) {
            Some(child) => self.expr(child),
            None => self.misplaced_expr(node),
        }
    }

    pub fn stmt(&mut self, node: NodeIdx) -> Stmt {
        let span = self.span(node);
        if !self.enter(node) {
            let what = "a statement nested too deeply".to_owned();
            return Stmt { kind: StmtKind::Unsupported(what), span };
        }
        let kind = self.stmt_kind(node);
        self.leave();
        let span = match &kind {
            StmtKind::Decl(declarations) => declarations.first().map_or(span, |first| first.span),
            _ => span,
        };
        Stmt { kind, span }
    }

    fn stmt_kind(&mut self, node: NodeIdx) -> StmtKind {
        match self.kind(node) {
            Kind::ExpressionStatement => self.expression_statement(node),
            Kind::Declaration => StmtKind::Decl(self.declaration(node, Place::Function)),
            Kind::Struct | Kind::Union | Kind::Enum | Kind::Primitive => {
                StmtKind::Decl(vec![self.type_declaration(node)])
            }
            Kind::Block => StmtKind::Block(self.block(node)),
            Kind::If => self.if_statement(node),
            Kind::While => StmtKind::While {
                condition: self.part(node, Role::Condition),
                body: self.sub(node, Role::Body),
            },
            Kind::Do => {
                let body = self.sub(node, Role::Body);
                StmtKind::DoWhile { body, condition: self.part(node, Role::Condition) }
            }
            Kind::For => self.for_statement(node),
            Kind::Switch => StmtKind::Switch {
                value: self.part(node, Role::Condition),
                body: self.sub(node, Role::Body),
            },
            Kind::Return => StmtKind::Return(self.shape.first(node).map(|value| self.expr(value))),
            Kind::Break => StmtKind::Break,
            Kind::Continue => StmtKind::Continue,
            Kind::Goto => {
                match self.child(node, Role::Label).and_then(|label| self.leaf_name(label)) {
                    Some(label) => StmtKind::Goto(label),
                    None => StmtKind::Unsupported(self.misplaced(node)),
                }
            }
            Kind::Labeled | Kind::Case => self.labeled(node),
            Kind::FunctionDefinition => {
                let what = "a function inside a function";
                if self.problems.is_empty() {
                    self.unsupported(self.span(node), what, "Move it out");
                }
                StmtKind::Unsupported(what.to_owned())
            }
            _ => StmtKind::Unsupported(self.misplaced(node)),
        }
    }

    /// A labelled statement that is not in a block.
    fn labeled(&mut self, node: NodeIdx) -> StmtKind {
        let mut list = List { end: self.node(node).start as usize, ..List::default() };
        self.list_item(node, &mut list);
        list.flush();
        match list.done.len() {
            1 => list.done.remove(0).kind,
            _ => StmtKind::Block(list.done),
        }
    }

    fn expression_statement(&mut self, node: NodeIdx) -> StmtKind {
        let Some(value) = self.shape.first(node) else { return StmtKind::Empty };
        if let Some(condition) = self.static_assertion(value) {
            return StmtKind::StaticAssert(condition);
        }
        let expr = self.expr(value);
        match expr.kind {
            // Something hidden in place of a whole statement.
            ExprKind::Unsupported(what) if self.is_hidden(value) => StmtKind::Unsupported(what),
            _ => StmtKind::Expr(expr),
        }
    }

    /// Whether all of a node is hidden.
    fn is_hidden(&self, node: NodeIdx) -> bool {
        let token_idx = self.node(node).start as usize;
        self.kind(node) == Kind::Parenthesized && self.class(token_idx) == Class::Opaque
    }

    /// The condition of `_Static_assert(...)`, which is spelled as a call.
    pub fn static_assertion(&mut self, node: NodeIdx) -> Option<Expr> {
        let function = self.child(node, Role::Function)?;
        let is_one = self.kind(node) == Kind::Call
            && self.lex(self.node(function).start as usize) == Lex::StaticAssert;
        let arguments = self.child(node, Role::Arguments)?;
        let condition = self.shape.first(arguments)?;
        is_one.then(|| self.operand(condition, Level::Conditional))
    }

    fn if_statement(&mut self, node: NodeIdx) -> StmtKind {
        let condition = self.part(node, Role::Condition);
        let then = self.sub(node, Role::Consequence);
        let otherwise =
            self.child(node, Role::Alternative).map(|clause| match self.shape.first(clause) {
                Some(body) => self.sub_stmt(body),
                None => {
                    let kind = StmtKind::Unsupported(self.misplaced(clause));
                    Box::new(Stmt { kind, span: self.span(clause) })
                }
            });
        StmtKind::If { condition, then, otherwise }
    }

    fn for_statement(&mut self, node: NodeIdx) -> StmtKind {
        let init = match self.child(node, Role::Initializer) {
            None => ForInit::None,
            Some(init) if self.kind(init) == Kind::Declaration => {
                let declarations: Vec<Declaration> = self.declaration(init, Place::Function);
                ForInit::Decl(declarations)
            }
            Some(init) => ForInit::Expr(self.expr(init)),
        };
        let condition = self.child(node, Role::Condition).map(|at| self.expr(at));
        let step = self.child(node, Role::Update).map(|at| self.expr(at));
        StmtKind::For { init, condition, step, body: self.sub(node, Role::Body) }
    }
}
