//! Fast hash tables, whose order must not matter.
//!
//! The order in which a table is walked depends on its hashes, and nothing that anybody sees may depend on
//! that order. With the feature `sabotage` a test can choose the seed of all tables that its thread makes,
//! and see that nothing changes; without it the seed is always the same.

use std::collections::{HashMap, HashSet};
use std::hash::BuildHasher;

use rustc_hash::FxHasher;

pub type FxHashMap<K, V> = HashMap<K, V, FxBuildHasher>;
pub type FxHashSet<T> = HashSet<T, FxBuildHasher>;

#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(feature = "sabotage"), derive(Default))]
pub struct FxBuildHasher {
    #[cfg(feature = "sabotage")]
    seed: usize,
}

#[cfg(not(feature = "sabotage"))]
impl BuildHasher for FxBuildHasher {
    type Hasher = FxHasher;

    fn build_hasher(&self) -> FxHasher {
        FxHasher::default()
    }
}

#[cfg(feature = "sabotage")]
mod seeded {
    use std::cell::Cell;

    use super::{BuildHasher, FxBuildHasher, FxHasher};

    thread_local! {
        static SEED: Cell<usize> = const { Cell::new(0) };
    }

    impl Default for FxBuildHasher {
        fn default() -> Self {
            Self { seed: SEED.get() }
        }
    }

    impl BuildHasher for FxBuildHasher {
        type Hasher = FxHasher;

        fn build_hasher(&self) -> FxHasher {
            FxHasher::with_seed(self.seed)
        }
    }

    /// Tables that this thread makes from now on hash with this seed.
    pub fn set_seed(seed: usize) {
        SEED.set(seed);
    }
}

#[cfg(feature = "sabotage")]
pub use seeded::set_seed;
