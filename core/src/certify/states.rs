//! The proof by listing all states, with so many created threads.
//!
//! Breadth first over single steps of the interpreter. While a thread is in an atomic location the
//! interpreter refuses the steps of all others, so single steps are enough. What keeps the list short,
//! beyond the recorded reductions:
//!
//! - Where it is enough to let one thread move, the others wait (`states/alone.rs`).
//! - Variables that a thread does not look at again do not tell states apart (`states/needed.rs`).
//! - Who joins others is put behind all of that, and waits there (`states/ahead.rs`).
//! - Which thread is which does not matter (`states/alike.rs`).
//!
//! States on the list are kept as strings of bytes (`states/packed.rs`).
//!
//! Choices are left *open* until something depends on them, and then cut into cases (`states/node.rs`).
//!
//! If no creation was ever refused for want of idle threads, more of them would make no difference: the
//! program creates no more than these, and the proof is for any number.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::VecDeque;
use std::rc::Rc;

use crate::hash::FxHashMap;

use super::{Covers, Refusal};
use crate::budget::Budget;
use crate::scpl::{Disabled, Interpreter, LocKind, Program, PropId, ThreadIdx};

mod ahead;
mod alike;
mod alone;
mod needed;
mod node;
mod packed;
mod ranges;
mod touched;
mod walk;

use alike::Alike;
use alone::Alone;
use needed::Needed;
use node::{Node, Tried, Trust};
use packed::Packed;
use ranges::Split;

/// More states than this are refused.
pub const MAX_STATES: usize = 2_000_000;

/// So many values of what was chosen may be tried one by one: few at first, and more if that is not
/// enough.
const MAX_TRIED: [i128; 2] = [8, 256];

/// A step that has more cases than this is refused.
const MAX_CASES: usize = 1 << 12;

/// Tries as few values as are enough: where nothing depends on a choice it can be left open.
pub fn verify_some(
    program: &Program,
    n_threads: u32,
    claimed: &[PropId],
    budget: &Budget,
) -> Result<Covers, Refusal> {
    let [few, more] = MAX_TRIED;
    match verify(program, n_threads, claimed, few, budget) {
        Err(Refusal::WideChoice) => verify(program, n_threads, claimed, more, budget),
        result => result,
    }
}

/// Tries single values only where there are at most so many.
pub fn verify(
    program: &Program,
    n_threads: u32,
    claimed: &[PropId],
    max_tried: i128,
    budget: &Budget,
) -> Result<Covers, Refusal> {
    let interpreter = Interpreter::new(program);
    let needed = Needed::new(program, interpreter.layout());
    let alike = Alike::new(program, interpreter.layout());
    let lister =
        Lister { interpreter, needed, alike, max_tried, budget, is_exact: Cell::new(true) };
    let mut listing =
        Listing { lister: &lister, claimed, seen: FxHashMap::default(), queue: VecDeque::new() };
    let mut alone = Alone::new(&lister);
    let mut covers = Covers::Any;
    listing.reach(Node::initial(&lister.interpreter, n_threads)?.cleared(&lister.needed))?;
    let mut n_expanded = 0;
    while let Some(node) = listing.queue.pop_front() {
        let node = node.node(lister.interpreter.layout());
        n_expanded += 1;
        // Nodes are expanded in the order of their numbers.
        let is_later = |next: &Node| {
            listing.seen.get(&Packed::new(next)).is_none_or(|&number| number >= n_expanded)
        };
        if let Some(ends) = alone.moves(&lister, &node, &is_later)? {
            for next in ends {
                listing.reach(next)?;
            }
            continue;
        }
        for thread in node.state.thread_idxs() {
            for case in lister.cases(&node, thread)? {
                if case.lacks_idle {
                    covers = Covers::UpTo(n_threads);
                }
                for next in case.nodes {
                    listing.reach(lister.alike.ordered(next))?;
                }
            }
        }
    }
    Ok(covers)
}

struct Listing<'a> {
    lister: &'a Lister<'a>,
    claimed: &'a [PropId],
    /// The nodes, numbered from 0 in the order in which they were found.
    seen: FxHashMap<Rc<Packed>, usize>,
    queue: VecDeque<Rc<Packed>>,
}

