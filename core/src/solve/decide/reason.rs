//! Why something holds: which conjuncts it was derived from.
//!
//! A derivation joins reasons all the time and asks for the conjuncts behind one only when it has found
//! a clash. So a reason is a node of a graph: joining is one entry, and collecting is one walk.

/// Something that a set of conjuncts implies rests on this.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Reason(u32);

impl Reason {
    /// Holds without any conjunct.
    pub const NONE: Reason = Reason(0);
}

#[derive(Clone, Debug)]
pub(super) struct Reasons {
    n_conjuncts: usize,
    /// Two reasons each, behind the conjuncts.
    joins: Vec<(Reason, Reason)>,
}

impl Reasons {
    pub fn new(n_conjuncts: usize) -> Self {
        Self { n_conjuncts, joins: Vec::new() }
    }

    /// The conjunct itself.
    pub fn conjunct(&self, idx: usize) -> Reason {
        debug_assert!(idx < self.n_conjuncts);
        Reason(idx as u32 + 1)
    }

    pub fn join(&mut self, a: Reason, b: Reason) -> Reason {
        if a == Reason::NONE || a == b {
            return b;
        }
        if b == Reason::NONE {
            return a;
        }
        self.joins.push((a, b));
        Reason((self.n_conjuncts + self.joins.len()) as u32)
    }

    /// The conjuncts behind reasons, ascending.
    pub fn conjuncts(&self, of: &[Reason]) -> Vec<usize> {
        let mut seen = vec![false; self.n_conjuncts + self.joins.len() + 1];
        let mut waiting = of.to_vec();
        while let Some(Reason(idx)) = waiting.pop() {
            let idx = idx as usize;
            if !std::mem::replace(&mut seen[idx], true) && idx > self.n_conjuncts {
                let (a, b) = self.joins[idx - self.n_conjuncts - 1];
                waiting.extend([a, b]);
            }
        }
        (0..self.n_conjuncts).filter(|&idx| seen[idx + 1]).collect()
    }
}
