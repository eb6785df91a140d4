//! Struct values that are no variables: what a function returns, `c ? s : t`, `s = t` used further.
//!
//! The graph knows scalars only, and structs are copied from variable to variable. So such a value is
//! put into a variable of its own when it is evaluated, and read from there. A function leaves what it
//! returns in a variable too, from which every call takes its copy at once. Where functions are called by
//! pointers, those that return the same type share one; the units are then read once more.

use super::super::intrinsics::Intrinsic;
use super::super::typed::{
    Callee, FuncId, LKind, LValue, ObjId, ObjStorage, Object, TExpr, TKind, TStmt, TStmtKind,
};
use super::super::types::{QTy, RecordIdx, Ty};
use super::Resolver;
use crate::text::Span;

impl Resolver<'_> {
    /// A value that can be copied: for a struct, what is in a variable.
    pub(super) fn copyable(&mut self, value: TExpr) -> TExpr {
        if !matches!(value.ty, Ty::Record(_)) || matches!(value.kind, TKind::Load(_)) {
            return value;
        }
        let (ty, span) = (value.ty.clone(), value.span);
        match self.in_variable(value) {
            Some(lvalue) => TExpr { kind: TKind::Load(Box::new(lvalue)), ty, span },
            None => self.failed(span),
        }
    }

    /// `atomic_load` and `atomic_store` of a whole struct: a plain access to an atomic one.
    pub(super) fn atomic_struct(
        &mut self,
        intrinsic: Intrinsic,
        args: &[TExpr],
        span: Span,
    ) -> Option<TExpr> {
        let pointer = args.first()?;
        let Ty::Record(idx) = pointer.ty.target()?.ty else { return None };
        if self.types.record(idx).fields.as_ref()?.len() < 2 {
            return None;
        }
        let value = match intrinsic {
            Intrinsic::Load => None,
            Intrinsic::Store => Some(args.get(1)?),
            _ => return None,
        };
        let mut lvalue = self.deref(pointer.clone(), span)?;
        lvalue.ty.atomic = true;
        let Some(value) = value else { return Some(self.load(lvalue)) };
        self.changed(&lvalue);
        let ty = lvalue.ty.ty.clone();
        let value = self.assigned(value.clone(), &ty);
        Some(TExpr { kind: TKind::Assign(Box::new(lvalue), Box::new(value)), ty, span })
    }

    /// The variable in which a struct value is; it gets there when the lvalue is evaluated.
    pub(super) fn in_variable(&mut self, value: TExpr) -> Option<LValue> {
        let (ty, span) = (QTy::plain(value.ty.clone()), value.span);
        if let TKind::Load(lvalue) = value.kind {
            return Some(*lvalue);
        }
        let variable = self.anonymous(ty.clone(), span);
        let write = self.put(variable, value)?;
        let lvalue = self.object_lvalue(variable, span);
        Some(self.after(write, lvalue, span))
    }

    /// An lvalue that is what it is once `first` has been evaluated.
    pub(super) fn after(&mut self, first: TExpr, lvalue: LValue, span: Span) -> LValue {
        self.address_taken(&lvalue);
        let (ty, target) = (lvalue.ty.clone(), Ty::pointer_to(lvalue.ty.clone()));
        let address = TExpr { kind: TKind::AddrOf(Box::new(lvalue)), ty: target.clone(), span };
        let kind = TKind::Comma(Box::new(first), Box::new(address));
        let pointer = TExpr { kind, ty: target, span };
        LValue { kind: LKind::Deref(Box::new(pointer)), ty, span }
    }

    /// Evaluates a struct value into a variable; an expression without a value.
    fn put(&mut self, variable: ObjId, value: TExpr) -> Option<TExpr> {
        let (ty, span) = (value.ty.clone(), value.span);
        let kind = match value.kind {
            TKind::Load(_) => {
                let target = Box::new(self.object_lvalue(variable, span));
                // An assignment has a value, but nobody uses it.
                return Some(TExpr { kind: TKind::Assign(target, Box::new(value)), ty, span });
            }
            TKind::Cond(condition, then, otherwise) => {
                let (then, otherwise) =
                    (self.put(variable, *then)?, self.put(variable, *otherwise)?);
                TKind::Cond(condition, Box::new(then), Box::new(otherwise))
            }
            TKind::Comma(first, value) => {
                TKind::Comma(first, Box::new(self.put(variable, *value)?))
            }
            TKind::Assign(target, value) => {
                let first = self.put(variable, *value)?;
                let copy = self.variable_value(variable, ty.clone(), span);
                let then = TKind::Assign(target, Box::new(copy));
                let then = TExpr { kind: then, ty, span };
                TKind::Comma(Box::new(first), Box::new(then))
            }
            TKind::StmtExpr(mut stmts) => {
                let last = stmts.pop()?;
                let TStmtKind::Expr(value) = last.kind else { return None };
                let kind = TStmtKind::Expr(self.put(variable, value)?);
                stmts.push(TStmt { kind, span: last.span });
                TKind::StmtExpr(stmts)
            }
            TKind::Call(Callee::Func(func), args) => {
                let result = self.result_object(func, span);
                let call = TKind::Call(Callee::Func(func), args);
                let call = TExpr { kind: call, ty: ty.clone(), span };
                let copy = self.variable_value(result, ty, span);
                let copy = self.put(variable, copy)?;
                TKind::Comma(Box::new(call), Box::new(copy))
            }
            TKind::Call(Callee::Pointer(pointer), args) => {
                let Ty::Record(idx) = ty else { return None };
                self.called_by_pointer.insert(idx);
                let result = self.common_result(idx, span);
                let call = TKind::Call(Callee::Pointer(pointer), args);
                let call = TExpr { kind: call, ty: ty.clone(), span };
                let copy = self.variable_value(result, ty, span);
                let copy = self.put(variable, copy)?;
                TKind::Comma(Box::new(call), Box::new(copy))
            }
            _ => return None,
        };
        Some(TExpr { kind, ty: Ty::Void, span })
    }

    fn variable_value(&self, variable: ObjId, ty: Ty, span: Span) -> TExpr {
        TExpr { kind: TKind::Load(Box::new(self.object_lvalue(variable, span))), ty, span }
    }

    /// The variable in which a function leaves the struct that it returns.
    fn result_object(&mut self, func: FuncId, span: Span) -> ObjId {
        let ty = self.funcs[func.index()].ty.result.clone();
        if let Ty::Record(idx) = ty
            && self.called_by_pointer.contains(&idx)
        {
            return self.common_result(idx, span);
        }
        if let Some(&object) = self.results.get(&func) {
            return object;
        }
        let object = self.new_result(ty, func, span);
        self.results.insert(func, object);
        object
    }

    /// The variable in which all functions leave a struct of this type, since some are called by pointers.
    fn common_result(&mut self, idx: RecordIdx, span: Span) -> ObjId {
        if let Some(&object) = self.common_results.get(&idx) {
            return object;
        }
        let func = self.func.unwrap_or(FuncId(0));
        let object = self.new_result(Ty::Record(idx), func, span);
        self.common_results.insert(idx, object);
        object
    }

    fn new_result(&mut self, ty: Ty, func: FuncId, span: Span) -> ObjId {
        self.new_object(Object {
            name: "<result>".into(),
            ty: QTy::plain(ty),
            storage: ObjStorage::Auto,
            init: Vec::new(),
            annotations: Vec::new(),
            span,
            func: Some(func),
            changes: true,
            address_taken: false,
            external: false,
            named: false,
            heap: None,
        })
    }

    /// `return value;` of a struct.
    pub(super) fn return_record(&mut self, value: TExpr, span: Span) -> Option<TStmtKind> {
        let result = self.result_object(self.func?, span);
        let kind = TStmtKind::Expr(self.put(result, value)?);
        let write = TStmt { kind, span };
        let leave = TStmt { kind: TStmtKind::Return(None), span };
        Some(TStmtKind::Block(vec![write, leave]))
    }

    /// A function that ends without a `return` leaves any value [C17 6.9.1].
    pub(super) fn fall_off(&mut self, func: FuncId, body: &mut Vec<TStmt>, end: Span) {
        if let Ty::Record(_) = self.funcs[func.index()].ty.result {
            let result = self.result_object(func, end);
            body.push(TStmt { kind: TStmtKind::Decl(result, None), span: end });
        }
    }
}
