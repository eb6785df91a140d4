//! All that one thread can do before others move.
//!
//! From a scene, the active thread takes an edge, goes on while it is in an atomic location, and is
//! then run ahead through steps that nobody else can notice (`movers.rs`); so are the threads that it
//! created. Each way of doing so is an *end*.
//!
//! Running ahead stops
//! - where an edge to an error or to the end of the program can be taken, because the others must have
//!   a chance to do something before;
//! - where the thread is stuck;
//! - when it comes back to a scene it was in, after `MAX_AHEAD` steps, and with `MAX_ENDS`.
//!
//! Stopping is always allowed: all threads can move from there. So a thread in an endless loop of its own
//! does not keep the others from being explored.

use std::collections::VecDeque;

use crate::hash::FxHashSet;

use super::bitset::BitSet;
use super::model::Kind;
use super::movers::Movers;
use super::row::At;
use super::run::Runner;
use super::scene::{Event, Reasons, Scene, Thread};
use super::straight::Straight;
use super::{Ahead, Config};
use crate::budget::{Budget, Stop};
use crate::scpl::PropId;

pub(super) const MAX_AHEAD: usize = 256;

/// With so many ends, nobody is run ahead any more.
const MAX_ENDS: usize = 10_000;

#[derive(Debug)]
pub(super) struct Expander {
    pub runner: Runner,
    pub movers: Movers,
    pub straight: Straight,
    pub ahead: Ahead,
    pub max_section: usize,
    /// How many steps threads were run ahead.
    pub n_ahead: u64,
    /// Edges that were taken.
    pub reached: BitSet,
    /// Empty, but with room.
    out: Vec<Scene>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExpansionKind {
    /// The thread moves.
    Steps,
    /// A value must be decided before anything can be said; the thread stays where it is. The scene
    /// stands for all its ends together.
    Decides,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum End {
    Moved,
    Halted,
    Violated(PropId),
}

/// Who moves, and in what scene.
type Seen = FxHashSet<(usize, Vec<u64>, Vec<Thread>)>;

impl Expander {
    pub fn new(runner: Runner, config: &Config, ahead: Ahead) -> Self {
        let movers = Movers::new(&runner.model);
        Self {
            straight: Straight::new(&runner.model, &movers),
            movers,
            ahead,
            max_section: config.max_section,
            n_ahead: 0,
            reached: BitSet::new(runner.model.edges.len()),
            out: Vec::new(),
            runner,
        }
    }

    /// Adds all ends to `ends`; also says why paths ended on the way.
    pub fn expand(
        &mut self,
        start: &Scene,
        ends: &mut Vec<(End, Scene)>,
        budget: &Budget,
    ) -> Result<(Reasons, ExpansionKind), Stop> {
        let mut reasons = Reasons::NONE;
        match self.steps(start, ends, &mut reasons, budget)? {
            Ok(()) => {
                for (_, end) in ends {
                    self.note_reached(&end.log);
                }
                Ok((reasons, ExpansionKind::Steps))
            }
            Err(at) => {
                ends.clear();
                let decided = self.runner.decide(start, 0, at);
                ends.extend(decided.into_iter().map(|scene| (End::Moved, scene)));
                Ok((reasons, ExpansionKind::Decides))
            }
        }
    }

    /// The inner error is a cell to be decided at the start.
    fn steps(
        &mut self,
        start: &Scene,
        ends: &mut Vec<(End, Scene)>,
        reasons: &mut Reasons,
        budget: &Budget,
    ) -> Result<Result<(), At>, Stop> {
        let mut seen = Seen::default();
        let mut n_inside = 0;
        // First in, first out: of several ways to the same end, the shortest comes first.
        let mut inside: VecDeque<Scene> = VecDeque::new();
        let mut current = None;
        let mut out = std::mem::take(&mut self.out);
        loop {
            let scene = current.as_ref().unwrap_or(start);
            for edge in self.runner.model.loc(scene.threads[0].loc()).edges() {
                match self.runner.take(scene, 0, edge, &mut out) {
                    Ok(more) => reasons.add(more),
                    Err(at) => return Ok(Err(at)),
                }
                pay(&out, budget)?;
                for scene in out.drain(..) {
                    match scene.kind(&self.runner.model, 0) {
                        Kind::Error(property) => ends.push((End::Violated(property), scene)),
                        Kind::Halted => ends.push((End::Halted, scene)),
                        Kind::Atomic => {
                            if self.is_new(&scene, 0, &mut seen) {
                                inside.push_back(scene);
                            }
                        }
                        Kind::Plain | Kind::Finished => self.run_ahead(scene, ends, budget)?,
                    }
                }
            }
            current = inside.pop_front();
            if current.is_none() {
                self.out = out;
                return Ok(Ok(()));
            }
            n_inside += 1;
            if n_inside % 64 == 0 {
                budget.spend(1)?;
            }
            if n_inside > self.max_section {
                self.runner.notes.left_out = true;
                reasons.add(Reasons::CUT);
                return Ok(Ok(()));
            }
        }
    }

    /// Runs the threads of the scene through local steps.
    fn run_ahead(
        &mut self,
        mut scene: Scene,
        ends: &mut Vec<(End, Scene)>,
        budget: &Budget,
    ) -> Result<(), Stop> {
        self.age(&mut scene);
        if self.ahead == Ahead::Never || ends.len() >= MAX_ENDS || !self.may_run_ahead(&scene) {
            ends.push((End::Moved, scene));
            return Ok(());
        }
        let mut seen = Seen::default();
        let mut n_steps = 0;
        let mut out = Vec::new();
        let mut pending = vec![(scene, 0)];
        'scenes: while let Some((scene, who)) = pending.pop() {
            if who == if self.ahead == Ahead::Active { 1 } else { scene.threads.len() } {
                ends.push((End::Moved, scene));
                continue;
            }
            let loc = scene.threads[who].loc();
            if !self.movers.is_local(loc)
                || n_steps >= MAX_AHEAD
                || !self.is_new(&scene, who, &mut seen)
            {
                pending.push((scene, who + 1));
                continue;
            }
            n_steps += 1;
            self.n_ahead += 1;
            out.clear();
            for edge in self.runner.model.loc(loc).edges() {
                if let Err(at) = self.runner.take(&scene, who, edge, &mut out) {
                    let decided = self.runner.decide(&scene, who, at);
                    pending.extend(decided.into_iter().rev().map(|scene| (scene, who)));
                    continue 'scenes;
                }
            }
            pay(&out, budget)?;
            let ends_run = |scene: &Scene| {
                matches!(scene.kind(&self.runner.model, who), Kind::Error(_) | Kind::Halted)
            };
            if out.is_empty() || out.iter().any(ends_run) {
                pending.push((scene, who + 1));
                continue;
            }
            for mut scene in out.drain(..).rev() {
                self.age(&mut scene);
                pending.push((scene, who));
            }
            self.runner.discard(scene);
        }
        Ok(())
    }

    fn may_run_ahead(&self, scene: &Scene) -> bool {
        scene.threads.iter().any(|thread| self.movers.is_local(thread.loc()))
    }

    fn age(&self, scene: &mut Scene) {
        if self.runner.model.has_open {
            scene.age(&self.runner.model.packings);
        }
    }

    /// Whether the thread was not in the same situation before. Asked only where cycles close, and
    /// always answered with yes elsewhere.
    fn is_new(&self, scene: &Scene, who: usize, seen: &mut Seen) -> bool {
        !self.movers.is_head(scene.threads[who].loc())
            || seen.insert((who, scene.shared.clone(), scene.threads.clone()))
    }

    fn note_reached(&mut self, log: &[Event]) {
        for event in log {
            if let Event::Edge { edge, .. } = event {
                self.reached.insert(*edge as usize);
            }
        }
    }
}

/// Pays for the ways of taking an edge, or the edges of a location. One way is part of the step that was
/// paid for; each further one is copied, and followed by itself.
fn pay(ways: &[Scene], budget: &Budget) -> Result<(), Stop> {
    match ways.len() {
        0 | 1 => Ok(()),
        n_ways => budget.spend(n_ways as u64 - 1),
    }
}
