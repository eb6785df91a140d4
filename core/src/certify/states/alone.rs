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
//!   it waits for stands still; if it waits for several (`ahead.rs`), while any of them does.
//! - Cells that no live thread may write any more are constants. To say so one must know what may be
//!   written, so this goes round a few times; every round rests on the one before, the first on nothing.
//! - Before the thread moves, nobody else may do what only it makes possible: while it holds a lock, others
//!   get no further than to that lock. So cells that are waited for (*gates*) are first taken to keep their
//!   values, and those that others may write even so are dropped until none is left that they do. What
//!   remains is constant until the thread moves: the first write to one of them would have been found, as
//!   up to there they all had the values that they are taken to have.
//! - A move that ends the run commutes with nothing, and is never made first. Others' moves that end the
//!   run do not matter: a run to a violation has none but its last.
//! - A join that waits may be possible later without a clash; then the moves now are not all. Two
//!   creations clash, because threads are numbered and idle ones may run out.
//! - A thread never moves in the middle of another's section, so moves are macro-steps here.
//!
//! A node with open cells stands for many states, and the argument is made for each of them: open cells
//! are not known, and the thread must be able to move to a later state in all of them, and for sure.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::node::Node;
use super::touched::{CellSet, Known, Next, Thread, Touched, future, next};
use super::{Lister, Refusal};
use crate::budget::{Budget, Stop};
use crate::hash::FxHashMap;
use crate::scpl::{Command, Layout, LocKind, Program, Scope, ThreadIdx};

/// Sections with more nodes than this are not looked through at once.
const MAX_SECTION: usize = 64;

/// How often it is looked again which cells nobody writes any more.
const MAX_ROUNDS: usize = 4;

/// One part in so many of the budget is for finding out what may be touched.
const SHARE: u64 = 2;

/// What was known of the shared cells, and what a thread may do then.
type Future = (Rc<Known>, Rc<Touched>);

#[derive(Debug)]
pub struct Alone {
    budget: Budget,
    is_exhausted: bool,
    /// What a thread may do, by what was known of the shared cells. It depends on those that are read.
    futures: FxHashMap<Thread, Vec<Future>>,
    /// The shared cells that threads wait for.
    gates: CellSet,
}

/// A thread that has not finished.
struct Live {
    idx: ThreadIdx,
    thread: Thread,
    next: Next,
    /// If it does not move before these have finished.
    waits: Option<BTreeSet<ThreadIdx>>,
    future: Rc<Touched>,
}

