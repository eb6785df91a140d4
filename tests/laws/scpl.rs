//! Printing, validity, and the interpreter's view of runs.

use std::collections::BTreeSet;

use braid_core::scpl::{
    Access, Command, Coverage, Disabled, EdgeId, Env, Event, Interpreter, Layout, LocKind, Program,
    Schedule, Scope, Sort, State, Step, ThreadIdx, VarId, explore, replay, run,
};
use braid_tests::dice::Dice;
use braid_tests::naive_eval::naive_eval;
use braid_tests::random_expr::random_expr;
use braid_tests::random_program::{Shape, random_program};
use proptest::prelude::*;

const LIMIT: usize = 2000;

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..700)
}

/// Programs as text, so that a failure shows a program and not bytes.
fn programs(shape: Shape) -> impl Strategy<Value = Shown> {
    bytes().prop_map(move |bytes| Shown(random_program(&shape, &bytes)))
}

struct Shown(Program);

impl std::fmt::Debug for Shown {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "\n{}", self.0)
    }
}

fn config() -> ProptestConfig {
    // What a failure leaves behind is a program in the corpus, not a file of seeds.
    ProptestConfig { failure_persistence: None, ..ProptestConfig::default() }
}

fn few(width: u8) -> Vec<u64> {
    (0..1 << width.min(2)).collect()
}

/// A run that bytes choose: mostly steps that are enabled, now and then one that makes no sense.
fn random_run(program: &Program, dice: &mut Dice) -> Schedule {
    let interpreter = Interpreter::new(program);
    let states = interpreter.initial_states(2, &few);
    let (init, mut state) = dice.pick(&states).clone();
    let mut steps = Vec::new();
    for _ in 0..dice.below(30) {
        let threads: Vec<ThreadIdx> = state.thread_idxs().collect();
        let thread = *dice.pick(&threads);
        let edges = interpreter.enabled(&state, thread);
        if dice.percent(3) || edges.is_empty() {
            steps.push(Step {
                thread: ThreadIdx(dice.below(4) as u32),
                edge: EdgeId(dice.below(program.edges.len() + 2) as u32),
                choices: (0..dice.below(3)).map(|_| dice.bits(64)).collect(),
            });
            continue;
        }
        let edge = *dice.pick(&edges);
        let mut choices = Vec::new();
        // Choices are made one at a time, so that this does not rest on how others enumerate them.
        let taken = loop {
            match interpreter.successor(&state, thread, edge, &choices) {
                Err(Disabled::MissingChoice { width }) => {
                    choices.push(*dice.pick(&few(width)));
                }
                other => break other,
            }
        };
        if let Ok((next, _)) = taken {
            state = next;
            steps.push(Step { thread, edge, choices });
        }
    }
    Schedule { n_threads: 2, init, steps }
}

