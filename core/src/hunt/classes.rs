//! Variables that are alike in some way: union and find.

use crate::scpl::VarId;

#[derive(Debug)]
pub(super) struct Classes {
    /// By variable: another one of its class, in the end the one that stands for it.
    parents: Vec<usize>,
}

impl Classes {
    /// Each variable is alone.
    pub fn new(n_vars: usize) -> Self {
        Self { parents: (0..n_vars).collect() }
    }

    pub fn unite(&mut self, a: VarId, b: VarId) {
        let (a, b) = (self.shorten(a), self.shorten(b));
        self.parents[a.max(b)] = a.min(b);
    }

    /// The index of the variable that stands for the class.
    pub fn of(&self, var: VarId) -> usize {
        let mut class = var.index();
        while self.parents[class] != class {
            class = self.parents[class];
        }
        class
    }

    fn shorten(&mut self, var: VarId) -> usize {
        let mut class = var.index();
        while self.parents[class] != class {
            self.parents[class] = self.parents[self.parents[class]];
            class = self.parents[class];
        }
        class
    }
}