impl Alone {
    pub fn new(lister: &Lister) -> Self {
        let budget = lister.budget;
        Self {
            budget: budget.part(budget.remaining() / SHARE),
            is_exhausted: false,
            futures: FxHashMap::default(),
            gates: gates(lister.interpreter.program(), lister.interpreter.layout()),
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
        let Some(live) = self.counted(lister, |this| this.live(lister, node))?.flatten() else {
            return Ok(None);
        };
        for this in live.iter().filter(|live| live.next.may_move && live.next.awaits.is_empty()) {
            if is_free(&live, &|other| &other.future, this)
                && let Some(ends) = Ends::of(lister, node, this.idx, is_later)?
            {
                return Ok(Some(ends));
            }
        }
        for this in live.iter().filter(|live| live.next.may_move && live.next.awaits.is_empty()) {
            let gated = self.counted(lister, |it| it.gated(lister, node, &live, this))?;
            let Some(gated) = gated else { return Ok(None) };
            if is_free(&live, &|other| &gated[&other.idx], this)
                && let Some(ends) = Ends::of(lister, node, this.idx, is_later)?
            {
                return Ok(Some(ends));
            }
        }
        Ok(None)
    }

    /// Counts the work as the lister's; none if there has been too much of it.
    fn counted<T>(
        &mut self,
        lister: &Lister,
        work: impl FnOnce(&mut Self) -> Result<T, Stop>,
    ) -> Result<Option<T>, Refusal> {
        let before = self.budget.spent();
        let done = work(self);
        lister.budget.spend(self.budget.spent() - before)?;
        match done {
            Ok(done) => Ok(Some(done)),
            Err(Stop::Exhausted) => {
                self.is_exhausted = true;
                Ok(None)
            }
            Err(stop) => Err(Refusal::Stopped(stop)),
        }
    }

    /// What the others may do before this thread moves.
    fn gated(
        &mut self,
        lister: &Lister,
        node: &Node,
        live: &[Live],
        this: &Live,
    ) -> Result<FxHashMap<ThreadIdx, Rc<Touched>>, Stop> {
        let shared = node.known_shared();
        let mut open = CellSet::new(shared.len());
        live.iter().for_each(|live| open.extend(&live.future.writes));
        let is_known = |cell: usize| self.gates.contains(cell) || !open.contains(cell);
        let known = shared.iter().enumerate();
        let mut known: Known =
            known.map(|(cell, value)| value.filter(|_| is_known(cell))).collect();
        loop {
            let constant = Rc::new(known.clone());
            let mut futures = FxHashMap::default();
            let mut written = CellSet::new(shared.len());
            for other in live.iter().filter(|other| other.idx != this.idx) {
                let future = self.future(lister, &other.thread, &constant)?;
                written.extend(&future.writes);
                futures.insert(other.idx, future);
            }
            let n_before = known.iter().flatten().count();
            for (cell, value) in known.iter_mut().enumerate() {
                *value = value.filter(|_| !written.contains(cell));
            }
            if known.iter().flatten().count() == n_before {
                return Ok(futures);
            }
        }
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
            let waits = node.waits.get(&idx).cloned();
            let next = match &waits {
                Some(_) => Some(Next::none(layout)),
                None => next(program, layout, &thread, &shared, &finished, &self.budget)?,
            };
            let Some(next) = next else { return Ok(None) };
            let future = self.future(lister, &thread, &nothing)?;
            live.push(Live { idx, thread, next, waits, future });
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
        let known = self.futures.entry(thread.clone()).or_default();
        let is_same =
            |(then, future): &&Future| future.reads.iter().all(|cell| then[cell] == shared[cell]);
        if let Some((_, future)) = known.iter().find(is_same) {
            return Ok(future.clone());
        }
        let (program, layout) = (lister.interpreter.program(), lister.interpreter.layout());
        let found = Rc::new(future(program, layout, thread, shared, &self.budget)?);
        known.push((shared.clone(), found.clone()));
        Ok(found)
    }
}

/// The shared cells that guards of waiting threads look at.
fn gates(program: &Program, layout: &Layout) -> CellSet {
    let mut gates = CellSet::new(layout.n_shared());
    let commands = program.edges.iter().flat_map(|edge| &edge.commands);
    for command in commands {
        let Command::Await(guard) = command else { continue };
        guard.for_each_var(&mut |var| {
            let slot = layout.slot(var);
            if slot.scope == Scope::Shared {
                let cells = slot.first..slot.first + slot.len.unwrap_or(1) as usize;
                cells.for_each(|cell| gates.insert(cell));
            }
        });
    }
    gates
}

/// Whether nothing that the thread can do next clashes with what others may do before. Those are all but
/// a largest set of blocked ones of which none can be set free by the rest.
fn is_free<'a>(live: &'a [Live], future: &dyn Fn(&'a Live) -> &'a Touched, this: &Live) -> bool {
    let others: Vec<&Live> = live.iter().filter(|other| other.idx != this.idx).collect();
    let mut movable: Vec<bool> = others.iter().map(|other| other.next.may_move).collect();
    loop {
        let frees = |other: &Live, free: &'a Live| {
            future(free).writes.meets(&other.next.touched.reads)
                || other.next.awaits.contains(&free.idx.handle())
        };
        let freed = others.iter().enumerate().position(|(at, other)| {
            let mut free = others.iter().zip(&movable).filter(|(_, movable)| **movable);
            !movable[at]
                && match &other.waits {
                    Some(awaited) => {
                        let free: BTreeSet<ThreadIdx> = free.map(|(free, _)| free.idx).collect();
                        awaited.is_subset(&free)
                    }
                    None => free.any(|(free, _)| frees(other, free)),
                }
        });
        let Some(at) = freed else { break };
        movable[at] = true;
    }
    let mut movable = others.iter().zip(movable).filter(|(_, movable)| *movable);
    !movable.any(|(other, _)| this.next.touched.clashes(future(other)))
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
                        let next = self.lister.alike.ordered(next);
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
