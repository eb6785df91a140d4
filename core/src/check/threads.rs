//! Thread states as small numbers, so that states are short rows of them.

use crate::hash::FxHashMap;

use crate::bbp::ThreadBits;

/// The number of a thread state in one search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Tid(pub u32);

impl Tid {
    /// Every search numbers the idle thread first.
    pub const IDLE: Tid = Tid(0);
}

#[derive(Debug)]
pub(super) struct Threads {
    list: Vec<ThreadBits>,
    ids: FxHashMap<ThreadBits, Tid>,
}

impl Threads {
    pub fn new() -> Self {
        let mut threads = Self { list: Vec::new(), ids: FxHashMap::default() };
        threads.id(ThreadBits::IDLE);
        threads
    }

    pub fn id(&mut self, thread: ThreadBits) -> Tid {
        *self.ids.entry(thread).or_insert_with(|| {
            self.list.push(thread);
            Tid(self.list.len() as u32 - 1)
        })
    }

    pub fn get(&self, id: Tid) -> ThreadBits {
        self.list[id.0 as usize]
    }
}
