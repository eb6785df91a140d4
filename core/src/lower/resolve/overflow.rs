//! Built-in functions of compilers that are other expressions: arithmetic that says whether the result
//! fits (`__builtin_add_overflow` and its like, `ckd_add`), and hints.
//!
//! The result counts as if it had any number of bits. Operands of up to 32 bits are computed in 64, so that
//! there is nothing to lose; wider ones in their own type if the result has it too, where the signs, or a
//! division, tell whether something was lost. What remains is reported.

use super::super::typed::{
    InitStep, LKind, LValue, ObjStorage, Object, TExpr, TKind, TStmt, TStmtKind,
};
use super::super::types::{IntShape, IntTy, QTy, Ty};
use super::super::walk::has_effects;
use super::Resolver;
use super::consts::const_value;
use crate::ast::{BinaryOp, Expr, ExprKind};
use crate::text::Span;

/// The type that a name says: whether it has a sign, and how often it is `long`.
type Forced = (bool, u8);

/// Where the result of a checked operation goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Result {
    /// Through the last argument.
    Stored,
    /// Nowhere; the last argument is only there for its type.
    Dropped,
}

impl Resolver<'_> {
    /// A call of a built-in function that is an expression of another kind.
    pub(super) fn builtin_call(
        &mut self,
        callee: &Expr,
        args: &[Expr],
        span: Span,
    ) -> Option<TExpr> {
        let ExprKind::Name(name) = &callee.kind else { return None };
        let builtin = name.strip_prefix("__builtin_")?;
        if self.lookup(name).is_some() {
            return None;
        }
        if let Some(done) = self.argument_list(builtin, args, span) {
            return Some(done);
        }
        match (builtin, args) {
            ("assume_aligned", [pointer, rest @ ..]) if (1..=2).contains(&rest.len()) => {
                let pointer = self.expr(pointer);
                for arg in rest {
                    let arg = self.expr(arg);
                    if has_effects(&arg) {
                        return None;
                    }
                }
                let void = Ty::pointer_to(QTy::plain(Ty::Void));
                Some(self.convert(pointer, &void))
            }
            ("expect_with_probability", [value, expected, _]) => {
                let (value, expected) = (self.expr(value), self.expr(expected));
                if has_effects(&expected) {
                    return None;
                }
                Some(self.convert(value, &Ty::Int(IntTy::long(self.types.model, true))))
            }
            (_, [a, b, to]) => {
                let (op, forced, result) = operation(builtin)?;
                let forced = forced.map(|(signed, longs)| match longs {
                    0 => IntTy::plain(32, signed, 3),
                    1 => IntTy::long(self.types.model, signed),
                    _ => IntTy::long_long(signed),
                });
                let (mut a, mut b, to) = (self.expr(a), self.expr(b), self.expr(to));
                if let Some(int) = forced {
                    (a, b) = (self.convert(a, &Ty::Int(int)), self.convert(b, &Ty::Int(int)));
                }
                Some(self.checked_arithmetic(op, a, b, to, result, span))
            }
            _ => None,
        }
    }

    fn checked_arithmetic(
        &mut self,
        op: BinaryOp,
        a: TExpr,
        b: TExpr,
        to: TExpr,
        result: Result,
        span: Span,
    ) -> TExpr {
        let target = match result {
            Result::Stored => to.ty.target().map(|target| target.ty.clone()),
            Result::Dropped => Some(to.ty.clone()),
        };
        // Which of several effects is first is open.
        let n_effects = [&a, &b, &to].iter().filter(|arg| has_effects(arg)).count();
        let n_open = [&a, &b, &to].iter().filter(|arg| !self.is_fixed(arg)).count();
        let is_clear = n_effects == 0 || (n_effects == 1 && n_open == 1);
        let widest = match (&a.ty, &b.ty, &target) {
            (Ty::Int(x), Ty::Int(y), Some(Ty::Int(r)))
                if r.shape != IntShape::Bool && r.shape != IntShape::BitField && is_clear =>
            {
                self.computed_in(op, (*x, &a), (*y, &b), *r)
            }
            _ => None,
        };
        let (Some(Ty::Int(r)), Some(in_type)) = (target, widest) else {
            let what = "this arithmetic with a check for overflow";
            self.unsupported(span, what, "use operands and a result of one type");
            return self.failed(span);
        };
        let is_narrow = is_narrow(&a.ty) && is_narrow(&b.ty);
        let ty = Ty::Int(in_type);
        let mut stmts = Vec::new();
        let (a, b) = (self.convert(a, &ty), self.convert(b, &ty));
        let a = self.kept(a, &mut stmts);
        let b = self.kept(b, &mut stmts);
        let to = match result {
            Result::Stored => Some(self.kept(to, &mut stmts)),
            Result::Dropped => None,
        };
        let exact = binary(op, a.clone(), b.clone());
        let exact = self.kept(exact, &mut stmts);
        let is_lost = (!is_narrow).then(|| lost(op, in_type, &a, &b, &exact));
        let stored = self.convert(exact.clone(), &Ty::Int(r));
        let misfit = self.misfit(&exact, in_type, &stored, r);
        if let Some(to) = to {
            let Some(place) = self.deref(to, span) else { return self.failed(span) };
            let kind = TKind::Assign(Box::new(place), Box::new(stored));
            let assign = TExpr { kind, ty: Ty::Int(r), span };
            stmts.push(TStmt { kind: TStmtKind::Expr(assign), span });
        }
        let is_wrong = match is_lost {
            Some(lost) => either(lost, misfit),
            None => misfit,
        };
        let bool = Ty::Int(IntTy::BOOL);
        let is_wrong = self.convert(is_wrong, &bool);
        stmts.push(TStmt { kind: TStmtKind::Expr(is_wrong), span });
        TExpr { kind: TKind::StmtExpr(stmts), ty: bool, span }
    }

    /// A type in which the operation can be done, if it is followed.
    fn computed_in(
        &self,
        op: BinaryOp,
        (a, a_value): (IntTy, &TExpr),
        (b, b_value): (IntTy, &TExpr),
        result: IntTy,
    ) -> Option<IntTy> {
        let is_odd = |int: IntTy| matches!(int.shape, IntShape::BitField | IntShape::Own);
        if is_odd(a) || is_odd(b) {
            return None;
        }
        let both_unsigned = !a.signed && !b.signed;
        if a.width <= 32 && b.width <= 32 {
            // A product of two unsigned numbers of 32 bits may be more than a signed one of 64 bits.
            return Some(IntTy::long_long(!(op == BinaryOp::Mul && both_unsigned)));
        }
        let fits = |of: IntTy, value: &TExpr, int: IntTy| {
            let constant = const_value(&self.types, value);
            let small = i64::MAX as u64;
            constant.is_some_and(|value| value <= small)
                || of.signed == int.signed
                || (!of.signed && of.width < int.width)
        };
        let wide = |signed| {
            let int = IntTy::long_long(signed);
            (fits(a, a_value, int) && fits(b, b_value, int)).then_some(int)
        };
        // What is lost in the type must be lost in the result as well.
        match result.signed {
            true => wide(true).or_else(|| wide(false).filter(|_| op != BinaryOp::Sub)),
            false if result.width == 64 => wide(false),
            false => wide(true).or_else(|| wide(false)),
        }
    }

    /// Whether the result is another number than the exact one.
    fn misfit(&mut self, exact: &TExpr, int: IntTy, stored: &TExpr, result: IntTy) -> TExpr {
        let back = self.convert(stored.clone(), &Ty::Int(int));
        let differs = compare(BinaryOp::Ne, back, exact.clone());
        if int.signed == result.signed || int.signed && result.width < 64 {
            // A narrower unsigned number goes back to a signed one as it is.
            return differs;
        }
        // With the other sign it goes back to the same bits.
        let (value, of) = if int.signed { (exact, int) } else { (stored, result) };
        let zero = TExpr::constant(0, Ty::Int(of), exact.span);
        either(differs, compare(BinaryOp::Lt, value.clone(), zero))
    }

    /// A value that is computed once. Constants and addresses of variables stay as they are.
    fn kept(&mut self, value: TExpr, stmts: &mut Vec<TStmt>) -> TExpr {
        if self.is_fixed(&value) {
            return value;
        }
        let (ty, span) = (value.ty.clone(), value.span);
        let id = self.new_object(Object {
            name: "<kept>".into(),
            ty: QTy::plain(ty.clone()),
            storage: ObjStorage::Auto,
            init: Vec::new(),
            annotations: Vec::new(),
            span,
            func: self.func,
            changes: false,
            address_taken: false,
            external: false,
            named: false,
            heap: None,
        });
        let step = InitStep { target: self.object_lvalue(id, span), value };
        stmts.push(TStmt { kind: TStmtKind::Decl(id, Some(vec![step])), span });
        let lvalue = self.object_lvalue(id, span);
        TExpr { kind: TKind::Load(Box::new(lvalue)), ty, span }
    }

    fn is_fixed(&self, value: &TExpr) -> bool {
        let is_variable = |lvalue: &LValue| matches!(lvalue.kind, LKind::Obj(_));
        const_value(&self.types, value).is_some()
            || matches!(&value.kind, TKind::AddrOf(lvalue) if is_variable(lvalue))
    }
}

