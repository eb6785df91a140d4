//! Steps, jumps, checks and temporaries: the ways in which the graph grows.

use super::super::{codes, fold};
use super::{Emitter, Exit, Label, Value};
use crate::scpl::{
    Command, EdgeOrigin, Expr, Init, LocId, LocKind, Place, PropId, PropertyKind, Scope, Shown,
    Sort, Source, StepKind, Var, VarId, VarOrigin,
};
use crate::text::{Problem, Span};

impl Emitter<'_> {
    pub(super) fn origin(&self, kind: StepKind, span: Span) -> EdgeOrigin {
        let typed = self.program.typed;
        let mut own = self.frames.iter().rev().filter(|frame| !typed.func(frame.func).builtin);
        let call = own.next().and_then(|frame| frame.call);
        match &self.told {
            Some(told) => EdgeOrigin {
                span: told.span,
                statement: told.statement,
                function: told.function.clone(),
                call,
                kind,
            },
            None => {
                let (statement, function) = (self.statement, self.function_name());
                EdgeOrigin { span, statement, function, call, kind }
            }
        }
    }

    pub fn new_loc(&mut self) -> LocId {
        self.graph.add_loc(LocKind::Plain, self.depth)
    }

    /// One step from here; the walk goes on behind it.
    pub fn step(&mut self, commands: Vec<Command>, kind: StepKind, span: Span) {
        if self.cur.is_some() && !self.pure {
            let to = self.new_loc();
            self.edge(to, commands, kind, span);
            self.cur = Some(to);
        }
    }

    /// An edge from here; the walk stays here, for more edges.
    pub fn edge(&mut self, to: LocId, commands: Vec<Command>, kind: StepKind, span: Span) {
        if let Some(from) = self.cur
            && !self.pure
        {
            let origin = self.origin(self.told_kind(kind, &commands), span);
            self.graph.add_edge(from, to, commands, origin);
        }
    }

    /// Ends the walk here by an edge to a given location.
    pub fn jump_to(&mut self, to: LocId, kind: StepKind, span: Span) {
        self.edge(to, Vec::new(), kind, span);
        self.cur = None;
    }

    pub fn new_label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() as u32 - 1)
    }

    /// A label that stands for a location that exists.
    pub fn label_at(&mut self, loc: LocId) -> Label {
        self.labels.push(Some(loc));
        Label(self.labels.len() as u32 - 1)
    }

    /// The location of a label, made now if this is the first jump there.
    fn resolve(&mut self, label: Label, span: Span) -> LocId {
        match self.labels[label.0 as usize] {
            Some(loc) => {
                let plain = self.graph.locs[loc.index()].kind == LocKind::Plain;
                if plain && self.graph.depths[loc.index()] != self.depth {
                    let message =
                        "an atomic section is open on one way to this place and closed on another";
                    let hint = "close the section on every way, before the ways meet";
                    self.report(Problem::fatal(codes::ATOMIC_SECTION, span, message).hint(hint));
                }
                loc
            }
            None => {
                let loc = self.new_loc();
                self.labels[label.0 as usize] = Some(loc);
                loc
            }
        }
    }

    pub fn jump(&mut self, label: Label, span: Span) {
        if self.cur.is_some() && !self.pure {
            let to = self.resolve(label, span);
            self.jump_to(to, StepKind::Silent, span);
        }
    }

    /// The walk goes on at a label: from here, and from every jump to it.
    pub fn place(&mut self, label: Label) {
        if self.cur.is_some() {
            self.jump(label, self.statement);
        }
        self.cur = self.labels[label.0 as usize];
        if let Some(loc) = self.cur {
            self.depth = self.graph.depths[loc.index()];
        }
    }

    /// Goes one way or the other, by a condition of one bit.
    pub fn branch(&mut self, condition: Expr, then: Label, otherwise: Label, span: Span) {
        self.fork(condition, [then, otherwise], |taken| StepKind::Branch { taken }, span);
    }

    /// The same for a decision that is not one of the program's text, and not told.
    pub fn branch_untold(&mut self, condition: Expr, then: Label, otherwise: Label, span: Span) {
        self.fork(condition, [then, otherwise], |_| StepKind::Silent, span);
    }

    fn fork(
        &mut self,
        condition: Expr,
        [then, otherwise]: [Label; 2],
        told: fn(bool) -> StepKind,
        span: Span,
    ) {
        if self.cur.is_none() || self.pure {
            return;
        }
        for (taken, label) in [(true, then), (false, otherwise)] {
            let guard = if taken { condition.clone() } else { fold::not(condition.clone()) };
            if guard == Expr::FALSE {
                continue;
            }
            let to = self.resolve(label, span);
            let kind = match self.graph.locs[to.index()].kind {
                LocKind::Error(_) => StepKind::Fail,
                _ if guard == Expr::TRUE => StepKind::Silent,
                _ => told(taken),
            };
            self.edge(to, vec![Command::Assume(guard)], kind, span);
        }
        self.cur = None;
    }

    /// Leaves a function, a thread or the program.
    pub fn leave(&mut self, exit: Exit, span: Span) {
        match exit {
            Exit::Return(label) => self.jump(label, span),
            Exit::FinishThread => self.finish_thread(None, span),
            Exit::HaltProgram => {
                self.end_program(span);
                self.jump_to(self.halted, StepKind::Halt, span);
            }
        }
    }

    /// A place from which nobody goes on, and which is no deadlock: the run does not count.
    pub fn block(&mut self, span: Span) {
        if let Some(here) = self.cur
            && !self.pure
        {
            let stuck =
                Expr::bin(crate::scpl::BinOp::Eq, Expr::constant(0, 1), Expr::constant(1, 1));
            let origin = self.origin(StepKind::Silent, span);
            self.graph.add_edge(here, here, vec![Command::Assume(stuck)], origin);
            self.cur = None;
        }
    }

    pub fn enter_atomic(&mut self, span: Span) {
        self.depth += 1;
        self.step(Vec::new(), StepKind::Silent, span);
    }

    pub fn leave_atomic(&mut self, span: Span) {
        if self.depth == 0 {
            let message = "an atomic section ends here, but none is open";
            let hint = "begin the section in front of it, in the same thread";
            self.report(Problem::fatal(codes::ATOMIC_SECTION, span, message).hint(hint));
            return;
        }
        self.depth -= 1;
        self.step(Vec::new(), StepKind::Silent, span);
    }

    pub fn property(
        &mut self,
        kind: PropertyKind,
        span: Span,
        condition: impl FnOnce(&Self) -> String,
    ) -> PropId {
        let text = condition(self);
        self.graph.property(kind, self.told_span(span), || text)
    }

    pub fn error_loc(&self, property: PropId) -> LocId {
        self.graph.properties[property.index()].error
    }

    /// Goes on only if a local condition holds; otherwise an operation has no defined behaviour.
    pub fn check(&mut self, holds: Expr, span: Span, what: impl FnOnce(&Self) -> String) {
        self.must(PropertyKind::Undefined, holds, span, what);
    }

    /// Goes on only if a local condition holds.
    pub fn must(
        &mut self,
        kind: PropertyKind,
        holds: Expr,
        span: Span,
        what: impl FnOnce(&Self) -> String,
    ) {
        if holds == Expr::TRUE || self.cur.is_none() || self.pure {
            return;
        }
        let property = self.property(kind, span, what);
        self.must_be(property, holds, span);
    }

    /// Goes on only if a local condition holds, which is this property; it is not always true.
    pub fn must_be(&mut self, property: PropId, holds: Expr, span: Span) {
        let fail = self.label_at(self.error_loc(property));
        let ok = self.new_label();
        let here = self.cur;
        let kind = self.graph.properties[property.index()].kind;
        self.branch(holds, ok, fail, span);
        self.place_if_reached(ok);
        match here.filter(|_| self.cur.is_none()) {
            // What is behind it does not count, so it has to be known what is.
            Some(here) if kind == PropertyKind::Undefined => self.never_past(here, property),
            Some(_) => self.graph.goes_anywhere(property),
            None => {}
        }
    }

    /// An operation without defined behaviour, for whoever gets here.
    pub fn check_not_reached(&mut self, span: Span, what: impl FnOnce(&Self) -> String) {
        if self.cur.is_some() && !self.pure {
            let property = self.property(PropertyKind::Undefined, span, what);
            self.graph.goes_anywhere(property);
            self.jump_to(self.error_loc(property), StepKind::Fail, span);
        }
    }

    pub fn place_if_reached(&mut self, label: Label) {
        self.cur = None;
        self.place(label);
    }

    /// As [`Self::place`], for a label that a jump further down may lead to: what follows is walked
    /// even if nothing leads here yet. What nothing ever leads to is dropped in the end.
    pub fn place_ahead(&mut self, label: Label) {
        if self.cur.is_none() && self.labels[label.0 as usize].is_none() && !self.pure {
            let loc = self.new_loc();
            self.labels[label.0 as usize] = Some(loc);
        }
        self.place(label);
    }

    /// A variable for a value in between; free again after the statement.
    pub fn temp(&mut self, sort: Sort) -> VarId {
        let var = match self.free_temps.get_mut(&sort).and_then(Vec::pop) {
            Some(var) => var,
            None => {
                self.n_temps += 1;
                let name = format!("$t{}", self.n_temps);
                let origin = VarOrigin {
                    counts: Vec::new(),
                    name: name.clone(),
                    shown: Shown::Hidden,
                    part_of: None,
                    atomic: false,
                    span: None,
                    function: None,
                };
                self.memory.new_temp(
                    Var { name, scope: Scope::Local, sort, len: None, init: Init::Zero },
                    origin,
                )
            }
        };
        self.live_temps.push((sort, var));
        var
    }

    /// Frees the temporaries made since there were `mark` of them.
    pub fn free_temps(&mut self, mark: usize) {
        for (sort, var) in self.live_temps.drain(mark..).rev() {
            self.free_temps.entry(sort).or_default().push(var);
        }
    }

    pub fn n_live_temps(&self) -> usize {
        self.live_temps.len()
    }

    /// The value in a variable of its own, read now.
    pub fn keep(&mut self, value: Value, sort: Sort, span: Span) -> Expr {
        if matches!(value.expr, Expr::Const(_) | Expr::NoThread) || self.pure {
            return value.expr;
        }
        let temp = self.temp(sort);
        self.step(vec![Command::Assign(Place::Var(temp), value.expr)], StepKind::Plain, span);
        Expr::Var(temp)
    }

    /// The value without a pending shared read; read now if it has one.
    pub fn settle(&mut self, value: Value, sort: Sort, span: Span) -> Expr {
        if value.reads_shared { self.keep(value, sort, span) } else { value.expr }
    }

    /// Any value.
    pub fn any(&mut self, sort: Sort, source: Source, span: Span) -> Expr {
        let temp = self.temp(sort);
        self.step(vec![Command::Havoc(Place::Var(temp), source)], StepKind::Plain, span);
        Expr::Var(temp)
    }
}

impl Value {
    pub fn local(expr: Expr) -> Self {
        Value { expr, reads_shared: false }
    }

    pub fn map(self, change: impl FnOnce(Expr) -> Expr) -> Self {
        Value { expr: change(self.expr), reads_shared: self.reads_shared }
    }
}
