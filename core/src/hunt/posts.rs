//! Posts that are known already.
//!
//! There are as many as pairs of a thread and a shared part that occur together. Most shared parts go
//! with few threads, and those of one time have numbers near each other; so each has a list of its own,
//! and what is looked for is in the cache. Only long lists are hashed.

use std::cmp::Ordering;

use super::intern::mix;
use super::steps::Post;
use super::table::{Probe, Table};

#[derive(Debug)]
pub(super) struct Posts {
    all: Vec<Known>,
    /// By shared part.
    lists: Vec<List>,
    /// The posts of long lists.
    table: Table,
}

/// A post, and what it is for.
#[derive(Clone, Copy, Debug)]
struct Known {
    key: Key,
    /// Of the same shared part, the one before; `NONE` for the first.
    before: u32,
    post: Post,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    pub shared: u32,
    pub thread: u32,
    /// 0 if it does not matter.
    pub context: u32,
}

impl Key {
    fn hash(self) -> u64 {
        let hash = mix(u64::from(self.shared) << 32 | u64::from(self.thread));
        if self.context == 0 { hash } else { mix(hash ^ u64::from(self.context)) }
    }
}

/// Posts of one shared part.
#[derive(Clone, Copy, Debug)]
struct List {
    last: u32,
    len: u32,
}

const NONE: u32 = u32::MAX;

/// Longer lists are not searched but hashed.
const MAX_LIST: u32 = 8;

impl Posts {
    pub fn new() -> Self {
        Self { all: Vec::new(), lists: Vec::new(), table: Table::new() }
    }

    pub fn find(&self, key: Key) -> Option<Post> {
        let list = self.lists.get(key.shared as usize)?;
        if list.len <= MAX_LIST {
            let mut idx = list.last;
            while idx != NONE {
                let known = &self.all[idx as usize];
                if known.key == key {
                    return Some(known.post);
                }
                idx = known.before;
            }
            return None;
        }
        match self.table.probe(key.hash(), |idx| self.all[idx as usize].key == key) {
            Probe::Found(idx) => Some(self.all[idx as usize].post),
            Probe::Missing(_) => None,
        }
    }

    /// The key must be new.
    pub fn keep(&mut self, key: Key, post: Post) {
        let shared = key.shared as usize;
        if self.lists.len() <= shared {
            self.lists.resize(shared + 1, List { last: NONE, len: 0 });
        }
        let list = &mut self.lists[shared];
        let idx = self.all.len() as u32;
        self.all.push(Known { key, before: list.last, post });
        *list = List { last: idx, len: list.len + 1 };
        match list.len.cmp(&(MAX_LIST + 1)) {
            Ordering::Less => {}
            Ordering::Equal => {
                let mut idx = idx;
                while idx != NONE {
                    self.hash(idx);
                    idx = self.all[idx as usize].before;
                }
            }
            Ordering::Greater => self.hash(idx),
        }
    }

    fn hash(&mut self, idx: u32) {
        let hash = self.all[idx as usize].key.hash();
        if let Probe::Missing(slot) = self.table.probe(hash, |_| false) {
            self.table.fill(slot, hash, idx);
        }
    }
}
