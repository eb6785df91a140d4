//! Boolean broadcast programs: their text, and that everybody agrees on what they do.
//!
//! `naive` is [symmpa, Fig. 3] word for word: a new state is guessed as a whole, and kept if nothing
//! changed that may not and every constraint holds for all distinct threads.

use std::collections::BTreeSet;

use braid_core::bbp::{
    At, Edge, Expr, Init, LocKind, Owner, Program, SharedBits, State, ThreadBits, Time, Trace,
    VarId, View,
};
use braid_core::budget::Budget;
use braid_core::check::{self, Views};
use braid_core::scpl::{LocId, Scope};
use braid_tests::oracle::k_subsets;
use braid_tests::random_bbp::{Limits, random_bbp};
use braid_tests::small_program::bytes as scrambled_bytes;
use proptest::prelude::*;

/// Programs with more states than this are left out.
const MAX_STATES: usize = 400;

struct Shown(Program);

impl std::fmt::Debug for Shown {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "\n{}", self.0)
    }
}

fn programs(limits: Limits) -> impl Strategy<Value = Shown> {
    let bytes = prop::collection::vec(any::<u8>(), 0..400);
    bytes.prop_map(move |bytes| Shown(random_bbp(&limits, &bytes)))
}

fn config() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::default() }
}

/// A copy of a variable: of a thread, or the shared one.
type Copy = (Option<usize>, VarId);

fn value(state: &State, (thread, var): Copy) -> bool {
    let bits = thread.map_or(state.shared.0, |thread| state.threads[thread].bits);
    bits & var.bit() != 0
}

fn set(state: &mut State, (thread, var): Copy, value: bool) {
    let bits = match thread {
        None => &mut state.shared.0,
        Some(thread) => &mut state.threads[thread].bits,
    };
    *bits = *bits & !var.bit() | if value { var.bit() } else { 0 };
}

/// Who is who in a step.
#[derive(Clone, Copy)]
struct Cast {
    active: usize,
    passive: Option<usize>,
    new: Option<usize>,
}

impl Cast {
    fn thread(self, owner: Owner) -> Option<usize> {
        match owner {
            Owner::Shared => None,
            Owner::Active => Some(self.active),
            Owner::Passive => Some(self.passive.expect("a passive thread is there")),
            Owner::New => Some(self.new.expect("a thread is started")),
        }
    }
}

fn holds(expr: &Expr, old: &State, new: &State, cast: Cast) -> bool {
    let of = |expr: &Expr| holds(expr, old, new, cast);
    match expr {
        Expr::Const(value) => *value,
        Expr::Bit(bit) => {
            let state = if bit.time == Time::Before { old } else { new };
            value(state, (cast.thread(bit.owner), bit.var))
        }
        Expr::At(loc) => {
            let passive = cast.passive.expect("a passive thread is there");
            old.threads[passive].at == At::Loc(*loc)
        }
        Expr::Not(a) => !of(a),
        Expr::And(list) => list.iter().all(of),
        Expr::Or(list) => list.iter().any(of),
        Expr::Eq(a, b) => of(a) == of(b),
        Expr::Implies(a, b) => !of(a) || of(b),
    }
}

/// The states after an edge.
fn naive_step(program: &Program, old: &State, edge: &Edge, active: usize) -> Vec<State> {
    let idle = old.threads.iter().position(|thread| thread.at == At::Idle);
    let new = match edge.start {
        Some(_) if idle.is_none() => return Vec::new(),
        Some(_) => idle,
        None => None,
    };
    let running = |idx: &usize| old.threads[*idx].at != At::Idle && *idx != active;
    let passives: Vec<usize> = (0..old.threads.len()).filter(running).collect();
    let cast = |passive| Cast { active, passive, new };
    // What is where after the step, before anything is guessed.
    let mut guess = old.clone();
    guess.threads[active].at = At::Loc(edge.to);
    let mut copies: Vec<Copy> = Vec::new();
    if let (Some(new), Some(template)) = (new, edge.start) {
        guess.threads[new].at = At::Loc(program.template(template).entry);
        copies.extend(program.vars_of(Scope::Local).map(|var| (Some(new), var)));
    }
    for (owner, var) in edge.targets() {
        match owner {
            Owner::Passive => copies.extend(passives.iter().map(|idx| (Some(*idx), var))),
            Owner::New => {}
            _ => copies.push((cast(None).thread(owner), var)),
        }
    }
    let mut found = Vec::new();
    for choice in 0..1_u32 << copies.len() {
        for (nth, copy) in copies.iter().enumerate() {
            set(&mut guess, *copy, choice >> nth & 1 == 1);
        }
        let each = || passives.iter().map(|idx| cast(Some(*idx)));
        let is_assigned = edge.assign.iter().all(|((owner, var), expr)| {
            let one = |cast: Cast| {
                value(&guess, (cast.thread(*owner), *var)) == holds(expr, old, &guess, cast)
            };
            if *owner == Owner::Passive { each().all(one) } else { one(cast(None)) }
        });
        let is_begun = new.is_none_or(|new| {
            program.vars_of(Scope::Local).all(|var| {
                let is_given = edge.targets().any(|target| target == (Owner::New, var));
                let is_set = value(&guess, (Some(new), var));
                is_given || fits(program.var(var).init, is_set)
            })
        });
        let mut active_constraints = edge.constrain.iter();
        let mut each_constraints = edge.constrain_each.iter();
        if is_assigned
            && is_begun
            && active_constraints.all(|expr| holds(expr, old, &guess, cast(None)))
            && each_constraints.all(|expr| each().all(|cast| holds(expr, old, &guess, cast)))
        {
            found.push(guess.clone());
        }
    }
    found
}

