//! Changes of width.
//!
//! Chains of them become one or two: at most a narrowing inside an extension. A narrowing goes down
//! through operations whose low bits depend on low bits only, as C's integer promotions leave many of
//! them (`(char)(c + 1)` adds at the width of `int`).

use crate::scpl::{BinOp, Extend, UnOp, resize};
use crate::solve::term::{Node, Term, Terms};

impl Terms {
    /// The low bits of a wider term.
    pub(super) fn narrow(&mut self, width: u8, a: Term) -> Term {
        if let Some(t) = self.resized_choice(Extend::Zero, width, a) {
            return t;
        }
        match self.node(a) {
            // What was made narrower or wider: from there directly, extended as it was.
            Node::Resize(extend, _, x) => self.resize(extend, width, x),
            Node::Un(op, x) => {
                let x = self.resize(Extend::Zero, width, x);
                self.un(op, x)
            }
            Node::Bin(BinOp::Add | BinOp::Mul | BinOp::And | BinOp::Xor, x, y)
                if self.is_cheap(x) || self.is_cheap(y) =>
            {
                let Node::Bin(op, ..) = self.node(a) else { unreachable!("just matched") };
                let x = self.resize(Extend::Zero, width, x);
                let y = self.resize(Extend::Zero, width, y);
                self.bin(op, x, y)
            }
            _ => self.intern(Node::Resize(Extend::Zero, width, a)),
        }
    }

    /// Whether changing the width of a term looks at nothing below it.
    fn is_cheap(&self, t: Term) -> bool {
        matches!(self.node(t), Node::Const(_) | Node::Resize(..) | Node::Symbol(..))
    }

    /// A narrower term with zeros or copies of its sign in front.
    pub(super) fn widen(&mut self, extend: Extend, width: u8, a: Term) -> Term {
        if let Some(t) = self.resized_choice(extend, width, a) {
            return t;
        }
        match self.node(a) {
            Node::Resize(inner, _, x) if self.width(x) < self.width(a) => match (inner, extend) {
                (Extend::Zero, _) => self.resize(Extend::Zero, width, x),
                (Extend::Sign, Extend::Sign) => self.resize(Extend::Sign, width, x),
                (Extend::Sign, Extend::Zero) => self.intern(Node::Resize(extend, width, a)),
            },
            // Negation on the outside, where it is seen.
            Node::Un(UnOp::Not, x) if extend == Extend::Sign => {
                let x = self.resize(extend, width, x);
                self.not(x)
            }
            _ => self.intern(Node::Resize(extend, width, a)),
        }
    }

    fn resized_choice(&mut self, extend: Extend, width: u8, a: Term) -> Option<Term> {
        let (condition, x, y) = self.constant_choice(a)?;
        let (x, y) = (resize(extend, width, x), resize(extend, width, y));
        Some(self.choice_of_constants(condition, x, y))
    }
}
