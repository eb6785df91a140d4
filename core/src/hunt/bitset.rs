//! Sets of small numbers.

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct BitSet {
    words: Vec<u64>,
}

impl BitSet {
    /// The empty set, with room for numbers below `len`.
    pub fn new(len: usize) -> Self {
        Self { words: vec![0; len.div_ceil(64)] }
    }

    pub fn contains(&self, idx: usize) -> bool {
        self.words.get(idx / 64).is_some_and(|word| word >> (idx % 64) & 1 == 1)
    }

    /// Whether the number is new.
    pub fn insert(&mut self, idx: usize) -> bool {
        let word = &mut self.words[idx / 64];
        let before = *word;
        *word |= 1 << (idx % 64);
        *word != before
    }

    pub fn remove(&mut self, idx: usize) {
        if let Some(word) = self.words.get_mut(idx / 64) {
            *word &= !(1 << (idx % 64));
        }
    }

    /// Adds the other set, which has the same room; whether that changed anything.
    pub fn union(&mut self, other: &BitSet) -> bool {
        let mut changed = false;
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            changed |= more & !*word != 0;
            *word |= more;
        }
        changed
    }

    pub fn intersects(&self, other: &BitSet) -> bool {
        self.words.iter().zip(&other.words).any(|(a, b)| a & b != 0)
    }

    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }
}
