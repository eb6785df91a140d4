//! States with open cells.
//!
//! An open cell holds what was chosen, or that plus a constant, of which only a range is known
//! (`ranges.rs`). A node stands for all states that agree with it in the cells that are not open, and
//! have numbers from the ranges in those that are. Memory that is overwritten before anybody looks at
//! it, as most uninitialised variables are, costs nothing; and of an input that is compared with a
//! constant two cases are enough.
//!
//! A step that can be taken in some of these states and not in others is not tried: it says where to cut
//! the node in two. If that is not known, the step is *doubtful*, and taken if values are found with which
//! it can be. What is lost in computing may be anything.
//!
//! What a step does is up to the interpreter, which takes it with one of the values of each symbol. It is
//! walked through here once more, command by command, to see what is known of the other values; where
//! both are known, they must agree.

use std::collections::{BTreeMap, BTreeSet};

use super::Lister;
use super::needed::Needed;
use super::ranges::{Range, Split, bits};
use super::walk::{Stuck, Walk, tactics};
use crate::certify::Refusal;
use crate::scpl::{Command, Disabled, EdgeId, Init, Interpreter, Scope, State, ThreadIdx, VarId};

/// A cell: whose, if it is not shared, and where in its row.
pub(super) type Cell = (Option<ThreadIdx>, usize);

/// What an open cell holds: so many bits of a symbol plus a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Held {
    pub(super) symbol: usize,
    pub(super) plus: i128,
    pub(super) width: u8,
}

/// Open cells hold 0 in `state`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    pub state: State,
    pub(super) open: BTreeMap<Cell, Held>,
    /// By symbol, in the order in which cells hold them.
    pub(super) ranges: Vec<Range>,
    /// Threads that do not move before all of these have finished; none of them has (`ahead.rs`).
    pub(super) waits: BTreeMap<ThreadIdx, BTreeSet<ThreadIdx>>,
}

/// What comes of trying to take a step.
pub enum Tried {
    Taken {
        node: Node,
        trust: Trust,
    },
    Disabled(Disabled),
    /// It depends on a symbol of the node.
    Split(Split),
    /// It depends on what is chosen in the step: it is in these ranges, or in those.
    Chosen([Vec<Range>; 2]),
}

/// Whether a step that was taken can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Trust {
    /// In all states of the node.
    Sure,
    /// The same, but perhaps it leads to fewer states.
    Lost,
    /// In some, if any.
    Doubtful,
}

impl From<State> for Node {
    fn from(state: State) -> Self {
        Self { state, open: BTreeMap::new(), ranges: Vec::new(), waits: BTreeMap::new() }
    }
}

impl Node {
    /// Where runs start.
    pub fn initial(interpreter: &Interpreter, n_threads: u32) -> Result<Self, Refusal> {
        let (program, layout) = (interpreter.program(), interpreter.layout());
        let mut open = BTreeMap::new();
        let mut ranges = Vec::new();
        for (scope, owner) in [(Scope::Shared, None), (Scope::Local, Some(ThreadIdx(0)))] {
            for (idx, var) in program.vars.iter().enumerate() {
                if var.scope == scope && var.init == Init::Any {
                    let slot = layout.slot(VarId(idx as u32));
                    for at in slot.first..slot.first + var.n_cells() {
                        let held = Held { symbol: ranges.len(), plus: 0, width: slot.width };
                        open.insert((owner, at), held);
                        ranges.push(Range::all(slot.width));
                    }
                }
            }
        }
        let choices = vec![0; ranges.len()];
        let state = interpreter.initial(n_threads, &choices).map_err(Refusal::Interpreter)?;
        Ok(Self::new(state, &open, &ranges))
    }

    /// With symbols in their order, and what has one value known. Nobody waits.
    pub(super) fn new(mut state: State, held: &BTreeMap<Cell, Held>, known: &[Range]) -> Self {
        let mut widths = vec![0; known.len()];
        for held in held.values() {
            widths[held.symbol] = held.width.max(widths[held.symbol]);
        }
        let mut open = BTreeMap::new();
        let mut ranges = Vec::new();
        // By symbol, the new one, and what the first cell adds to it.
        let mut renamed: Vec<Option<(usize, i128)>> = vec![None; known.len()];
        for (&(owner, at), held) in held {
            let range = known[held.symbol];
            let row = match owner {
                None => &mut state.shared,
                Some(owner) => &mut state.threads[owner.index()].locals,
            };
            if range.low == range.high {
                row[at] = bits(range.low + held.plus, held.width).value;
                continue;
            }
            row[at] = 0;
            let (symbol, first) = *renamed[held.symbol].get_or_insert_with(|| {
                let all = Range::all(widths[held.symbol]);
                let range = range.shifted(held.plus);
                ranges.push(if range.n_values() >= all.n_values() { all } else { range });
                (ranges.len() - 1, held.plus)
            });
            open.insert((owner, at), Held { symbol, plus: held.plus - first, width: held.width });
        }
        Self { state, open, ranges, waits: BTreeMap::new() }
    }

