//! Conditions and values: what small programs compare and compute.

use braid_core::scpl::{BinOp, Command, Expr, Place, Scope, Sort, Source, VarId};

use super::Maker;

impl Maker<'_, '_> {
    /// One bit, mostly a comparison of a variable with something small.
    pub(super) fn condition(&mut self) -> Expr {
        match self.dice.below(20) {
            0..=9 => {
                let (left, width) = self.some_read();
                let op = self.comparison();
                let right = Expr::constant(self.dice.below(1 << width) as u64, width);
                Expr::bin(op, left, right)
            }
            10..=15 => {
                let (left, width) = self.some_read();
                let op = self.comparison();
                let right = self.value(width);
                Expr::bin(op, left, right)
            }
            16 | 17 => {
                let op = *self.dice.pick(&[BinOp::And, BinOp::Or]);
                let left = self.plain_condition();
                Expr::bin(op, left, self.plain_condition())
            }
            18 if self.has_handles() => {
                let op = *self.dice.pick(&[BinOp::Eq, BinOp::Ne]);
                let left = self.read_handle();
                Expr::bin(op, left, self.read_handle())
            }
            _ => self.plain_condition(),
        }
    }

    fn plain_condition(&mut self) -> Expr {
        let (left, width) = self.some_read();
        let value = self.dice.below(1 << width) as u64;
        Expr::bin(BinOp::Eq, left, Expr::constant(value, width))
    }

    fn comparison(&mut self) -> BinOp {
        let ops = [BinOp::Eq, BinOp::Eq, BinOp::Ne, BinOp::Ult, BinOp::Ule, BinOp::Slt];
        *self.dice.pick(&ops)
    }

    /// A value of this width.
    pub(super) fn value(&mut self, width: u8) -> Expr {
        match self.dice.below(10) {
            0..=2 => Expr::constant(self.dice.below(1 << width) as u64, width),
            3..=5 => self.read(width),
            6 | 7 => Expr::bin(BinOp::Add, self.read(width), Expr::constant(1, width)),
            8 => {
                let op = *self.dice.pick(&[BinOp::Sub, BinOp::Xor, BinOp::And, BinOp::Or]);
                Expr::bin(op, self.read(width), self.read(width))
            }
            _ => {
                let condition = self.plain_condition();
                let then = self.read(width);
                Expr::ite(condition, then, Expr::constant(1, width))
            }
        }
    }

    /// A variable of this width, or a constant if there is none.
    pub(super) fn read(&mut self, width: u8) -> Expr {
        let fitting: Vec<usize> =
            (0..self.vars.len()).filter(|&idx| self.vars[idx].sort == Sort::Bits(width)).collect();
        if fitting.is_empty() {
            return Expr::constant(1, width);
        }
        let idx = *self.dice.pick(&fitting);
        self.read_var(VarId(idx as u32))
    }

    pub(super) fn read_var(&mut self, var: VarId) -> Expr {
        match self.vars[var.index()].len {
            None => Expr::Var(var),
            Some(_) => Expr::Elem(var, Box::new(self.index())),
        }
    }

    fn index(&mut self) -> Expr {
        if self.dice.percent(30) {
            return self.read(self.width);
        }
        Expr::constant(self.dice.below(2) as u64, 1)
    }

    /// Any variable that holds bits, and its width.
    fn some_read(&mut self) -> (Expr, u8) {
        let fitting: Vec<(VarId, u8)> = (0..)
            .map(VarId)
            .zip(&self.vars)
            .filter_map(|(id, var)| match var.sort {
                Sort::Bits(width) => Some((id, width)),
                Sort::Handle => None,
            })
            .collect();
        let (var, width) = *self.dice.pick(&fitting);
        (self.read_var(var), width)
    }

    pub(super) fn read_handle(&mut self) -> Expr {
        let handles: Vec<usize> =
            (0..self.vars.len()).filter(|&idx| self.vars[idx].sort == Sort::Handle).collect();
        match self.dice.below(10) {
            0 => Expr::NoThread,
            1 | 2 => Expr::SelfHandle,
            _ if handles.is_empty() => Expr::SelfHandle,
            _ => Expr::Var(VarId(*self.dice.pick(&handles) as u32)),
        }
    }

    /// A variable of a scope that holds bits, if there is one.
    pub(super) fn some_var(&mut self, scope: Scope) -> Option<(VarId, u8)> {
        let lock = self.lock;
        let fitting: Vec<(VarId, u8)> = (0..)
            .map(VarId)
            .zip(&self.vars)
            .filter(|(id, var)| var.scope == scope && Some(*id) != lock)
            .filter_map(|(id, var)| match var.sort {
                Sort::Bits(width) => Some((id, width)),
                Sort::Handle => None,
            })
            .collect();
        if fitting.is_empty() { None } else { Some(*self.dice.pick(&fitting)) }
    }

    pub(super) fn place(&mut self, var: VarId) -> Place {
        match self.vars[var.index()].len {
            None => Place::Var(var),
            Some(_) => Place::Elem(var, self.index()),
        }
    }

    /// Something done to a variable.
    pub(super) fn command(&mut self) -> Command {
        let scope = if self.dice.percent(60) { Scope::Shared } else { Scope::Local };
        let Some((var, width)) = self.some_var(scope) else {
            return Command::Assume(Expr::TRUE);
        };
        let place = self.place(var);
        match self.dice.below(20) {
            0 => Command::Havoc(place, Source::Input),
            1 => Command::Assume(self.condition()),
            2 => Command::Await(self.condition()),
            3 if self.has_handles() && self.dice.percent(50) => {
                let handles = (0..self.vars.len() as u32).map(VarId);
                let handles: Vec<VarId> =
                    handles.filter(|id| self.vars[id.index()].sort == Sort::Handle).collect();
                let to = *self.dice.pick(&handles);
                Command::Assign(Place::Var(to), self.read_handle())
            }
            _ => Command::Assign(place, self.value(width)),
        }
    }
}
