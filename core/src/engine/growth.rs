//! As much room on the heap as a program needs, if that is not much.
//!
//! A model of the heap has room for a few objects from each place that allocates memory. A run that needs
//! more is lost there, and what it may do behind that is not known. So when the search comes upon such a
//! run, before anything is proved, the text is lowered again with more room at that place, and the answer
//! is that for the larger program. Some programs need more than any room that is tried: for those there is
//! as little of it as at first, so that what does not depend on it is found out as easily as ever.
//!
//! Every attempt is an answer of its own, as good as any. Which one is given is a question of how much is
//! left unknown.

use super::config::Config;
use super::explore::{self, Explored};
use super::memo::Memo;
use super::model::{self, Read};
use super::verdict::{Reason, Verdict};
use super::{Heap, OnProgress};
use crate::budget::Budget;
use crate::scpl::PropId;
use crate::text::{FileId, Sources};

/// A program that needs more room at more and more places gets it so many times.
const MAX_ATTEMPTS: u32 = 12;

/// What more room may cost, if something might be proved without: one part in so many of the budget.
const SHARE: u64 = 2;

/// What comes out with a heap.
pub(super) struct Attempt {
    pub heap: Heap,
    pub read: Read,
    pub explored: Explored,
}

/// Whether to go on when there is not room enough.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Limits {
    Raised,
    Final,
}

/// The stages and what they share.
struct Work<'a> {
    sources: &'a Sources,
    roots: &'a [FileId],
    config: &'a Config,
}

/// Answers, with as much room as helps.
pub(super) fn answer(
    sources: &Sources,
    roots: &[FileId],
    config: &Config,
    memo: &mut Memo,
    budget: &Budget,
    on_progress: OnProgress,
) -> Attempt {
    let work = Work { sources, roots, config };
    let first = work.attempt(&config.heap, Limits::Raised, budget, memo, on_progress);
    if first.explored.outgrown.is_empty() {
        return first;
    }
    // More room may leave more open than less: then there must be something left of the budget.
    let n_open = first.n_unknown();
    let part = match first.explored.n_hopeless < n_open {
        true => budget.part(budget.remaining() / SHARE),
        false => budget.part(budget.remaining()),
    };
    let larger = work.grow(&first, &part, memo, on_progress);
    // If the budget is gone with this, whoever spends next will notice.
    let _ = budget.spend(part.spent());
    let is_as_good = larger.n_unknown() <= first.explored.n_hopeless;
    if is_as_good || larger.heap == config.heap || larger.was_cancelled() {
        return larger;
    }
    let smaller = match first.explored.is_whole {
        true => first,
        false => work.attempt(&config.heap, Limits::Final, budget, memo, on_progress),
    };
    if smaller.left_open() < larger.left_open() { smaller } else { larger }
}

impl Work<'_> {
    fn attempt(
        &self,
        heap: &Heap,
        limits: Limits,
        budget: &Budget,
        memo: &mut Memo,
        on_progress: OnProgress,
    ) -> Attempt {
        let config = Config { heap: heap.clone(), ..self.config.clone() };
        let read = model::read(self.sources, self.roots, &config);
        let explored = if read.problems.iter().any(|problem| problem.fatal) {
            Explored::all_unknown(&read.model, &Reason::Input)
        } else if let Err(flaws) = read.model.program.validate() {
            let what = format!("the lowered program is invalid: {:?}", flaws.first());
            Explored::all_unknown(&read.model, &Reason::Internal { what })
        } else {
            let growing = read.model.limits.iter().filter(|(_, limit)| heap.can_grow(*limit));
            let growing: Vec<PropId> = match limits {
                Limits::Raised => growing.map(|(property, _)| *property).collect(),
                Limits::Final => Vec::new(),
            };
            explore::explore(&read.model, config.threads, &growing, memo, budget, on_progress)
        };
        Attempt { heap: heap.clone(), read, explored }
    }

    /// What comes out with more and more room, wherever that is needed.
    fn grow(
        &self,
        first: &Attempt,
        budget: &Budget,
        memo: &mut Memo,
        on_progress: OnProgress,
    ) -> Attempt {
        let mut heap = first.grown();
        // With room that is not enough either something may have been found already.
        let mut most = (first.n_violated(), first.heap.clone());
        for _ in 0..MAX_ATTEMPTS {
            let next = self.attempt(&heap, Limits::Raised, budget, memo, on_progress);
            if next.was_cancelled() {
                return next;
            }
            if next.explored.outgrown.is_empty() {
                if most.0 <= next.n_violated() {
                    return next;
                }
                break;
            }
            if next.n_violated() > most.0 {
                most = (next.n_violated(), heap);
            }
            heap = next.grown();
        }
        if most.0 > first.n_violated() {
            heap = most.1;
        }
        self.attempt(&heap, Limits::Final, budget, memo, on_progress)
    }
}

impl Attempt {
    /// The next heap to try.
    fn grown(&self) -> Heap {
        let mut heap = self.heap.clone();
        for (property, limit) in &self.read.model.limits {
            // One place may be passed in several places of the text.
            if self.explored.outgrown.contains(property)
                && heap.room(limit.place) == self.heap.room(limit.place)
            {
                heap.grow(*limit);
            }
        }
        heap
    }

    fn n_unknown(&self) -> usize {
        self.count(|verdict| matches!(verdict, Verdict::Unknown(_)))
    }

    /// How many properties are unknown, and how many are for more threads than it is proved for.
    fn left_open(&self) -> (usize, usize) {
        let bounded = self.explored.properties.iter().filter(|checked| checked.beyond.is_some());
        (self.n_unknown(), bounded.count())
    }

    fn n_violated(&self) -> usize {
        self.count(|verdict| matches!(verdict, Verdict::Violated(_)))
    }

    fn was_cancelled(&self) -> bool {
        self.count(|verdict| matches!(verdict, Verdict::Unknown(Reason::Cancelled))) > 0
    }

    fn count(&self, is_such: impl Fn(&Verdict) -> bool) -> usize {
        self.explored.properties.iter().filter(|checked| is_such(&checked.verdict)).count()
    }
}
