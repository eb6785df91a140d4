//! Random expressions over given variables, of a given sort.

use braid_core::scpl::{BinOp, Expr, Extend, Sort, UnOp, Var, VarId};

use crate::dice::Dice;

const ARITHMETIC: [BinOp; 10] = [
    BinOp::Add,
    BinOp::Sub,
    BinOp::Mul,
    BinOp::And,
    BinOp::Or,
    BinOp::Xor,
    BinOp::Udiv,
    BinOp::Sdiv,
    BinOp::Urem,
    BinOp::Srem,
];
const SHIFTS: [BinOp; 3] = [BinOp::Shl, BinOp::Lshr, BinOp::Ashr];
const COMPARISONS: [BinOp; 6] =
    [BinOp::Eq, BinOp::Ne, BinOp::Ult, BinOp::Ule, BinOp::Slt, BinOp::Sle];

/// An expression of this sort, nested at most so deep (an index inside it can add one).
pub fn random_expr(vars: &[Var], sort: Sort, depth: usize, dice: &mut Dice) -> Expr {
    Maker { vars, dice }.expr(sort, depth)
}

/// An index into an array: rarely far outside.
pub fn index(vars: &[Var], depth: usize, dice: &mut Dice) -> Expr {
    Maker { vars, dice }.index(depth)
}

struct Maker<'a, 'd, 'b> {
    vars: &'a [Var],
    dice: &'d mut Dice<'b>,
}

impl Maker<'_, '_, '_> {
    fn expr(&mut self, sort: Sort, depth: usize) -> Expr {
        match sort {
            Sort::Bits(width) if depth == 0 => self.leaf(width),
            Sort::Bits(width) => self.bits(width, depth - 1),
            Sort::Handle => self.handle(depth),
        }
    }

    fn bits(&mut self, width: u8, depth: usize) -> Expr {
        let sort = Sort::Bits(width);
        match self.dice.below(if width == 1 { 10 } else { 7 }) {
            0 | 1 => self.leaf(width),
            2 => {
                let op = *self.dice.pick(&ARITHMETIC);
                Expr::bin(op, self.expr(sort, depth), self.expr(sort, depth))
            }
            3 => {
                let op = *self.dice.pick(&SHIFTS);
                let amount = self.some_width();
                Expr::bin(op, self.expr(sort, depth), self.expr(amount, depth))
            }
            4 => {
                let op = *self.dice.pick(&[UnOp::Not, UnOp::Neg]);
                Expr::un(op, self.expr(sort, depth))
            }
            5 => {
                let condition = self.expr(Sort::Bits(1), depth);
                Expr::ite(condition, self.expr(sort, depth), self.expr(sort, depth))
            }
            6 => {
                let extend = *self.dice.pick(&[Extend::Zero, Extend::Sign]);
                let inner = self.some_width();
                Expr::Resize(extend, width, Box::new(self.expr(inner, depth)))
            }
            7 if self.has_handles() => {
                let op = *self.dice.pick(&[BinOp::Eq, BinOp::Ne]);
                Expr::bin(op, self.handle(depth), self.handle(depth))
            }
            _ => {
                let op = *self.dice.pick(&COMPARISONS);
                let sort = self.some_width();
                Expr::bin(op, self.expr(sort, depth), self.expr(sort, depth))
            }
        }
    }

    fn handle(&mut self, depth: usize) -> Expr {
        match self.dice.below(if depth == 0 { 10 } else { 12 }) {
            0..8 => self.read(Sort::Handle).unwrap_or(Expr::NoThread),
            8 => Expr::NoThread,
            9 => Expr::SelfHandle,
            _ => {
                let condition = self.expr(Sort::Bits(1), depth - 1);
                Expr::ite(condition, self.handle(depth - 1), self.handle(depth - 1))
            }
        }
    }

    fn leaf(&mut self, width: u8) -> Expr {
        let read = if self.dice.percent(30) { None } else { self.read(Sort::Bits(width)) };
        read.unwrap_or_else(|| Expr::constant(self.dice.bits(width), width))
    }

    /// A variable of this sort, if there is one.
    fn read(&mut self, sort: Sort) -> Option<Expr> {
        let fitting = (0..self.vars.len()).filter(|&idx| self.vars[idx].sort == sort);
        let fitting: Vec<usize> = fitting.collect();
        if fitting.is_empty() {
            return None;
        }
        let idx = *self.dice.pick(&fitting);
        let var = VarId(idx as u32);
        Some(match self.vars[idx].len {
            None => Expr::Var(var),
            Some(_) => Expr::Elem(var, Box::new(self.index(0))),
        })
    }

    fn index(&mut self, depth: usize) -> Expr {
        if depth > 0 && self.dice.percent(50) {
            let sort = self.some_width();
            return self.expr(sort, depth - 1);
        }
        let width = 2 + self.dice.below(63) as u8;
        Expr::constant(self.dice.below(4) as u64, width)
    }

    /// The sort of one of the variables, mostly, or of any width.
    fn some_width(&mut self) -> Sort {
        match self.dice.pick(self.vars).sort {
            Sort::Bits(width) if !self.dice.percent(10) => Sort::Bits(width),
            _ => Sort::Bits(1 + self.dice.below(64) as u8),
        }
    }

    fn has_handles(&self) -> bool {
        self.vars.iter().any(|var| var.sort == Sort::Handle)
    }
}
