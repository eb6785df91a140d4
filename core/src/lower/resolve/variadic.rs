//! The program's own functions of a variable number of arguments [C17 7.16].
//!
//! A function that reads its arguments with `va_arg` is read again for each list of types that it is called
//! with: the copy has a parameter for each further argument. A `va_list` of the copy is the number of the
//! next argument, or -1 when it is used up; `va_arg` asks whether there is one of the type that is read,
//! and takes it from its parameter. Copies are read at the end of the unit, when all names are known.
//!
//! In the function as it is written, which is left for calls through pointers and from other units, `va_arg`
//! is not followed.

use crate::hash::{FxHashMap, FxHashSet};

use super::super::typed::{
    Callee, Func, FuncId, InitStep, LKind, LValue, ObjId, ObjStorage, Object, TExpr, TKind, TStmt,
    TStmtKind,
};
use super::super::types::{FuncTy, IntShape, IntTy, QTy, Ty};
use super::super::walk::for_each_inner_expr;
use super::{Resolver, Symbol};
use crate::ast::{self, BinaryOp, Expr, Name};
use crate::text::Span;

/// More lists of types share the function as it is written.
const MAX_COPIES: usize = 64;
/// What stands for a `va_list`.
pub(super) const LIST: Ty =
    Ty::Int(IntTy { width: 32, signed: true, rank: 3, shape: IntShape::List });
/// A `va_list` that no argument can be read from.
const USED_UP: u64 = u64::MAX;

pub(super) type Given = Option<(Vec<ObjId>, ObjId)>;

#[derive(Default)]
pub(super) struct Variadic {
    /// Those of this unit that read their arguments.
    texts: FxHashMap<Name, ast::Function>,
    copies: Vec<(FuncId, Vec<Ty>, FuncId)>,
    /// Copies that have not been read yet: of what, and their further parameters.
    pending: Vec<(FuncId, FuncId, Name, Vec<ObjId>)>,
    /// Functions with variables that there is one of.
    keeps: FxHashSet<FuncId>,
    /// The further parameters of the copy that is being read, and what stands for a list of them elsewhere.
    given: Given,
    /// Where functions as they are written read arguments.
    unread: Vec<(FuncId, Span)>,
}

