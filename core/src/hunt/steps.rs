//! What threads can do, looked up.
//!
//! A macro-step depends on the shared variables and on the active thread, and hardly ever on the
//! others. There are far fewer such pairs than states, so each is computed once: a state is a few
//! numbers, and most of the search is replacing one number by another.

use rustc_hash::FxHashMap;

use super::expand::{End, Expander, ExpansionKind};
use super::intern::Interner;
use super::model::{Cells, Kind, Model};
use super::scene::{Context, Event, Reasons, Scene, Thread, Trust};
use crate::budget::{Budget, Stop};

/// A state is `[shared, threads..]`, where 0 stands for a missing thread.
#[derive(Debug)]
pub(super) struct Steps {
    pub expander: Expander,
    pub rows: Rows,
    known: FxHashMap<u64, Post>,
    known_in_context: FxHashMap<(u64, Context), Post>,
    outcomes: Vec<Outcome>,
    created: Vec<u32>,
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
            known: FxHashMap::default(),
            known_in_context: FxHashMap::default(),
            outcomes: Vec::new(),
            created: Vec::new(),
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
        if self.rows.info(thread).needs_context {
            let context = self.context(thread, threads);
            if let Some(post) = self.known_in_context.get(&(key, context)) {
                return Ok(*post);
            }
            let post = self.compute(shared, thread, context, budget)?;
            self.known_in_context.insert((key, context), post);
            Ok(post)
        } else {
            if let Some(post) = self.known.get(&key) {
                return Ok(*post);
            }
            let post = self.compute(shared, thread, Context::default(), budget)?;
            self.known.insert(key, post);
            Ok(post)
        }
    }

    fn compute(
        &mut self,
        shared: u32,
        thread: u32,
        context: Context,
        budget: &Budget,
    ) -> Result<Post, Stop> {
        let first = self.outcomes.len() as u32;
        let (outcomes, reasons, kind) = self.explain(shared, thread, context, budget)?;
        self.outcomes.extend(outcomes.into_iter().map(|(outcome, _)| outcome));
        Ok(Post { first, len: self.outcomes.len() as u32 - first, reasons, kind })
    }

    /// The outcomes, each with the story of one way to get there: the shortest.
    #[expect(clippy::type_complexity, reason = "used in two places")]
    pub fn explain(
        &mut self,
        shared: u32,
        thread: u32,
        context: Context,
        budget: &Budget,
    ) -> Result<(Vec<(Outcome, Vec<Event>)>, Reasons, ExpansionKind), Stop> {
        let scene = self.scene(shared, thread, context);
        let expansion = self.expander.expand(&scene, budget)?;
        let mut outcomes: Vec<(Outcome, Vec<Event>)> = Vec::new();
        for (end, after) in expansion.ends {
            let outcome = self.outcome_of(end, &scene, &after);
            let same = outcomes.iter_mut().find(|(known, _)| self.is_same(known, &outcome));
            match same {
                Some(known) if known.0.n_steps > outcome.n_steps => *known = (outcome, after.log),
                Some(_) => {}
                None => outcomes.push((outcome, after.log)),
            }
        }
        Ok((outcomes, expansion.reasons, expansion.kind))
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

    fn scene(&self, shared: u32, thread: u32, context: Context) -> Scene {
        let model = self.model();
        let words = self.rows.shared.get(shared);
        Scene {
            n_created: words[0] as u32,
            shared: model.shared.packing.unpack(words),
            threads: vec![self.rows.thread(model, thread)],
            context,
            log: Vec::new(),
            trust: Trust::Exact,
        }
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

    fn is_same(&self, a: &Outcome, b: &Outcome) -> bool {
        (a.end, a.shared, a.thread) == (b.end, b.shared, b.thread)
            && self.created(a) == self.created(b)
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

    pub fn thread(&self, model: &Model, id: u32) -> Thread {
        let words = self.threads.get(id);
        let Info { loc, name, .. } = self.info(id);
        Thread { loc, name, cells: model.local.packing.unpack(words) }
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