/// What a built-in function does, in which type if its name says that, and what its last argument is.
fn operation(name: &str) -> Option<(BinaryOp, Option<Forced>, Result)> {
    let (name, result) = match name.strip_suffix("_overflow_p") {
        Some(name) => (name, Result::Dropped),
        None => (name.strip_suffix("_overflow")?, Result::Stored),
    };
    let op = |name: &str| {
        Some(match name {
            "add" => BinaryOp::Add,
            "sub" => BinaryOp::Sub,
            "mul" => BinaryOp::Mul,
            _ => return None,
        })
    };
    if let Some(op) = op(name) {
        return Some((op, None, result));
    }
    let (signed, rest) = match name.split_at_checked(1)? {
        ("s", rest) => (true, rest),
        ("u", rest) => (false, rest),
        _ => return None,
    };
    let (operation, longs) = rest.split_at_checked(3)?;
    let longs = match longs {
        "" => 0,
        "l" => 1,
        "ll" => 2,
        _ => return None,
    };
    (result == Result::Stored).then_some((op(operation)?, Some((signed, longs)), result))
}

/// Whether 64 bits are enough for whatever is done with two such numbers.
fn is_narrow(ty: &Ty) -> bool {
    matches!(ty, Ty::Int(int) if int.width <= 32)
}