/// The part of a run up to the first step that is refused.
fn longest_run(program: &Program, mut schedule: Schedule) -> Schedule {
    if let Err(error) = replay(program, &schedule) {
        schedule.steps.truncate(error.step_idx.expect("the initial values are right"));
    }
    schedule
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn random_programs_are_valid(program in programs(Shape::WIDE)) {
        prop_assert_eq!(program.0.validate(), Ok(()));
    }

    #[test]
    fn printing_then_parsing_is_the_identity(program in programs(Shape::WIDE)) {
        prop_assert_eq!(program.0.to_string().parse(), Ok(program.0));
    }

    #[test]
    fn any_text_is_refused_or_means_one_program(
        program in programs(Shape::WIDE),
        (start, end) in (0.0..1.0, 0.0..1.0),
        patch in "[-a-zL0-9 :;=!<>(){}@#\\[\\]\n]{0,8}",
    ) {
        let text: Vec<char> = program.0.to_string().chars().collect();
        let at = |part: f64| (part * text.len() as f64) as usize;
        let (start, end) = (at(start), at(end).min(at(start) + 5));
        let changed: String = text[..start].iter().copied()
            .chain(patch.chars())
            .chain(text[end.max(start)..].iter().copied())
            .collect();
        if let Ok(program) = changed.parse::<Program>() {
            prop_assert_eq!(program.to_string().parse(), Ok(program));
        }
    }

    #[test]
    fn text_without_meaning_is_refused(text in "\\PC*") {
        prop_assert!(text.parse::<Program>().is_err());
    }

    #[test]
    fn evaluation_agrees_with_integers(program in programs(Shape::WIDE), bytes in bytes()) {
        let program = program.0;
        let mut dice = Dice::new(&bytes);
        let interpreter = Interpreter::new(&program);
        let (_, mut state) = dice.pick(&interpreter.initial_states(1, &|_| vec![0])).clone();
        fill(&program, &mut state, &mut dice);
        let env = Env {
            layout: interpreter.layout(),
            shared: &state.shared,
            locals: &state.threads[0].locals,
            self_handle: 1,
        };
        for width in [1, 2, 3, 8, 31, 32, 64] {
            let expr = random_expr(&program.vars, Sort::Bits(width), 5, &mut dice);
            let value = env.eval(&expr);
            prop_assert_eq!(value.width, width);
            let expected = naive_eval(&program, &state, ThreadIdx(0), &expr);
            prop_assert_eq!(i128::from(value.value), expected, "{}", program.print(&expr));
        }
    }

    #[test]
    fn replay_takes_or_refuses_any_schedule(program in programs(Shape::SMALL), bytes in bytes()) {
        let mut dice = Dice::new(&bytes);
        let schedule = Schedule {
            n_threads: dice.below(3) as u32,
            init: (0..dice.below(3)).map(|_| dice.bits(2)).collect(),
            steps: (0..dice.below(10)).map(|_| Step {
                thread: ThreadIdx(dice.below(3) as u32),
                edge: EdgeId(dice.below(program.0.edges.len() + 1) as u32),
                choices: (0..dice.below(3)).map(|_| dice.bits(2)).collect(),
            }).collect(),
        };
        // Whatever the answer: the same one twice, and no panic.
        prop_assert_eq!(replay(&program.0, &schedule), replay(&program.0, &schedule));
        let schedule = random_run(&program.0, &mut dice);
        let run = longest_run(&program.0, schedule);
        let trace = replay(&program.0, &run).expect("cut before the refused step");
        prop_assert_eq!(trace.events.len(), run.steps.len());
    }

    #[test]
    fn runs_keep_the_rules_and_accesses_tell_all_changes(program in programs(Shape::SMALL), bytes in bytes()) {
        let program = program.0;
        let schedule = random_run(&program, &mut Dice::new(&bytes));
        let schedule = longest_run(&program, schedule);
        let mut states: Vec<State> = Vec::new();
        let (trace, _) = run(&program, &schedule, &mut |state| states.push(state.clone()))
            .expect("cut before the refused step");
        let layout = Layout::new(&program);
        for (event, pair) in trace.events.iter().zip(states.windows(2)) {
            let mut told = pair[0].clone();
            for access in &event.accesses {
                apply(&layout, &mut told, event.thread, *access);
            }
            told.threads[event.thread.index()].loc = program.edge(event.edge).to;
            prop_assert_eq!(event.created.is_some(), pair[1].threads.len() > told.threads.len());
            told.threads.extend(pair[1].threads[told.threads.len()..].to_vec());
            told.n_idle = pair[1].n_idle;
            prop_assert_eq!(&told, &pair[1]);
            check_rules(&program, &pair[0], event);
        }
    }
}

/// The rules of a step, stated once more: what must be true of the state in front of it.
fn check_rules(program: &Program, before: &State, event: &Event) {
    assert!(!before.is_over(program));
    for thread in before.thread_idxs().filter(|thread| *thread != event.thread) {
        assert!(!program.loc(before.thread(thread).loc).atomic);
    }
    let edge = program.edge(event.edge);
    assert_eq!(before.thread(event.thread).loc, edge.from);
    match edge.commands.first() {
        Some(Command::Assume(condition) | Command::Await(condition)) => {
            assert_eq!(naive_eval(program, before, event.thread, condition), 1);
        }
        Some(Command::Join(handle)) => {
            let handle = naive_eval(program, before, event.thread, handle);
            let joined = usize::try_from(handle - 1).ok().and_then(|idx| before.threads.get(idx));
            let kind = joined.map(|thread| program.loc(thread.loc).kind);
            assert!(matches!(kind, None | Some(LocKind::Finished)));
        }
        _ => {}
    }
    let mut touched = BTreeSet::new();
    for access in &event.accesses {
        let is_first = touched.insert(access.cell());
        assert!(is_first || !matches!(access, Access::Read { .. }));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..config() })]

    #[test]
    fn what_exploration_finds_can_be_replayed(program in programs(Shape::SMALL)) {
        let program = program.0;
        for n_threads in 0..=2 {
            let exploration = explore(&program, n_threads, &few, LIMIT);
            for (property, schedule) in &exploration.violations {
                let trace = replay(&program, schedule);
                prop_assert_eq!(trace.map(|trace| trace.violated), Ok(Some(*property)));
            }
            if let Some(schedule) = &exploration.deadlock {
                let ran = run(&program, schedule, &mut |_| {});
                let (trace, state) = ran.expect("found runs replay");
                prop_assert_eq!(trace.violated, None);
                prop_assert!(Interpreter::new(&program).deadlocked(&state).is_some());
            }
        }
    }

    #[test]
    fn exploration_goes_wherever_a_run_goes(program in programs(Shape::SMALL), bytes in bytes()) {
        let program = program.0;
        let exploration = explore(&program, 2, &few, LIMIT);
        if exploration.coverage != Coverage::Limited {
            let reached: BTreeSet<State> = exploration.states.into_iter().collect();
            let schedule = random_run(&program, &mut Dice::new(&bytes));
            let schedule = longest_run(&program, schedule);
            let offered = schedule.steps.iter().flat_map(|step| &step.choices);
            if offered.copied().all(|value| value < 4) {
                run(&program, &schedule, &mut |state| {
                    assert!(state.in_section(&program).is_some() || reached.contains(state));
                }).expect("cut before the refused step");
            }
        }
    }

    #[test]
    fn macro_steps_reach_what_edges_reach(program in programs(Shape::SMALL)) {
        let program = program.0;
        let exploration = explore(&program, 2, &few, LIMIT);
        if exploration.coverage != Coverage::Limited {
            prop_assert_eq!(
                by_macro_steps(&program, 2),
                exploration.states.into_iter().collect::<BTreeSet<_>>()
            );
        }
    }
}

