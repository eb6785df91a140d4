//! Numbers for rows of words: equal rows, equal numbers.

use super::table::{Probe, Table};

#[derive(Debug)]
pub(super) struct Interner {
    n_words: usize,
    words: Vec<u64>,
    table: Table,
}

impl Interner {
    pub fn new(n_words: usize) -> Self {
        Self { n_words, words: Vec::new(), table: Table::new() }
    }

    /// The row's number, from 1.
    pub fn intern(&mut self, row: &[u64]) -> u32 {
        debug_assert_eq!(row.len(), self.n_words, "all rows have the same length");
        let hash = row.iter().fold(0, |hash, word| mix(hash ^ word));
        match self.table.probe(hash, |idx| self.get(idx + 1) == row) {
            Probe::Found(idx) => idx + 1,
            Probe::Missing(slot) => {
                let idx = (self.words.len() / self.n_words) as u32;
                self.words.extend_from_slice(row);
                self.table.fill(slot, hash, idx);
                idx + 1
            }
        }
    }

    pub fn get(&self, id: u32) -> &[u64] {
        &self.words[(id as usize - 1) * self.n_words..][..self.n_words]
    }
}

/// Spreads a number over 64 bits; one to one [splitmix64].
pub(super) fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}
