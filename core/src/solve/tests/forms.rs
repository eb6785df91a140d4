//! What is equal looks equal.

use crate::scpl::{BinOp, Bits, Extend, UnOp};
use crate::solve::{Term, Terms};

struct Maker {
    terms: Terms,
    x: Term,
    y: Term,
}

impl Maker {
    fn new() -> Self {
        let mut terms = Terms::new();
        let (x, y) = (terms.fresh(32), terms.fresh(32));
        Self { terms, x, y }
    }

    fn number(&mut self, value: i64) -> Term {
        self.terms.constant(Bits::new(value as u64, 32))
    }

    fn bin(&mut self, op: BinOp, a: Term, b: Term) -> Term {
        self.terms.bin(op, a, b)
    }

    /// `op(a, value)`.
    fn with(&mut self, op: BinOp, a: Term, value: i64) -> Term {
        let value = self.number(value);
        self.bin(op, a, value)
    }
}

#[test]
fn sums() {
    let mut m = Maker::new();
    let (x, y) = (m.x, m.y);
    let three = m.with(BinOp::Add, x, 3);
    let sub = m.with(BinOp::Sub, three, 1);
    assert_eq!(sub, m.with(BinOp::Add, x, 2));
    let [left, right] = [m.bin(BinOp::Sub, x, y), m.bin(BinOp::Sub, y, x)];
    assert_eq!(m.terms.un(UnOp::Neg, left), right);
    let zero = m.bin(BinOp::Add, left, right);
    assert_eq!(zero, m.number(0));
    let twice = m.bin(BinOp::Add, x, x);
    assert_eq!(twice, m.with(BinOp::Shl, x, 1));
    // A generator's steps are one product and one sum.
    let mut state = x;
    for _ in 0..50 {
        state = m.with(BinOp::Mul, state, 1_103_515_245);
        state = m.with(BinOp::Add, state, 12_345);
    }
    assert_eq!(m.terms.cone(&[state], &|_| false).len(), 5);
}

#[test]
fn equations() {
    let mut m = Maker::new();
    let (x, y) = (m.x, m.y);
    let three = m.with(BinOp::Add, x, 3);
    assert_eq!(m.with(BinOp::Eq, three, 10), m.with(BinOp::Eq, x, 7));
    let other = m.with(BinOp::Add, y, 3);
    assert_eq!(m.bin(BinOp::Eq, other, three), m.bin(BinOp::Eq, x, y));
    let triple = m.with(BinOp::Mul, x, 3);
    assert_eq!(m.with(BinOp::Eq, triple, 21), m.with(BinOp::Eq, x, 7));
    let double = m.with(BinOp::Mul, x, 2);
    let odd = m.with(BinOp::Eq, double, 21);
    assert_eq!(m.terms.as_const(odd), Some(Bits::FALSE));
}

#[test]
fn orders() {
    let mut m = Maker::new();
    let (x, y) = (m.x, m.y);
    let more = m.with(BinOp::Add, x, 1);
    assert_eq!(m.bin(BinOp::Ult, x, more), m.with(BinOp::Ne, x, -1));
    assert_eq!(m.bin(BinOp::Slt, x, more), m.with(BinOp::Ne, x, i64::from(i32::MAX)));
    let least = m.bin(BinOp::Ule, x, y);
    let greater = m.bin(BinOp::Ult, y, x);
    assert_eq!(m.terms.not(greater), least);
    assert_eq!(m.with(BinOp::Sle, x, 4), m.with(BinOp::Slt, x, 5));
}

#[test]
fn widths() {
    let mut m = Maker::new();
    let byte = m.terms.fresh(8);
    let wide = m.terms.resize(Extend::Zero, 32, byte);
    let small = m.with(BinOp::Slt, wide, 256);
    assert_eq!(m.terms.as_const(small), Some(Bits::TRUE));
    // (unsigned char) (byte + 1)
    let more = m.with(BinOp::Add, wide, 1);
    let one = m.terms.constant(Bits::new(1, 8));
    let narrow = m.terms.resize(Extend::Zero, 8, more);
    assert_eq!(narrow, m.bin(BinOp::Add, byte, one));
    // A truth value as a number, as a truth value.
    let (x, y) = (m.x, m.y);
    let less = m.bin(BinOp::Slt, x, y);
    let number = m.terms.resize(Extend::Zero, 32, less);
    assert_eq!(m.with(BinOp::Ne, number, 0), less);
    // Remainders by powers of two are masks.
    assert_eq!(m.with(BinOp::Urem, x, 8), m.with(BinOp::And, x, 7));
}