fn fits(init: Init, value: bool) -> bool {
    match init {
        Init::Zero => !value,
        Init::One => value,
        Init::Any => true,
    }
}

fn naive_successors(program: &Program, state: &State) -> BTreeSet<State> {
    let mut found = BTreeSet::new();
    let kind = |thread: &ThreadBits| thread.loc().map(|loc| program.kind(loc));
    if state.threads.iter().filter_map(kind).any(|kind| kind != LocKind::Plain) {
        return found;
    }
    for (idx, thread) in state.threads.iter().enumerate() {
        for edge in program.edges.iter().filter(|edge| thread.at == At::Loc(edge.from)) {
            found.extend(naive_step(program, state, edge, idx));
        }
    }
    found
}

/// All states in layers by their distance from the beginning, unless there are too many.
fn naive_layers(program: &Program, n_threads: u32) -> Option<Vec<BTreeSet<State>>> {
    let mut first = BTreeSet::new();
    let n_vars = program.vars.len() as u32;
    for bits in 0..1_u128 << n_vars {
        let of = |scope| program.vars_of(scope).map(VarId::bit).sum::<u128>() & bits;
        let at = At::Loc(program.template(program.main).entry);
        let mut threads = vec![ThreadBits { at, bits: of(Scope::Local) }];
        threads.resize(n_threads as usize + 1, ThreadBits::IDLE);
        let shared = SharedBits(of(Scope::Shared));
        let state = State { shared, threads };
        let vars = program.vars.iter().enumerate();
        let mut fitting = vars.map(|(idx, var)| fits(var.init, bits >> idx & 1 == 1));
        let cast = Cast { active: 0, passive: None, new: None };
        if fitting.all(|fits| fits) && holds(&program.initial, &state, &state, cast) {
            first.insert(state);
        }
    }
    let mut seen = first.clone();
    let mut layers = vec![first];
    while let Some(last) = layers.last().filter(|last| !last.is_empty()) {
        let mut next = BTreeSet::new();
        for state in last {
            next.extend(naive_successors(program, state).difference(&seen).cloned());
        }
        seen.extend(next.iter().cloned());
        if seen.len() > MAX_STATES {
            return None;
        }
        layers.push(next);
    }
    Some(layers)
}

fn is_bad(program: &Program, state: &State) -> bool {
    let mut locs = state.threads.iter().filter_map(|thread| thread.loc());
    locs.any(|loc: LocId| program.kind(loc) == LocKind::Bad)
}

