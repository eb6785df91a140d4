//! What threads can do, looked up.
//!
//! A macro-step depends on the shared variables and on the active thread, and hardly ever on the
//! others. There are far fewer such pairs than states, so each is computed once: a state is a few
//! numbers, and most of the search is replacing one number by another.

use crate::hash::FxHashMap;

use super::expand::{End, Expander, ExpansionKind};
use super::model::Model;
use super::outcomes::{Outcome, Outcomes, Reached, SAME};
use super::posts::{Key, Posts};
use super::rows::{Rows, Sharing};
use super::scene::{Context, Event, Reasons, Scene, Thread, Trust};
use super::straight::Way;
use crate::budget::{Budget, Stop};

/// A state is `[shared, threads..]`, where 0 stands for a missing thread.
#[derive(Debug)]
pub(super) struct Steps {
    pub expander: Expander,
    pub rows: Rows,
    posts: Posts,
    /// By thread: the post of one that has nothing to do with shared variables or other threads.
    apart: Vec<Option<Post>>,
    /// Numbers of contexts, from 1. There are few.
    contexts: FxHashMap<Context, u32>,
    outcomes: Outcomes,
    /// Where expansion starts, and where it gets to; kept for their memory.
    start: Scene,
    work: Scene,
    ends: Vec<(End, Scene)>,
}

/// All outcomes of a thread's next macro-step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Post {
    first: u32,
    len: u32,
    pub reasons: Reasons,
    pub kind: ExpansionKind,
}

impl Post {
    pub fn outcomes(self) -> std::ops::Range<u32> {
        self.first..self.first + self.len
    }
}

impl Steps {
    pub fn new(expander: Expander) -> Self {
        Self {
            rows: Rows::new(&expander.runner.model),
            expander,
            posts: Posts::new(),
            apart: Vec::new(),
            contexts: FxHashMap::default(),
            outcomes: Outcomes::default(),
            start: Scene::default(),
            work: Scene::default(),
            ends: Vec::new(),
        }
    }

    pub fn model(&self) -> &Model {
        &self.expander.runner.model
    }

    /// The shared part and `main` when a run starts.
    pub fn initial(&mut self) -> (u32, u32) {
        let model = &self.expander.runner.model;
        let shared = self.rows.shared.intern(&model.initial);
        let main = Thread::start(&model.templates[model.main]);
        (shared, self.rows.intern_thread(&self.expander, &main))
    }

    pub fn outcome(&self, idx: u32) -> &Outcome {
        &self.outcomes.all[idx as usize]
    }

    pub fn created(&self, outcome: &Outcome) -> &[u32] {
        self.outcomes.created(outcome)
    }

    /// What the thread can do; `threads` are all of the state.
    pub fn post(
        &mut self,
        shared: u32,
        thread: u32,
        threads: &[u32],
        budget: &Budget,
    ) -> Result<Post, Stop> {
        let info = self.rows.info(thread);
        let is_apart = match info.sharing {
            Sharing::Uses => false,
            Sharing::Creates => self.rows.n_created(shared) >= self.expander.runner.n_threads,
            Sharing::None => true,
        };
        if is_apart && !info.needs_context {
            if let Some(&Some(post)) = self.apart.get(thread as usize) {
                return Ok(post);
            }
            let post = self.compute_apart(shared, thread, Context::default(), budget)?;
            self.apart.resize(self.apart.len().max(thread as usize + 1), None);
            self.apart[thread as usize] = Some(post);
            return Ok(post);
        }
        let mut context = Context::default();
        let mut context_id = 0;
        if info.needs_context {
            context = self.context(thread, threads);
            let next = self.contexts.len() as u32 + 1;
            context_id = *self.contexts.entry(context).or_insert(next);
        }
        let shared_key = if is_apart { SAME } else { shared };
        let key = Key { shared: shared_key, thread, context: context_id };
        if let Some(post) = self.posts.find(key) {
            return Ok(post);
        }
        let post = match is_apart {
            true => self.compute_apart(shared, thread, context, budget)?,
            false => self.compute(shared, thread, context, budget)?,
        };
        self.posts.keep(key, post);
        Ok(post)
    }

    /// The same for all shared parts.
    fn compute_apart(
        &mut self,
        shared: u32,
        thread: u32,
        context: Context,
        budget: &Budget,
    ) -> Result<Post, Stop> {
        let post = self.compute(shared, thread, context, budget)?;
        for outcome in &mut self.outcomes.all[post.first as usize..] {
            outcome.shared = SAME;
        }
        Ok(post)
    }