fn binary(op: BinaryOp, a: TExpr, b: TExpr) -> TExpr {
    let (ty, span) = (a.ty.clone(), a.span.to(b.span));
    TExpr { kind: TKind::Bin(op, Box::new(a), Box::new(b)), ty, span }
}

fn compare(op: BinaryOp, a: TExpr, b: TExpr) -> TExpr {
    TExpr { ty: Ty::INT, ..binary(op, a, b) }
}

fn either(a: TExpr, b: TExpr) -> TExpr {
    let span = a.span;
    TExpr { kind: TKind::Or(Box::new(a), Box::new(b)), ty: Ty::INT, span }
}

fn both(a: TExpr, b: TExpr) -> TExpr {
    let span = a.span;
    TExpr { kind: TKind::And(Box::new(a), Box::new(b)), ty: Ty::INT, span }
}

/// Whether an operation in a type of 64 bits does not give the exact result.
fn lost(op: BinaryOp, int: IntTy, a: &TExpr, b: &TExpr, result: &TExpr) -> TExpr {
    let number = |value: u64| TExpr::constant(value, Ty::Int(int), result.span);
    let (a, b, result) = (a.clone(), b.clone(), result.clone());
    match (op, int.signed) {
        (BinaryOp::Add, false) => compare(BinaryOp::Lt, result, a),
        (BinaryOp::Sub, false) => compare(BinaryOp::Lt, a, b),
        // The result of two numbers of one sign has the other.
        (BinaryOp::Add, true) => {
            let signs = binary(
                BinaryOp::BitAnd,
                binary(BinaryOp::BitXor, a, result.clone()),
                binary(BinaryOp::BitXor, b, result),
            );
            compare(BinaryOp::Lt, signs, number(0))
        }
        (BinaryOp::Sub, true) => {
            let signs = binary(
                BinaryOp::BitAnd,
                binary(BinaryOp::BitXor, a.clone(), b),
                binary(BinaryOp::BitXor, a, result),
            );
            compare(BinaryOp::Lt, signs, number(0))
        }
        (_, signed) => {
            let differs = |result, a, b| compare(BinaryOp::Ne, binary(BinaryOp::Div, result, a), b);
            let is_some = compare(BinaryOp::Ne, a.clone(), number(0));
            if !signed {
                return both(is_some, differs(result, a, b));
            }
            // A division by -1 is not defined for the least number.
            let least = compare(BinaryOp::Eq, b.clone(), number(i64::MIN as u64));
            let is_minus = compare(BinaryOp::Eq, a.clone(), number(u64::MAX));
            let is_plain = compare(BinaryOp::Ne, a.clone(), number(u64::MAX));
            let plain = both(is_plain, both(is_some, differs(result, a, b)));
            either(both(is_minus, least), plain)
        }
    }
}