/// The states with threads no longer told apart.
fn symmetric(states: &BTreeSet<State>) -> BTreeSet<State> {
    let sorted = |state: &State| {
        let mut state = state.clone();
        state.threads.sort_unstable();
        state
    };
    states.iter().map(sorted).collect()
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn random_programs_are_valid(program in programs(Limits::WIDE)) {
        prop_assert_eq!(program.0.validate(), Ok(()));
    }

    #[test]
    fn printing_then_parsing_is_the_identity(program in programs(Limits::WIDE)) {
        prop_assert_eq!(program.0.to_string().parse(), Ok(program.0));
    }

    #[test]
    fn any_text_is_refused_or_means_one_program(
        program in programs(Limits::WIDE),
        (start, end) in (0.0..1.0, 0.0..1.0),
        patch in "[a-zL0-9 :;=!&|>()'@#.,\n]{0,8}",
    ) {
        let text: Vec<char> = program.0.to_string().chars().collect();
        let at = |part: f64| (part * text.len() as f64) as usize;
        let (start, end) = (at(start), at(end).min(at(start) + 5));
        let changed: String = text[..start].iter().copied()
            .chain(patch.chars())
            .chain(text[end.max(start)..].iter().copied())
            .collect();
        if let Ok(program) = changed.parse::<Program>() {
            prop_assert_eq!(program.to_string().parse(), Ok(program.clone()));
            // Validating takes any program; what is valid can be run.
            if program.validate().is_ok() {
                program.initial_states(1).iter().for_each(|state| drop(program.successors(state)));
            }
        }
    }

    #[test]
    fn text_without_meaning_is_refused(text in "\\PC*") {
        prop_assert!(text.parse::<Program>().is_err());
    }

    #[test]
    fn everybody_reaches_the_same_states(program in programs(Limits::SMALL)) {
        let program = program.0;
        for n_threads in 0..=3 {
            let Some(layers) = naive_layers(&program, n_threads) else { break };
            let states: BTreeSet<State> = layers.iter().flatten().cloned().collect();
            let reached = program.reached(n_threads, MAX_STATES);
            prop_assert_eq!(reached.as_ref(), Some(&states));
            let budget = Budget::new(u64::MAX);
            let exact = check::exact(&mut &program, n_threads, usize::MAX, &budget)
                .expect("there is no limit");
            let symmetric = symmetric(&states);
            prop_assert_eq!(exact.n_states, symmetric.len());
            let n_bad = symmetric.iter().filter(|state| is_bad(&program, state)).count();
            prop_assert_eq!(exact.hits.len(), n_bad);
            let distance = layers.iter().position(|layer| layer.iter().any(|it| is_bad(&program, it)));
            prop_assert_eq!(exact.hits.first().map(|trace| trace.moves.len()), distance);
            for trace in &exact.hits {
                let run = program.replay(trace).expect("it was found");
                prop_assert_eq!(run.len(), trace.moves.len() + 1);
                prop_assert!(run.iter().all(|state| states.contains(state)));
                let can_end_badly = ends(&program, trace).iter().any(|it| is_bad(&program, it));
                prop_assert!(can_end_badly);
            }
        }
    }

    #[test]
    fn views_contain_what_k_threads_look_like(program in programs(Limits::SMALL)) {
        let mut program = program.0;
        // Views stop at the first bad one; here all are wanted.
        for kind in program.locs.iter_mut().filter(|kind| **kind == LocKind::Bad) {
            *kind = LocKind::End;
        }
        let budget = Budget::new(2_000_000);
        for k in 1..=3 {
            let views: BTreeSet<View> = match check::views(&mut &program, k, &budget) {
                Ok(Views::Closed(views)) => views.into_iter().collect(),
                Ok(Views::Bad(view)) => panic!("{view:?} is bad"),
                Err(_) => break,
            };
            for n_threads in 0..=3 {
                let Some(states) = program.reached(n_threads, MAX_STATES) else { break };
                for State { shared, threads } in symmetric(&states) {
                    for view in k_subsets(shared, &threads, k as usize) {
                        prop_assert!(views.contains(&view), "k = {k}, n = {n_threads}: {view:?}");
                    }
                }
            }
        }
    }
}

/// Where the moves of a trace can lead.
fn ends(program: &Program, trace: &Trace) -> Vec<State> {
    let mut states = program.initial_states(trace.n_threads);
    for step in &trace.moves {
        let next: BTreeSet<State> =
            states.iter().flat_map(|state| program.after(state, *step)).collect();
        states = next.into_iter().collect();
    }
    states
}

/// The generator is only worth something if it makes programs in which things happen.
#[test]
fn random_programs_are_interesting() {
    let mut seen = BTreeSet::new();
    for seed in 0..400 {
        let program = random_bbp(&Limits::SMALL, &scrambled_bytes(seed));
        let Some(states) = program.reached(3, MAX_STATES) else { continue };
        let n_running = n_running(&states);
        seen.extend((n_running == 4).then_some("four threads"));
        seen.extend((states.len() > 100).then_some("many states"));
        seen.extend(states.iter().any(|state| is_bad(&program, state)).then_some("bad"));
        let reached = |edge: &Edge| {
            let at = At::Loc(edge.from);
            states.iter().any(|state| state.threads.iter().any(|thread| thread.at == at))
        };
        for edge in program.edges.iter().filter(|edge| reached(edge)) {
            let is_passive = edge.targets().any(|(owner, _)| owner == Owner::Passive);
            seen.extend((is_passive && n_running > 1).then_some("broadcast"));
            seen.extend((!edge.constrain_each.is_empty()).then_some("guard over others"));
        }
    }
    assert_eq!(seen.len(), 5, "{seen:?}");
}

/// The most threads that run at a time.
fn n_running(states: &BTreeSet<State>) -> usize {
    let running = |state: &State| state.threads.iter().filter(|it| it.at != At::Idle).count();
    states.iter().map(running).max().unwrap_or(0)
}
