//! Runs with a single preemption, for programs that are too large to be searched.
//!
//! Each thread goes on until it ends or has to wait, but for one place in the run where another comes in
//! between. There are only as many such runs as a run has steps, however many values the variables
//! take, and most bugs show in one of them: a lost update in a loop of a thousand rounds needs no
//! more. Places where a thread ends or waits come first, since another order of threads is often enough,
//! then the early ones. Where the program takes any value, it is 0 here, and where it may go
//! one way or the other, it is the first; when all such runs have been tried, values and ways are thrown by
//! dice, a few times over, because a bug may need inputs that differ. Nothing follows from what was not
//! found.

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

/// So often the dice are thrown for all inputs.
const N_THROWS: u64 = 8;

/// How often values are thrown for a step before it is taken to be impossible.
const N_TRIES: u64 = 4;

/// The violations of `goals` that were found before the budget was used up, at most one of each.
pub fn preempt(
    program: &Program,
    n_threads: u32,
    goals: &[PropId],
    budget: &Budget,
) -> Result<Vec<(PropId, Schedule)>, Stop> {
    let mut found = Vec::new();
    let interpreter = Interpreter::new(program);
    let n_throws = if has_choices(program) { N_THROWS } else { 0 };
    let inputs = (0..=n_throws).map(Inputs);
    let runs = inputs.flat_map(|inputs| [Places::Switches, Places::All].map(|it| (inputs, it)));
    for (inputs, places) in runs {
        match search(&interpreter, n_threads, goals, (inputs, places), budget, &mut found) {
            Err(Stop::Cancelled) => return Err(Stop::Cancelled),
            Err(Stop::Exhausted) => break,
            Ok(()) if found.len() == goals.len() => break,
            Ok(()) => {}
        }
    }
    found.sort_by_key(|(property, _)| *property);
    Ok(found)
}

/// What a run without any preemption does with at most so many threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Created {
    /// It ends, or comes to a stop, and has created so many.
    All(u32),
    /// It would create more.
    More,
    /// It goes round and round, or on and on.
    Endless,
}

/// How many threads a run without any preemption creates.
pub fn created_alone(program: &Program, n_threads: u32, budget: &Budget) -> Result<Created, Stop> {
    let interpreter = Interpreter::new(program);
    let Some(mut run) = Run::new(&interpreter, n_threads, Inputs::ZEROS) else {
        return Ok(Created::Endless);
    };
    // A run that goes round and round comes by a state that was marked at a step that is a power of two.
    let (mut marked, mut n_steps) = (run.state.clone(), 0_u64);
    let is_endless = loop {
        match run.advance(budget) {
            Ok(false) => break false,
            Err(Stop::Cancelled) => return Err(Stop::Cancelled),
            Err(Stop::Exhausted) => break true,
            Ok(true) if run.state == marked => break true,
            Ok(true) => {}
        }
        n_steps += 1;
        if n_steps.is_power_of_two() {
            marked = run.state.clone();
        }
    };
    Ok(match is_endless {
        _ if run.wants_more() => Created::More,
        true => Created::Endless,
        false => Created::All(n_threads - run.state.n_idle),
    })
}

/// What is chosen where the program takes any value: zeros, or what the dice give in a throw with this number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Inputs(u64);

impl Inputs {
    const ZEROS: Self = Self(0);

