//! What an abstraction was asked, as a program, does what the abstraction does.

use std::collections::BTreeSet;

use braid_core::bbp::{Program, SharedBits, ThreadBits};
use braid_core::budget::{Budget, Stop};
use braid_core::check::{self, Views};
use braid_core::predabs::{Abstraction, Queries, Recorder};
use braid_core::reduce::reduce;
use braid_core::scpl::{self, PropId};
use braid_tests::abstract_states::{abstract_states, condition_predicates};
use braid_tests::small_program::small_program;

/// What was learnt from one program.
#[derive(Default)]
struct Counted {
    n_states: usize,
    n_views: usize,
    n_broadcasts: usize,
}

/// Valid, and read back as it was written.
fn check_text(recorded: &Program) {
    assert_eq!(recorded.validate(), Ok(()), "{recorded}");
    assert_eq!(recorded.to_string().parse().as_ref(), Ok(recorded));
}

fn compare(original: &scpl::Program, counted: &mut Counted) -> Result<(), Stop> {
    let goals: Vec<PropId> = (0..original.properties.len() as u32).map(PropId).collect();
    let reduced = reduce(original, &goals).program;
    let predicates = condition_predicates(&reduced, 4);
    let budget = Budget::new(200_000);
    let mut queries = Queries::new(&reduced);
    for n_threads in 0..=2 {
        let mut lazy = Recorder::new(Abstraction::new(&mut queries, &predicates, &goals));
        let Some(states) = abstract_states(&mut lazy, n_threads, &budget)? else { break };
        let recorded = lazy.program();
        check_text(&recorded);
        let again = abstract_states(&mut &recorded, n_threads, &budget)?;
        assert_eq!(again.as_ref(), Some(&states), "{n_threads} threads\n{original}\n{recorded}");
        let run = recorded.reached(n_threads, usize::MAX).expect("there is no limit");
        let run: BTreeSet<(SharedBits, Vec<ThreadBits>)> = run
            .into_iter()
            .map(|mut state| {
                state.threads.sort_unstable();
                (state.shared, state.threads)
            })
            .collect();
        assert_eq!(run, states, "{n_threads} threads\n{recorded}");
        let lazy = check::exact(&mut lazy, n_threads, 3, &budget)?;
        let exact = check::exact(&mut &recorded, n_threads, 3, &budget)?;
        assert_eq!((lazy.n_states, lazy.hits), (exact.n_states, exact.hits), "{recorded}");
        counted.n_states += states.len();
    }
    for k in 1..=2 {
        let mut lazy = Recorder::new(Abstraction::new(&mut queries, &predicates, &[]));
        let Views::Closed(views) = check::views(&mut lazy, k, &budget)? else { panic!("no goals") };
        let recorded = lazy.program();
        check_text(&recorded);
        let Views::Closed(again) = check::views(&mut &recorded, k, &budget)? else {
            panic!("no goals")
        };
        assert_eq!(views, again, "k = {k}\n{original}\n{recorded}");
        counted.n_views += views.len();
        let edges = recorded.edges.iter();
        counted.n_broadcasts += edges.filter(|edge| !edge.constrain_each.is_empty()).count();
    }
    Ok(())
}

#[test]
fn a_recorded_program_does_what_the_abstraction_did() {
    let mut counted = Counted::default();
    for seed in 0..60 {
        // What takes too long is left out.
        let _ = compare(&small_program(seed), &mut counted);
    }
    let Counted { n_states, n_views, n_broadcasts } = counted;
    assert!(
        n_states > 1000 && n_views > 1000 && n_broadcasts > 50,
        "{n_states} {n_views} {n_broadcasts}"
    );
}
