//! What is asked of the engine.

use crate::lower::{Atomicity, Heap};
use crate::text::DataModel;

/// How far the search goes when the number of threads is not bounded: most real violations need
/// two or three threads, and the work grows exponentially.
pub const MAX_THREADS_FOR_ANY: u32 = 4;

/// A macro and its body.
pub type Define = (String, Option<String>);

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Config {
    pub threads: Threads,
    pub data_model: DataModel,
    pub atomicity: Atomicity,
    /// How much room each place that allocates memory has.
    pub heap: Heap,
    /// Names of the program's own, each with the function or type that it stands for, such as
    /// `my_lock` and `pthread_mutex_lock`.
    pub names: Vec<(String, String)>,
    /// Macros defined before the first line, perhaps with parameters as in `max(a, b)`, and their
    /// bodies; without one, 1.
    pub defines: Vec<Define>,
    /// The same for single units of a linked program, by the unit's name: what is defined for it behind
    /// what is defined for all.
    pub unit_defines: Vec<(String, Vec<Define>)>,
}

impl Config {
    /// The macros that are defined before the first line of a unit.
    pub(super) fn defines_of(&self, unit: &str) -> Vec<Define> {
        let own = self.unit_defines.iter().filter(|(name, _)| name == unit);
        self.defines.iter().chain(own.flat_map(|(_, own)| own)).cloned().collect()
    }
}

/// About how many threads something is asked or claimed: threads created over the whole run, `main`
/// not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Threads {
    #[default]
    Any,
    UpTo(u32),
}

impl Threads {
    /// What two claims come to together: that about fewer threads.
    pub fn weaker(self, other: Threads) -> Threads {
        match (self, other) {
            (Threads::Any, other) => other,
            (one, Threads::Any) => one,
            (Threads::UpTo(one), Threads::UpTo(other)) => Threads::UpTo(one.min(other)),
        }
    }

    /// The better of two claims.
    pub fn stronger(self, other: Threads) -> Threads {
        if self.weaker(other) == self { other } else { self }
    }

    /// The largest number of threads that is explored one by one.
    pub fn explored(self) -> u32 {
        match self {
            Threads::Any => MAX_THREADS_FOR_ANY,
            Threads::UpTo(n_threads) => n_threads,
        }
    }
}
