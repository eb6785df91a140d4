//! What becomes of several passive threads: each does what it may, independently of the others
//! [symmpa, Fig. 3].

use std::rc::Rc;

use crate::bbp::{Outcome, Post, SharedBits, ThreadBits};
use crate::budget::{Budget, Stop};
use crate::scpl::EdgeId;

/// A step of the active thread, waiting for what the others make of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Act {
    pub edge: EdgeId,
    pub shared: SharedBits,
    pub active: ThreadBits,
    pub outcome: Outcome,
}

impl Act {
    /// What may become of another thread.
    pub fn passive(
        &self,
        post: &mut dyn Post,
        passive: ThreadBits,
        budget: &Budget,
    ) -> Result<Rc<[ThreadBits]>, Stop> {
        match post.is_broadcast(self.edge) {
            true => {
                post.passive(self.edge, self.shared, self.active, self.outcome, passive, budget)
            }
            false => Ok([passive].into()),
        }
    }

    /// Calls `found` with each combination of what becomes of `passives`, in their order.
    pub fn each_product(
        &self,
        post: &mut dyn Post,
        passives: &[ThreadBits],
        budget: &Budget,
        found: &mut dyn FnMut(&[ThreadBits]),
    ) -> Result<(), Stop> {
        if !post.is_broadcast(self.edge) {
            found(passives);
            return Ok(());
        }
        let mut choices = Vec::with_capacity(passives.len());
        for &passive in passives {
            let after = self.passive(post, passive, budget)?;
            if after.is_empty() {
                return Ok(());
            }
            choices.push(after);
        }
        each_product(&choices, budget, found)
    }
}

/// Calls `found` with each combination of one of every list, in their order.
pub(super) fn each_product<T: Copy>(
    choices: &[Rc<[T]>],
    budget: &Budget,
    found: &mut dyn FnMut(&[T]),
) -> Result<(), Stop> {
    let Some(mut row) =
        choices.iter().map(|list| list.first().copied()).collect::<Option<Vec<T>>>()
    else {
        return Ok(());
    };
    let mut digits = vec![0; choices.len()];
    loop {
        budget.spend(1)?;
        found(&row);
        // The next combination, as an odometer counts.
        let Some(place) = (0..digits.len()).find(|&at| digits[at] + 1 < choices[at].len()) else {
            return Ok(());
        };
        for at in 0..=place {
            digits[at] = if at == place { digits[at] + 1 } else { 0 };
            row[at] = choices[at][digits[at]];
        }
    }
}
