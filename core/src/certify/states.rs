//! The proof by listing all states, with so many created threads.
//!
//! Breadth first over single steps of the interpreter, all choices tried; no symmetry, and but one
//! reduction beyond the recorded ones: where it is enough to let one thread move, the others wait
//! (`states/alone.rs`). While a thread is in an atomic location the interpreter refuses the steps of all
//! others, so single steps are enough.
//!
//! A choice of more than a few bits is left *open* instead (`states/node.rs`).
//!
//! If no creation was ever refused for want of idle threads, more of them would make no difference: the
//! program creates no more than these, and the proof is for any number.

use std::collections::VecDeque;
use std::rc::Rc;

use crate::hash::FxHashMap;

use super::{Covers, Refusal};
use crate::budget::Budget;
use crate::scpl::{Disabled, Interpreter, LocKind, Program, PropId, Sort, VarId};

mod alone;
mod node;
mod touched;

use alone::Alone;
use node::{Node, Tried};

/// More states than this are refused.
pub const MAX_STATES: usize = 300_000;

/// Wider choices are not tried in full.
pub const MAX_WIDTH: u8 = 8;

/// More choices than this for one step, or for the initial state, are refused.
const MAX_CHOICES: usize = 1 << 16;

/// Tries as few values as are enough: where nothing depends on a choice it can be left open.
pub fn verify_some(
    program: &Program,
    n_threads: u32,
    claimed: &[PropId],
    budget: &Budget,
) -> Result<Covers, Refusal> {
    for (max_width, doubt) in [(0, Doubt::Refused), (1, Doubt::Refused), (1, Doubt::BothWays)] {
        match verify(program, n_threads, claimed, (max_width, doubt), budget) {
            Err(Refusal::WideChoice) => {}
            result => return result,
        }
    }
    verify(program, n_threads, claimed, (MAX_WIDTH, Doubt::Refused), budget)
}

/// What becomes of a condition that depends on a choice which was left open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// The list is refused.
    Refused,
    /// It holds, and it does not. There may be more states on the list than there are; so nothing is
    /// said to be reached.
    BothWays,
}

/// Tries all values of choices up to a width, and leaves others open.
pub fn verify(
    program: &Program,
    n_threads: u32,
    claimed: &[PropId],
    (max_width, doubt): (u8, Doubt),
    budget: &Budget,
) -> Result<Covers, Refusal> {
    let lister = Lister { interpreter: Interpreter::new(program), max_width, doubt, budget };
    let mut listing =
        Listing { program, claimed, doubt, seen: FxHashMap::default(), queue: VecDeque::new() };
    let mut alone = Alone::new(budget);
    let mut covers = Covers::Any;
    let initial =
        |choices: &[u64]| Ok(lister.interpreter.initial(n_threads, choices).map(Node::from));
    let initial = lister.outcomes(&initial)?;
    if initial.has_wide {
        return Err(Refusal::WideChoice);
    }
    for node in initial.nodes {
        listing.reach(node)?;
    }
    let mut n_expanded = 0;
    while let Some(node) = listing.queue.pop_front() {
        n_expanded += 1;
        // Nodes are expanded in the order of their numbers.
        let is_later =
            |next: &Node| listing.seen.get(next).is_none_or(|&number| number >= n_expanded);
        if let Some(ends) = alone.moves(&lister, &node, &is_later)? {
            for next in ends {
                listing.reach(next)?;
            }
            continue;
        }
        for thread in node.state.thread_idxs() {
            for edge in program.edges_from(node.state.thread(thread).loc) {
                let step = |choices: &[u64]| node.successor(&lister, thread, edge, choices);
                let outcomes = lister.outcomes(&step)?;
                if outcomes.lacks_idle {
                    covers = Covers::UpTo(n_threads);
                }
                for next in outcomes.nodes {
                    listing.reach(next)?;
                }
            }
        }
    }
    Ok(covers)
}

struct Listing<'a> {
    program: &'a Program,
    claimed: &'a [PropId],
    doubt: Doubt,
    /// The nodes, numbered from 0 in the order in which they were found.
    seen: FxHashMap<Rc<Node>, usize>,
    queue: VecDeque<Rc<Node>>,
}

impl Listing<'_> {
    fn reach(&mut self, node: Node) -> Result<(), Refusal> {
        for thread in node.state.thread_idxs() {
            if let LocKind::Error(property) = node.state.kind(self.program, thread)
                && self.claimed.contains(&property)
            {
                return Err(match self.doubt {
                    Doubt::Refused => Refusal::Reached(property),
                    Doubt::BothWays => Refusal::WideChoice,
                });
            }
        }
        if self.seen.contains_key(&node) {
            return Ok(());
        }
        if self.seen.len() == MAX_STATES {
            return Err(Refusal::TooManyStates(MAX_STATES));
        }
        let node = Rc::new(node);
        self.seen.insert(node.clone(), self.seen.len());
        self.queue.push_back(node);
        Ok(())
    }
}

/// All that can come of something that takes choices.
struct Outcomes {
    nodes: Vec<Node>,
    /// Whether it failed for want of an idle thread.
    lacks_idle: bool,
    /// Whether it asked for a choice that is too wide to be tried, and got 0.
    has_wide: bool,
}

struct Lister<'p> {
    interpreter: Interpreter<'p>,
    max_width: u8,
    doubt: Doubt,
    budget: &'p Budget,
}

impl Lister<'_> {
    /// Whether the values of a variable are too many to be tried.
    fn is_wide(&self, var: VarId) -> bool {
        match self.interpreter.program().var(var).sort {
            Sort::Bits(width) => width > self.max_width,
            Sort::Handle => true,
        }
    }

    /// Tries all lists of choices, longer ones where it asks for more.
    fn outcomes(&self, attempt: &dyn Fn(&[u64]) -> Tried) -> Result<Outcomes, Refusal> {
        let mut outcomes = Outcomes { nodes: Vec::new(), lacks_idle: false, has_wide: false };
        let mut pending: Vec<Vec<u64>> = vec![Vec::new()];
        while let Some(choices) = pending.pop() {
            self.budget.spend(1)?;
            match attempt(&choices)? {
                Ok(node) => outcomes.nodes.push(node),
                Err(Disabled::MissingChoice { width }) => {
                    let is_wide = width > self.max_width;
                    outcomes.has_wide |= is_wide;
                    for value in 0..if is_wide { 1 } else { 1 << width } {
                        let mut longer = choices.clone();
                        longer.push(value);
                        pending.push(longer);
                    }
                }
                Err(Disabled::NoIdleThread) => outcomes.lacks_idle = true,
                // Not a step of this state, whatever the choices.
                Err(
                    Disabled::Over
                    | Disabled::InSection(_)
                    | Disabled::AssumeFails
                    | Disabled::Waits
                    | Disabled::NoSuchEdge,
                ) => {}
                Err(
                    disabled @ (Disabled::NoSuchThread
                    | Disabled::WideChoice { .. }
                    | Disabled::SurplusChoice),
                ) => return Err(Refusal::Interpreter(disabled)),
            }
            if pending.len() + outcomes.nodes.len() > MAX_CHOICES {
                return Err(Refusal::TooManyChoices(MAX_CHOICES));
            }
        }
        Ok(outcomes)
    }
}

#[cfg(test)]
mod tests;