    /// A number for the choice that is made next, in the order of the run. Small ones are more likely to
    /// meet each other, and so every second throw has them alone.
    fn number(self, n_steps: usize, n_choices: u64) -> u64 {
        if self == Self::ZEROS {
            return 0;
        }
        let mut number = 0;
        for part in [self.0, n_steps as u64, n_choices] {
            // Mixes as the generator "splitmix64" does.
            number = (number ^ part).wrapping_add(0x9e37_79b9_7f4a_7c15);
            number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            number ^= number >> 31;
        }
        if self.0 % 2 == 1 { number & 7 } else { number }
    }
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
    (inputs, places): (Inputs, Places),
    budget: &Budget,
    found: &mut Vec<(PropId, Schedule)>,
) -> Result<(), Stop> {
    let Some(mut run) = Run::new(interpreter, n_threads, inputs) else { return Ok(()) };
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
    inputs: Inputs,
    init: Vec<u64>,
    steps: Vec<Step>,
    state: State,
    current: ThreadIdx,
    /// Hashes of the states since the last switch; who comes back to one of these waits for others.
    seen: FxHashSet<u64>,
}

impl<'a> Run<'a> {
    fn new(interpreter: &'a Interpreter<'a>, n_threads: u32, inputs: Inputs) -> Option<Self> {
        let mut init = Vec::new();
        let initial = |init: &[u64]| interpreter.initial(n_threads, init);
        let state = choosing(&mut init, |idx| inputs.number(0, idx), initial).ok()?;
        Some(Self {
            interpreter,
            inputs,
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
            inputs: self.inputs,
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

    /// An edge that the thread can take: the first, or one that is thrown by dice.
    fn step(&self, thread: ThreadIdx) -> Option<(Step, State)> {
        let program = self.interpreter.program();
        let edges = program.edges_from(self.state.thread(thread).loc);
        let mut edges: Vec<EdgeId> = edges.filter(|&edge| !is_unmodelled(program, edge)).collect();
        if self.inputs != Inputs::ZEROS && edges.len() > 1 {
            let first = self.inputs.number(self.steps.len(), u64::MAX) % edges.len() as u64;
            edges.rotate_left(first as usize);
        }
        edges.into_iter().find_map(|edge| self.take(thread, edge))
    }

    fn take(&self, thread: ThreadIdx, edge: EdgeId) -> Option<(Step, State)> {
        let n_tries = if self.inputs == Inputs::ZEROS { 1 } else { N_TRIES };
        for attempt in 0..n_tries {
            let mut choices = Vec::new();
            let number = |idx| self.inputs.number(self.steps.len(), idx * N_TRIES + attempt);
            let taken = choosing(&mut choices, number, |choices| {
                self.interpreter.successor(&self.state, thread, edge, choices)
            });
            match taken {
                Ok((state, _)) => return Some((Step { thread, edge, choices }, state)),
                Err(_) if choices.is_empty() => return None,
                Err(_) => {}
            }
        }
        None
    }

    /// Whether a thread would create another one, and cannot.
    fn wants_more(&self) -> bool {
        let is_refused = |thread: ThreadIdx, edge: EdgeId| {
            let mut choices = Vec::new();
            let taken = choosing(
                &mut choices,
                |_| 0,
                |choices| self.interpreter.successor(&self.state, thread, edge, choices),
            );
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

/// Does something with as many choices as it needs; `number` gives the next one.
fn choosing<T>(
    choices: &mut Vec<u64>,
    number: impl Fn(u64) -> u64,
    attempt: impl Fn(&[u64]) -> Result<T, Disabled>,
) -> Result<T, Disabled> {
    loop {
        match attempt(choices) {
            Err(Disabled::MissingChoice { width, .. }) => {
                let number = number(choices.len() as u64);
                choices.push(number & (u64::MAX >> (64 - width.clamp(1, 64))));
            }
            result => return result,
        }
    }
}

/// Whether the program takes any value somewhere that it gets by intention.
fn has_choices(program: &Program) -> bool {
    let mut commands = program.edges.iter().flat_map(|edge| &edge.commands);
    commands.any(|it| matches!(it, Command::Havoc(_, source) if *source != Source::Unmodelled))
}

fn is_unmodelled(program: &Program, edge: EdgeId) -> bool {
    let commands = &program.edge(edge).commands;
    commands.iter().any(|command| matches!(command, Command::Havoc(_, Source::Unmodelled)))
}
