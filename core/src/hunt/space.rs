//! The states found so far, in the order in which they were found.

use super::intern::mix;

/// States are rows of numbers of equal length. Each has a parent, the state it was found from.
#[derive(Debug)]
pub(super) struct Space {
    stride: usize,
    keys: Vec<u32>,
    parents: Vec<u32>,
    /// Each entry is the upper half of a state's hash and, below, its index plus one; 0 is empty.
    /// The place of an entry is given by the leading bits of the hash, so that the table can grow
    /// without looking at states. Length 2^`bits`.
    table: Vec<u64>,
    bits: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    New(u32),
    Known(u32),
}

pub(super) const NO_PARENT: u32 = u32::MAX;

impl Space {
    pub fn new(stride: usize) -> Self {
        let bits = 12;
        let table = vec![0; 1 << bits];
        Self { stride, keys: Vec::new(), parents: Vec::new(), table, bits }
    }

    pub fn len(&self) -> usize {
        self.parents.len()
    }

    pub fn get(&self, idx: u32) -> &[u32] {
        &self.keys[idx as usize * self.stride..][..self.stride]
    }

    pub fn parent(&self, idx: u32) -> u32 {
        self.parents[idx as usize]
    }

    pub fn set_parent(&mut self, idx: u32, parent: u32) {
        self.parents[idx as usize] = parent;
    }

    /// The hash must be that of [`hash`].
    pub fn insert(&mut self, key: &[u32], hash: u64, parent: u32) -> Found {
        debug_assert_eq!(hash, self::hash(key), "the hash was computed step by step");
        let upper = hash >> 32;
        let mask = self.table.len() - 1;
        let mut slot = (upper >> (32 - self.bits)) as usize;
        loop {
            let entry = self.table[slot];
            if entry == 0 {
                break;
            }
            if entry >> 32 == upper {
                let idx = entry as u32 - 1;
                if self.get(idx) == key {
                    return Found::Known(idx);
                }
            }
            slot = (slot + 1) & mask;
        }
        let idx = self.len() as u32;
        self.keys.extend_from_slice(key);
        self.parents.push(parent);
        self.table[slot] = upper << 32 | u64::from(idx + 1);
        if self.len() * 2 > self.table.len() {
            self.grow();
        }
        Found::New(idx)
    }

    fn grow(&mut self) {
        self.bits += 1;
        let mask = (1 << self.bits) - 1;
        let mut table = vec![0; 1 << self.bits];
        for &entry in self.table.iter().filter(|entry| **entry != 0) {
            let mut slot = (entry >> (64 - self.bits)) as usize;
            while table[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            table[slot] = entry;
        }
        self.table = table;
    }

    /// The states from the first one to this one.
    pub fn path(&self, idx: u32) -> Vec<u32> {
        let mut path = vec![idx];
        let mut idx = idx;
        while self.parent(idx) != NO_PARENT {
            idx = self.parent(idx);
            path.push(idx);
        }
        path.reverse();
        path
    }
}

/// A sum over the numbers, so that replacing one of them, or sorting, is cheap to account for. Only
/// the first number is told apart from the others.
pub(super) fn hash(key: &[u32]) -> u64 {
    let rest = key[1..].iter().fold(0, |sum: u64, &thread| sum.wrapping_add(hash_thread(thread)));
    rest.wrapping_add(hash_shared(key[0]))
}

pub(super) fn hash_thread(thread: u32) -> u64 {
    mix(u64::from(thread))
}

pub(super) fn hash_shared(shared: u32) -> u64 {
    mix(u64::from(shared) << 32 | 1)
}