impl Listing<'_> {
    /// The threads of the node are in order.
    fn reach(&mut self, node: Node) -> Result<(), Refusal> {
        for thread in node.state.thread_idxs() {
            let program = self.lister.interpreter.program();
            if let LocKind::Error(property) = node.state.kind(program, thread)
                && self.claimed.contains(&property)
            {
                return Err(match self.lister.is_exact.get() {
                    true => Refusal::Reached(property),
                    false => Refusal::WideChoice,
                });
            }
        }
        let node = Packed::new(&node);
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

/// All that a thread can do in some of the states of a node.
struct Case {
    nodes: Vec<Node>,
    /// Whether a step failed for want of an idle thread.
    lacks_idle: bool,
    /// Whether all of it can be done in all of these states.
    is_sure: bool,
}

struct Lister<'p> {
    interpreter: Interpreter<'p>,
    needed: Needed,
    alike: Alike,
    max_tried: i128,
    budget: &'p Budget,
    /// Whether what is on the list can all happen.
    is_exact: Cell<bool>,
}

impl Lister<'_> {
    /// What a thread can do. Each state of the node is in one of the cases.
    fn cases(&self, node: &Node, thread: ThreadIdx) -> Result<Vec<Case>, Refusal> {
        let mut cases = Vec::new();
        let mut pending = vec![Cow::Borrowed(node)];
        while let Some(part) = pending.pop() {
            match self.case(&part, thread)? {
                Ok(case) => cases.push(case),
                Err(split) => pending.extend(part.cut(split).map(Cow::Owned)),
            }
            if pending.len() + cases.len() > MAX_CASES {
                return Err(Refusal::TooManyCases(MAX_CASES));
            }
        }
        Ok(cases)
    }

    /// What a thread can do, if it is the same in all states of the node.
    fn case(&self, node: &Node, thread: ThreadIdx) -> Result<Result<Case, Split>, Refusal> {
        let mut case = Case { nodes: Vec::new(), lacks_idle: false, is_sure: true };
        if node.waits.contains_key(&thread) {
            return Ok(Ok(case));
        }
        let program = self.interpreter.program();
        for edge in program.edges_from(node.state.thread(thread).loc) {
            // What the step itself chooses is split here.
            let mut pending = vec![Vec::new()];
            while let Some(chosen) = pending.pop() {
                self.budget.spend(1)?;
                match node.step(self, thread, edge, &chosen)? {
                    Tried::Taken { node: next, trust } => {
                        case.nodes.push(self.settled(node, thread, next)?);
                        case.is_sure &= trust < Trust::Doubtful;
                        self.is_exact.set(self.is_exact.get() && trust == Trust::Sure);
                    }
                    Tried::Disabled(Disabled::NoIdleThread) => case.lacks_idle = true,
                    Tried::Disabled(
                        Disabled::Over
                        | Disabled::InSection(_)
                        | Disabled::AssumeFails
                        | Disabled::Waits
                        | Disabled::NoSuchEdge,
                    ) => {}
                    Tried::Disabled(
                        disabled @ (Disabled::NoSuchThread
                        | Disabled::MissingChoice { .. }
                        | Disabled::WideChoice { .. }
                        | Disabled::SurplusChoice),
                    ) => return Err(Refusal::Interpreter(disabled)),
                    Tried::Split(split) => return Ok(Err(split)),
                    Tried::Chosen(parts) => pending.extend(parts),
                }
                if pending.len() + case.nodes.len() > MAX_CASES {
                    return Err(Refusal::TooManyCases(MAX_CASES));
                }
            }
        }
        Ok(Ok(case))
    }

    /// What is listed for the state after a step of a thread.
    fn settled(&self, before: &Node, thread: ThreadIdx, after: Node) -> Result<Node, Refusal> {
        let program = self.interpreter.program();
        let mut after = Node { waits: before.waits.clone(), ..after };
        match after.state.kind(program, thread) {
            LocKind::Finished => after.notice_end(thread),
            LocKind::Plain if after.state.in_section(program).is_none() => {
                after = after.ahead(self, thread)?;
            }
            _ => {}
        }
        Ok(after.cleared(&self.needed))
    }
}

#[cfg(test)]
mod tests;
