//! Expressions over bits before and after a step.

use super::VarId;
use crate::bbp::At;
use crate::scpl::LocId;

/// Whose copy of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Owner {
    Shared,
    /// `a`, the thread that makes the step.
    Active,
    /// `p`, any other thread.
    Passive,
    /// `new`, the thread that the step starts.
    New,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Time {
    Before,
    /// Written with a prime.
    After,
}

/// One bit of the state before or after a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bit {
    pub owner: Owner,
    pub var: VarId,
    pub time: Time,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Expr {
    Const(bool),
    Bit(Bit),
    /// The passive thread is there.
    At(LocId),
    Not(Box<Expr>),
    /// Two operands or more; the same below.
    And(Vec<Expr>),
    Or(Vec<Expr>),
    Eq(Box<Expr>, Box<Expr>),
    Implies(Box<Expr>, Box<Expr>),
}

impl Expr {
    pub fn bit(owner: Owner, var: VarId, time: Time) -> Self {
        Expr::Bit(Bit { owner, var, time })
    }

    /// True only if all hold.
    pub fn all(mut operands: Vec<Expr>) -> Self {
        match operands.len() {
            0 => Expr::Const(true),
            1 => operands.remove(0),
            _ => Expr::And(operands),
        }
    }

    /// True if one holds.
    pub fn any(mut operands: Vec<Expr>) -> Self {
        match operands.len() {
            0 => Expr::Const(false),
            1 => operands.remove(0),
            _ => Expr::Or(operands),
        }
    }

    /// Calls `visit` for this expression and everything in it, outermost first.
    pub fn walk(&self, visit: &mut dyn FnMut(&Expr)) {
        visit(self);
        match self {
            Expr::Const(_) | Expr::Bit(_) | Expr::At(_) => {}
            Expr::Not(a) => a.walk(visit),
            Expr::And(list) | Expr::Or(list) => list.iter().for_each(|part| part.walk(visit)),
            Expr::Eq(a, b) | Expr::Implies(a, b) => {
                a.walk(visit);
                b.walk(visit);
            }
        }
    }
}

/// The bits of everybody at one time, by `VarId`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Row {
    pub shared: u128,
    pub active: u128,
    pub passive: u128,
    pub new: u128,
}

impl Row {
    pub fn of(&self, owner: Owner) -> u128 {
        match owner {
            Owner::Shared => self.shared,
            Owner::Active => self.active,
            Owner::Passive => self.passive,
            Owner::New => self.new,
        }
    }

    pub fn set(&mut self, owner: Owner, var: VarId, value: bool) {
        let row = match owner {
            Owner::Shared => &mut self.shared,
            Owner::Active => &mut self.active,
            Owner::Passive => &mut self.passive,
            Owner::New => &mut self.new,
        };
        *row = if value { *row | var.bit() } else { *row & !var.bit() };
    }
}

/// A step that is being looked at: of the bits after it some may be open.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scene {
    pub before: Row,
    pub after: Row,
    /// Which bits after the step are not known yet.
    pub open: Row,
    /// Where the passive thread is.
    pub passive_at: At,
}

impl Scene {
    /// The value, if the known bits decide it.
    pub fn eval(&self, expr: &Expr) -> Option<bool> {
        match expr {
            Expr::Const(value) => Some(*value),
            Expr::Bit(Bit { owner, var, time: Time::Before }) => {
                Some(self.before.of(*owner) & var.bit() != 0)
            }
            Expr::Bit(Bit { owner, var, time: Time::After }) => {
                let is_known = self.open.of(*owner) & var.bit() == 0;
                is_known.then(|| self.after.of(*owner) & var.bit() != 0)
            }
            Expr::At(loc) => Some(self.passive_at == At::Loc(*loc)),
            Expr::Not(a) => Some(!self.eval(a)?),
            Expr::And(list) => self.decide(list, false),
            Expr::Or(list) => self.decide(list, true),
            Expr::Eq(a, b) => Some(self.eval(a)? == self.eval(b)?),
            Expr::Implies(a, b) => match (self.eval(a), self.eval(b)) {
                (Some(false), _) | (_, Some(true)) => Some(true),
                (Some(true), b) => b,
                (None, _) => None,
            },
        }
    }

    /// The value of operands of which one with `strong` decides.
    fn decide(&self, list: &[Expr], strong: bool) -> Option<bool> {
        let mut is_known = true;
        for operand in list {
            match self.eval(operand) {
                Some(value) if value == strong => return Some(strong),
                Some(_) => {}
                None => is_known = false,
            }
        }
        is_known.then_some(!strong)
    }
}