impl Resolver<'_> {
    /// Notes the functions of a unit that read their arguments.
    pub(super) fn note_variadic(&mut self, unit: &ast::Unit) {
        self.variadic.texts.clear();
        for item in &unit.items {
            if let ast::Item::Function(text) = item
                && text.reads_arguments
                && text.ty.variadic
                && !text.ty.unspecified
            {
                self.variadic.texts.insert(text.name.clone(), text.clone());
            }
        }
    }

    /// Notes that a function has variables that there must be only one of; its objects are those from
    /// `n_before` on.
    pub(super) fn note_kept(&mut self, id: FuncId, n_before: usize) {
        let is_kept = |object: &Object| {
            object.storage != ObjStorage::Auto
                && object.heap.is_none()
                && !object.name.starts_with('<')
        };
        if self.objects[n_before..].iter().any(is_kept) {
            self.variadic.keeps.insert(id);
        }
    }

    /// What a type that is not known otherwise is here.
    pub(super) fn list_type(&self, name: &str) -> Option<QTy> {
        let is_list = matches!(name, "va_list" | "__gnuc_va_list" | "__builtin_va_list");
        (is_list && self.variadic.given.is_some()).then(|| QTy::plain(LIST))
    }

    /// Reads something else before it goes on with the copy of a function.
    pub(super) fn set_arguments_aside(&mut self) -> Given {
        std::mem::take(&mut self.variadic.given)
    }

    pub(super) fn go_on_with_arguments(&mut self, given: Given) {
        self.variadic.given = given;
    }

    /// The copy of a function that a call with these arguments is of, and the arguments as it takes them.
    pub(super) fn with_arguments(&mut self, id: FuncId, args: &mut [TExpr]) -> FuncId {
        let func = &self.funcs[id.index()];
        let (name, n_named) = (func.name.clone(), func.ty.params.len());
        let is_here = func.unit == self.linkage.unit || func.body.is_none();
        if !func.ty.variadic
            || !is_here
            || func.builtin
            || !self.variadic.texts.contains_key(&name)
            || matches!(func.ty.result, Ty::Record(_) | Ty::Error)
        {
            return id;
        }
        let types: Option<Vec<Ty>> = args[n_named..].iter().map(|arg| promoted(&arg.ty)).collect();
        let Some(types) = types else { return id };
        for (arg, ty) in args[n_named..].iter_mut().zip(&types) {
            let value = std::mem::replace(arg, self.failed(arg.span));
            *arg = self.convert(value, ty);
        }
        let known = |copy: &&(FuncId, Vec<Ty>, FuncId)| copy.0 == id && copy.1 == types;
        if let Some(copy) = self.variadic.copies.iter().find(known) {
            return copy.2;
        }
        if self.variadic.copies.len() >= MAX_COPIES {
            return id;
        }
        let copy = FuncId(self.funcs.len() as u32);
        let original = &self.funcs[id.index()];
        let mut params = original.ty.params.clone();
        params.extend(types.iter().cloned().map(QTy::plain));
        let ty = FuncTy { result: original.ty.result.clone(), params, variadic: false };
        let func = Func {
            name: name.clone(),
            ty,
            params: Vec::new(),
            body: Some(Vec::new()),
            thread: None,
            exported: false,
            ..*original
        };
        self.funcs.push(func);
        let span = self.variadic.texts[&name].name_span;
        let further = types.iter().map(|ty| self.argument(ty.clone(), copy, span)).collect();
        self.variadic.copies.push((id, types, copy));
        self.variadic.pending.push((id, copy, name, further));
        copy
    }

    fn argument(&mut self, ty: Ty, func: FuncId, span: Span) -> ObjId {
        self.new_object(Object {
            name: "<argument>".into(),
            ty: QTy::plain(ty),
            storage: ObjStorage::Auto,
            init: Vec::new(),
            annotations: Vec::new(),
            span,
            func: Some(func),
            changes: false,
            address_taken: false,
            external: false,
            named: false,
            heap: None,
        })
    }

    /// Reads the copies; reading one may ask for another.
    pub(super) fn read_copies(&mut self) {
        while let Some((id, copy, name, further)) = self.variadic.pending.pop() {
            let Some(text) = self.variadic.texts.get(&name).cloned() else { continue };
            let n_named = self.funcs[copy.index()].ty.params.len() - further.len();
            // Its problems are told for the function as it is written.
            let n_problems = self.problems.len();
            self.func = Some(copy);
            let list = self.argument(Ty::Error, copy, text.name_span);
            self.variadic.given = Some((further.clone(), list));
            let types = self.funcs[copy.index()].ty.params[..n_named].to_vec();
            let mut body = self.in_scope(|this| {
                this.params(copy, &text.ty.params, &types);
                let sizes = std::mem::take(&mut this.sizes);
                sizes.into_iter().chain(this.stmts(&text.body)).collect::<Vec<TStmt>>()
            });
            self.fall_off(copy, &mut body, text.end);
            self.variadic.given = None;
            self.func = None;
            self.problems.truncate(n_problems);
            if self.variadic.keeps.contains(&id) {
                self.variadic.unread.push((copy, text.name_span));
                let kind = TStmtKind::Unsupported("variable arguments".into());
                body = vec![TStmt { kind, span: text.name_span }];
            }
            let func = &mut self.funcs[copy.index()];
            func.params.extend(further);
            func.body = Some(body);
        }
    }

    /// Tells about functions whose arguments are not followed, if they are called that way.
    pub(super) fn tell_unread(&mut self) {
        let mut used = FxHashSet::default();
        let mut see = |expr: &TExpr| match &expr.kind {
            TKind::FuncAddr(id) | TKind::Call(Callee::Func(id), _) => drop(used.insert(*id)),
            _ => {}
        };
        for func in &self.funcs {
            for_each_inner_expr(func.body.as_deref().unwrap_or_default(), &mut see);
        }
        for step in self.objects.iter().flat_map(|object| &object.init) {
            super::super::walk::walk_expr(&step.value, &mut |expr| see(expr));
        }
        let mut unread = std::mem::take(&mut self.variadic.unread);
        unread.sort_by_key(|(_, span)| *span);
        unread.dedup_by_key(|(_, span)| *span);
        for (func, span) in unread {
            if used.contains(&func) || self.funcs[func.index()].thread.is_some() {
                self.unsupported(span, "variable arguments", "pass an array");
            }
        }
    }

    /// `va_arg(list, type)`
    pub(super) fn next_argument(&mut self, list: &Expr, ty: &ast::QualType, span: Span) -> TExpr {
        let ty = self.qual_type(ty).ty;
        let Some((given, _)) = self.variadic.given.clone() else {
            match self.func.filter(|func| self.funcs[func.index()].ty.variadic) {
                Some(func) => self.variadic.unread.push((func, span)),
                None => self.unsupported(span, "variable arguments", "pass an array"),
            }
            return self.failed(span);
        };
        let list = self.lvalue(list);
        let check = match self.lookup("__braid_argument") {
            Some(Symbol::Func(id)) => Some(*id),
            _ => None,
        };
        let is_value = matches!(ty, Ty::Int(_) | Ty::Ptr(_) | Ty::Float(_));
        let (Some(list), Some(check), true) = (list.filter(is_number), check, is_value) else {
            return self.lost_argument(span);
        };
        self.changed(&list);
        let number = || {
            let kind = TKind::Load(Box::new(list.clone()));
            TExpr { kind, ty: LIST, span: list.span }
        };
        let mut fits = TExpr::constant(0, Ty::INT, span);
        let mut value: Option<TExpr> = None;
        for (idx, &object) in given.iter().enumerate() {
            let own = self.objects[object.index()].ty.ty.clone();
            let Some(sign) = reads(&own, &ty) else { continue };
            let at = TExpr::constant(idx as u64, LIST, span);
            let is_it = binary(BinaryOp::Eq, number(), at, Ty::INT, span);
            let lvalue = self.object_lvalue(object, span);
            let argument = TExpr { kind: TKind::Load(Box::new(lvalue)), ty: own.clone(), span };
            let fine = match (sign, &own) {
                (Sign::Differs, Ty::Int(int)) => {
                    let signed = Ty::Int(IntTy { signed: true, ..*int });
                    let argument = self.convert(argument.clone(), &signed);
                    let zero = TExpr::constant(0, signed, span);
                    let natural = binary(BinaryOp::Ge, argument, zero, Ty::INT, span);
                    let kind = TKind::And(Box::new(is_it.clone()), Box::new(natural));
                    TExpr { kind, ty: Ty::INT, span }
                }
                _ => is_it.clone(),
            };
            let kind = TKind::Or(Box::new(fits), Box::new(fine));
            fits = TExpr { kind, ty: Ty::INT, span };
            let argument = self.convert(argument, &ty);
            value = Some(match value {
                None => argument,
                Some(before) => {
                    let kind = TKind::Cond(Box::new(is_it), Box::new(argument), Box::new(before));
                    TExpr { kind, ty: ty.clone(), span }
                }
            });
        }
        let bool = Ty::Int(IntTy::BOOL);
        let fits = self.convert(fits, &bool);
        let at = self.convert(number(), &Ty::INT);
        let call = TKind::Call(Callee::Func(check), vec![fits, at]);
        let mut stmts = vec![statement(TExpr { kind: call, ty: Ty::Void, span })];
        let any = TKind::Unsupported("a floating-point value".into());
        let value = match value {
            Some(value) if !matches!(ty, Ty::Float(_)) => value,
            _ => TExpr { kind: any, ty: ty.clone(), span },
        };
        let id = self.argument(ty.clone(), self.func.unwrap_or(FuncId(0)), span);
        let step = InitStep { target: self.object_lvalue(id, span), value };
        stmts.push(TStmt { kind: TStmtKind::Decl(id, Some(vec![step])), span });
        let one = TExpr::constant(1, LIST, span);
        let next = binary(BinaryOp::Add, number(), one, LIST, span);
        stmts.push(statement(assign(list.clone(), next, span)));
        let lvalue = self.object_lvalue(id, span);
        let result = TExpr { kind: TKind::Load(Box::new(lvalue)), ty: ty.clone(), span };
        stmts.push(statement(result));
        TExpr { kind: TKind::StmtExpr(stmts), ty, span }
    }

    /// An argument that is read in a way that is not followed.
    fn lost_argument(&mut self, span: Span) -> TExpr {
        if let Some(func) = self.func {
            self.variadic.unread.push((func, span));
        }
        self.failed(span)
    }

    /// `va_start`, `va_end` and `va_copy` in a copy.
    pub(super) fn argument_list(&mut self, name: &str, args: &[Expr], span: Span) -> Option<TExpr> {
        self.variadic.given.as_ref()?;
        let number = |value| TExpr::constant(value, LIST, span);
        let (list, value) = match (name, args) {
            ("va_start" | "c23_va_start", [list, ..]) => (self.lvalue(list)?, number(0)),
            ("va_end", [list]) => (self.lvalue(list)?, number(USED_UP)),
            ("va_copy", [to, from]) => {
                let to = self.lvalue(to)?;
                let from = self.expr(from);
                (to, from)
            }
            _ => return None,
        };
        if !is_number(&list) || value.ty != LIST {
            return None;
        }
        self.changed(&list);
        let done = assign(list, value, span);
        let kind = TKind::Cast(Box::new(done));
        Some(TExpr { kind, ty: Ty::Void, span })
    }

    /// A list that is passed to another function, which uses it up.
    pub(super) fn passed_list(&mut self, value: TExpr) -> TExpr {
        let Some((_, list)) = self.variadic.given.clone() else { return value };
        let span = value.span;
        let passed = self.object_lvalue(list, span);
        let passed = TExpr { kind: TKind::Load(Box::new(passed)), ty: Ty::Error, span };
        match value.kind {
            TKind::Load(lvalue) if is_number(&lvalue) => {
                self.changed(&lvalue);
                let used_up = TExpr::constant(USED_UP, LIST, span);
                let used_up = assign(*lvalue, used_up, span);
                let kind = TKind::Comma(Box::new(used_up), Box::new(passed));
                TExpr { kind, ty: Ty::Error, span }
            }
            _ => self.failed(span),
        }
    }
}

