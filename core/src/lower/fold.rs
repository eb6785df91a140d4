//! Building SCPL expressions, constants folded on the way.
//!
//! Folding keeps the program small and readable, and it is what makes constant expressions of C
//! constants: an expression without variables always folds to a `Const`.

use super::types::{IntShape, IntTy, Ty, Types};
use crate::ast::BinaryOp;
use crate::scpl::{BinOp, Bits, Expr, Extend, UnOp, apply_bin, apply_un, resize as resize_bits};

pub fn un(op: UnOp, a: Expr) -> Expr {
    match (op, a) {
        (op, Expr::Const(a)) => Expr::Const(apply_un(op, a)),
        (UnOp::Not, Expr::Un(UnOp::Not, a)) | (UnOp::Neg, Expr::Un(UnOp::Neg, a)) => *a,
        (op, a) => Expr::un(op, a),
    }
}

pub fn bin(op: BinOp, a: Expr, b: Expr) -> Expr {
    if let (Expr::Const(a), Expr::Const(b)) = (&a, &b) {
        return Expr::Const(apply_bin(op, *a, *b));
    }
    match (op, &a, &b) {
        (BinOp::Eq, Expr::NoThread, Expr::NoThread) => return Expr::TRUE,
        (BinOp::Ne, Expr::NoThread, Expr::NoThread) => return Expr::FALSE,
        (BinOp::Add | BinOp::Or | BinOp::Xor, Expr::Const(Bits { value: 0, .. }), _) => return b,
        (
            BinOp::Add
            | BinOp::Sub
            | BinOp::Or
            | BinOp::Xor
            | BinOp::Shl
            | BinOp::Lshr
            | BinOp::Ashr,
            _,
            Expr::Const(Bits { value: 0, .. }),
        ) => return a,
        (BinOp::Mul | BinOp::Udiv | BinOp::Sdiv, _, Expr::Const(one)) if one.value == 1 => {
            return a;
        }
        (BinOp::And, Expr::Const(Bits { value: 1, width: 1 }), _) => return b,
        (BinOp::And, _, Expr::Const(Bits { value: 1, width: 1 })) => return a,
        (BinOp::And, Expr::Const(Bits { value: 0, .. }), _) => return a,
        (BinOp::And, _, Expr::Const(Bits { value: 0, .. })) => return b,
        _ => {}
    }
    // A comparison of a widened value with a constant it can hold is one of the value itself.
    if let (BinOp::Eq | BinOp::Ne, Expr::Resize(extend, _, narrow), Expr::Const(constant)) =
        (op, &a, &b)
        && let Some(width) = narrow_width(narrow)
    {
        let low = Bits::new(constant.value, width);
        if width < constant.width && resize_bits(*extend, constant.width, low) == *constant {
            return bin(op, (**narrow).clone(), Expr::Const(low));
        }
    }
    // Comparing a truth value with 0 or 1 is the truth value, or its opposite.
    if let (BinOp::Eq | BinOp::Ne, true, Expr::Const(Bits { value, width: 1 })) =
        (op, is_truth(&a), &b)
    {
        return if (op == BinOp::Eq) == (*value == 1) { a } else { a.negate() };
    }
    Expr::bin(op, a, b)
}

/// The width of what is known to be narrow without asking the program for its variables.
fn narrow_width(expr: &Expr) -> Option<u8> {
    match expr {
        Expr::Resize(_, width, _) => Some(*width),
        expr if is_truth(expr) => Some(1),
        _ => None,
    }
}

/// Whether the expression is of one bit by its form.
fn is_truth(expr: &Expr) -> bool {
    use BinOp::*;
    match expr {
        Expr::Const(bits) => bits.width == 1,
        Expr::Bin(Eq | Ne | Ult | Ule | Slt | Sle, ..) => true,
        Expr::Bin(And | Or | Xor, a, b) => is_truth(a) && is_truth(b),
        Expr::Un(UnOp::Not, a) => is_truth(a),
        Expr::Ite(_, a, b) => is_truth(a) && is_truth(b),
        _ => false,
    }
}

pub fn ite(condition: Expr, then: Expr, otherwise: Expr) -> Expr {
    match condition {
        Expr::Const(bits) => {
            if bits == Bits::TRUE {
                then
            } else {
                otherwise
            }
        }
        _ if then == otherwise => then,
        condition => match (&then, &otherwise) {
            (Expr::Const(Bits::TRUE), Expr::Const(Bits::FALSE)) => condition,
            (Expr::Const(Bits::FALSE), Expr::Const(Bits::TRUE)) => condition.negate(),
            _ => Expr::ite(condition, then, otherwise),
        },
    }
}

