//! The pieces that small programs are made of. Each goes from one location to another.

use braid_core::scpl::{BinOp, Command, Expr, LocId, LocKind, Place, Scope, VarId};

use super::Maker;

impl Maker<'_, '_> {
    /// So many statements, one after the other.
    pub(super) fn block(&mut self, from: LocId, to: LocId, n_statements: usize) {
        let mut at = from;
        for left in (0..n_statements).rev() {
            let next = if left == 0 { to } else { self.fresh() };
            self.statement(at, next);
            at = next;
        }
        if at != to {
            self.edge(at, to, Vec::new());
        }
    }

    fn statement(&mut self, from: LocId, to: LocId) {
        if self.room == 0 {
            return self.simple(from, to);
        }
        self.room -= 1;
        let kind = self.dice.below(32);
        match kind {
            0..=5 => self.assert(from, to),
            6..=8 if !self.atomic => self.section(from, to),
            9..=12 if self.lock.is_some() && !self.atomic => self.locked(from, to),
            13 => self.update(from, to),
            14 => self.exclusive(from, to),
            15 | 16 => self.bounded(from, to),
            17 if !self.atomic => self.retry(from, to),
            18 | 19 => self.pair(from, to),
            20 | 21 => self.branch(from, to),
            22 => self.repeat(from, to),
            23 => self.wait(from, to),
            24 if self.dice.percent(25) => self.create(from, to),
            25 if self.has_handles() && self.dice.percent(50) => {
                let joined = self.read_handle();
                self.edge(from, to, vec![Command::Join(joined)]);
            }
            26 if self.dice.percent(30) => {
                let condition = self.condition();
                let halted = self.loc(LocKind::Halted);
                self.edge(from, halted, vec![Command::Assume(condition.clone())]);
                self.edge(from, to, vec![Command::Assume(condition.negate())]);
            }
            _ => self.simple(from, to),
        }
    }

    /// One edge that does something, rarely two things.
    pub(super) fn simple(&mut self, from: LocId, to: LocId) {
        let n_commands = 1 + usize::from(self.dice.percent(15));
        let commands = (0..n_commands).map(|_| self.command()).collect();
        self.edge(from, to, commands);
    }

    /// `assert(condition)`: atomic, or of something that was read before.
    pub(super) fn assert(&mut self, from: LocId, to: LocId) {
        let condition = self.condition();
        self.assert_that(from, to, condition);
    }

    fn assert_that(&mut self, from: LocId, to: LocId, condition: Expr) {
        let error = self.error();
        self.edge(from, to, vec![Command::Assume(condition.clone())]);
        self.edge(from, error, vec![Command::Assume(condition.negate())]);
    }

    /// An atomic section: of steps, perhaps with branches, loops and waiting in it.
    fn section(&mut self, from: LocId, to: LocId) {
        self.atomic = true;
        let first = self.fresh();
        if self.dice.percent(50) {
            self.edge(from, first, Vec::new());
        } else {
            self.simple(from, first);
        }
        let n_statements = 1 + self.dice.below(2);
        let last = self.fresh();
        if self.dice.percent(50) {
            // Only loops leave something of a section when the program is reduced.
            let looped = self.fresh();
            self.repeat(first, looped);
            self.block(looped, last, n_statements - 1);
        } else {
            self.block(first, last, n_statements);
        }
        self.edge(last, to, Vec::new());
        self.atomic = false;
    }

    /// Something between lock and unlock.
    fn locked(&mut self, from: LocId, to: LocId) {
        let lock = self.lock.expect("asked before");
        let (inside, last) = (self.fresh(), self.fresh());
        let free = Expr::bin(BinOp::Eq, Expr::Var(lock), Expr::constant(0, 1));
        let set = |value| Command::Assign(Place::Var(lock), Expr::constant(value, 1));
        if self.dice.percent(80) {
            self.edge(from, inside, vec![Command::Await(free), set(1)]);
        } else {
            // A spin lock that looks before it tries.
            let seen = self.fresh();
            self.edge(from, seen, vec![Command::Assume(free.clone())]);
            self.edge(from, from, vec![Command::Assume(free.clone().negate())]);
            self.edge(seen, inside, vec![Command::Assume(free.clone()), set(1)]);
            self.edge(seen, from, vec![Command::Assume(free.negate())]);
        }
        let n_statements = 1 + self.dice.below(2);
        self.block(inside, last, n_statements);
        self.edge(last, to, vec![set(0)]);
    }

    /// `l := s; s := l + 1; assert(s == l + 1)`, or a part of it.
    fn update(&mut self, from: LocId, to: LocId) {
        let (Some((shared, width)), Some((local, local_width))) =
            (self.some_scalar(Scope::Shared), self.some_scalar(Scope::Local))
        else {
            return self.simple(from, to);
        };
        if width != local_width {
            return self.simple(from, to);
        }
        let next = Expr::bin(BinOp::Add, Expr::Var(local), Expr::constant(1, width));
        let (read, written) = (self.fresh(), self.fresh());
        self.edge(from, read, vec![Command::Assign(Place::Var(local), Expr::Var(shared))]);
        self.edge(read, written, vec![Command::Assign(Place::Var(shared), next.clone())]);
        if self.dice.percent(70) {
            self.assert_that(written, to, Expr::bin(BinOp::Eq, Expr::Var(shared), next));
        } else {
            self.edge(written, to, Vec::new());
        }
    }

