//! Scenes: the part of a state that a macro-step can change.
//!
//! That is the shared variables, the active thread and the threads that it creates. The others are in
//! it only as far as the active one can see them: which names are taken, and who has finished.

use super::code::{Packings, View};
use super::model::{Kind, Model, Template};
use super::names;
use super::row::{At, Cell, Row};

/// A thread's row. Its head is the location and the name.
#[derive(Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Thread {
    pub row: Vec<u64>,
}

#[derive(Debug, Default)]
pub(super) struct Scene {
    /// Its head is the number of created threads.
    pub shared: Vec<u64>,
    /// The active thread, then those created in this macro-step.
    pub threads: Vec<Thread>,
    pub context: Context,
    /// How the scene came about.
    pub log: Vec<Event>,
    /// Whether other values, not tried, might have led further.
    pub trust: Trust,
}

/// What a thread can see of the others, as sets of names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Context {
    pub taken: u64,
    pub finished: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Trust {
    #[default]
    Exact,
    /// A path that ends here does not show that the thread is stuck.
    Doubtful,
}

/// `who` is the index of a thread in the scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    Edge {
        who: u8,
        edge: u32,
    },
    /// The edge makes a choice, which opens this cell (if it matters).
    Choose {
        who: u8,
        at: Option<At>,
    },
    /// An open cell gets its value.
    Decide {
        who: u8,
        at: At,
        value: u64,
    },
}

/// Why paths of a thread end; a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Reasons(u8);

impl Reasons {
    pub const NONE: Self = Self(0);
    pub const ASSUMES: Self = Self(1);
    pub const WAITS: Self = Self(2);
    /// No thread is idle.
    pub const POOL: Self = Self(4);
    /// We did not look further.
    pub const CUT: Self = Self(8);

    pub fn add(&mut self, other: Self) {
        self.0 |= other.0;
    }

    /// Whether the thread waits for another one, and nothing else is the matter.
    pub fn is_waiting(self) -> bool {
        self.0 & !Self::ASSUMES.0 == Self::WAITS.0
    }

    /// Whether that is so, or might be if we had looked further.
    pub fn may_be_waiting(self) -> bool {
        self.is_waiting() || self.0 & Self::CUT.0 != 0 && self.0 & Self::POOL.0 == 0
    }
}

const NAME_SHIFT: u32 = 32;

impl Thread {
    pub fn loc(&self) -> u32 {
        self.row[0] as u32
    }

    pub fn set_loc(&mut self, loc: u32) {
        self.row[0] = self.row[0] >> NAME_SHIFT << NAME_SHIFT | u64::from(loc);
    }

    /// 0 if no handle refers to the thread.
    pub fn name(&self) -> u8 {
        (self.row[0] >> NAME_SHIFT) as u8
    }

    pub fn set_name(&mut self, name: u8) {
        self.row[0] = u64::from(self.loc()) | u64::from(name) << NAME_SHIFT;
    }

    /// `main` when a run starts, or any thread without arguments.
    pub fn start(template: &Template) -> Self {
        let mut thread = Self { row: template.row.clone() };
        thread.set_loc(template.entry);
        thread
    }
}

impl Scene {
    /// Makes it a copy of a scene where nobody has moved yet.
    pub fn restart(&mut self, start: &Scene) {
        debug_assert!(
            start.log.is_empty() && start.threads.len() == 1,
            "a macro-step starts there"
        );
        self.threads.resize_with(1, Thread::default);
        copy(&start.shared, &mut self.shared);
        copy(&start.threads[0].row, &mut self.threads[0].row);
        (self.context, self.trust) = (start.context, start.trust);
        self.log.clear();
    }

    pub fn n_created(&self) -> u32 {
        self.shared[0] as u32
    }

    pub fn view<'a>(&'a self, packings: &'a Packings, who: usize) -> View<'a> {
        let thread = &self.threads[who];
        let me = match thread.name() {
            0 => names::NAMELESS,
            name => u64::from(name),
        };
        View { packings, shared: &self.shared, local: &thread.row, me }
    }

    pub fn get(&self, packings: &Packings, who: usize, at: At) -> Cell {
        match at.row {
            Row::Shared => packings.shared.get(&self.shared, at.cell),
            Row::Local => packings.local.get(&self.threads[who].row, at.cell),
        }
    }

    pub fn put(&mut self, packings: &Packings, who: usize, at: At, value: Cell) {
        match at.row {
            Row::Shared => packings.shared.put(&mut self.shared, at.cell, value),
            Row::Local => packings.local.put(&mut self.threads[who].row, at.cell, value),
        }
    }

    /// The thread's name; one that is free if it has none yet.
    pub fn name(&mut self, who: usize) -> u8 {
        let thread = &mut self.threads[who];
        if thread.name() == 0 {
            let name = (self.context.taken | 1).trailing_ones() as u8;
            self.context.taken |= 1 << name;
            thread.set_name(name);
        }
        thread.name()
    }

    /// Ends a macro-step: what was opened in it is old from now on.
    pub fn age(&mut self, packings: &Packings) {
        packings.shared.age(&mut self.shared);
        for thread in &mut self.threads {
            packings.local.age(&mut thread.row);
        }
        self.trust = Trust::Exact;
    }

    /// How many edges were taken.
    pub fn n_steps(&self) -> u32 {
        self.log.iter().filter(|event| matches!(event, Event::Edge { .. })).count() as u32
    }

    pub fn kind(&self, model: &Model, who: usize) -> Kind {
        model.loc(self.threads[who].loc()).kind
    }
}

// By hand, for the sake of `clone_from`: it reuses what is there.
impl Clone for Thread {
    fn clone(&self) -> Self {
        Self { row: self.row.clone() }
    }

    fn clone_from(&mut self, other: &Self) {
        self.row.clone_from(&other.row);
    }
}

impl Clone for Scene {
    fn clone(&self) -> Self {
        let mut copy = Self::default();
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, other: &Self) {
        let Self { shared, threads, context, log, trust } = other;
        (self.context, self.trust) = (*context, *trust);
        self.shared.clone_from(shared);
        self.threads.clone_from(threads);
        self.log.clone_from(log);
    }
}

/// For short rows, and faster than `clone_from` then.
fn copy(from: &[u64], to: &mut Vec<u64>) {
    to.resize(from.len(), 0);
    for (to, from) in to.iter_mut().zip(from) {
        *to = *from;
    }
}
