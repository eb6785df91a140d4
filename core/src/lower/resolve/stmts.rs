//! Statements.

use super::super::typed::{Callee, InitStep, LKind, ObjId, TExpr, TKind, TStmt, TStmtKind};
use super::super::types::{IntTy, Ty};
use super::Resolver;
use crate::ast::{
    Annotation, AnnotationKind, Declaration, Expr, ExprKind, ForInit, Stmt, StmtKind, UnaryOp,
};
use crate::text::Span;

impl Resolver<'_> {
    /// A statement; a declaration gives one per variable.
    pub fn stmt(&mut self, stmt: &Stmt) -> Vec<TStmt> {
        let span = stmt.span;
        if let StmtKind::Decl(declarations) = &stmt.kind {
            return self.declarations(declarations);
        }
        vec![TStmt { kind: self.stmt_kind(stmt), span }]
    }

    /// A statement that stands where C wants exactly one.
    fn single(&mut self, stmt: &Stmt) -> Box<TStmt> {
        let mut stmts = self.stmt(stmt);
        if stmts.iter().any(|stmt| matches!(stmt.kind, TStmtKind::Cleanup(..))) {
            let what = "a clean-up function in a declaration behind a label";
            self.unsupported(stmt.span, what, "put the declaration in front of the label");
            stmts = vec![TStmt { kind: TStmtKind::Unsupported(what.into()), span: stmt.span }];
        }
        Box::new(match stmts.len() {
            1 => stmts.remove(0),
            _ => TStmt { kind: TStmtKind::Block(stmts), span: stmt.span },
        })
    }

    fn declarations(&mut self, declarations: &[Declaration]) -> Vec<TStmt> {
        let mut stmts = Vec::new();
        for declaration in declarations {
            let declared = self.block_declaration(declaration);
            stmts.append(&mut self.sizes);
            if let Some((id, init)) = declared {
                let init = init.map(|steps| self.zeroed(id, steps));
                stmts.push(TStmt { kind: TStmtKind::Decl(id, init), span: declaration.span });
                stmts.extend(self.cleanup(id, declaration));
            }
        }
        stmts
    }

    /// `f(&variable)`, for the end of its scope.
    fn cleanup(&mut self, id: ObjId, declaration: &Declaration) -> Option<TStmt> {
        let (cleanup, name) = (declaration.cleanup.as_ref()?, declaration.name.clone()?);
        let span = cleanup.span;
        let at = |kind| Expr { kind, span };
        let variable = at(ExprKind::Name(name));
        let address = at(ExprKind::Unary(UnaryOp::AddressOf, Box::new(variable)));
        let function = at(ExprKind::Name(cleanup.function.clone()));
        let call = self.expr(&at(ExprKind::Call(Box::new(function), vec![address])));
        Some(TStmt { kind: TStmtKind::Cleanup(id, call), span })
    }

    /// Initialisers of arrays and structs leave zero what they do not name [C17 6.7.9]. The steps say so
    /// explicitly: zeros first, unless the whole object is assigned at once.
    pub fn zeroed(&mut self, id: ObjId, steps: Vec<InitStep>) -> Vec<InitStep> {
        let object = &self.objects[id.index()];
        let whole =
            matches!(&steps[..], [InitStep { target, .. }] if matches!(target.kind, LKind::Obj(_)));
        if object.ty.ty.is_scalar() || whole {
            return steps;
        }
        let target = self.object_lvalue(id, object.span);
        let zero = TExpr::constant(0, Ty::Void, object.span);
        [vec![InitStep { target, value: zero }], steps].concat()
    }

    fn stmt_kind(&mut self, stmt: &Stmt) -> TStmtKind {
        match &stmt.kind {
            StmtKind::Empty => TStmtKind::Empty,
            StmtKind::Expr(expr) => {
                let expr = self.expr(expr);
                self.checked(expr)
            }
            StmtKind::Decl(declarations) => TStmtKind::Block(self.declarations(declarations)),
            StmtKind::Block(stmts) => TStmtKind::Block(self.in_scope(|this| this.stmts(stmts))),
            StmtKind::If { condition, then, otherwise } => {
                let condition = self.condition(condition);
                let then = self.single(then);
                let otherwise = otherwise.as_ref().map(|stmt| self.single(stmt));
                self.branch(condition, then, otherwise)
            }
            StmtKind::While { condition, body } => {
                let condition = self.condition(condition);
                TStmtKind::While(condition, self.single(body))
            }
            StmtKind::DoWhile { body, condition } => {
                let body = self.single(body);
                TStmtKind::DoWhile(body, self.condition(condition))
            }
            StmtKind::For { init, condition, step, body } => self.in_scope(|this| {
                let init = match init {
                    ForInit::None => Vec::new(),
                    ForInit::Expr(expr) => {
                        vec![TStmt { span: expr.span, kind: TStmtKind::Expr(this.expr(expr)) }]
                    }
                    ForInit::Decl(declarations) => this.declarations(declarations),
                };
                let condition = condition.as_ref().map(|condition| this.condition(condition));
                let step = step.as_ref().map(|step| this.expr(step));
                TStmtKind::For(init, condition, step, this.single(body))
            }),
            StmtKind::Switch { value, body } => self.switch(value, body),
            StmtKind::Case { low, high, body } => self.case(low, high.as_ref(), body, stmt.span),
            StmtKind::Default(body) => match self.add_case(None) {
                Some(number) => TStmtKind::Case(number, self.single(body)),
                None => {
                    self.error(stmt.span, "`default` outside a switch");
                    TStmtKind::Empty
                }
            },
            StmtKind::Label(name, body) => TStmtKind::Label(name.clone(), self.single(body)),
            StmtKind::Goto(name) => TStmtKind::Goto(name.clone()),
            StmtKind::Break => TStmtKind::Break,
            StmtKind::Continue => TStmtKind::Continue,
            StmtKind::Return(value) => self.return_stmt(value.as_ref()),
            StmtKind::Annotation(annotation) => self.stmt_annotation(annotation),
            StmtKind::StaticAssert(condition) => {
                self.static_assert(condition, stmt.span);
                TStmtKind::Empty
            }
            StmtKind::Unsupported(what) if what == "a barrier" => TStmtKind::Empty,
            // Reported where a thread gets to it.
            StmtKind::Unsupported(what) if what == "inline assembly" => {
                TStmtKind::Unsupported(what.clone())
            }
            StmtKind::Unsupported(what) => {
                self.unsupported(
                    stmt.span,
                    what,
                    "rewrite it in plain C, or move it out of the code to check",
                );
                TStmtKind::Unsupported(what.clone())
            }
        }
    }

    /// A branch; one in which an assertion fails is that assertion.
    fn branch(
        &self,
        condition: TExpr,
        then: Box<TStmt>,
        otherwise: Option<Box<TStmt>>,
    ) -> TStmtKind {
        let fails = |stmt: &TStmt| self.failing(stmt);
        match (condition.kind, otherwise) {
            (TKind::Not(holds), None) if fails(&then).is_some() => {
                asserted(*holds, fails(&then).unwrap_or(then.span), None)
            }
            (kind, Some(stmt)) if fails(&stmt).is_some() => {
                let condition = TExpr { kind, ..condition };
                asserted(condition, fails(&stmt).unwrap_or(stmt.span), Some(*then))
            }
            (kind, otherwise) => TStmtKind::If(TExpr { kind, ..condition }, then, otherwise),
        }
    }

    /// `c ? (void)0 : __assert_fail(...)` is what `assert(c)` becomes in older libraries.
    fn checked(&self, expr: TExpr) -> TStmtKind {
        match expr.kind {
            TKind::Cast(inner) if expr.ty == Ty::Void => self.checked(*inner),
            TKind::Cond(condition, then, otherwise) => match self.failing_call(&otherwise) {
                Some(at) if has_no_effect(&then) => asserted(*condition, at, None),
                _ => {
                    let kind = TKind::Cond(condition, then, otherwise);
                    TStmtKind::Expr(TExpr { kind, ..expr })
                }
            },
            kind => TStmtKind::Expr(TExpr { kind, ..expr }),
        }
    }

    /// Where a statement only says that an assertion fails, in the way in which `assert` does.
    fn failing(&self, stmt: &TStmt) -> Option<Span> {
        match &stmt.kind {
            TStmtKind::Expr(expr) => self.failing_call(expr),
            TStmtKind::Block(stmts) => match &stmts[..] {
                [only] => self.failing(only),
                _ => None,
            },
            _ => None,
        }
    }

    fn failing_call(&self, expr: &TExpr) -> Option<Span> {
        match &expr.kind {
            TKind::Call(Callee::Func(id), _) => {
                let name = &*self.funcs[id.index()].name;
                matches!(name, "__assert_fail" | "__assert").then_some(expr.span)
            }
            TKind::Cast(inner) => self.failing_call(inner),
            _ => None,
        }
    }

    /// The statements of a block; `atomic` in front of a block makes it one step.
    pub fn stmts(&mut self, stmts: &[Stmt]) -> Vec<TStmt> {
        let mut result = Vec::new();
        let mut atomic: Option<Span> = None;
        for stmt in stmts {
            if let StmtKind::Annotation(Annotation { kind: AnnotationKind::Atomic, span }) =
                &stmt.kind
            {
                atomic = Some(*span);
                continue;
            }
            let mut lowered = self.stmt(stmt);
            if let Some(annotation) = atomic.take() {
                if matches!(stmt.kind, StmtKind::Decl(_)) {
                    self.error(annotation, "`atomic` belongs in front of a block or a statement");
                } else {
                    let inner = Box::new(lowered.remove(0));
                    lowered = vec![TStmt { kind: TStmtKind::Atomic(inner), span: stmt.span }];
                }
            }
            result.extend(lowered);
        }
        if let Some(annotation) = atomic {
            self.error(annotation, "`atomic` belongs in front of a block or a statement");
        }
        result
    }

    fn condition(&mut self, expr: &Expr) -> TExpr {
        let value = self.expr(expr);
        self.as_condition(value)
    }

    /// The value of an expression where only its truth matters.
    pub(super) fn as_condition(&mut self, value: TExpr) -> TExpr {
        if value.ty.is_scalar() || value.ty == Ty::Error {
            return value;
        }
        self.error(value.span, "a condition must be a number or a pointer");
        self.failed(value.span)
    }

    fn switch(&mut self, value: &Expr, body: &Stmt) -> TStmtKind {
        let value = self.expr(value);
        let int = match value.ty {
            Ty::Int(int) => int.promoted(),
            _ => {
                if value.ty != Ty::Error {
                    self.error(value.span, "the value of a switch must be an integer");
                }
                IntTy::INT
            }
        };
        let value = match value.ty {
            Ty::Int(_) => self.convert(value, &Ty::Int(int)),
            _ => self.failed(value.span),
        };
        self.switches.push((int, Vec::new()));
        let body = self.single(body);
        let (_, cases) = self.switches.pop().expect("pushed above");
        TStmtKind::Switch(value, cases, body)
    }

    fn add_case(&mut self, range: Option<(u64, u64)>) -> Option<usize> {
        let (_, cases) = self.switches.last_mut()?;
        cases.push(range);
        Some(cases.len() - 1)
    }

    fn case(&mut self, low: &Expr, high: Option<&Expr>, body: &Stmt, span: Span) -> TStmtKind {
        let Some(&(int, _)) = self.switches.last() else {
            self.error(span, "`case` outside a switch");
            return TStmtKind::Empty;
        };
        let mask = crate::scpl::Bits::mask(int.width);
        let from = self.const_expr(low);
        let to = high.map_or(from, |high| self.const_expr(high));
        let (Some(from), Some(to)) = (from, to) else {
            self.error(low.span, "the value of a case must be constant");
            return TStmtKind::Empty;
        };
        let range = (from & mask, to & mask);
        let again = self.switches.last().is_some_and(|(_, cases)| cases.contains(&Some(range)));
        if again {
            self.error(low.span, "this case appears twice in the switch");
        }
        let number = self.add_case(Some(range)).expect("inside a switch");
        TStmtKind::Case(number, self.single(body))
    }

    fn return_stmt(&mut self, value: Option<&Expr>) -> TStmtKind {
        let result = self.func.map_or(Ty::Void, |func| self.funcs[func.index()].ty.result.clone());
        let value = value.map(|value| {
            let value = self.expr(value);
            if result == Ty::Void { value } else { self.assigned(value, &result) }
        });
        match value {
            Some(value) if matches!(value.ty, Ty::Record(_)) && result != Ty::Void => {
                let span = value.span;
                let lost = || TStmtKind::Unsupported("returning this struct".into());
                self.return_record(value, span).unwrap_or_else(lost)
            }
            value => TStmtKind::Return(value),
        }
    }

    fn stmt_annotation(&mut self, annotation: &Annotation) -> TStmtKind {
        match &annotation.kind {
            AnnotationKind::Invariant(expr) => TStmtKind::Invariant(self.condition(expr)),
            AnnotationKind::Assume(expr) => TStmtKind::Assume(self.condition(expr)),
            AnnotationKind::Assert(expr) => TStmtKind::Assert(self.condition(expr)),
            _ => {
                self.error(
                    annotation.span,
                    "this annotation does not belong in front of a statement",
                );
                TStmtKind::Empty
            }
        }
    }
}

/// An assertion at a place, and what comes after it.
fn asserted(condition: TExpr, at: Span, then: Option<TStmt>) -> TStmtKind {
    let assert = TStmt { kind: TStmtKind::Assert(condition), span: at };
    TStmtKind::Block(std::iter::once(assert).chain(then).collect())
}

/// `(void)0`
fn has_no_effect(expr: &TExpr) -> bool {
    match &expr.kind {
        TKind::Const(_) => true,
        TKind::Cast(inner) => has_no_effect(inner),
        _ => false,
    }
}