/// `a`, which has width `from`, at width `to`.
pub fn resize(extend: Extend, from: u8, to: u8, a: Expr) -> Expr {
    match a {
        a if from == to => a,
        Expr::Const(bits) => Expr::Const(resize_bits(extend, to, bits)),
        // Narrowing what was resized is one step, and so is widening twice the same way; narrowing
        // and then widening is not.
        Expr::Resize(inner, _, a)
            if to < from
                || (inner == extend && narrow_width(&a).is_some_and(|width| width <= from)) =>
        {
            match narrow_width(&a) {
                Some(width) if width == to => *a,
                _ => Expr::Resize(inner, to, a),
            }
        }
        a => Expr::Resize(extend, to, Box::new(a)),
    }
}

pub fn not(condition: Expr) -> Expr {
    condition.negate()
}

pub fn and(a: Expr, b: Expr) -> Expr {
    bin(BinOp::And, a, b)
}

pub fn or(a: Expr, b: Expr) -> Expr {
    match a == Expr::TRUE || b == Expr::TRUE {
        true => Expr::TRUE,
        false => bin(BinOp::Or, a, b),
    }
}

/// Whether a scalar is not zero, as one bit.
pub fn truth(types: &Types, ty: &Ty, a: Expr) -> Expr {
    match ty {
        Ty::Thread => bin(BinOp::Ne, a, Expr::NoThread),
        _ => {
            let width = types.width(ty).unwrap_or(32);
            if width == 1 && is_truth(&a) {
                return a;
            }
            bin(BinOp::Ne, a, Expr::constant(0, width))
        }
    }
}

/// A truth value as an `int`, which is what C's comparisons give.
pub fn truth_as_int(a: Expr) -> Expr {
    resize(Extend::Zero, 1, IntTy::INT.width, a)
}

/// Conversion between scalar types [C17 6.3]. Floats have no values here; the caller handles them.
pub fn cast(types: &Types, from: &Ty, to: &Ty, a: Expr) -> Expr {
    if let Ty::Int(IntTy { shape: IntShape::Bool, .. }) = to {
        return truth(types, from, a);
    }
    let (Some(from_width), Some(to_width)) = (types.width(from), types.width(to)) else { return a };
    let extend = match from {
        Ty::Int(int) if int.signed => Extend::Sign,
        _ => Extend::Zero,
    };
    resize(extend, from_width, to_width, a)
}

/// An arithmetic, bitwise or comparison operator on operands of type `ty` (for shifts, the left
/// one's). Comparisons give one bit.
pub fn binary(op: BinaryOp, ty: &Ty, a: Expr, b: Expr) -> Expr {
    let signed = matches!(ty, Ty::Int(int) if int.signed);
    let pick = |s: BinOp, u: BinOp| if signed { s } else { u };
    match op {
        BinaryOp::Mul => bin(BinOp::Mul, a, b),
        BinaryOp::Div => bin(pick(BinOp::Sdiv, BinOp::Udiv), a, b),
        BinaryOp::Rem => bin(pick(BinOp::Srem, BinOp::Urem), a, b),
        BinaryOp::Add => bin(BinOp::Add, a, b),
        BinaryOp::Sub => bin(BinOp::Sub, a, b),
        BinaryOp::Shl => bin(BinOp::Shl, a, b),
        BinaryOp::Shr => bin(pick(BinOp::Ashr, BinOp::Lshr), a, b),
        BinaryOp::Lt => bin(pick(BinOp::Slt, BinOp::Ult), a, b),
        BinaryOp::Le => bin(pick(BinOp::Sle, BinOp::Ule), a, b),
        BinaryOp::Gt => bin(pick(BinOp::Slt, BinOp::Ult), b, a),
        BinaryOp::Ge => bin(pick(BinOp::Sle, BinOp::Ule), b, a),
        BinaryOp::Eq => bin(BinOp::Eq, a, b),
        BinaryOp::Ne => bin(BinOp::Ne, a, b),
        BinaryOp::BitAnd => bin(BinOp::And, a, b),
        BinaryOp::BitXor => bin(BinOp::Xor, a, b),
        BinaryOp::BitOr => bin(BinOp::Or, a, b),
        BinaryOp::And | BinaryOp::Or | BinaryOp::Comma => {
            unreachable!("`&&`, `||` and `,` are control flow, not operators on values")
        }
    }
}

pub fn is_comparison(op: BinaryOp) -> bool {
    use BinaryOp::*;
    matches!(op, Lt | Gt | Le | Ge | Eq | Ne)
}

pub fn is_shift(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Shl | BinaryOp::Shr)
}
