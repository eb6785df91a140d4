//! Nothing that anybody sees depends on the order of hash tables: verdicts, runs, rounds, predicates, proofs
//! and the steps they took are the same whatever the seed of the hashes.

use std::path::Path;

use braid_core::budget::Budget;
use braid_core::engine::{self, Config, Memo};
use braid_core::hash::{FxHashSet, set_seed};
use braid_core::report;
use braid_tests::{corpus_files, corpus_name, open, with_big_stack};

/// Enough for a proof of most of them; for the rest, where it ends must be the same too.
const BUDGET: u64 = 300_000;

/// One in so many programs of the corpus.
const SHARE: usize = 8;

/// All that can be seen of a check.
fn shown(path: &Path, seed: usize) -> String {
    set_seed(seed);
    let (sources, root) = open(path);
    let budget = Budget::new(BUDGET);
    let mut memo = Memo::default();
    let config = Config::default();
    let analysis = engine::analyze_with(&sources, root, &config, &mut memo, &budget, &mut |_| {});
    let findings = report::findings(&analysis);
    let proof = report::proof(&analysis);
    let certificates = analysis.certificates.iter();
    let certificates: Vec<String> =
        certificates.map(|one| one.print(&analysis.model.program).to_string()).collect();
    let spent = budget.spent();
    format!(
        "{:#?}\n{findings:#?}\n{proof:#?}\n{certificates:#?}\n{memo}\n{spent}",
        analysis.properties
    )
}

#[test]
fn the_order_of_hash_tables_does_not_show() {
    with_big_stack(|| {
        for path in corpus_files().into_iter().step_by(SHARE) {
            let name = corpus_name(&path);
            let one = shown(&path, 0);
            for seed in [1, 0x9e37_79b9] {
                let other = shown(&path, seed);
                let differ = one.lines().zip(other.lines()).find(|(one, other)| one != other);
                assert_eq!(differ, None, "{name}, seed {seed}");
                assert_eq!(one.len(), other.len(), "{name}, seed {seed}");
            }
        }
    });
}

/// Otherwise the test above would see nothing.
#[test]
fn seeds_change_the_order() {
    let walked = |seed| {
        set_seed(seed);
        (0..100).collect::<FxHashSet<u32>>().into_iter().collect::<Vec<u32>>()
    };
    assert_eq!(walked(1), walked(1));
    assert_ne!(walked(0), walked(1));
}
