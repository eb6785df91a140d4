//! Jumps into blocks, past declarations.
//!
//! A variable exists from the start of its block, and holds any value until its declaration gives it
//! one [C17 6.2.4]. That matters only for a variable whose declaration some jump leads past: such a
//! variable starts with any value wherever control comes into its block, be it from above, by a `goto`
//! or as a case of a switch. A jump within the block leaves it alone.

use crate::hash::{FxHashMap, FxHashSet};

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
    scopes: Scopes,
    labels: FxHashMap<Name, Scope>,
}

/// The variables in scope somewhere: the last one declared, by its number in [`Scopes`], and through it
/// all others. Functions may have thousands of both variables and labels, so none is listed twice.
type Scope = Option<u32>;

/// Variables in the order of their declarations, each with the scope that it was declared in and the
/// number of variables there.
#[derive(Debug, Default)]
struct Scopes(Vec<(ObjId, Scope, usize)>);

/// The walk over a function that finds its jumps.
#[derive(Default)]
struct Finder<'a> {
    scopes: Scopes,
    scope: Scope,
    labels: FxHashMap<Name, Scope>,
    gotos: Vec<(Name, Scope)>,
    /// The scopes of the switches around the current statement.
    switches: Vec<Scope>,
    bypassed: FxHashSet<ObjId>,
    /// Statement expressions that have been walked, by their first statement. One inside another is met
    /// twice.
    walked: Vec<&'a TStmt>,
}

impl Jumps {
    pub fn of(stmts: &[TStmt]) -> Jumps {
        let mut finder = Finder::default();
        finder.stmts(stmts);
        let Finder { scopes, labels, gotos, mut bypassed, .. } = finder;
        for (name, from) in &gotos {
            if let Some(to) = labels.get(name) {
                bypassed.extend(scopes.entered(*from, *to));
            }
        }
        Jumps { bypassed, scopes, labels }
    }
}

impl Scopes {
    fn declare(&mut self, object: ObjId, scope: Scope) -> Scope {
        self.0.push((object, scope, self.size(scope) + 1));
        Some(self.0.len() as u32 - 1)
    }

    fn size(&self, scope: Scope) -> usize {
        scope.map_or(0, |last| self.0[last as usize].2)
    }

    /// The variables of a scope, the last one first, and the scope without each.
    fn climb(&self, mut scope: Scope) -> impl Iterator<Item = (ObjId, Scope)> {
        std::iter::from_fn(move || {
            let (object, rest, _) = self.0[scope? as usize];
            scope = rest;
            Some((object, rest))
        })
    }

    /// The variables of one scope that are not in another.
    fn entered(&self, mut from: Scope, to: Scope) -> Vec<ObjId> {
        let mut entered = Vec::new();
        let mut at = to;
        while at != from {
            let (up, down) = (self.size(from), self.size(at));
            if down >= up {
                let Some((object, rest)) = self.climb(at).next() else { break };
                entered.push(object);
                at = rest;
            }
            if up >= down {
                from = self.climb(from).next().and_then(|(_, rest)| rest);
            }
        }
        entered
    }
}

impl<'a> Finder<'a> {
    fn stmts(&mut self, stmts: &'a [TStmt]) {
        stmts.iter().for_each(|stmt| self.stmt(stmt));
    }

    fn block(&mut self, stmts: &'a [TStmt], body: Option<&'a TStmt>) {
        let outside = self.scope;
        self.stmts(stmts);
        body.into_iter().for_each(|body| self.stmt(body));
        self.scope = outside;
    }

    fn stmt(&mut self, stmt: &'a TStmt) {
        self.statement_expressions(stmt);
        match &stmt.kind {
            TStmtKind::Decl(object, _) => self.scope = self.scopes.declare(*object, self.scope),
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
                self.switches.push(self.scope);
                self.block(&[], Some(body));
                self.switches.pop();
            }
            TStmtKind::Case(_, body) => {
                let outside = self.switches.last().copied().flatten();
                self.bypassed.extend(self.scopes.entered(outside, self.scope));
                self.stmt(body);
            }
            TStmtKind::Label(name, body) => {
                self.labels.insert(name.clone(), self.scope);
                self.stmt(body);
            }
            TStmtKind::Goto(name) => self.gotos.push((name.clone(), self.scope)),
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
        let mut opened = Vec::new();
        if !frame.jumps.bypassed.is_empty() {
            opened.extend(stmts.iter().flat_map(declarations));
            opened.retain(|object| frame.jumps.bypassed.contains(object));
            frame.open.extend(&opened);
            self.start_anew(&opened);
        }
        let n_outside = self.declare_all(stmts.iter().flat_map(declarations));
        let n_cleanups = self.frame().cleanups.len();
        let result = run(self);
        self.clean_up_to(n_cleanups);
        self.frame().cleanups.truncate(n_cleanups);
        let left = self.frame().declared.split_off(n_outside);
        // It ends with its last character.
        let end = Span { start: self.statement.end.saturating_sub(1), ..self.statement };
        self.go(&left, end);
        let frame = self.frame();
        for object in &opened {
            frame.open.remove(object);
        }
        result
    }

    /// Whether a jump may lead past the declaration of a variable.
    pub(super) fn is_bypassed(&mut self, object: ObjId) -> bool {
        self.frame().jumps.bypassed.contains(&object)
    }

    pub(super) fn goto(&mut self, name: &Name, span: Span) {
        let frame = self.frame();
        let mut entered = Vec::new();
        if let Some(&scope) = frame.jumps.labels.get(name)
            && !frame.jumps.bypassed.is_empty()
        {
            entered.extend(frame.jumps.scopes.climb(scope).map(|(object, _)| object));
            entered.retain(|object| {
                frame.jumps.bypassed.contains(object) && !frame.open.contains(object)
            });
        }
        if let Some(&scope) = frame.jumps.labels.get(name) {
            let mut left = frame.declared[frame.n_outermost..].to_vec();
            let stays: Vec<ObjId> =
                frame.jumps.scopes.climb(scope).map(|(object, _)| object).collect();
            left.retain(|declared| !stays.contains(declared));
            self.clean_up_for_jump(&stays, span);
            self.go(&left, span);
        }
        self.start_anew(&entered);
        let label = self.named_label(name);
        self.jump(label, span);
    }

    /// From the head of a switch to one of its cases if `holds`, else to what is tried next.
    pub(super) fn branch_to_case(&mut self, holds: Expr, case: &Target, next: Label, span: Span) {
        if case.enters.is_empty() {
            return self.branch(holds, case.label, next, span);
        }
        let entry = self.new_label();
        self.branch(holds, entry, next, span);
        self.place_if_reached(entry);
        self.enter_case(case, span);
    }

    pub(super) fn enter_case(&mut self, case: &Target, span: Span) {
        self.refuse_cleanups(&case.enters, span);
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
