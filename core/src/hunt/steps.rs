//! What threads can do, looked up.
//!
//! A macro-step depends on the shared variables and on the active thread, and hardly ever on the
//! others. There are far fewer such pairs than states, so each is computed once: a state is a few
//! numbers, and most of the search is replacing one number by another.

use super::expand::{End, Expander, ExpansionKind};
use super::intern::{Interner, mix};
use super::model::{Cells, Kind, Model};
use super::scene::{Context, Event, Reasons, Scene, Thread, Trust};
use super::table::{Probe, Table};
use crate::budget::{Budget, Stop};

/// A state is `[shared, threads..]`, where 0 stands for a missing thread.
#[derive(Debug)]
pub(super) struct Steps {
    pub expander: Expander,
    pub rows: Rows,
    /// Each with what it is for: shared part, thread and context.
    posts: Vec<(u64, Context, Post)>,
    table: Table,
    outcomes: Vec<Outcome>,
    created: Vec<u32>,
    /// Where expansion starts; kept for its memory.
    start: Scene,
    ends: Vec<(End, Scene)>,
}

/// The numbered parts of states.
#[derive(Debug)]
pub(super) struct Rows {
    pub shared: Interner,
    pub threads: Interner,
    /// By number of a thread, from 1.
    infos: Vec<Info>,
    pub most_created: u32,
    buffer: Vec<u64>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Info {
    pub loc: u32,
    pub name: u8,
    pub is_finished: bool,
    /// Whether its steps depend on names and ends of others.
    pub needs_context: bool,
}

/// All outcomes of a thread's next macro-step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Post {
    first: u32,
    len: u32,
    pub reasons: Reasons,
    pub kind: ExpansionKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Outcome {
    pub end: End,
    pub shared: u32,
    pub thread: u32,
    created: (u32, u32),
    /// Whether handles changed, so that names may have to.
    pub renames: bool,
    /// The number of edges.
    pub n_steps: u32,
}

impl Post {
    pub fn outcomes(self) -> std::ops::Range<u32> {
        self.first..self.first + self.len
    }
}

impl Steps {
    pub fn new(expander: Expander) -> Self {
        let model = &expander.runner.model;
        let rows = Rows {
            shared: Interner::new(model.shared.packing.n_words()),
            threads: Interner::new(model.local.packing.n_words()),
            infos: vec![Info { loc: 0, name: 0, is_finished: true, needs_context: false }],
            most_created: 0,
            buffer: Vec::new(),
        };
        Self {
            expander,
            rows,
            posts: Vec::new(),
            table: Table::new(),
            outcomes: Vec::new(),
            created: Vec::new(),
            start: Scene::default(),
            ends: Vec::new(),
        }
    }

    pub fn model(&self) -> &Model {
        &self.expander.runner.model
    }

    /// The shared part and `main` when a run starts.
    pub fn initial(&mut self) -> (u32, u32) {
        let model = &self.expander.runner.model;
        let shared = self.rows.intern_shared(&model.shared, 0, &model.initial);
        let main = &model.templates[model.main];
        let main = Thread { loc: main.entry, name: 0, cells: main.cells.clone() };
        (shared, self.rows.intern_thread(&self.expander, &main))
    }

    pub fn outcome(&self, idx: u32) -> &Outcome {
        &self.outcomes[idx as usize]
    }

    pub fn created(&self, outcome: &Outcome) -> &[u32] {
        let (first, len) = outcome.created;
        &self.created[first as usize..][..len as usize]
    }

    /// What the thread can do; `threads` are all of the state.
    pub fn post(
        &mut self,
        shared: u32,
        thread: u32,
        threads: &[u32],
        budget: &Budget,
    ) -> Result<Post, Stop> {
        let key = u64::from(shared) << 32 | u64::from(thread);
        let mut hash = mix(key);
        let mut context = Context::default();
        if self.rows.info(thread).needs_context {
            context = self.context(thread, threads);
            hash = mix(mix(hash ^ context.taken) ^ context.finished);
        }
        let is_it = |idx: u32| {
            let (known, known_context, _) = &self.posts[idx as usize];
            (*known, *known_context) == (key, context)
        };
        match self.table.probe(hash, is_it) {
            Probe::Found(idx) => Ok(self.posts[idx as usize].2),
            Probe::Missing(slot) => {
                let post = self.compute(shared, thread, context, budget)?;
                self.table.fill(slot, hash, self.posts.len() as u32);
                self.posts.push((key, context, post));
                Ok(post)
            }
        }
    }

    fn compute(
        &mut self,
        shared: u32,
        thread: u32,
        context: Context,
        budget: &Budget,
    ) -> Result<Post, Stop> {
        let mut start = std::mem::take(&mut self.start);
        self.load(shared, thread, context, &mut start);
        let mut ends = std::mem::take(&mut self.ends);
        let (reasons, kind) = self.expander.expand(&start, &mut ends, budget)?;
        let first = self.outcomes.len();
        for (end, after) in ends.drain(..) {
            let outcome = self.outcome_of(end, &start, &after);
            self.expander.runner.discard(after);
            match self.find_same(first, &outcome) {
                None => self.outcomes.push(outcome),
                Some(idx) if self.outcomes[idx].n_steps > outcome.n_steps => {
                    self.outcomes[idx] = outcome;
                }
                Some(_) => {}
            }
        }
        self.start = start;
        self.ends = ends;
        let len = (self.outcomes.len() - first) as u32;
        Ok(Post { first: first as u32, len, reasons, kind })
    }