/// Whether an argument has the sign of the type that it is read by.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Same,
    Differs,
}

/// Whether an argument of one type may be read by another [C17 7.16.1.1].
fn reads(own: &Ty, wanted: &Ty) -> Option<Sign> {
    let is_code = |ty: &Ty| matches!(ty, Ty::Func(_));
    match (own, wanted) {
        (Ty::Int(a), Ty::Int(b)) if a.width == b.width && a.rank == b.rank => {
            let plain = |int: &IntTy| matches!(int.shape, IntShape::Plain | IntShape::Enum(_));
            let sign = if a.signed == b.signed { Sign::Same } else { Sign::Differs };
            (plain(a) && plain(b)).then_some(sign)
        }
        // C allows `void *` for `char *`. That all pointers to objects are passed in the same way every compiler
        // that has POSIX threads promises, and what is behind them is checked where it is accessed.
        (Ty::Ptr(a), Ty::Ptr(b)) => {
            (a.ty == b.ty || !is_code(&a.ty) && !is_code(&b.ty)).then_some(Sign::Same)
        }
        (Ty::Float(a), Ty::Float(b)) => (a == b).then_some(Sign::Same),
        _ => None,
    }
}

/// What an argument beyond the parameters is converted to [C17 6.5.2.2].
fn promoted(ty: &Ty) -> Option<Ty> {
    Some(match ty {
        Ty::Int(int) => Ty::Int(int.promoted()),
        Ty::Float(4) => Ty::Float(8),
        Ty::Float(_) | Ty::Ptr(_) => ty.clone(),
        _ => return None,
    })
}

/// Whether it is a variable of the type that stands for a `va_list`.
fn is_number(list: &LValue) -> bool {
    matches!(list.kind, LKind::Obj(_)) && list.ty.ty == LIST
}

fn statement(expr: TExpr) -> TStmt {
    TStmt { span: expr.span, kind: TStmtKind::Expr(expr) }
}

fn assign(target: LValue, value: TExpr, span: Span) -> TExpr {
    let ty = target.ty.ty.clone();
    TExpr { kind: TKind::Assign(Box::new(target), Box::new(value)), ty, span }
}

fn binary(op: BinaryOp, a: TExpr, b: TExpr, ty: Ty, span: Span) -> TExpr {
    TExpr { kind: TKind::Bin(op, Box::new(a), Box::new(b)), ty, span }
}
