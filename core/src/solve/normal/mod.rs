//! The constructors: what is equal should look equal, and what is constant should be a constant.

use super::term::{Node, Term, Terms};
use crate::scpl::{BinOp, Bits, Extend, UnOp, apply_bin, apply_un, resize};

impl Terms {
    pub fn un(&mut self, op: UnOp, a: Term) -> Term {
        match (op, self.node(a)) {
            (_, Node::Const(bits)) => self.constant(apply_un(op, bits)),
            (_, Node::Un(inner, b)) if inner == op => b,
            _ => self.intern(Node::Un(op, a)),
        }
    }

    /// Operands have equal widths, except that the amount of a shift may have any.
    pub fn bin(&mut self, op: BinOp, a: Term, b: Term) -> Term {
        if let (Some(a), Some(b)) = (self.as_const(a), self.as_const(b)) {
            return self.constant(apply_bin(op, a, b));
        }
        match op {
            BinOp::Ne => {
                let eq = self.bin(BinOp::Eq, a, b);
                self.not(eq)
            }
            BinOp::Ule => {
                let more = self.bin(BinOp::Ult, b, a);
                self.not(more)
            }
            BinOp::Sle => {
                let more = self.bin(BinOp::Slt, b, a);
                self.not(more)
            }
            BinOp::Or => {
                let (a, b) = (self.not(a), self.not(b));
                let neither = self.bin(BinOp::And, a, b);
                self.not(neither)
            }
            _ => self.intern(Node::Bin(op, a, b)),
        }
    }

    pub fn ite(&mut self, condition: Term, then: Term, otherwise: Term) -> Term {
        match self.as_const(condition) {
            Some(Bits::TRUE) => then,
            Some(_) => otherwise,
            None if then == otherwise => then,
            None => self.intern(Node::Ite(condition, then, otherwise)),
        }
    }

    /// To another width: the low bits if narrower, extended if wider.
    pub fn resize(&mut self, extend: Extend, width: u8, a: Term) -> Term {
        if let Some(bits) = self.as_const(a) {
            return self.constant(resize(extend, width, bits));
        }
        if self.width(a) == width { a } else { self.intern(Node::Resize(extend, width, a)) }
    }

    pub fn not(&mut self, a: Term) -> Term {
        self.un(UnOp::Not, a)
    }

    pub fn and(&mut self, a: Term, b: Term) -> Term {
        self.bin(BinOp::And, a, b)
    }

    pub fn or(&mut self, a: Term, b: Term) -> Term {
        self.bin(BinOp::Or, a, b)
    }

    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        self.bin(BinOp::Eq, a, b)
    }
}