    /// The outcomes that lead to the same, as one with this index; each has a way to get there.
    fn find_same(&self, first: usize, outcome: &Outcome) -> Option<usize> {
        let is_same = |known: &Outcome| {
            (known.end, known.shared, known.thread) == (outcome.end, outcome.shared, outcome.thread)
                && self.created(known) == self.created(outcome)
        };
        self.outcomes[first..].iter().position(is_same).map(|idx| first + idx)
    }

    /// The story of a shortest way to an outcome.
    pub fn explain(
        &mut self,
        state: &[u32],
        slot: usize,
        outcome: &Outcome,
        budget: &Budget,
    ) -> Result<Vec<Event>, Stop> {
        let context = self.context(state[slot], &state[1..]);
        let mut start = Scene::default();
        self.load(state[0], state[slot], context, &mut start);
        let mut ends = Vec::new();
        self.expander.expand(&start, &mut ends, budget)?;
        for (end, after) in ends {
            let found = self.outcome_of(end, &start, &after);
            let is_same = (found.end, found.shared, found.thread, found.n_steps)
                == (outcome.end, outcome.shared, outcome.thread, outcome.n_steps)
                && self.created(&found) == self.created(outcome);
            if is_same {
                return Ok(after.log);
            }
        }
        unreachable!("an outcome comes of some end");
    }

    /// The part of the others that matters to the thread.
    pub fn context(&self, thread: u32, threads: &[u32]) -> Context {
        let access = &self.expander.movers.macros[self.rows.info(thread).loc as usize];
        let mut context = Context::default();
        for &other in threads {
            let info = self.rows.info(other);
            let name = u64::from(info.name != 0) << info.name;
            context.taken |= if access.names { name } else { 0 };
            context.finished |= if access.joins && info.is_finished { name } else { 0 };
        }
        context
    }

    fn load(&self, shared: u32, thread: u32, context: Context, scene: &mut Scene) {
        let model = self.model();
        let words = self.rows.shared.get(shared);
        scene.n_created = words[0] as u32;
        model.shared.packing.unpack(words, &mut scene.shared);
        scene.threads.resize_with(1, Thread::default);
        self.rows.unpack_thread(model, thread, &mut scene.threads[0]);
        scene.context = context;
        scene.log.clear();
        scene.trust = Trust::Exact;
    }

    fn outcome_of(&mut self, end: End, before: &Scene, after: &Scene) -> Outcome {
        let edges = after.log.iter().filter(|event| matches!(event, Event::Edge { .. }));
        let mut outcome = Outcome {
            end,
            shared: 0,
            thread: 0,
            created: (self.created.len() as u32, 0),
            renames: false,
            n_steps: edges.count() as u32,
        };
        self.rows.most_created = self.rows.most_created.max(after.n_created);
        if end != End::Moved {
            return outcome;
        }
        let model = &self.expander.runner.model;
        outcome.renames = model.has_handles() && handles_change(model, before, after);
        outcome.shared = self.rows.intern_shared(&model.shared, after.n_created, &after.shared);
        let (active, created) = after.threads.split_first().expect("a scene has an active thread");
        outcome.thread = self.rows.intern_thread(&self.expander, active);
        for thread in created {
            self.created.push(self.rows.intern_thread(&self.expander, thread));
        }
        outcome.created.1 = created.len() as u32;
        outcome
    }
}

fn handles_change(model: &Model, before: &Scene, after: &Scene) -> bool {
    let (old, new) = (&before.threads[0], &after.threads[0]);
    let differs = |handles: &Cells, a: &[_], b: &[_]| {
        handles.handles.iter().any(|handle| a[handle.cell as usize] != b[handle.cell as usize])
    };
    differs(&model.shared, &before.shared, &after.shared)
        || differs(&model.local, &old.cells, &new.cells)
        || old.name != new.name
        || new.name != 0 && after.kind(model, 0) == Kind::Finished
        || after.threads.len() > 1
}

impl Rows {
    /// What is known about a thread; 0 is like a finished one.
    pub fn info(&self, thread: u32) -> Info {
        self.infos[thread as usize]
    }

    /// How many threads have been created when the shared part is this.
    pub fn n_created(&self, shared: u32) -> u32 {
        self.shared.get(shared)[0] as u32
    }

    pub fn unpack_thread(&self, model: &Model, id: u32, thread: &mut Thread) {
        let words = self.threads.get(id);
        let Info { loc, name, .. } = self.info(id);
        (thread.loc, thread.name) = (loc, name);
        model.local.packing.unpack(words, &mut thread.cells);
    }

    pub fn intern_shared(
        &mut self,
        cells: &Cells,
        n_created: u32,
        values: &[super::row::Cell],
    ) -> u32 {
        cells.packing.pack(u64::from(n_created), values, &mut self.buffer);
        self.shared.intern(&self.buffer)
    }

    /// 0 for a thread that has finished and that no handle refers to.
    pub fn intern_thread(&mut self, expander: &Expander, thread: &Thread) -> u32 {
        let model = &expander.runner.model;
        let is_finished = model.loc(thread.loc).kind == Kind::Finished;
        if is_finished && thread.name == 0 {
            return 0;
        }
        // Where a thread has finished makes no difference.
        let loc = if is_finished { u32::MAX } else { thread.loc };
        let head = u64::from(thread.name) << 32 | u64::from(loc);
        model.local.packing.pack(head, &thread.cells, &mut self.buffer);
        let id = self.threads.intern(&self.buffer);
        if id as usize == self.infos.len() {
            let access = &expander.movers.macros[thread.loc as usize];
            let needs_context = access.names || access.joins;
            self.infos.push(Info {
                loc: thread.loc,
                name: thread.name,
                is_finished,
                needs_context,
            });
        }
        id
    }
}
