//! What an expression may point to, and which cells an lvalue may mean.

use super::super::intrinsics::Intrinsic;
use super::super::resolve::const_value;
use super::super::threads::{TemplateIdx, intrinsic_of};
use super::super::typed::{Callee, LKind, LValue, TExpr, TKind, TStmtKind};
use super::super::types::Ty;
use super::super::words::settled;
use super::{Context, Holder, Node, NodeId, PointsTo, Target, Targets, field_offset, instance};
use crate::ast::BinaryOp;

impl PointsTo {
    pub(super) fn below(&mut self, cx: Context, node: NodeId, path: &[u32]) -> NodeId {
        let Node { instance, path: mut full } = self.node_of(node).clone();
        full.extend(path);
        let object = &cx.typed.object(instance.object).ty.ty;
        self.node(instance, settled(cx.types, object, &full))
    }

    pub(super) fn loaded(
        &mut self,
        cx: Context,
        template: TemplateIdx,
        pointer: &TExpr,
    ) -> Targets {
        let pointee = pointer.ty.target().map_or(Ty::Void, |target| target.ty.clone());
        let mut result = Targets::new();
        for target in self.expr(cx, template, pointer) {
            let target = match target {
                Target::Node(node) => Target::Node(self.viewed_as(cx, node, &pointee)),
                other => other,
            };
            match target {
                Target::Node(node) => {
                    result.extend(self.sets.get(&Holder::Cell(node)).into_iter().flatten())
                }
                other => {
                    result.insert(other);
                }
            }
        }
        result
    }

    pub(super) fn expr(&mut self, cx: Context, template: TemplateIdx, expr: &TExpr) -> Targets {
        match &expr.kind {
            TKind::Const(_) | TKind::PtrDiff(..) | TKind::Not(_) | TKind::Within(..) => {
                Targets::new()
            }
            TKind::FuncAddr(id) => Targets::from([Target::Func(*id)]),
            TKind::And(..) | TKind::Or(..) => Targets::new(),
            TKind::Alloc(alloc) => {
                let pool = instance(cx.typed, template, alloc.pool);
                Targets::from([Target::Node(self.node(pool, vec![0]))])
            }
            TKind::Str => Targets::from([Target::Str]),
            TKind::Unsupported(_) if expr.ty.is_pointer() => Targets::from([Target::Unknown]),
            TKind::Unsupported(_) => Targets::new(),
            TKind::AddrOf(lvalue) => {
                let mut targets: Targets =
                    self.lvalue(cx, template, lvalue).into_iter().map(Target::Node).collect();
                if let LKind::Field(base, _) = &lvalue.kind {
                    targets.extend(self.unknown_base(cx, template, base));
                }
                if let Some((pointer, offset)) = field_offset(cx.types, lvalue) {
                    for target in self.expr(cx, template, &pointer) {
                        if let Target::Beside(node, at) = target {
                            targets.insert(self.beside(cx, node, i64::from(at) + offset as i64));
                        }
                    }
                }
                targets
            }
            TKind::Load(lvalue) | TKind::IncDec(_, lvalue) => {
                let mut targets = Targets::new();
                for node in self.lvalue(cx, template, lvalue) {
                    targets.extend(self.sets.get(&Holder::Cell(node)).into_iter().flatten());
                }
                if expr.ty.is_pointer() {
                    targets.extend(self.unknown_base(cx, template, lvalue));
                }
                targets
            }
            TKind::Cast(a)
            | TKind::Neg(a)
            | TKind::BitNot(a)
            | TKind::Comma(_, a)
            | TKind::Assign(_, a) => self.expr(cx, template, a),
            TKind::Cond(_, a, b) => {
                let mut targets = self.expr(cx, template, a);
                targets.extend(self.expr(cx, template, b));
                targets
            }
            TKind::PtrAdd(a, b, size) => {
                let mut targets = self.expr(cx, template, a);
                targets.extend(self.expr(cx, template, b));
                let element = a.ty.target().map_or(Ty::Void, |element| element.ty.clone());
                let bytes = const_value(cx.types, b);
                let bytes = bytes.and_then(|n| (n as i64).checked_mul(*size as i64));
                self.moved(cx, targets, &element, bytes)
            }
            TKind::Bin(op, a, b) if !super::super::fold::is_comparison(*op) => {
                let mut targets = self.expr(cx, template, a);
                targets.extend(self.expr(cx, template, b));
                let bytes = const_value(cx.types, b).map(|bytes| bytes as i64);
                // An address as a number, and a number of bytes.
                match (op, bytes) {
                    (BinaryOp::Add, bytes) => self.moved(cx, targets, &Ty::Void, bytes),
                    (BinaryOp::Sub, bytes) => {
                        let bytes = bytes.and_then(i64::checked_neg);
                        self.moved(cx, targets, &Ty::Void, bytes)
                    }
                    _ => targets,
                }
            }
            TKind::Bin(..) => Targets::new(),
            TKind::Compound(_, lvalue, value, _) => {
                let load = TExpr {
                    kind: TKind::Load(lvalue.clone()),
                    ty: expr.ty.clone(),
                    span: expr.span,
                };
                let mut targets = self.expr(cx, template, &load);
                targets.extend(self.expr(cx, template, value));
                targets
            }
            TKind::StmtExpr(stmts) => match stmts.last().map(|stmt| &stmt.kind) {
                Some(TStmtKind::Expr(last)) => self.expr(cx, template, last),
                _ => Targets::new(),
            },
            TKind::Call(callee, args) => self.call_result(cx, template, callee, args, &expr.ty),
        }
    }

