//! The values tried where the program takes any.
//!
//! Narrow values are all tried. For wide ones there is a pool: the ends of the range, numbers near 0,
//! and the program's own constants with their neighbours, because comparisons change their outcome
//! there. What is not in the pool is not looked at, so a search that used it is never complete.

use super::Config;
use crate::scpl::{Bits, Command, Expr, Init, Place, Program};

#[derive(Debug)]
pub(super) struct Values {
    /// By width, from 0; smallest magnitude first.
    by_width: Vec<Vec<u64>>,
}

impl Values {
    pub fn new(program: &Program, config: &Config) -> Self {
        let constants = constants(program);
        let by_width = (0..=64).map(|width| pool(width, &constants, config)).collect();
        Self { by_width }
    }

    pub fn of_width(&self, width: u8) -> &[u64] {
        &self.by_width[usize::from(width)]
    }

    /// Whether every value of this width is tried.
    pub fn is_complete(&self, width: u8) -> bool {
        self.of_width(width).len() as u128 == 1 << width
    }
}

fn pool(width: u8, constants: &[i64], config: &Config) -> Vec<u64> {
    if width == 0 {
        return Vec::new();
    }
    let mut pool: Vec<u64> = if width <= config.exhaustive_width {
        (0..=Bits::mask(width)).collect()
    } else {
        let most_negative = i64::MIN >> (64 - width);
        let ends = [0, 1, -1, 2, most_negative, !most_negative];
        let exact = constants.iter().copied();
        let near = constants.iter().flat_map(|c| [c.wrapping_add(1), c.wrapping_sub(1)]);
        let mut pool = Vec::new();
        for value in ends.into_iter().chain(exact).chain(near) {
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

/// The constants of the program as signed numbers, smallest magnitude first.
fn constants(program: &Program) -> Vec<i64> {
    let mut found = Vec::new();
    let mut note = |expr: &Expr| {
        expr.walk(&mut |part| {
            if let Expr::Const(bits) = part {
                found.push(bits.signed());
                // 200 in 8 bits is -56 to some and 200 to others, and may be compared as either.
                found.push(bits.value as i64);
            }
        });
    };
    for command in program.edges.iter().flat_map(|edge| &edge.commands) {
        match command {
            Command::Assume(expr) | Command::Await(expr) | Command::Join(expr) => note(expr),
            Command::Assign(place, value) => {
                if let Place::Elem(_, index) = place {
                    note(index);
                }
                note(value);
            }
            Command::Havoc(Place::Elem(_, index), _) => note(index),
            Command::Havoc(Place::Var(_), _) => {}
            Command::Create { args, .. } => args.iter().for_each(|(_, value)| note(value)),
        }
    }
    for var in &program.vars {
        if let Init::Values(values) = &var.init {
            found.extend(values.iter().map(|&value| value as i64));
        }
    }
    found.sort_by_key(|&value| (value.unsigned_abs(), value < 0));
    found.dedup();
    found
}