    /// Without what nobody looks at again.
    pub fn cleared(mut self, needed: &Needed) -> Self {
        let is_needed = |state: &State, (owner, at): Cell| {
            owner.is_none_or(|owner| needed.at(state.thread(owner).loc).contains(at))
        };
        if self.open.keys().any(|&cell| !is_needed(&self.state, cell)) {
            self.open.retain(|&cell, _| is_needed(&self.state, cell));
            self = Self { waits: self.waits, ..Self::new(self.state, &self.open, &self.ranges) };
        }
        for thread in &mut self.state.threads {
            let needed = needed.at(thread.loc);
            for (at, value) in thread.locals.iter_mut().enumerate() {
                if *value != 0 && !needed.contains(at) {
                    *value = 0;
                }
            }
        }
        self
    }

    /// Those of its states where the symbol is below, and the others.
    pub fn cut(&self, split: Split) -> [Node; 2] {
        self.ranges[split.symbol].cut(split.at).map(|range| {
            let mut part = self.clone();
            part.ranges[split.symbol] = range;
            // Symbols keep their numbers until the next step.
            part
        })
    }

    /// Takes a step. What is chosen in it is in these ranges, as far as there are any. Who waits is not
    /// looked at.
    pub fn step(
        &self,
        lister: &Lister,
        thread: ThreadIdx,
        edge: EdgeId,
        chosen: &[Range],
    ) -> Result<Tried, Refusal> {
        let interpreter = &lister.interpreter;
        let program = interpreter.program();
        let commands = &program.edge(edge).commands;
        let chooses =
            |command: &Command| matches!(command, Command::Havoc(..) | Command::Create { .. });
        if self.open.is_empty() && !commands.iter().any(chooses) {
            return match interpreter.successor(&self.state, thread, edge, &[]) {
                Ok((state, _)) => Ok(Tried::Taken { node: Node::from(state), trust: Trust::Sure }),
                Err(disabled) => Ok(Tried::Disabled(disabled)),
            };
        }
        if let Some(other) = self.state.in_section(program).filter(|other| *other != thread) {
            return Ok(Tried::Disabled(Disabled::InSection(other)));
        }
        if self.state.is_over(program) {
            return Ok(Tried::Disabled(Disabled::Over));
        }
        for tactic in tactics(commands) {
            lister.budget.spend(1)?;
            let mut walk = Walk::new(self, lister, thread, chosen, tactic);
            let is_through = match walk.follow_all(commands) {
                Ok(is_through) => is_through,
                Err(Stuck::Refused(refusal)) => return Err(refusal),
                Err(Stuck::Split(split)) => return Ok(walk.split(split)),
                Err(Stuck::WithTheseValues) => continue,
            };
            let before = self.with(&walk.picked);
            let taken = interpreter.successor(&before, thread, edge, &walk.choices);
            return match (taken, is_through) {
                (Ok((state, _)), true) => walk.end(state),
                (Ok(_), false) | (Err(Disabled::AssumeFails), true) => Err(Refusal::Walk),
                (
                    Err(
                        disabled @ (Disabled::MissingChoice { .. }
                        | Disabled::SurplusChoice
                        | Disabled::WideChoice { .. }),
                    ),
                    _,
                ) => Err(Refusal::Interpreter(disabled)),
                (Err(disabled), _) => Ok(Tried::Disabled(disabled)),
            };
        }
        Err(Refusal::WideChoice)
    }

    /// One of its states, by the values of symbols.
    pub(super) fn with(&self, picked: &[i128]) -> State {
        let mut state = self.state.clone();
        for (&(owner, at), held) in &self.open {
            let row = match owner {
                None => &mut state.shared,
                Some(owner) => &mut state.threads[owner.index()].locals,
            };
            row[at] = bits(picked[held.symbol] + held.plus, held.width).value;
        }
        state
    }

    /// The shared cells that are not open.
    pub fn known_shared(&self) -> Vec<Option<u64>> {
        let cells = self.state.shared.iter().enumerate();
        cells.map(|(at, &value)| Some(value).filter(|_| !self.is_open((None, at)))).collect()
    }

    /// A thread's cells that are not open, and its handle.
    pub fn known_locals(&self, thread: ThreadIdx) -> Vec<Option<u64>> {
        let is_open = |at| self.is_open((Some(thread), at));
        let cells = self.state.thread(thread).locals.iter().enumerate();
        let known = cells.map(|(at, &value)| Some(value).filter(|_| !is_open(at)));
        known.chain([Some(thread.handle())]).collect()
    }

    fn is_open(&self, cell: Cell) -> bool {
        !self.open.is_empty() && self.open.contains_key(&cell)
    }
}