    fn call_result(
        &mut self,
        cx: Context,
        template: TemplateIdx,
        callee: &Callee,
        args: &[TExpr],
        ty: &Ty,
    ) -> Targets {
        use Intrinsic::*;
        match (intrinsic_of(cx.typed, callee), callee) {
            (Some(Load | Exchange | FetchOp(..) | OpFetch(_) | ValCompareAndSwap), _) => {
                args.first().map(|pointer| self.loaded(cx, template, pointer)).unwrap_or_default()
            }
            (Some(ThreadSelf), _) => Targets::from([Target::Thread(template)]),
            (Some(Expect), _) => {
                args.first().map(|arg| self.expr(cx, template, arg)).unwrap_or_default()
            }
            (None, Callee::Func(id)) if cx.typed.func(*id).body.is_some() => {
                self.sets.get(&Holder::Result(template, *id)).cloned().unwrap_or_default()
            }
            (None, Callee::Pointer(pointer)) => {
                let mut result = Targets::new();
                for target in self.expr(cx, template, pointer) {
                    match target {
                        Target::Func(id) if cx.typed.func(id).body.is_some() => {
                            let holder = Holder::Result(template, id);
                            result.extend(self.sets.get(&holder).into_iter().flatten());
                        }
                        Target::Func(_) | Target::Unknown if ty.is_pointer() => {
                            result.insert(Target::Unknown);
                        }
                        _ => {}
                    }
                }
                result
            }
            (None, Callee::Func(id)) if &*cx.typed.func(*id).name == "__braid_word" => {
                Targets::from([Target::Outside])
            }
            _ if ty.is_pointer() => Targets::from([Target::Unknown]),
            _ => Targets::new(),
        }
    }

    /// Whether an lvalue may lie in memory that the model does not have.
    fn unknown_base(&mut self, cx: Context, template: TemplateIdx, lvalue: &LValue) -> Targets {
        match &lvalue.kind {
            LKind::Obj(_) => Targets::new(),
            LKind::Field(base, _) | LKind::Index(base, _) => self.unknown_base(cx, template, base),
            LKind::Deref(pointer) => {
                let targets = self.expr(cx, template, pointer);
                let elsewhere =
                    |target: &Target| !matches!(target, Target::Node(_) | Target::Beside(..));
                targets.into_iter().filter(elsewhere).collect()
            }
        }
    }

    pub(super) fn lvalue(
        &mut self,
        cx: Context,
        template: TemplateIdx,
        lvalue: &LValue,
    ) -> Vec<NodeId> {
        match &lvalue.kind {
            LKind::Obj(id) => {
                let instance = instance(cx.typed, template, *id);
                vec![self.node(instance, Vec::new())]
            }
            LKind::Field(base, field) => {
                let bases = self.lvalue(cx, template, base);
                bases.into_iter().map(|node| self.below(cx, node, &[*field])).collect()
            }
            LKind::Index(base, _) => self.lvalue(cx, template, base),
            LKind::Deref(pointer) => {
                let targets = self.expr(cx, template, pointer);
                let nodes = targets.into_iter().filter_map(|target| match target {
                    Target::Node(node) => Some(node),
                    _ => None,
                });
                let nodes: Vec<NodeId> = nodes.collect();
                nodes.into_iter().map(|node| self.viewed_as(cx, node, &lvalue.ty.ty)).collect()
            }
        }
    }
}
