//! Expressions: types, lvalues, conversions [C17 6.5].

use std::rc::Rc;

use super::super::typed::{Callee, ObjStorage, Object, TExpr, TKind, TStmt, TStmtKind};
use super::super::types::{FuncTy, IntTy, QTy, Ty};
use super::super::{codes, intrinsics};
use super::link::Reach;
use super::{Resolver, Symbol};
use crate::ast::{Expr, ExprKind, IntLiteral, IntSuffix, Name, UnaryOp};
use crate::text::{Problem, Span};

/// Longer strings are only passed on.
const MAX_STRING: usize = 63;

impl Resolver<'_> {
    /// A value: lvalues are read, arrays and functions become pointers.
    pub fn expr(&mut self, expr: &Expr) -> TExpr {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Int(literal) => {
                TExpr::constant(literal.value, Ty::Int(self.literal_type(literal)), span)
            }
            ExprKind::Char(value) => TExpr::constant(*value as u32 as u64, Ty::INT, span),
            ExprKind::Str(bytes) => self.string(bytes, span),
            ExprKind::Float(_) => {
                let kind = TKind::Unsupported("a floating-point value".into());
                TExpr { kind, ty: Ty::Float(8), span }
            }
            ExprKind::Name(name) => self.name(name, span),
            ExprKind::Unary(op, operand) => self.unary(*op, operand, span),
            ExprKind::IncDec(op, operand) => self.inc_dec(*op, operand, span),
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, span),
            ExprKind::Assign(op, target, value) => self.assign(*op, target, value, span),
            ExprKind::Conditional(condition, then, otherwise) => {
                self.conditional(condition, then.as_deref(), otherwise, span)
            }
            ExprKind::Cast(ty, operand) => {
                let n_before = self.sizes.len();
                let ty = self.qual_type(ty).ty;
                let value = self.expr(operand);
                let value = self.cast(value, ty, span);
                self.behind_sizes(n_before, value)
            }
            ExprKind::SizeofExpr(operand) => {
                let n_before = self.sizes.len();
                let operand = self.expr_keeping_arrays(operand);
                self.only_measured(&operand);
                let ty = operand.ty;
                self.note_size(&ty, span);
                let size = self.size_constant(&ty, span);
                self.behind_sizes(n_before, size)
            }
            ExprKind::SizeofType(ty) => {
                let n_before = self.sizes.len();
                let ty = self.qual_type(ty).ty;
                self.note_size(&ty, span);
                let size = self.size_constant(&ty, span);
                self.behind_sizes(n_before, size)
            }
            ExprKind::AlignofType(ty) => {
                let n_before = self.sizes.len();
                let ty = self.qual_type(ty);
                self.sizes.truncate(n_before);
                match self.types.is_unknown_size(&ty.ty) {
                    true => self.unknown_size(span),
                    false => self.size_value(self.types.align(&ty), span),
                }
            }
            ExprKind::Offsetof(ty, field) => self.offsetof(ty, field, span),
            ExprKind::Call(callee, args) => self.call(callee, args, span),
            ExprKind::Index(..)
            | ExprKind::Member(..)
            | ExprKind::Arrow(..)
            | ExprKind::CompoundLiteral(..) => match self.lvalue(expr) {
                Some(lvalue) => self.load(lvalue),
                None => self.failed(span),
            },
            ExprKind::StmtExpr(body) => {
                let body = self.in_scope(|this| this.stmts(body));
                let ty = match body.last().map(|stmt| &stmt.kind) {
                    Some(super::super::typed::TStmtKind::Expr(last)) => last.ty.clone(),
                    _ => Ty::Void,
                };
                TExpr { kind: TKind::StmtExpr(body), ty, span }
            }
            ExprKind::Generic(..) => match self.selected(expr) {
                Some(chosen) => self.expr(chosen),
                None => self.failed(span),
            },
            ExprKind::SameType(a, b) => self.same_type(a, b, span),
            ExprKind::VaArg(list, ty) => self.next_argument(list, ty, span),
            ExprKind::Unsupported(what) => {
                self.unsupported(span, what, "rewrite the expression with ordinary operators");
                self.failed(span)
            }
        }
    }

    /// A string literal: the address of its first character.
    fn string(&mut self, bytes: &[u8], span: Span) -> TExpr {
        let char_ty = QTy::plain(Ty::Int(IntTy::CHAR));
        // Those of model headers are names for the user.
        if (self.is_builtin)(span) || bytes.len() > MAX_STRING {
            return TExpr { kind: TKind::Str, ty: Ty::pointer_to(char_ty), span };
        }
        let len = bytes.len() as u64 + 1;
        let ty = QTy::plain(Ty::Array(Rc::new(char_ty), len));
        let id = self.new_object(Object {
            name: "<string>".into(),
            ty,
            storage: ObjStorage::Static,
            init: Vec::new(),
            annotations: Vec::new(),
            span,
            func: None,
            changes: true,
            address_taken: true,
            external: false,
            named: false,
            heap: None,
        });
        self.strings.insert(id, bytes.iter().copied().chain([0]).collect());
        let lvalue = self.object_lvalue(id, span);
        self.load(lvalue)
    }

    /// As [`Self::expr`], but arrays stay arrays: for `sizeof` and `typeof`.
    pub fn expr_keeping_arrays(&mut self, expr: &Expr) -> TExpr {
        let Some(expr) = self.selected(expr) else { return self.failed(expr.span) };
        let is_lvalue = matches!(
            expr.kind,
            ExprKind::Name(_)
                | ExprKind::Index(..)
                | ExprKind::Member(..)
                | ExprKind::Arrow(..)
                | ExprKind::CompoundLiteral(..)
                | ExprKind::Unary(UnaryOp::Deref, _)
        );
        if let ExprKind::Str(bytes) = &expr.kind {
            return text_of(bytes.len(), expr.span);
        }
        if let (ExprKind::Name(name), Some(func)) = (&expr.kind, self.func)
            && is_function_name(name)
            && self.lookup(name).is_none()
        {
            return text_of(self.funcs[func.index()].name.len(), expr.span);
        }
        if is_lvalue && !matches!(&expr.kind, ExprKind::Name(name) if !self.names_object(name)) {
            return match self.lvalue(expr) {
                Some(lvalue) => TExpr {
                    ty: lvalue.ty.ty.clone(),
                    span: lvalue.span,
                    kind: TKind::Load(Box::new(lvalue)),
                },
                None => self.failed(expr.span),
            };
        }
        self.expr(expr)
    }

    fn names_object(&self, name: &str) -> bool {
        matches!(self.lookup(name), Some(Symbol::Object(_)))
    }

    /// Stands for an expression about which a problem was reported.
    pub(super) fn failed(&self, span: Span) -> TExpr {
        TExpr { kind: TKind::Unsupported("this expression".into()), ty: Ty::Error, span }
    }

    /// The first type in C's list that holds the value [C17 6.4.4.1].
    fn literal_type(&self, literal: &IntLiteral) -> IntTy {
        let model = self.types.model;
        let ranks = match literal.suffix {
            IntSuffix::None => &[3u8, 4, 5][..],
            IntSuffix::Long => &[4, 5],
            IntSuffix::LongLong => &[5],
        };
        for &rank in ranks {
            for signed in [true, false] {
                if (signed && literal.unsigned) || (!signed && literal.decimal && !literal.unsigned)
                {
                    continue;
                }
                let ty = match rank {
                    3 => IntTy::plain(32, signed, 3),
                    4 => IntTy::long(model, signed),
                    _ => IntTy::long_long(signed),
                };
                let bits = if signed { ty.width - 1 } else { ty.width };
                if literal.value >> (bits - 1) >> 1 == 0 {
                    return ty;
                }
            }
        }
        IntTy::long_long(false)
    }

    fn size_constant(&mut self, ty: &Ty, span: Span) -> TExpr {
        if self.is_incomplete(ty) {
            self.error(span, "the size of an incomplete type is not known");
        }
        match self.types.is_unknown_size(ty) {
            true => self.unknown_size(span),
            false if matches!(ty, Ty::Vla(..)) => self.vla_size(ty, span),
            false => self.size_value(self.types.size(ty), span),
        }
    }

    fn size_value(&self, value: u64, span: Span) -> TExpr {
        TExpr::constant(value, Ty::Int(IntTy::pointer_sized(self.types.model, false)), span)
    }

    /// A size or an offset that depends on something that is not supported.
    fn unknown_size(&self, span: Span) -> TExpr {
        let ty = Ty::Int(IntTy::pointer_sized(self.types.model, false));
        let kind = TKind::Unsupported("the layout of an unsupported type".into());
        TExpr { kind, ty, span }
    }

    fn offsetof(&mut self, ty: &crate::ast::QualType, field: &Name, span: Span) -> TExpr {
        let mut ty = self.qual_type(ty).ty;
        if self.types.is_unknown_size(&ty) {
            return self.unknown_size(span);
        }
        let mut offset = 0;
        if let Ty::Record(idx) = ty
            && let Some(path) = self.types.field_path(idx, field)
        {
            for step in path {
                let Ty::Record(idx) = ty else { break };
                let Some(fields) = &self.types.record(idx).fields else { break };
                offset += fields[step as usize].offset;
                ty = fields[step as usize].ty.ty.clone();
            }
        } else {
            self.error(span, format!("there is no field `{field}`"));
        }
        self.size_value(offset, span)
    }

    pub(super) fn name(&mut self, name: &Name, span: Span) -> TExpr {
        match self.lookup(name).cloned() {
            Some(Symbol::Object(id)) => {
                self.objects[id.index()].named = true;
                let lvalue = self.object_lvalue(id, span);
                self.load(lvalue)
            }
            Some(Symbol::Func(id)) => {
                let ty = Ty::Func(Rc::new(self.funcs[id.index()].ty.clone()));
                TExpr { kind: TKind::FuncAddr(id), ty: Ty::pointer_to(QTy::plain(ty)), span }
            }
            Some(Symbol::Enumerator(value, int)) => {
                TExpr::constant(value as u64, Ty::Int(int), span)
            }
            Some(Symbol::Typedef(_)) => {
                self.error(span, format!("`{name}` is a type, not a value"));
                self.failed(span)
            }
            None => {
                if &**name == "NULL" {
                    return TExpr::constant(0, Ty::pointer_to(QTy::plain(Ty::Void)), span);
                }
                if is_function_name(name) {
                    let char_ty = QTy::plain(Ty::Int(IntTy::CHAR));
                    return TExpr { kind: TKind::Str, ty: Ty::pointer_to(char_ty), span };
                }
                let message = format!("`{name}` is not declared");
                let hint = match &**name {
                    "true" | "false" => "include <stdbool.h>".to_owned(),
                    _ => "declare it, or include the header that does".to_owned(),
                };
                self.problems.push(Problem::fatal(codes::UNKNOWN_NAME, span, message).hint(hint));
                self.failed(span)
            }
        }
    }

    /// The name that the settings give for one of the program's own.
    pub(super) fn meant(&self, name: &Name) -> Name {
        self.aliases.get(&**name).map_or_else(|| name.clone(), |known| Name::from(known.as_str()))
    }

    /// As [`Self::meant`], for a call; what the settings say is trusted.
    fn called(&mut self, name: &Name) -> Name {
        let known = self.meant(name);
        if known != *name {
            self.trusted.insert((name.clone(), known.clone()));
        }
        known
    }

    /// Whether a name that is declared nowhere is a function of the program, which is declared by its
    /// first call [C90 6.3.2.2], and not a built-in.
    fn is_implicit(&self, name: &str) -> bool {
        let is_allocator = matches!(name, "malloc" | "calloc" | "realloc" | "aligned_alloc");
        !is_allocator && !name.starts_with("__") && intrinsics::lookup(name).is_none()
    }

    fn named_callee(&mut self, name: &Name, callee: &Expr) -> Callee {
        let known = self.called(name);
        match self.lookup(&known) {
            Some(Symbol::Func(id)) => Callee::Func(*id),
            Some(_) => Callee::Pointer(Box::new(self.expr(callee))),
            None if known != *name => Callee::Name(known),
            None if self.is_implicit(name) => {
                let ty = FuncTy { result: Ty::INT, params: Vec::new(), variadic: true };
                Callee::Func(self.declare_function(name, ty, Reach::Program, callee.span))
            }
            None => Callee::Name(known),
        }
    }

    /// A value behind the sizes of arrays that its type has.
    fn behind_sizes(&mut self, n_before: usize, value: TExpr) -> TExpr {
        let mut stmts = self.sizes.split_off(n_before);
        if stmts.is_empty() {
            return value;
        }
        let (ty, span) = (value.ty.clone(), value.span);
        stmts.push(TStmt { kind: TStmtKind::Expr(value), span });
        TExpr { kind: TKind::StmtExpr(stmts), ty, span }
    }

    /// The function that copies or sets numbers one by one, where it is not known how many they are.
    fn one_by_one(&self, callee: &Callee, args: &[TExpr]) -> Option<Callee> {
        let Callee::Func(id) = callee else { return None };
        let func = &self.funcs[id.index()];
        let (name, pointers) = match &*func.name {
            "memcpy" => ("__braid_memcpy", args.get(..2)?),
            "memset" => ("__braid_memset", args.get(..1)?),
            _ => return None,
        };
        if func.body.is_some() || super::const_value(&self.types, args.get(2)?).is_some() {
            return None;
        }
        // What is behind a `void *` has to be of the other type, or characters.
        let width = |arg: &TExpr| match arg.ty.target().map(|target| &target.ty) {
            Some(Ty::Int(int)) => Some(Some(int.width)),
            Some(Ty::Void) => Some(None),
            _ => None,
        };
        let widths = pointers.iter().map(width).collect::<Option<Vec<_>>>()?;
        let mut known = widths.into_iter().flatten();
        let first = known.next().unwrap_or(8);
        if known.any(|width| width != first) {
            return None;
        }
        let name = if first == 8 { name.to_owned() } else { format!("{name}{first}") };
        match self.lookup(&Name::from(name)) {
            Some(Symbol::Func(id)) => Some(Callee::Func(*id)),
            _ => None,
        }
    }

    fn call(&mut self, callee: &Expr, args: &[Expr], span: Span) -> TExpr {
        let Some(callee) = self.selected(callee) else { return self.failed(span) };
        if let Some(value) = self.builtin_call(callee, args, span) {
            return value;
        }
        let mut callee = match &callee.kind {
            ExprKind::Name(name) => self.named_callee(name, callee),
            _ => match self.expr(callee) {
                TExpr { kind: TKind::FuncAddr(id), .. } => Callee::Func(id),
                pointer => Callee::Pointer(Box::new(pointer)),
            },
        };
        let mut args: Vec<TExpr> = args.iter().map(|arg| self.expr(arg)).collect();
        if let Some(one_by_one) = self.one_by_one(&callee, &args) {
            callee = one_by_one;
        }
        if let Some(by_number) = self.called_by_number(&callee, &mut args) {
            callee = by_number;
        }
        if let Callee::Func(id) = &callee {
            let name = &*self.funcs[id.index()].name;
            self.destructors |= matches!(name, "pthread_key_create" | "tss_create")
                && args.get(1).is_some_and(|f| super::const_value(&self.types, f) != Some(0))
                && !(self.is_builtin)(span);
            self.detached |= &*self.funcs[id.index()].name == "pthread_attr_setdetachstate"
                && args.get(1).is_some_and(|to| super::const_value(&self.types, to) != Some(0))
                && !(self.is_builtin)(span);
            self.mutex_kinds |= match &*self.funcs[id.index()].name {
                "pthread_mutexattr_settype" => !(self.is_builtin)(span),
                // The kind of a plain one has no lowest bit.
                "mtx_init" => args.get(1).is_none_or(|kind| {
                    super::const_value(&self.types, kind).is_none_or(|kind| kind & 1 != 0)
                }),
                _ => false,
            };
        }
        let ty = match &callee {
            Callee::Func(id) => {
                let func = &self.funcs[id.index()];
                let (name, ty, defined) = (func.name.clone(), func.ty.clone(), func.body.is_some());
                let wrong =
                    args.len() < ty.params.len() || (args.len() > ty.params.len() && !ty.variadic);
                if wrong {
                    let (n, s) = (ty.params.len(), if ty.params.len() == 1 { "" } else { "s" });
                    let message = format!("`{name}` takes {n} argument{s}, not {}", args.len());
                    self.error(span, message);
                    return self.failed(span);
                }
                // `assert` takes any scalar, not an int; it is not converted.
                if &*name != "assert" || defined {
                    args = args
                        .into_iter()
                        .enumerate()
                        .map(|(idx, arg)| match ty.params.get(idx) {
                            Some(param) => self.assigned(arg, &param.ty),
                            None => arg,
                        })
                        .collect();
                }
                ty.result
            }
            // Not declared, but known to all compilers.
            Callee::Name(name) if matches!(&**name, "malloc" | "calloc" | "realloc") => {
                Ty::pointer_to(QTy::plain(Ty::Void))
            }
            Callee::Name(name) => intrinsics::result_type(name, &args, &self.types),
            Callee::Pointer(pointer) => match pointer.ty.target().map(|target| target.ty.clone()) {
                Some(Ty::Func(func)) => {
                    let params = func.params.iter().map(Some).chain(std::iter::repeat(None));
                    let args_of = std::mem::take(&mut args).into_iter().zip(params);
                    args = args_of
                        .map(|(arg, param)| match param {
                            Some(param) => self.assigned(arg, &param.ty),
                            None => arg,
                        })
                        .collect();
                    func.result.clone()
                }
                _ if matches!(pointer.ty, Ty::Error) => Ty::Error,
                _ => {
                    self.error(pointer.span, "what is called here is not a function".to_owned());
                    return self.failed(span);
                }
            },
        };
        if let Callee::Func(id) = &mut callee {
            *id = self.with_arguments(*id, &mut args);
            *id = self.for_this_call(*id, &args);
        }
        let name = match &callee {
            Callee::Func(id) if self.funcs[id.index()].body.is_some() => None,
            Callee::Func(id) => Some(self.funcs[id.index()].name.clone()),
            Callee::Name(name) => Some(name.clone()),
            Callee::Pointer(_) => None,
        };
        let intrinsic = name.as_deref().and_then(intrinsics::lookup);
        if let (true, Some(condition)) =
            (intrinsic.is_some_and(intrinsics::takes_condition), args.first_mut())
        {
            let value = std::mem::replace(condition, self.failed(span));
            *condition = self.as_condition(value);
        }
        if let Some(access) = intrinsic.and_then(|of| self.atomic_struct(of, &args, span)) {
            return access;
        }
        if let Some((func, given)) = self.formatted(&callee, &args) {
            (callee, args) = (Callee::Func(func), given);
        }
        match name.and_then(|name| self.allocation(&name, &args, span)) {
            Some(allocation) => allocation,
            None => TExpr { kind: TKind::Call(callee, args), ty, span },
        }
    }
}

/// What stands for the name of the function that it is in.
fn is_function_name(name: &str) -> bool {
    matches!(name, "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__")
}

/// A text of so many characters, which is only measured.
fn text_of(n_chars: usize, span: Span) -> TExpr {
    let ty = Ty::Array(Rc::new(QTy::plain(Ty::Int(IntTy::CHAR))), n_chars as u64 + 1);
    TExpr { kind: TKind::Const(0), ty, span }
}
