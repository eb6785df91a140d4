//! Where the values of a program's variables are kept.
//!
//! A state is two kinds of cell rows: one row for all shared variables, and one per thread for the
//! local ones. A variable takes one cell, an array one per element, in the order of `Program::vars`.
//! Everything that stores values (states, schedules, initial values) uses this order.

use super::program::{Program, Scope, Sort, VarId};

/// A cell of a handle holds a creation number: 0 is no thread, 1 is `main`, and thread `i` in the
/// order of creation is `i + 1`. Evaluation carries it as a bit vector of this width.
pub const HANDLE_WIDTH: u8 = 64;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// By `VarId`.
    slots: Vec<Slot>,
    n_shared: usize,
    n_local: usize,
}

/// The cells of one variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    pub scope: Scope,
    /// The variable's first cell in the row of its scope.
    pub first: usize,
    pub len: Option<u32>,
    /// The width of each cell; `HANDLE_WIDTH` for handles.
    pub width: u8,
}

impl Slot {
    /// The cell of the element with this index, if it is within the bounds.
    pub fn elem(self, index: u64) -> Option<usize> {
        (index < u64::from(self.len.unwrap_or(1))).then(|| self.first + index as usize)
    }
}

impl Layout {
    pub fn new(program: &Program) -> Self {
        let (mut n_shared, mut n_local) = (0, 0);
        let slots = program
            .vars
            .iter()
            .map(|var| {
                let next = match var.scope {
                    Scope::Shared => &mut n_shared,
                    Scope::Local => &mut n_local,
                };
                let first = *next;
                *next += var.n_cells();
                let width = match var.sort {
                    Sort::Bits(width) => width,
                    Sort::Handle => HANDLE_WIDTH,
                };
                Slot { scope: var.scope, first, len: var.len, width }
            })
            .collect();
        Self { slots, n_shared, n_local }
    }

    pub fn slot(&self, var: VarId) -> Slot {
        self.slots[var.index()]
    }

    /// How many cells all shared variables take together.
    pub fn n_shared(&self) -> usize {
        self.n_shared
    }

    /// How many cells the local variables of one thread take together.
    pub fn n_local(&self) -> usize {
        self.n_local
    }
}
