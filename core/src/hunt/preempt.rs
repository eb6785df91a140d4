//! Runs with a single preemption, for programs that are too large to be searched.
//!
//! Each thread goes on until it ends or has to wait, but for one place in the run where another comes in
//! between. There are only as many such runs as a run has steps, however many values the variables
//! take, and most bugs show in one of them: a lost update in a loop of a thousand rounds needs no
//! more. Places where a thread ends or waits come first, since another order of threads is often enough,
//! then the early ones. Where the program takes any value, it is 0 here, and where it may go
//! one way or the other, it is the first: nothing follows from what was not found.

use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

use crate::hash::FxHashSet;

use crate::budget::{Budget, Stop};
use crate::scpl::{
    Command, Disabled, EdgeId, Interpreter, Program, PropId, Schedule, Source, State, Step,
    ThreadIdx,
};

/// A run of more steps would be no help to anybody.
const MAX_STEPS: usize = 20_000;

/// The violations of `goals` that were found before the budget was used up, at most one of each.
pub fn preempt(
    program: &Program,
    n_threads: u32,
    goals: &[PropId],
    budget: &Budget,
) -> Result<Vec<(PropId, Schedule)>, Stop> {
    let mut found = Vec::new();
    let interpreter = Interpreter::new(program);
    for places in [Places::Switches, Places::All] {
        match search(&interpreter, n_threads, goals, places, budget, &mut found) {
            Err(Stop::Cancelled) => return Err(Stop::Cancelled),
            Err(Stop::Exhausted) => break,
            Ok(()) => {}
        }
    }
    found.sort_by_key(|(property, _)| *property);
    Ok(found)
}

/// How many threads a run without any preemption creates, if it does not want for more than `n_threads`.
pub fn created_alone(
    program: &Program,
    n_threads: u32,
    budget: &Budget,
) -> Result<Option<u32>, Stop> {
    let interpreter = Interpreter::new(program);
    let Some(mut run) = Run::new(&interpreter, n_threads) else { return Ok(None) };
    // A run that goes round and round comes by a state that was marked at a step that is a power of two.
    let (mut marked, mut n_steps) = (run.state.clone(), 0_u64);
    while run.advance(budget)? {
        if run.state == marked {
            return Ok(None);
        }
        n_steps += 1;
        if n_steps.is_power_of_two() {
            marked = run.state.clone();
        }
    }
    let n_created = n_threads - run.state.n_idle;
    Ok(Some(n_created).filter(|_| !run.wants_more()))
}

/// Where another thread comes in between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Places {
    /// Only where a thread has ended or has to wait.
    Switches,
    All,
}

fn search(
    interpreter: &Interpreter,
    n_threads: u32,
    goals: &[PropId],
    places: Places,
    budget: &Budget,
    found: &mut Vec<(PropId, Schedule)>,
) -> Result<(), Stop> {
    let Some(mut run) = Run::new(interpreter, n_threads) else { return Ok(()) };
    loop {
        // Nobody can come in between while a thread is in a section.
        let is_place = places == Places::All || run.is_at_switch();
        if is_place && run.state.in_section(interpreter.program()).is_none() {
            for other in run.state.thread_idxs().filter(|other| *other != run.current) {
                budget.spend(1)?;
                if run.step(other).is_none() {
                    continue;
                }
                let mut fork = run.fork(other);
                while fork.advance(budget)? {}
                fork.report(goals, n_threads, found);
            }
        }
        if found.len() == goals.len() {
            return Ok(());
        }
        if !run.advance(budget)? {
            run.report(goals, n_threads, found);
            return Ok(());
        }
    }
}

struct Run<'a> {
    interpreter: &'a Interpreter<'a>,
    init: Vec<u64>,
    steps: Vec<Step>,
    state: State,
    current: ThreadIdx,
    /// Hashes of the states since the last switch; who comes back to one of these waits for others.
    seen: FxHashSet<u64>,
}

