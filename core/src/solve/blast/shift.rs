//! Shifts: one layer of choices for each bit of the amount that can matter.
//!
//! The bits of the amount that are worth the whole width or more only say that everything is shifted
//! out. Where the other bits together reach the width, the layers shift everything out by themselves.

use super::{Blaster, Word};
use crate::solve::aig::Lit;

impl Blaster {
    pub(super) fn shift_left(&mut self, a: &[Lit], amount: &[Lit]) -> Word {
        let reversed: Word = a.iter().rev().copied().collect();
        let mut shifted = self.shift_right(&reversed, amount, Lit::FALSE);
        shifted.reverse();
        shifted
    }

    pub(super) fn shift_right(&mut self, a: &[Lit], amount: &[Lit], fill: Lit) -> Word {
        let width = a.len();
        let n_layers =
            amount.len().min((width - 1).checked_ilog2().map_or(0, |log| log as usize + 1));
        let (layers, beyond) = amount.split_at(n_layers);
        let mut word = a.to_vec();
        for (idx, &bit) in layers.iter().enumerate() {
            let by = 1 << idx;
            let shifted: Word =
                (0..width).map(|at| word.get(at + by).copied().unwrap_or(fill)).collect();
            word = self.choose(bit, &shifted, &word);
        }
        let beyond = self.any(beyond);
        self.choose(beyond, &vec![fill; width], &word)
    }
}
