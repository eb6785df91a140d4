//! Numbers for rows of words: equal rows, equal numbers.

#[derive(Debug)]
pub(super) struct Interner {
    n_words: usize,
    words: Vec<u64>,
    /// Numbers, at the place of their row's hash or behind it; 0 is empty. A power of two long, and
    /// never full.
    table: Vec<u32>,
    len: u32,
}

impl Interner {
    pub fn new(n_words: usize) -> Self {
        Self { n_words, words: Vec::new(), table: vec![0; 64], len: 0 }
    }

    /// The row's number, from 1.
    pub fn intern(&mut self, row: &[u64]) -> u32 {
        debug_assert_eq!(row.len(), self.n_words, "all rows have the same length");
        let mask = self.table.len() - 1;
        let mut slot = hash(row) as usize & mask;
        loop {
            match self.table[slot] {
                0 => break,
                id if self.get(id) == row => return id,
                _ => slot = (slot + 1) & mask,
            }
        }
        self.words.extend_from_slice(row);
        self.len += 1;
        self.table[slot] = self.len;
        if self.len as usize * 2 > self.table.len() {
            self.grow();
        }
        self.len
    }

    pub fn get(&self, id: u32) -> &[u64] {
        &self.words[(id as usize - 1) * self.n_words..][..self.n_words]
    }

    fn grow(&mut self) {
        let mask = self.table.len() * 2 - 1;
        let mut table = vec![0; mask + 1];
        for id in 1..=self.len {
            let mut slot = hash(self.get(id)) as usize & mask;
            while table[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            table[slot] = id;
        }
        self.table = table;
    }
}

fn hash(row: &[u64]) -> u64 {
    row.iter().fold(0, |hash, word| mix(hash ^ word))
}

/// Spreads a number over 64 bits; one to one [splitmix64].
pub(super) fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}
