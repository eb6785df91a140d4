//! Numbers for rows of words: equal rows, equal numbers.
//!
//! Rows of big programs are long and mostly 0, because at any location most variables are dead. So a
//! long row is kept as the words that are not 0, after a bit for each word that says which those are.

use super::table::{Probe, Table};

#[derive(Debug)]
pub(super) struct Interner {
    /// Of each row.
    n_words: usize,
    words: Vec<u64>,
    /// By number, where the row starts in `words`; and where the next will. Empty if rows are kept
    /// as they are.
    starts: Vec<usize>,
    table: Table,
    buffer: Vec<u64>,
}

/// Rows that are no longer than this are kept as they are.
const SHORT: usize = 4;

impl Interner {
    pub fn new(n_words: usize) -> Self {
        let starts = if n_words > SHORT { vec![0] } else { Vec::new() };
        Self { n_words, words: Vec::new(), starts, table: Table::new(), buffer: Vec::new() }
    }

    /// The row's number, from 1.
    pub fn intern(&mut self, row: &[u64]) -> u32 {
        debug_assert_eq!(row.len(), self.n_words, "all rows have the same length");
        if self.n_words <= SHORT {
            return self.intern_kept(row);
        }
        let mut kept = std::mem::take(&mut self.buffer);
        squeeze(row, &mut kept);
        let id = self.intern_kept(&kept);
        self.buffer = kept;
        id
    }

    fn intern_kept(&mut self, kept: &[u64]) -> u32 {
        let hash = hash(kept);
        match self.table.probe(hash, |idx| same(self.kept(idx), kept)) {
            Probe::Found(idx) => idx + 1,
            Probe::Missing(slot) => {
                let idx = match self.n_words {
                    n_words if n_words <= SHORT => self.words.len() / n_words,
                    _ => self.starts.len() - 1,
                };
                self.words.extend_from_slice(kept);
                if self.n_words > SHORT {
                    self.starts.push(self.words.len());
                }
                self.table.fill(slot, hash, idx as u32);
                idx as u32 + 1
            }
        }
    }

    fn kept(&self, idx: u32) -> &[u64] {
        let idx = idx as usize;
        if self.n_words <= SHORT {
            &self.words[idx * self.n_words..][..self.n_words]
        } else {
            &self.words[self.starts[idx]..self.starts[idx + 1]]
        }
    }

    /// The row with this number; it replaces what is in `row`.
    pub fn load(&self, id: u32, row: &mut Vec<u64>) {
        row.clear();
        let kept = self.kept(id - 1);
        if self.n_words <= SHORT {
            row.extend_from_slice(kept);
        } else {
            let (present, rest) = kept.split_at(self.n_words.div_ceil(64));
            let mut rest = rest.iter();
            let is_present = |idx: usize| present[idx / 64] >> (idx % 64) & 1 == 1;
            row.extend((0..self.n_words).map(|idx| match is_present(idx) {
                true => *rest.next().expect("as many words as bits"),
                false => 0,
            }));
        }
    }

    /// The first word of the row.
    pub fn head(&self, id: u32) -> u64 {
        let kept = self.kept(id - 1);
        if self.n_words <= SHORT {
            return kept[0];
        }
        match kept[0] & 1 {
            1 => kept[self.n_words.div_ceil(64)],
            _ => 0,
        }
    }
}

fn squeeze(row: &[u64], kept: &mut Vec<u64>) {
    kept.clear();
    kept.resize(row.len().div_ceil(64), 0);
    for (idx, &word) in row.iter().enumerate() {
        if word != 0 {
            kept[idx / 64] |= 1 << (idx % 64);
            kept.push(word);
        }
    }
}

/// Rows that differ only in the low bits of the last word are likely to be met together, so they get
/// places next to each other; see `Table`.
fn hash(kept: &[u64]) -> u64 {
    let Some((last, rest)) = kept.split_last() else { return 0 };
    let hash = rest.iter().fold(0, |hash, word| mix(hash ^ word));
    mix(hash ^ last >> 3) & !(7 << 32) | (last & 7) << 32
}

/// Equality of what is short, mostly: quicker than a call.
pub(super) fn same<T: PartialEq>(a: &[T], b: &[T]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a == b)
}

/// Spreads a number over 64 bits; one to one [splitmix64].
pub(super) fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}
