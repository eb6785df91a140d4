//! What becomes of several passive threads: each does what it may, independently of the others
//! [symmpa, Fig. 3].

use std::rc::Rc;

use crate::bbp::{Outcome, Post, SharedBits, ThreadBits};
use crate::budget::{Budget, Stop};
use crate::scpl::EdgeId;

/// A step of the active thread, waiting for what the others make of it.
pub(super) struct Act {
    pub edge: EdgeId,
    pub shared: SharedBits,
    pub active: ThreadBits,
    pub outcome: Outcome,
}

impl Act {
    /// Calls `found` with each combination of what becomes of `passives`, in their order.
    pub fn each_product(
        &self,
        post: &mut dyn Post,
        passives: &[ThreadBits],
        budget: &Budget,
        found: &mut dyn FnMut(&[ThreadBits]) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        if !post.is_broadcast(self.edge) {
            return found(passives);
        }
        let mut choices: Vec<Rc<[ThreadBits]>> = Vec::with_capacity(passives.len());
        for &passive in passives {
            let after =
                post.passive(self.edge, self.shared, self.active, self.outcome, passive, budget)?;
            if after.is_empty() {
                return Ok(());
            }
            choices.push(after);
        }
        let mut row: Vec<ThreadBits> = choices.iter().map(|after| after[0]).collect();
        let mut digits = vec![0; choices.len()];
        loop {
            budget.spend(1)?;
            found(&row)?;
            // The next combination, as an odometer counts.
            let Some(place) = (0..digits.len()).find(|&at| digits[at] + 1 < choices[at].len())
            else {
                return Ok(());
            };
            for at in 0..=place {
                digits[at] = if at == place { digits[at] + 1 } else { 0 };
                row[at] = choices[at][digits[at]];
            }
        }
    }
}