impl<'a> Run<'a> {
    fn new(interpreter: &'a Interpreter<'a>, n_threads: u32) -> Option<Self> {
        let mut init = Vec::new();
        let state = zeros(&mut init, |init| interpreter.initial(n_threads, init)).ok()?;
        Some(Self {
            interpreter,
            init,
            steps: Vec::new(),
            state,
            current: ThreadIdx(0),
            seen: FxHashSet::default(),
        })
    }

    /// Another thread comes in between.
    fn fork(&self, thread: ThreadIdx) -> Self {
        Self {
            interpreter: self.interpreter,
            init: self.init.clone(),
            steps: self.steps.clone(),
            state: self.state.clone(),
            current: thread,
            seen: FxHashSet::default(),
        }
    }

    /// Whether the current thread has to wait, or has not done anything since it came.
    fn is_at_switch(&self) -> bool {
        self.seen.is_empty() || self.step(self.current).is_none()
    }

    fn switch_to(&mut self, thread: ThreadIdx) {
        self.current = thread;
        self.seen.clear();
    }

    /// One step of the current thread, or of the next one if that has to wait; false at the end.
    fn advance(&mut self, budget: &Budget) -> Result<bool, Stop> {
        if self.steps.len() >= MAX_STEPS {
            return Ok(false);
        }
        let n_threads = self.state.threads.len() as u32;
        for ahead in 0..n_threads {
            let thread = ThreadIdx((self.current.0 + ahead) % n_threads);
            budget.spend(1)?;
            let Some((step, state)) = self.step(thread) else { continue };
            if ahead > 0 {
                self.switch_to(thread);
            }
            self.steps.push(step);
            self.state = state;
            if !self.seen.insert(FxBuildHasher.hash_one(&self.state)) {
                self.switch_to(ThreadIdx((thread.0 + 1) % n_threads));
            }
            return Ok(true);
        }
        Ok(false)
    }

    /// The first edge that the thread can take.
    fn step(&self, thread: ThreadIdx) -> Option<(Step, State)> {
        let program = self.interpreter.program();
        let edges = program.edges_from(self.state.thread(thread).loc);
        edges.filter(|&edge| !is_unmodelled(program, edge)).find_map(|edge| {
            let mut choices = Vec::new();
            let taken = zeros(&mut choices, |choices| {
                self.interpreter.successor(&self.state, thread, edge, choices)
            });
            Some((Step { thread, edge, choices }, taken.ok()?.0))
        })
    }

    /// Whether a thread would create another one, and cannot.
    fn wants_more(&self) -> bool {
        let is_refused = |thread: ThreadIdx, edge: EdgeId| {
            let mut choices = Vec::new();
            let taken = zeros(&mut choices, |choices| {
                self.interpreter.successor(&self.state, thread, edge, choices)
            });
            taken.err() == Some(Disabled::NoIdleThread)
        };
        let program = self.interpreter.program();
        self.state.thread_idxs().any(|thread| {
            let mut edges = program.edges_from(self.state.thread(thread).loc);
            edges.any(|edge| is_refused(thread, edge))
        })
    }

    fn report(self, goals: &[PropId], n_threads: u32, found: &mut Vec<(PropId, Schedule)>) {
        let Some(property) = self.state.violated(self.interpreter.program()) else { return };
        if goals.contains(&property) && found.iter().all(|(known, _)| *known != property) {
            found.push((property, Schedule { n_threads, init: self.init, steps: self.steps }));
        }
    }
}

/// Does something with as many zeros as it needs choices.
fn zeros<T>(
    choices: &mut Vec<u64>,
    attempt: impl Fn(&[u64]) -> Result<T, Disabled>,
) -> Result<T, Disabled> {
    loop {
        match attempt(choices) {
            Err(Disabled::MissingChoice { .. }) => choices.push(0),
            result => return result,
        }
    }
}

fn is_unmodelled(program: &Program, edge: EdgeId) -> bool {
    let commands = &program.edge(edge).commands;
    commands.iter().any(|command| matches!(command, Command::Havoc(_, Source::Unmodelled)))
}
