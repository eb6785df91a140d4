//! Fewer of the things that clash.
//!
//! Cores as solvers give them can be ten times larger than needed. Deleting one item after the other is
//! simple and the order of the answer is the order of the question, but it asks once per item; so whole
//! blocks are tried first, halved whenever they cannot go.

use crate::budget::Stop;

/// A part of `items` for which `fails` still is true, and is not with any single one left out.
/// `fails` must be true of `items` themselves, and of whatever contains something it is true of.
pub fn minimise<T: Clone>(
    items: &[T],
    fails: &mut dyn FnMut(&[T]) -> Result<bool, Stop>,
) -> Result<Vec<T>, Stop> {
    let mut kept = items.to_vec();
    let mut block = kept.len() / 2;
    loop {
        block = block.max(1);
        // From the back: what came last is what least was built on.
        let mut end = kept.len();
        while end > 0 {
            let start = end.saturating_sub(block);
            let mut rest = kept[..start].to_vec();
            rest.extend_from_slice(&kept[end..]);
            if fails(&rest)? {
                kept = rest;
            }
            end = start;
        }
        if block == 1 {
            return Ok(kept);
        }
        block /= 2;
    }
}
