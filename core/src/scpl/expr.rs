//! Expressions: bit vectors of 1 to 64 bits, and thread handles that know only equality.
//!
//! Every operation is total, so that evaluation never fails: division by zero gives all ones, the
//! remainder by zero the dividend (as in SMT-LIB), the most negative number divided by -1 itself; a
//! shift by the width or more gives zeros, or copies of the sign for `Ashr`; reading an array outside
//! its bounds gives 0. The lowering guards those cases with properties of kind `undefined`.

use super::program::VarId;

/// A bit vector. Invariant: bits from `width` on are 0, and `width` is between 1 and 64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bits {
    pub value: u64,
    pub width: u8,
}

impl Bits {
    pub const TRUE: Bits = Bits { value: 1, width: 1 };
    pub const FALSE: Bits = Bits { value: 0, width: 1 };

    /// The low `width` bits of `value`.
    pub fn new(value: u64, width: u8) -> Self {
        debug_assert!((1..=64).contains(&width), "widths are between 1 and 64");
        Self { value: value & Self::mask(width), width }
    }

    pub fn mask(width: u8) -> u64 {
        u64::MAX >> (64 - width)
    }

    /// The value read as two's complement.
    pub fn signed(self) -> i64 {
        let unused = 64 - u32::from(self.width);
        ((self.value << unused) as i64) >> unused
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UnOp {
    /// Every bit flipped; on one bit, logical negation.
    Not,
    Neg,
}

/// Operands have equal widths, except that the amount of a shift may have any. Comparisons give one
/// bit, everything else the width of the left operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    Udiv,
    Sdiv,
    Urem,
    Srem,
    And,
    Or,
    Xor,
    Shl,
    Lshr,
    Ashr,
    /// Also between handles.
    Eq,
    /// Also between handles.
    Ne,
    Ult,
    Ule,
    Slt,
    Sle,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Extend {
    Zero,
    Sign,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Expr {
    Const(Bits),
    /// The handle of no thread; what a handle variable holds before it is assigned.
    NoThread,
    /// The active thread's own handle.
    SelfHandle,
    /// A variable that is no array.
    Var(VarId),
    /// An array element; the index is unsigned, of any width.
    Elem(VarId, Box<Expr>),
    Un(UnOp, Box<Expr>),
    Bin(BinOp, Box<Expr>, Box<Expr>),
    /// Condition (one bit), then, else.
    Ite(Box<Expr>, Box<Expr>, Box<Expr>),
    /// To another width: the low bits if narrower, extended if wider.
    Resize(Extend, u8, Box<Expr>),
}

impl Expr {
    pub const TRUE: Expr = Expr::Const(Bits::TRUE);
    pub const FALSE: Expr = Expr::Const(Bits::FALSE);

    pub fn constant(value: u64, width: u8) -> Self {
        Expr::Const(Bits::new(value, width))
    }

    pub fn bin(op: BinOp, left: Expr, right: Expr) -> Self {
        Expr::Bin(op, Box::new(left), Box::new(right))
    }

    pub fn un(op: UnOp, operand: Expr) -> Self {
        Expr::Un(op, Box::new(operand))
    }

    pub fn ite(condition: Expr, then: Expr, otherwise: Expr) -> Self {
        Expr::Ite(Box::new(condition), Box::new(then), Box::new(otherwise))
    }

    /// Logical negation of a one-bit expression, pushed into comparisons.
    pub fn negate(self) -> Self {
        match self {
            Expr::Const(bits) => Expr::Const(Bits::new(!bits.value, bits.width)),
            Expr::Un(UnOp::Not, operand) => *operand,
            Expr::Bin(BinOp::Eq, a, b) => Expr::Bin(BinOp::Ne, a, b),
            Expr::Bin(BinOp::Ne, a, b) => Expr::Bin(BinOp::Eq, a, b),
            Expr::Bin(BinOp::Ult, a, b) => Expr::Bin(BinOp::Ule, b, a),
            Expr::Bin(BinOp::Ule, a, b) => Expr::Bin(BinOp::Ult, b, a),
            Expr::Bin(BinOp::Slt, a, b) => Expr::Bin(BinOp::Sle, b, a),
            Expr::Bin(BinOp::Sle, a, b) => Expr::Bin(BinOp::Slt, b, a),
            other => Expr::un(UnOp::Not, other),
        }
    }

    /// Calls `visit` for this expression and everything in it, outermost first.
    pub fn walk(&self, visit: &mut dyn FnMut(&Expr)) {
        visit(self);
        match self {
            Expr::Const(_) | Expr::NoThread | Expr::SelfHandle | Expr::Var(_) => {}
            Expr::Elem(_, a) | Expr::Un(_, a) | Expr::Resize(_, _, a) => a.walk(visit),
            Expr::Bin(_, a, b) => {
                a.walk(visit);
                b.walk(visit);
            }
            Expr::Ite(a, b, c) => {
                a.walk(visit);
                b.walk(visit);
                c.walk(visit);
            }
        }
    }

    /// Calls `visit` for every variable read, array variables included, in order of occurrence.
    pub fn for_each_var(&self, visit: &mut dyn FnMut(VarId)) {
        self.walk(&mut |expr| {
            if let Expr::Var(var) | Expr::Elem(var, _) = expr {
                visit(*var);
            }
        });
    }
}