    fn compute(
        &mut self,
        shared: u32,
        thread: u32,
        context: Context,
        budget: &Budget,
    ) -> Result<Post, Stop> {
        load(&self.rows, shared, thread, context, &mut self.start);
        let Some(post) = self.compute_straight(shared) else {
            return self.compute_any(shared, budget);
        };
        debug_assert!(self.is_right(post, shared), "{:?}: {post:?}", self.start);
        Ok(post)
    }

    /// The post, if all its ways are straight.
    fn compute_straight(&mut self, shared: u32) -> Option<Post> {
        let Self { expander, rows, outcomes, start, work, .. } = self;
        let loc = start.threads[0].loc();
        if !expander.straight.contains(loc) {
            return None;
        }
        let mut reasons = Reasons::NONE;
        let mut n_inside = 0;
        let first = outcomes.all.len();
        for edge in expander.runner.model.loc(loc).edges() {
            match expander.follow(start, edge, work, &mut reasons, &mut n_inside) {
                Way::Ends(reached) => {
                    let outcome = outcomes.of(reached, shared, (start, work), rows, expander);
                    outcomes.add(first, outcome);
                }
                Way::Stuck => {}
                Way::Forks => {
                    outcomes.all.truncate(first);
                    return None;
                }
            }
        }
        let len = (outcomes.all.len() - first) as u32;
        Some(Post { first: first as u32, len, reasons, kind: ExpansionKind::Steps })
    }

    fn compute_any(&mut self, shared: u32, budget: &Budget) -> Result<Post, Stop> {
        let Self { expander, rows, outcomes, start, ends, .. } = self;
        ends.clear();
        let (reasons, kind) = expander.expand(start, ends, budget)?;
        let first = outcomes.all.len();
        // Few ends are compared one by one, many by a hash.
        let mut by_target = FxHashMap::default();
        let is_many = ends.len() > 16;
        for (end, after) in ends.drain(..) {
            let reached = Reached { end, n_steps: after.n_steps() };
            let outcome = outcomes.of(reached, shared, (start, &after), rows, expander);
            expander.runner.discard(after);
            if !is_many {
                outcomes.add(first, outcome);
                continue;
            }
            let target = (outcome.end, outcome.shared, outcome.thread);
            let target = (target, outcomes.created(&outcome).to_vec());
            let next = outcomes.all.len();
            match *by_target.entry(target).or_insert(next) {
                idx if idx == next => outcomes.all.push(outcome),
                idx => outcomes.all[idx].improve(outcome),
            }
        }
        let len = (outcomes.all.len() - first) as u32;
        Ok(Post { first: first as u32, len, reasons, kind })
    }

    /// Whether a straight post is what the general way of computing it gives.
    fn is_right(&mut self, post: Post, shared: u32) -> bool {
        // Checking costs nothing, so that what a budget allows is the same without it.
        let Ok(other) = self.compute_any(shared, &Budget::new(u64::MAX)) else { return false };
        let all = |post: Post| post.outcomes().map(|idx| *self.outcome(idx));
        let has = |post: Post, outcome: Outcome| {
            all(post).any(|known| {
                known.n_steps == outcome.n_steps && self.outcomes.are_same(&known, &outcome)
            })
        };
        let is_right = (post.len, post.reasons, post.kind)
            == (other.len, other.reasons, other.kind)
            && all(post).all(|outcome| has(other, outcome));
        self.outcomes.all.truncate((post.first + post.len) as usize);
        is_right
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
        let Self { expander, rows, outcomes, .. } = self;
        let mut start = Scene::default();
        load(rows, state[0], state[slot], context, &mut start);
        let mut ends = Vec::new();
        expander.expand(&start, &mut ends, budget)?;
        for (end, after) in ends {
            let reached = Reached { end, n_steps: after.n_steps() };
            let mut found = outcomes.of(reached, state[0], (&start, &after), rows, expander);
            if outcome.shared == SAME {
                found.shared = SAME;
            }
            if found.n_steps == outcome.n_steps && outcomes.are_same(&found, outcome) {
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
}

fn load(rows: &Rows, shared: u32, thread: u32, context: Context, scene: &mut Scene) {
    rows.shared.load(shared, &mut scene.shared);
    scene.threads.resize_with(1, Thread::default);
    rows.threads.load(thread, &mut scene.threads[0].row);
    scene.context = context;
    scene.log.clear();
    scene.trust = Trust::Exact;
}