    /// `s := s + 1; assert(s == 1); s := s - 1`.
    fn exclusive(&mut self, from: LocId, to: LocId) {
        let Some((shared, width)) = self.some_scalar(Scope::Shared) else {
            return self.simple(from, to);
        };
        let one = || Expr::constant(1, width);
        let (entered, left) = (self.fresh(), self.fresh());
        let change =
            |op| Command::Assign(Place::Var(shared), Expr::bin(op, Expr::Var(shared), one()));
        self.edge(from, entered, vec![change(BinOp::Add)]);
        self.assert_that(entered, left, Expr::bin(BinOp::Eq, Expr::Var(shared), one()));
        self.edge(left, to, vec![change(BinOp::Sub)]);
    }

    /// `if (s < c) s := s + 1`, at once, and `assert(s <= c)`.
    fn bounded(&mut self, from: LocId, to: LocId) {
        let Some((shared, width)) = self.some_scalar(Scope::Shared) else {
            return self.simple(from, to);
        };
        let bound = Expr::constant(self.dice.below(1 << width) as u64, width);
        let small = Expr::bin(BinOp::Ult, Expr::Var(shared), bound.clone());
        let grow = Expr::bin(BinOp::Add, Expr::Var(shared), Expr::constant(1, width));
        let done = self.fresh();
        self.edge(
            from,
            done,
            vec![Command::Assume(small.clone()), Command::Assign(Place::Var(shared), grow)],
        );
        self.edge(from, done, vec![Command::Assume(small.negate())]);
        self.assert_that(done, to, Expr::bin(BinOp::Ule, Expr::Var(shared), bound));
    }

    /// Compare and swap until it works.
    fn retry(&mut self, from: LocId, to: LocId) {
        let (Some((shared, width)), Some((local, local_width))) =
            (self.some_scalar(Scope::Shared), self.some_scalar(Scope::Local))
        else {
            return self.simple(from, to);
        };
        if width != local_width {
            return self.simple(from, to);
        }
        let (head, read) = (self.fresh(), self.fresh());
        self.edge(from, head, Vec::new());
        self.edge(head, read, vec![Command::Assign(Place::Var(local), Expr::Var(shared))]);
        let same = Expr::bin(BinOp::Eq, Expr::Var(shared), Expr::Var(local));
        let value = self.value(width);
        self.edge(
            read,
            to,
            vec![Command::Assume(same.clone()), Command::Assign(Place::Var(shared), value)],
        );
        self.edge(read, head, vec![Command::Assume(same.negate())]);
    }

    /// Two shared variables are changed alike, one after the other, and compared.
    fn pair(&mut self, from: LocId, to: LocId) {
        let (Some((one, width)), Some((two, other_width))) =
            (self.some_scalar(Scope::Shared), self.some_scalar(Scope::Shared))
        else {
            return self.simple(from, to);
        };
        if one == two || width != other_width {
            return self.simple(from, to);
        }
        let (middle, after) = (self.fresh(), self.fresh());
        let value = self.value(width);
        if self.dice.percent(50) {
            let copy = Command::Assign(Place::Var(one), value.clone());
            self.edge(from, middle, vec![copy]);
            self.edge(middle, after, vec![Command::Assign(Place::Var(two), Expr::Var(one))]);
        } else {
            let grow = |var| {
                let more = Expr::bin(BinOp::Add, Expr::Var(var), Expr::constant(1, width));
                Command::Assign(Place::Var(var), more)
            };
            self.edge(from, middle, vec![grow(one)]);
            self.edge(middle, after, vec![grow(two)]);
        }
        if self.dice.percent(70) {
            self.assert_that(after, to, Expr::bin(BinOp::Eq, Expr::Var(one), Expr::Var(two)));
        } else {
            self.edge(after, to, Vec::new());
        }
    }

    fn branch(&mut self, from: LocId, to: LocId) {
        let condition = self.condition();
        let (then, otherwise) = (self.fresh(), self.fresh());
        self.edge(from, then, vec![Command::Assume(condition.clone())]);
        self.statement(then, to);
        if self.dice.percent(50) {
            self.edge(from, to, vec![Command::Assume(condition.negate())]);
        } else {
            self.edge(from, otherwise, vec![Command::Assume(condition.negate())]);
            self.statement(otherwise, to);
        }
    }

    /// `while (condition) statement`.
    fn repeat(&mut self, from: LocId, to: LocId) {
        let condition = self.condition();
        let (head, body) = (self.fresh(), self.fresh());
        self.edge(from, head, Vec::new());
        self.edge(head, body, vec![Command::Assume(condition.clone())]);
        self.statement(body, head);
        self.edge(head, to, vec![Command::Assume(condition.negate())]);
    }

    /// Waits for a shared variable, as one does for a flag.
    fn wait(&mut self, from: LocId, to: LocId) {
        let Some((shared, width)) = self.some_scalar(Scope::Shared) else {
            return self.simple(from, to);
        };
        let value = Expr::constant(self.dice.below(1 << width) as u64, width);
        let condition = Expr::bin(BinOp::Eq, Expr::Var(shared), value);
        self.edge(from, to, vec![Command::Await(condition)]);
    }

    /// A variable of the scope that is no array.
    fn some_scalar(&mut self, scope: Scope) -> Option<(VarId, u8)> {
        let (var, width) = self.some_var(scope)?;
        self.vars[var.index()].len.is_none().then_some((var, width))
    }
}
