//! The states found so far, in the order in which they were found.

use super::intern::{mix, same};
use super::table::{Probe, Table};

/// States are rows of numbers of equal length. Each has a parent, the state it was found from.
#[derive(Debug)]
pub(super) struct Space {
    stride: usize,
    keys: Vec<u32>,
    parents: Vec<u32>,
    /// By shared part, so many for one table. Shared parts are numbered as they are found, and states
    /// found one after the other have shared parts of about the same time: what is needed next is in
    /// a table that is small, and in the cache already.
    tables: Vec<Table>,
}

const PER_TABLE: usize = 256;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    New(u32),
    Known(u32),
}

pub(super) const NO_PARENT: u32 = u32::MAX;

impl Space {
    pub fn new(stride: usize) -> Self {
        Self { stride, keys: Vec::new(), parents: Vec::new(), tables: Vec::new() }
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
        let table = key[0] as usize / PER_TABLE;
        if table >= self.tables.len() {
            self.tables.resize_with(table + 1, Table::new);
        }
        match self.tables[table].probe(hash, |idx| same(self.get(idx), key)) {
            Probe::Found(idx) => Found::Known(idx),
            Probe::Missing(slot) => {
                let idx = self.len() as u32;
                self.keys.extend_from_slice(key);
                self.parents.push(parent);
                self.tables[table].fill(slot, hash, idx);
                Found::New(idx)
            }
        }
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
