//! The values tried where the program takes any.
//!
//! Narrow values are all tried. For wide ones there is a pool: the ends of the range, numbers near 0,
//! and the program's own constants with their neighbours, because comparisons change their outcome
//! there. First come the constants that the variable is compared with, directly or after being copied
//! to others. What is not in the pool is not looked at, so a search that used it is never complete.

use super::Config;
use super::relevance::for_each_expr;
use crate::scpl::{BinOp, Bits, Command, Expr, Init, Program, Sort, VarId};

#[derive(Debug)]
pub(super) struct Values {
    /// By variable; smallest magnitude first.
    pools: Vec<Pool>,
}

#[derive(Debug)]
pub(super) struct Pool {
    pub values: Vec<u64>,
    /// Whether these are all values of the width.
    pub is_complete: bool,
}

impl Values {
    pub fn new(program: &Program, config: &Config) -> Self {
        let mut constants = Constants::new(program);
        let pools = (0..program.vars.len())
            .map(|idx| {
                let Sort::Bits(width) = program.vars[idx].sort else {
                    return Pool { values: Vec::new(), is_complete: false };
                };
                let values = pool(width, &constants.of(VarId(idx as u32)), config);
                let is_complete = values.len() as u128 == 1 << width;
                Pool { values, is_complete }
            })
            .collect();
        Self { pools }
    }

    pub fn of(&self, var: VarId) -> &Pool {
        &self.pools[var.index()]
    }
}

fn pool(width: u8, constants: &[i64], config: &Config) -> Vec<u64> {
    let mut pool: Vec<u64> = if width <= config.exhaustive_width {
        (0..=Bits::mask(width)).collect()
    } else {
        let most_negative = i64::MIN >> (64 - width);
        let ends = [0, 1, -1, 2, most_negative, !most_negative];
        let mut pool = Vec::new();
        for &value in ends.iter().chain(constants) {
            let value = Bits::new(value as u64, width).value;
            if pool.len() < config.n_values && !pool.contains(&value) {
                pool.push(value);
            }
        }
        pool
    };
    pool.sort_by_key(|&value| {
        let signed = Bits { value, width }.signed();
        (signed.unsigned_abs(), signed < 0)
    });
    pool
}

/// The constants of a program, as signed numbers.
struct Constants {
    /// By variable: another one of its class, in the end the one that stands for it. Variables are in
    /// one class if values may get from one to the other.
    classes: Vec<usize>,
    /// What some variable is compared with.
    compared: Vec<(VarId, i64)>,
    all: Vec<i64>,
}

impl Constants {
    fn new(program: &Program) -> Self {
        let classes = (0..program.vars.len()).collect();
        let mut this = Self { classes, compared: Vec::new(), all: Vec::new() };
        for command in program.edges.iter().flat_map(|edge| &edge.commands) {
            for_each_expr(command, &mut |expr| this.note(expr));
            match command {
                Command::Assign(place, value) => this.flows(value, place.var()),
                Command::Create { args, .. } => {
                    args.iter().for_each(|(var, value)| this.flows(value, *var));
                }
                _ => {}
            }
        }
        for var in &program.vars {
            if let Init::Values(values) = &var.init {
                this.all.extend(values.iter().map(|&value| value as i64));
            }
        }
        this.all.sort_by_key(|&value| by_magnitude(value));
        this.all.dedup();
        this
    }

    fn note(&mut self, expr: &Expr) {
        expr.walk(&mut |part| match part {
            Expr::Const(bits) => self.all.extend(readings(*bits)),
            Expr::Bin(op, a, b) if is_comparison(*op) => {
                let mut vars = Vec::new();
                let mut constants = Vec::new();
                for side in [a, b] {
                    side.for_each_var(&mut |var| vars.push(var));
                    side.walk(&mut |part| {
                        if let Expr::Const(bits) = part {
                            constants.extend(readings(*bits));
                        }
                    });
                }
                for &var in &vars {
                    self.compared.extend(constants.iter().map(|&constant| (var, constant)));
                }
                // What is compared with each other may be compared with the same.
                for pair in vars.windows(2) {
                    self.unite(pair[0], pair[1]);
                }
            }
            _ => {}
        });
    }

    fn flows(&mut self, value: &Expr, to: VarId) {
        value.for_each_var(&mut |from| self.unite(from, to));
    }

    fn unite(&mut self, a: VarId, b: VarId) {
        let (a, b) = (self.class(a), self.class(b));
        self.classes[a.max(b)] = a.min(b);
    }

    fn class(&mut self, var: VarId) -> usize {
        let mut class = var.index();
        while self.classes[class] != class {
            self.classes[class] = self.classes[self.classes[class]];
            class = self.classes[class];
        }
        class
    }

    /// What to try for a variable, most promising first.
    fn of(&mut self, var: VarId) -> Vec<i64> {
        let class = self.class(var);
        let mut own = Vec::new();
        for idx in 0..self.compared.len() {
            let (other, constant) = self.compared[idx];
            if self.class(other) == class {
                own.push(constant);
            }
        }
        own.sort_by_key(|&value| by_magnitude(value));
        own.dedup();
        let near = |value: &i64| [value.wrapping_add(1), value.wrapping_sub(1)];
        let near_own: Vec<i64> = own.iter().flat_map(near).collect();
        let near_all = self.all.iter().flat_map(near);
        [&own, &near_own, &self.all].into_iter().flatten().copied().chain(near_all).collect()
    }
}

fn is_comparison(op: BinOp) -> bool {
    matches!(op, BinOp::Eq | BinOp::Ne | BinOp::Ult | BinOp::Ule | BinOp::Slt | BinOp::Sle)
}

/// 200 in 8 bits is -56 to some and 200 to others.
fn readings(bits: Bits) -> [i64; 2] {
    [bits.signed(), bits.value as i64]
}

fn by_magnitude(value: i64) -> (u64, bool) {
    (value.unsigned_abs(), value < 0)
}
