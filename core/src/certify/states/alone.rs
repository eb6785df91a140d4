//! Where it is enough to let one thread move.
//!
//! If nothing that a thread can do next clashes with anything that others may do before it moves, its
//! next macro-steps come first without loss (a *persistent set* [Godefroid]). Take a run from here to a
//! violation. If the thread moves in it, its first move can be made at once: the moves before it touch
//! nothing that it touches, so it was possible already, and they still are. If it never moves, it can
//! move first and the rest is as before. A run gets longer that way, and could be put off forever by
//! going round in a cycle; so one of the moves has to lead to a state that is expanded later than this
//! one. By induction over the length of the run and, backwards, the order of expansion, a violation is
//! found.
//!
//! - What others may do before it moves: `touched::future` of all other threads, but for those that
//!   cannot move. A thread that is blocked stays so as long as nobody writes what it looked at or is the
//!   one that it waits for to finish. So `main` in front of a join does not count while the thread that
//!   it waits for stands still.
//! - Cells that no live thread may write any more are constants. To say so one must know what may be
//!   written, so this goes round a few times; every round rests on the one before, the first on nothing.
//! - A move that ends the run commutes with nothing, and is never made first. Others' moves that end the
//!   run do not matter: a run to a violation has none but its last.
//! - A join that waits may be possible later without a clash; then the moves now are not all. Two
//!   creations clash, because threads are numbered and idle ones may run out.
//! - A thread never moves in the middle of another's section, so moves are macro-steps here.
//!
//! A node with open cells stands for many states, and the argument is made for each of them: open cells
//! are not known, and the thread must be able to move to a later state in all of them, and for sure.

use std::rc::Rc;

use super::node::Node;
use super::touched::{CellSet, Known, Next, Thread, Touched, future, next};
use super::{Lister, Refusal};
use crate::budget::{Budget, Stop};
use crate::hash::FxHashMap;
use crate::scpl::{LocKind, ThreadIdx};

/// Sections with more nodes than this are not looked through at once.
const MAX_SECTION: usize = 64;

/// How often it is looked again which cells nobody writes any more.
const MAX_ROUNDS: usize = 4;

/// One part in so many of the budget is for finding out what may be touched.
const SHARE: u64 = 4;

#[derive(Debug)]
pub struct Alone {
    budget: Budget,
    is_exhausted: bool,
    /// Numbers of what is known of the shared cells.
    shared: FxHashMap<Rc<Known>, u32>,
    futures: FxHashMap<(u32, Thread), Rc<Touched>>,
}

/// A thread that has not finished.
struct Live {
    idx: ThreadIdx,
    thread: Thread,
    next: Next,
    future: Rc<Touched>,
}

impl Alone {
    pub fn new(budget: &Budget) -> Self {
        Self {
            budget: budget.part(budget.remaining() / SHARE),
            is_exhausted: false,
            shared: FxHashMap::default(),
            futures: FxHashMap::default(),
        }
    }

    /// The ends of all macro-steps of a thread whose moves are enough, if there is one. `is_later` says
    /// whether a node will be expanded after this one.
    pub fn moves(
        &mut self,
        lister: &Lister,
        node: &Node,
        is_later: &dyn Fn(&Node) -> bool,
    ) -> Result<Option<Vec<Node>>, Refusal> {
        let program = lister.interpreter.program();
        if self.is_exhausted
            || node.state.is_over(program)
            || node.state.in_section(program).is_some()
        {
            return Ok(None);
        }
        let before = self.budget.spent();
        let live = self.live(lister, node);
        lister.budget.spend(self.budget.spent() - before)?;
        let live = match live {
            Ok(Some(live)) => live,
            Ok(None) => return Ok(None),
            Err(Stop::Exhausted) => {
                self.is_exhausted = true;
                return Ok(None);
            }
            Err(stop) => return Err(Refusal::Stopped(stop)),
        };
        for this in &live {
            let is_whole = this.next.may_move && this.next.awaits.is_empty();
            if is_whole
                && !movable_without(&live, this.idx)
                    .any(|other| this.next.touched.clashes(&other.future))
                && let Some(ends) = Ends::of(lister, node, this.idx, is_later)?
            {
                return Ok(Some(ends));
            }
        }
        Ok(None)
    }

