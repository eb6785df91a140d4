//! Jumps into blocks, past declarations.
//!
//! A variable exists from the start of its block, and holds any value until its declaration gives it
//! one [C17 6.2.4]. That matters only for a variable whose declaration some jump leads past: such a
//! variable starts with any value wherever control comes into its block, be it from above, by a `goto`
//! or as a case of a switch. A jump within the block leaves it alone.

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::typed::{ObjId, TKind, TStmt, TStmtKind};
use super::super::walk::for_each_expr;
use super::{Emitter, Label};
use crate::ast::Name;
use crate::scpl::{Expr, Source};
use crate::text::Span;

/// The jumps of a function that lead past declarations.
#[derive(Debug, Default)]
pub struct Jumps {
    /// Variables whose declaration some jump leads past.
    bypassed: FxHashSet<ObjId>,
    /// Those of them that are in scope at a label.
    labels: FxHashMap<Name, Vec<ObjId>>,
}

/// The walk over a function that finds its jumps.
#[derive(Default)]
struct Finder<'a> {
    /// Variables declared so far in the blocks around the current statement.
    scope: Vec<ObjId>,
    labels: FxHashMap<Name, Vec<ObjId>>,
    gotos: Vec<(Name, Vec<ObjId>)>,
    /// How many variables were in scope at the switches around the current statement.
    switches: Vec<usize>,
    bypassed: FxHashSet<ObjId>,
    /// Statement expressions that have been walked, by their first statement. One inside another is met
    /// twice.
    walked: Vec<&'a TStmt>,
}

impl Jumps {
    pub fn of(stmts: &[TStmt]) -> Jumps {
        let mut finder = Finder::default();
        finder.stmts(stmts);
        let Finder { labels, gotos, mut bypassed, .. } = finder;
        for (name, scope) in &gotos {
            let known = labels.get(name).into_iter().flatten();
            bypassed.extend(known.filter(|object| !scope.contains(object)));
        }
        let mut labels = labels;
        for scope in labels.values_mut() {
            scope.retain(|object| bypassed.contains(object));
        }
        Jumps { bypassed, labels }
    }
}

impl<'a> Finder<'a> {
    fn stmts(&mut self, stmts: &'a [TStmt]) {
        stmts.iter().for_each(|stmt| self.stmt(stmt));
    }

    fn block(&mut self, stmts: &'a [TStmt], body: Option<&'a TStmt>) {
        let outside = self.scope.len();
        self.stmts(stmts);
        body.into_iter().for_each(|body| self.stmt(body));
        self.scope.truncate(outside);
    }

    fn stmt(&mut self, stmt: &'a TStmt) {
        self.statement_expressions(stmt);
        match &stmt.kind {
            TStmtKind::Decl(object, _) => self.scope.push(*object),
            // The names of a declaration behind a label belong to the block around it.
            TStmtKind::Block(stmts) if declarations(stmt).len() == stmts.len() => {
                self.stmts(stmts);
            }
            TStmtKind::Block(stmts) => self.block(stmts, None),
            TStmtKind::If(_, then, otherwise) => {
                self.block(&[], Some(then));
                self.block(&[], otherwise.as_deref());
            }
            TStmtKind::While(_, body) | TStmtKind::DoWhile(body, _) | TStmtKind::Atomic(body) => {
                self.block(&[], Some(body));
            }
            TStmtKind::For(init, _, _, body) => self.block(init, Some(body)),
            TStmtKind::Switch(_, _, body) => {
                self.switches.push(self.scope.len());
                self.block(&[], Some(body));
                self.switches.pop();
            }
            TStmtKind::Case(_, body) => {
                let outside = self.switches.last().map_or(0, |&outside| outside);
                self.bypassed.extend(&self.scope[outside..]);
                self.stmt(body);
            }
            TStmtKind::Label(name, body) => {
                self.labels.insert(name.clone(), self.scope.clone());
                self.stmt(body);
            }
            TStmtKind::Goto(name) => self.gotos.push((name.clone(), self.scope.clone())),
            _ => {}
        }
    }

    fn statement_expressions(&mut self, stmt: &'a TStmt) {
        for_each_expr(stmt, &mut |expr| {
            if let TKind::StmtExpr(stmts) = &expr.kind
                && let Some(first) = stmts.first()
                && !self.walked.iter().any(|walked| std::ptr::eq(*walked, first))
            {
                self.walked.push(first);
                self.block(stmts, None);
            }
        });
    }
}

