//! What the search leaves open is proved, or violated by what it missed.

use super::super::Round;
use super::super::config::Threads;
use super::super::memo::Memo;
use super::super::progress::Phase;
use super::super::prove::{self, Listed, Open};
use super::super::verdict::{Coverage, Subject};
use super::{Explorer, MAX_THREADS_IF_CHEAP, is_counting, is_unmodelled};
use crate::budget::Stop;
use crate::certify::Covers;
use crate::hunt::{self, Created, Unmodelled};

/// Looking how many threads a run creates ends after so many steps.
const LOOKING_ON: u64 = 20_000;

impl Explorer<'_> {
    /// Proves what is open, or finds violations that the search missed.
    pub(super) fn prove(&mut self, memo: &mut Memo) {
        let was_cancelled = matches!(self.stopped, Some((_, Stop::Cancelled)));
        if was_cancelled || self.unproved().is_empty() {
            return;
        }
        self.tell(Phase::Proving, 0);
        let mut unseen = self.unseen();
        let open = Open {
            goals: &[],
            everything: None,
            unseen: &[],
            counts: self.searches.last().is_some_and(|(_, last)| is_counting(last)),
            max_threads: self.max_threads,
        };
        // If so many threads are all that was asked for, listing their states may do.
        if self.threads != Threads::Any {
            self.prove_bounded();
            for n_threads in std::mem::take(&mut unseen) {
                let goals = self.unproved();
                let open = Open { goals: &goals, ..open };
                let listed = prove::list_unseen(self.model, open, n_threads, self.budget);
                self.proofs.proved.extend(listed);
            }
            self.claim();
            if self.unproved().is_empty() {
                return;
            }
        }
        let goals = self.unproved();
        let listed = self.rounds.iter().rev().find(|round| !round.approximated).copied();
        let everything = listed.filter(|round| {
            round.coverage == Coverage::Everything && round.n_states <= prove::MAX_LISTED
        });
        let everything =
            everything.map(|Round { n_threads, n_states, .. }| Listed { n_threads, n_states });
        let open = Open { goals: &goals, everything, unseen: &unseen, ..open };
        let mut proofs = prove::prove(self.model, open, memo, self.budget, self.on_progress);
        for (property, schedule) in std::mem::take(&mut proofs.violations) {
            if is_unmodelled(self.model, property) {
                self.lost.insert(property);
                continue;
            }
            let subject = Subject::Property(property);
            self.verdicts[property.index()] =
                Some(self.judge(subject, &schedule, Unmodelled::Allowed));
        }
        proofs.proved.append(&mut self.proofs.proved);
        self.proofs = proofs;
        self.prove_bounded();
        self.claim();
    }

    /// Numbers of threads to list states with, although the search did not get to see them all: for their number or
    /// that of values, or with as many threads as it seems. The first may be all that the program creates; with
    /// as many as were searched something is known at least.
    fn unseen(&self) -> Vec<u32> {
        let last = self.rounds.iter().rev().find(|round| !round.approximated);
        let is_every_value = last.is_none_or(|round| round.coverage != Coverage::SomeValues);
        let searched = last.map(|round| round.n_threads);
        let searched = searched.filter(|n_threads| *n_threads > 0 && !is_every_value);
        if self.threads != Threads::Any {
            return searched.into_iter().collect();
        }
        let is_worth_it = match last {
            _ if self.stopped.is_some() => self.created() != Created::More,
            None => false,
            Some(round) => match round.coverage {
                Coverage::Everything => round.n_states > prove::MAX_LISTED,
                // Of a program that creates more, listing would not tell about all its runs.
                Coverage::SomeRuns | Coverage::SomeValues => self.created() != Created::More,
                Coverage::EveryRun => {
                    matches!(self.created(), Created::All(n) if n > round.n_threads)
                }
            },
        };
        is_worth_it.then_some(MAX_THREADS_IF_CHEAP).into_iter().chain(searched).collect()
    }

    /// How many threads the program seems to create.
    fn created(&self) -> Created {
        let part = self.budget.part(LOOKING_ON);
        let created = hunt::created_alone(&self.model.program, MAX_THREADS_IF_CHEAP, &part);
        // If the budget is gone with this, whoever spends next will notice.
        let _ = self.budget.spend(part.spent());
        created.unwrap_or(Created::Endless)
    }

    /// What is not proved for any number may be for the numbers that were explored in full.
    fn prove_bounded(&mut self) {
        let mut goals = self.unproved();
        let for_any = self.proofs.proved.iter().filter(|(_, covers)| *covers == Covers::Any);
        for (certificate, _) in for_any {
            goals.retain(|goal| !certificate.properties.contains(goal));
        }
        let best = self.rounds.iter().rev().find(|round| {
            round.coverage == Coverage::EveryRun && !round.approximated && round.n_threads > 0
        });
        if let Some(&Round { n_threads, n_states, .. }) = best
            && !goals.is_empty()
        {
            let listed = Listed { n_threads, n_states };
            self.proofs.list(self.model, &goals, listed, self.budget);
        }
    }
}
