//! Straight ways: macro-steps that need no search.
//!
//! Most edges compare, then assign. A thread that takes one has at most one way to go on, through the
//! rest of an atomic section or ahead of the others, as long as one edge at a time can be taken. Such a
//! way is followed within a single scene: no copies to choose from, no story to remember. Everything
//! else is left to `expand.rs`, which would say the same about straight ways, only later; `steps.rs`
//! asserts that.

use super::Ahead;
use super::bitset::BitSet;
use super::expand::{End, Expander, MAX_AHEAD};
use super::model::{Command, Edge, Kind, Model};
use super::movers::Movers;
use super::outcomes::Reached;
use super::run::Flow;
use super::scene::{Reasons, Scene};

/// Locations from which ways may be straight.
#[derive(Debug)]
pub(super) struct Straight {
    locs: BitSet,
}

/// What comes of an edge, if it can be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// The scene is now the end.
    Ends(Reached),
    /// It cannot be taken, or the section behind it cannot be left.
    Stuck,
    /// There is more to it: values to be decided, several edges to choose from, a cycle.
    Forks,
}

impl Straight {
    pub fn new(model: &Model, movers: &Movers) -> Self {
        let mut locs = BitSet::new(model.locs.len());
        for (idx, loc) in model.locs.iter().enumerate() {
            if loc.edges().all(|edge| is_straight(model.edge(edge))) {
                locs.insert(idx);
            }
        }
        // Nor may the way lead on to what is not straight, or round in a cycle.
        let goes_on = |to: u32| model.loc(to).kind == Kind::Atomic || movers.is_local(to);
        let mut is_stable = false;
        while !is_stable {
            is_stable = true;
            for (idx, loc) in model.locs.iter().enumerate().rev() {
                let is_good = |to: u32| locs.contains(to as usize) && !movers.is_head(to);
                let is_bad = |to: u32| goes_on(to) && !is_good(to);
                let leads_off = loc.edges().any(|edge| is_bad(model.edge(edge).to));
                if leads_off && locs.contains(idx) {
                    locs.remove(idx);
                    is_stable = false;
                }
            }
        }
        Self { locs }
    }

    pub fn contains(&self, loc: u32) -> bool {
        self.locs.contains(loc as usize)
    }
}

/// Guards, then assignments: once the guards hold, the edge is taken.
fn is_straight(edge: &Edge) -> bool {
    let rest = edge.commands.iter().skip_while(|command| is_guard(command));
    !edge.stores_self && rest.into_iter().all(|command| matches!(command, Command::Assign(..)))
}

fn is_guard(command: &Command) -> bool {
    matches!(command, Command::Assume(_) | Command::Await(_))
}

impl Expander {
    /// Takes an edge from a location of `Straight`, and goes on as [`Self::expand`] would. Reasons why
    /// the thread is stuck are added. `n_inside` counts the steps inside sections.
    pub fn follow(
        &mut self,
        start: &Scene,
        edge: u32,
        scene: &mut Scene,
        reasons: &mut Reasons,
        n_inside: &mut usize,
    ) -> Way {
        match self.may_take(start, edge) {
            Flow::Next => {}
            Flow::Ends(reason) => {
                reasons.add(reason);
                return Way::Stuck;
            }
            Flow::Needs(_) => return Way::Forks,
        }
        scene.restart(start);
        let mut edge = edge;
        let mut n_steps = 0;
        loop {
            if !self.runner.pass(scene, edge) || n_steps as usize >= MAX_AHEAD {
                return Way::Forks;
            }
            self.reached.insert(edge as usize);
            n_steps += 1;
            self.n_ahead += 1;
            let loc = scene.threads[0].loc();
            let ends = |end| Way::Ends(Reached { end, n_steps });
            edge = match self.runner.model.loc(loc).kind {
                Kind::Error(property) => return ends(End::Violated(property)),
                Kind::Halted => return ends(End::Halted),
                Kind::Atomic => {
                    *n_inside += 1;
                    if *n_inside > self.max_section {
                        return Way::Forks;
                    }
                    match self.only_edge(scene, loc, reasons) {
                        Ok(Some(edge)) => edge,
                        Ok(None) => return Way::Stuck,
                        Err(Forks) => return Way::Forks,
                    }
                }
                Kind::Plain if self.ahead != Ahead::Never && self.movers.is_local(loc) => {
                    match self.only_edge(scene, loc, &mut Reasons::default()) {
                        Ok(Some(edge)) if !self.ends_run(edge) => edge,
                        Ok(_) => return ends(End::Moved),
                        Err(Forks) => return Way::Forks,
                    }
                }
                Kind::Plain | Kind::Finished => return ends(End::Moved),
            }
        }
    }

    /// The one edge that can be taken, if any can.
    fn only_edge(
        &self,
        scene: &Scene,
        loc: u32,
        reasons: &mut Reasons,
    ) -> Result<Option<u32>, Forks> {
        let mut only = None;
        for edge in self.runner.model.loc(loc).edges() {
            match self.may_take(scene, edge) {
                Flow::Next if only.is_some() => return Err(Forks),
                Flow::Next => only = Some(edge),
                Flow::Ends(reason) => reasons.add(reason),
                Flow::Needs(_) => return Err(Forks),
            }
        }
        Ok(only)
    }

    fn may_take(&self, scene: &Scene, edge: u32) -> Flow {
        for command in &self.runner.model.edge(edge).commands {
            match self.runner.guard(scene, 0, command) {
                Flow::Next if is_guard(command) => {}
                flow => return flow,
            }
        }
        Flow::Next
    }

    fn ends_run(&self, edge: u32) -> bool {
        let model = &self.runner.model;
        matches!(model.loc(model.edge(edge).to).kind, Kind::Error(_) | Kind::Halted)
    }
}

/// Several edges can be taken, or values have to be decided first.
struct Forks;