/// The variables that a statement of a block declares for that block.
fn declarations(stmt: &TStmt) -> Vec<ObjId> {
    match &stmt.kind {
        TStmtKind::Decl(object, _) => vec![*object],
        TStmtKind::Label(_, body) | TStmtKind::Case(_, body) => declarations(body),
        TStmtKind::Block(stmts)
            if stmts.iter().all(|stmt| matches!(stmt.kind, TStmtKind::Decl(..))) =>
        {
            stmts.iter().flat_map(declarations).collect()
        }
        _ => Vec::new(),
    }
}

/// The variables in scope at each case of a switch, declared in its body.
fn scopes_of_cases(body: &TStmt, n_cases: usize) -> Vec<Vec<ObjId>> {
    fn visit(stmt: &TStmt, scope: &mut Vec<ObjId>, found: &mut [Vec<ObjId>]) {
        let outside = scope.len();
        match &stmt.kind {
            TStmtKind::Decl(object, _) => return scope.push(*object),
            TStmtKind::Case(number, body) => {
                found[*number].clone_from(scope);
                return visit(body, scope, found);
            }
            TStmtKind::Label(_, body) => return visit(body, scope, found),
            TStmtKind::Block(stmts) => {
                stmts.iter().for_each(|stmt| visit(stmt, scope, found));
                if declarations(stmt).len() == stmts.len() {
                    return;
                }
            }
            TStmtKind::If(_, then, otherwise) => {
                for side in std::iter::once(then).chain(otherwise) {
                    visit(side, scope, found);
                    scope.truncate(outside);
                }
            }
            TStmtKind::While(_, body) | TStmtKind::DoWhile(body, _) | TStmtKind::Atomic(body) => {
                visit(body, scope, found);
            }
            TStmtKind::For(init, _, _, body) => {
                init.iter().for_each(|stmt| visit(stmt, scope, found));
                visit(body, scope, found);
            }
            // The cases of a switch inside are its own.
            _ => {}
        }
        scope.truncate(outside);
    }
    let mut found = vec![Vec::new(); n_cases];
    visit(body, &mut Vec::new(), &mut found);
    found
}

impl Emitter<'_> {
    /// Walks the inside of a block. Variables that a jump may leave without their declaration start
    /// with any value here.
    pub(super) fn in_block<T>(&mut self, stmts: &[TStmt], run: impl FnOnce(&mut Self) -> T) -> T {
        let frame = self.frame();
        let outside = frame.open.len();
        if !frame.jumps.bypassed.is_empty() {
            let objects: Vec<ObjId> = stmts
                .iter()
                .flat_map(declarations)
                .filter(|object| frame.jumps.bypassed.contains(object))
                .collect();
            frame.open.extend(&objects);
            self.start_anew(&objects);
        }
        let result = run(self);
        self.frame().open.truncate(outside);
        result
    }

    /// Whether a jump may lead past the declaration of a variable.
    pub(super) fn is_bypassed(&mut self, object: ObjId) -> bool {
        self.frame().jumps.bypassed.contains(&object)
    }

    pub(super) fn goto(&mut self, name: &Name, span: Span) {
        let frame = self.frame();
        let entered: Vec<ObjId> = frame.jumps.labels.get(name).map_or(Vec::new(), |scope| {
            scope.iter().filter(|object| !frame.open.contains(object)).copied().collect()
        });
        self.start_anew(&entered);
        let label = self.named_label(name);
        self.jump(label, span);
    }

    /// From the head of a switch to one of its cases if `holds`, else to what is tried next.
    pub(super) fn to_case(&mut self, holds: Expr, case: &Target, next: Label, span: Span) {
        if case.enters.is_empty() {
            return self.branch(holds, case.label, next, span);
        }
        let entry = self.new_label();
        self.branch(holds, entry, next, span);
        self.place_if_reached(entry);
        self.enter_case(case, span);
    }

    pub(super) fn enter_case(&mut self, case: &Target, span: Span) {
        self.start_anew(&case.enters);
        self.jump(case.label, span);
    }

    /// Where the cases of a switch lie.
    pub(super) fn case_targets(&mut self, body: &TStmt, n_cases: usize) -> Vec<Target> {
        let scopes = scopes_of_cases(body, n_cases);
        scopes.into_iter().map(|enters| Target { label: self.new_label(), enters }).collect()
    }

    fn start_anew(&mut self, objects: &[ObjId]) {
        for &object in objects {
            if self.cur.is_some() {
                self.come_to_life(object, Source::Uninit);
            }
        }
    }
}

/// A case of a switch.
pub(super) struct Target {
    pub label: Label,
    /// The variables whose declarations the jump there leads past.
    pub enters: Vec<ObjId>,
}
