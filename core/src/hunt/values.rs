//! The values tried where the program takes any.
//!
//! Narrow values are all tried. Of wide ones it is enough to try some if those stand for all others
//! (`regions.rs`). Else there is a pool: the ends of the range, numbers near 0,
//! and the program's own constants with their neighbours, because comparisons change their outcome
//! there. First come the constants that the variable is compared with, directly or after being copied
//! to others. What is not in the pool is not looked at, so a search that used it is never complete.

use crate::hash::FxHashMap;

use super::Config;
use super::classes::Classes;
use super::layout::may_be_open;
use super::regions::Regions;
use crate::scpl::{BinOp, Bits, Command, Expr, Init, Program, Sort, VarId};

#[derive(Debug)]
pub(super) struct Values {
    /// By variable; smallest magnitude first.
    pools: Vec<Pool>,
}

/// Empty for variables that never take any value.
#[derive(Debug, Default)]
pub(super) struct Pool {
    pub values: Vec<u64>,
    /// Whether these are all values of the width, or stand for all.
    pub is_complete: bool,
}

impl Values {
    pub fn new(program: &Program, config: &Config) -> Self {
        let constants = Constants::new(program);
        let regions = Regions::new(program);
        let may_be_open = may_be_open(program);
        let pools = (0..program.vars.len())
            .map(|idx| {
                let Sort::Bits(width) = program.vars[idx].sort else { return Pool::default() };
                if !may_be_open.contains(idx) {
                    return Pool::default();
                }
                let var = VarId(idx as u32);
                if width > config.exhaustive_width
                    && let Some(mut values) = regions.representatives(var, width, config.n_values)
                {
                    sort(&mut values, width);
                    return Pool { values, is_complete: true };
                }
                let values = pool(width, constants.of(var), config);
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

fn pool(width: u8, constants: impl Iterator<Item = i64>, config: &Config) -> Vec<u64> {
    let mut pool: Vec<u64> = if width <= config.exhaustive_width {
        (0..=Bits::mask(width)).collect()
    } else {
        let most_negative = i64::MIN >> (64 - width);
        let ends = [0, 1, -1, 2, most_negative, !most_negative];
        let mut pool = Vec::new();
        for value in ends.into_iter().chain(constants) {
            let value = Bits::new(value as u64, width).value;
            if pool.len() >= config.n_values {
                break;
            }
            if !pool.contains(&value) {
                pool.push(value);
            }
        }
        pool
    };
    sort(&mut pool, width);
    pool
}

/// Smallest magnitude first.
fn sort(values: &mut [u64], width: u8) {
    values.sort_by_key(|&value| by_magnitude(Bits { value, width }.signed()));
}

/// The constants of a program, as signed numbers.
struct Constants {
    /// Variables are in one class if values may get from one to the other.
    classes: Classes,
    /// What some variable is compared with.
    compared: Vec<(VarId, i64)>,
    /// By class, the same; smallest magnitude first.
    by_class: FxHashMap<usize, Vec<i64>>,
    all: Vec<i64>,
}

impl Constants {
    fn new(program: &Program) -> Self {
        let mut this = Self {
            classes: Classes::new(program.vars.len()),
            compared: Vec::new(),
            by_class: FxHashMap::default(),
            all: Vec::new(),
        };
        for command in program.edges.iter().flat_map(|edge| &edge.commands) {
            command.for_each_expr(&mut |expr| this.note(expr));
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
        for (var, constant) in std::mem::take(&mut this.compared) {
            this.by_class.entry(this.classes.of(var)).or_default().push(constant);
        }
        for constants in this.by_class.values_mut().chain([&mut this.all]) {
            constants.sort_by_key(|&value| by_magnitude(value));
            constants.dedup();
        }
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
                    self.classes.unite(pair[0], pair[1]);
                }
            }
            _ => {}
        });
    }

    fn flows(&mut self, value: &Expr, to: VarId) {
        value.for_each_var(&mut |from| self.classes.unite(from, to));
    }

    /// What to try for a variable, most promising first.
    fn of(&self, var: VarId) -> impl Iterator<Item = i64> {
        let own = self.by_class.get(&self.classes.of(var)).map_or(&[][..], Vec::as_slice);
        let near = |value: &i64| [value.wrapping_add(1), value.wrapping_sub(1)];
        let near_own = own.iter().flat_map(near);
        let near_all = self.all.iter().flat_map(near);
        own.iter().copied().chain(near_own).chain(self.all.iter().copied()).chain(near_all)
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