/// Puts random values into the cells that one thread sees.
fn fill(program: &Program, state: &mut State, dice: &mut Dice) {
    let layout = Layout::new(program);
    for (idx, var) in program.vars.iter().enumerate() {
        let slot = layout.slot(VarId(idx as u32));
        for cell in slot.first..slot.first + var.n_cells() {
            let value = match var.sort {
                Sort::Bits(width) => dice.bits(width),
                Sort::Handle => dice.below(4) as u64,
            };
            match var.scope {
                Scope::Shared => state.shared[cell] = value,
                Scope::Local => state.threads[0].locals[cell] = value,
            }
        }
    }
}

/// Carries out a noted access, and checks what it says about the state before.
fn apply(layout: &Layout, state: &mut State, thread: ThreadIdx, access: Access) {
    let (var, index) = access.cell();
    let slot = layout.slot(var);
    let cell = slot.first + index.unwrap_or(0) as usize;
    let row = match slot.scope {
        Scope::Shared => &mut state.shared,
        Scope::Local => &mut state.threads[thread.index()].locals,
    };
    match access {
        Access::Read { value, .. } => assert_eq!(row[cell], value),
        Access::Write { old, new, .. } | Access::Choose { old, new, .. } => {
            assert_eq!(row[cell], old);
            row[cell] = new;
        }
    }
}

/// The states that macro-steps reach, and the initial ones that can be observed.
fn by_macro_steps(program: &Program, n_threads: u32) -> BTreeSet<State> {
    let interpreter = Interpreter::new(program);
    let initial = interpreter.initial_states(n_threads, &few);
    let mut pending: Vec<State> = initial.into_iter().map(|(_, state)| state).collect();
    let is_observable = |state: &&State| state.in_section(program).is_none();
    let mut reached: BTreeSet<State> = pending.iter().filter(is_observable).cloned().collect();
    while let Some(state) = pending.pop() {
        for thread in state.thread_idxs() {
            for (_, next) in interpreter.macro_steps(&state, thread, &few) {
                if reached.insert(next.clone()) {
                    pending.push(next);
                }
            }
        }
    }
    reached
}

/// The generator is only worth something if it makes programs in which things happen.
#[test]
fn random_programs_are_interesting() {
    let mut seen = BTreeSet::new();
    for seed in 0..300_u64 {
        let bytes: Vec<u8> = (1..600).map(|idx| scrambled(seed << 32 | idx)).collect();
        let program = random_program(&Shape::SMALL, &bytes);
        let exploration = explore(&program, 2, &few, LIMIT);
        seen.extend((exploration.violations.len() > 1).then_some("two violations"));
        seen.extend(exploration.deadlock.is_some().then_some("deadlock"));
        seen.extend((exploration.states.len() > 100).then_some("many states"));
        let n_threads = exploration.states.iter().map(|state| state.threads.len()).max();
        seen.extend((n_threads == Some(3)).then_some("three threads"));
        seen.extend((exploration.coverage == Coverage::Complete).then_some("complete"));
        if let Some(state) = exploration.states.first() {
            let schedule = Schedule { n_threads: 0, init: vec![], steps: vec![] };
            let refused = replay(&program, &schedule)
                .is_err_and(|error| matches!(error.disabled, Disabled::MissingChoice { .. }));
            seen.extend(refused.then_some("initial choice"));
            seen.extend(state.shared.iter().any(|value| *value > 0).then_some("initial value"));
        }
    }
    assert_eq!(seen.len(), 7, "{seen:?}");
}

/// A byte that looks random: the finaliser of a common hash function.
fn scrambled(seed: u64) -> u8 {
    let mut value = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    value = (value ^ value >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (value >> 56) as u8
}