    /// All live threads, if there are several.
    fn live(&mut self, lister: &Lister, node: &Node) -> Result<Option<Vec<Live>>, Stop> {
        let (program, layout) = (lister.interpreter.program(), lister.interpreter.layout());
        let state = &node.state;
        let is_finished = |idx: ThreadIdx| state.kind(program, idx) == LocKind::Finished;
        let idxs: Vec<_> = state.thread_idxs().filter(|&idx| !is_finished(idx)).collect();
        if idxs.len() < 2 {
            return Ok(None);
        }
        let shared = node.known_shared();
        let finished =
            |handle: u64| state.thread_idxs().all(|idx| idx.handle() != handle || is_finished(idx));
        let nothing = Rc::new(vec![None; shared.len()]);
        let mut live = Vec::new();
        for idx in idxs {
            let thread = Thread { loc: state.thread(idx).loc, cells: node.known_locals(idx) };
            let next = next(program, layout, &thread, &shared, &finished, &self.budget)?;
            let Some(next) = next else { return Ok(None) };
            let future = self.future(lister, &thread, &nothing)?;
            live.push(Live { idx, thread, next, future });
        }
        let mut n_known = 0;
        for _ in 0..MAX_ROUNDS {
            let mut written = CellSet::new(shared.len());
            live.iter().for_each(|live| written.extend(&live.future.writes));
            let known = shared.iter().enumerate();
            let known: Known =
                known.map(|(cell, value)| value.filter(|_| !written.contains(cell))).collect();
            let n_before = std::mem::replace(&mut n_known, known.iter().flatten().count());
            if n_known <= n_before {
                break;
            }
            let known = Rc::new(known);
            for live in &mut live {
                live.future = self.future(lister, &live.thread, &known)?;
            }
        }
        Ok(Some(live))
    }

    fn future(
        &mut self,
        lister: &Lister,
        thread: &Thread,
        shared: &Rc<Known>,
    ) -> Result<Rc<Touched>, Stop> {
        let n_shared = self.shared.len() as u32;
        let number = *self.shared.entry(shared.clone()).or_insert(n_shared);
        let key = (number, thread.clone());
        if let Some(known) = self.futures.get(&key) {
            return Ok(known.clone());
        }
        let (program, layout) = (lister.interpreter.program(), lister.interpreter.layout());
        let found = Rc::new(future(program, layout, thread, shared, &self.budget)?);
        self.futures.insert(key, found.clone());
        Ok(found)
    }
}

/// The other threads that may move before this one does: all but a largest set of blocked ones of which
/// none can be set free by the rest.
fn movable_without(live: &[Live], this: ThreadIdx) -> impl Iterator<Item = &Live> {
    let mut movable: Vec<bool> =
        live.iter().map(|other| other.idx != this && other.next.may_move).collect();
    loop {
        let frees = |other: &Live, free: &Live| {
            free.future.writes.meets(&other.next.touched.reads)
                || other.next.awaits.contains(&free.idx.handle())
        };
        let freed = live.iter().enumerate().find(|(at, other)| {
            let mut free = live.iter().zip(&movable).filter(|(_, movable)| **movable);
            other.idx != this && !movable[*at] && free.any(|(free, _)| frees(other, free))
        });
        let Some((at, _)) = freed else { break };
        movable[at] = true;
    }
    live.iter().zip(movable).filter(|(_, movable)| *movable).map(|(live, _)| live)
}

/// What comes of the macro-steps of a thread.
struct Ends<'a> {
    lister: &'a Lister<'a>,
    thread: ThreadIdx,
    is_later: &'a dyn Fn(&Node) -> bool,
    nodes: Vec<Node>,
    n_inside: usize,
}

impl<'a> Ends<'a> {
    /// All of them, if the thread can move in every state of the node, and to a state that is expanded
    /// later; unless a move ends the run, wants for an idle thread, or they are too many.
    fn of(
        lister: &'a Lister<'a>,
        node: &Node,
        thread: ThreadIdx,
        is_later: &'a dyn Fn(&Node) -> bool,
    ) -> Result<Option<Vec<Node>>, Refusal> {
        let mut ends = Ends { lister, thread, is_later, nodes: Vec::new(), n_inside: 0 };
        let is_enough = ends.add(node)?;
        Ok((is_enough == Some(true)).then_some(ends.nodes))
    }

    /// Whether there is a way to a later state from every state of the node, if it can be known.
    fn add(&mut self, node: &Node) -> Result<Option<bool>, Refusal> {
        let program = self.lister.interpreter.program();
        self.n_inside += 1;
        if self.n_inside > MAX_SECTION {
            return Ok(None);
        }
        let mut is_enough = true;
        for case in self.lister.cases(node, self.thread)? {
            if case.lacks_idle || !case.is_sure {
                return Ok(None);
            }
            let mut has_later = false;
            for next in case.nodes {
                if next.state.is_over(program) {
                    return Ok(None);
                }
                has_later |= match next.state.in_section(program) {
                    Some(_) => match self.add(&next)? {
                        Some(has_later) => has_later,
                        None => return Ok(None),
                    },
                    None => {
                        let is_later = (self.is_later)(&next);
                        self.nodes.push(next);
                        is_later
                    }
                };
            }
            is_enough &= has_later;
        }
        Ok(Some(is_enough))
    }
}
