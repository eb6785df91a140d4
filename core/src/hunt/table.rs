//! A hash table of indices into something that the caller keeps.
//!
//! Each entry is the upper half of a hash and, below, an index plus one; 0 is empty. The place of an
//! entry is given by the upper half, so that the table can grow without looking at what it holds, and
//! most comparisons are decided without looking either. Entries that agree in the leading bits are
//! neighbours, in one line of the cache; the last three bits of the half say where in it.

#[derive(Debug)]
pub(super) struct Table {
    /// Length 2^`bits`; at most half full.
    entries: Vec<u64>,
    bits: u32,
    len: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Probe {
    Found(u32),
    /// It would go to this slot.
    Missing(usize),
}

impl Table {
    pub fn new() -> Self {
        let bits = 8;
        Self { entries: vec![0; 1 << bits], bits, len: 0 }
    }

    pub fn probe(&self, hash: u64, is_it: impl Fn(u32) -> bool) -> Probe {
        let upper = hash >> 32;
        let mask = self.entries.len() - 1;
        let mut slot = place(hash, self.bits);
        loop {
            let entry = self.entries[slot & mask];
            if entry == 0 {
                return Probe::Missing(slot & mask);
            }
            if entry >> 32 == upper && is_it(entry as u32 - 1) {
                return Probe::Found(entry as u32 - 1);
            }
            slot += 1;
        }
    }

    /// Puts an index where a probe with the same hash, the last thing done, found it missing.
    pub fn fill(&mut self, slot: usize, hash: u64, idx: u32) {
        debug_assert_eq!(self.entries[slot], 0, "the slot is free");
        self.entries[slot] = hash >> 32 << 32 | u64::from(idx + 1);
        self.len += 1;
        if self.len * 2 > self.entries.len() {
            self.grow();
        }
    }

    fn grow(&mut self) {
        self.bits += 1;
        let mask = (1 << self.bits) - 1;
        let mut entries = vec![0; mask + 1];
        for &entry in self.entries.iter().filter(|entry| **entry != 0) {
            let mut slot = place(entry, self.bits);
            while entries[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            entries[slot] = entry;
        }
        self.entries = entries;
    }
}

fn place(hash: u64, bits: u32) -> usize {
    (hash >> (64 - bits) & !7 | hash >> 32 & 7) as usize
}
