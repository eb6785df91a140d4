//! What is said about each property in the end: what was proved, or why there is no answer.

use super::config::Threads;
use super::explore::{Explorer, threads};
use super::reach;
use super::verdict::{Coverage, Reason, Verdict};
use crate::budget::Stop;
use crate::scpl::{PropId, PropertyKind};

impl Explorer<'_> {
    /// Turns what was proved into verdicts. What is behind an operation that may be undefined, or not
    /// modelled, is not known.
    pub(super) fn claim(&mut self) {
        let covers = |property: PropId| {
            let proofs = self.proofs.proved.iter();
            let covering = proofs.filter(|(cert, _)| cert.properties.contains(&property));
            covering.map(|(_, covers)| threads(*covers)).reduce(Threads::stronger)
        };
        let covered: Vec<Option<Threads>> =
            (0..self.verdicts.len() as u32).map(|idx| covers(PropId(idx))).collect();
        // By `PropId`: the first operation in front of it that may happen, and for how many threads it is
        // known that no other one does.
        let mut in_front: Vec<(Option<PropId>, Threads)> =
            vec![(None, Threads::Any); covered.len()];
        for (idx, property) in self.model.program.properties.iter().enumerate() {
            let cause = PropId(idx as u32);
            let ends_knowledge =
                matches!(property.kind, PropertyKind::Undefined | PropertyKind::Unmodelled);
            if !ends_knowledge || covered[idx] == Some(Threads::Any) {
                continue;
            }
            let after = self.behind.after(cause);
            for ((first, known), _) in in_front.iter_mut().zip(after).filter(|(_, after)| *after) {
                match covered[idx] {
                    Some(threads) => *known = known.weaker(threads),
                    None => *first = first.or(Some(cause)),
                }
            }
        }
        for property in self.open() {
            let Some(covered) = covered[property.index()] else { continue };
            let verdict = match in_front[property.index()] {
                (None, known) => {
                    let claimed = covered.weaker(known);
                    if let Threads::UpTo(n_threads) = claimed
                        && self.is_out_of_reach(property, n_threads)
                    {
                        continue;
                    }
                    Verdict::Proved(claimed)
                }
                (Some(cause), _) => Verdict::Unknown(self.after(cause)),
            };
            self.verdicts[property.index()] = Some(verdict);
        }
    }

    /// Nothing is known after this.
    fn after(&self, cause: PropId) -> Reason {
        match self.model.program.properties[cause.index()].kind {
            PropertyKind::Unmodelled if self.lost.contains(&cause) => {
                let origin = self.model.origins.property(cause);
                Reason::Unsupported { what: origin.condition.clone(), span: origin.span }
            }
            _ => Reason::AfterUndefined(cause),
        }
    }

    /// What is not modelled, and a thread gets to, perhaps before the property is checked.
    pub(super) fn lost_before(&self, property: PropId) -> Option<PropId> {
        let mut lost = self.lost.iter();
        lost.find(|lost| self.behind.after(**lost)[property.index()]).copied()
    }

    /// Whether so few threads do not even get to the assertion: that it holds then is no news. Of a call
    /// that must not happen it is all there is to know.
    fn is_out_of_reach(&self, property: PropId, n_threads: u32) -> bool {
        let kind = self.model.program.properties[property.index()].kind;
        let search = self.searches.iter().rev().find(|(searched, _)| *searched <= n_threads);
        let Some((searched, outcome)) = search else { return false };
        kind == PropertyKind::Assertion
            && reach::obstacle(self.model, property, *searched, outcome).is_some()
    }

    /// Why an open property is open.
    pub(super) fn reason(&self, property: PropId) -> Reason {
        let proofs = &self.proofs;
        let stops = [self.stopped.map(|(_, stop)| stop), proofs.stopped];
        if stops.contains(&Some(Stop::Cancelled)) {
            return Reason::Cancelled;
        }
        if let Some(what) = &proofs.refused {
            return Reason::Internal { what: what.clone() };
        }
        if let Some(lost) = self.lost_before(property) {
            let origin = self.model.origins.property(lost);
            return Reason::Unsupported { what: origin.condition.clone(), span: origin.span };
        }
        let Some((n_threads, outcome)) = self.searches.last() else {
            return match self.stopped {
                Some((n_threads, _)) => Reason::Budget { n_threads },
                None => Reason::Internal { what: "no search was made".to_owned() },
            };
        };
        let up_to = *n_threads;
        let stopped = self.stopped.map(|(n_threads, _)| n_threads);
        if let Some(n_threads) = stopped.or(proofs.stopped.map(|_| up_to)) {
            return Reason::Budget { n_threads };
        }
        let coverage = self.rounds.last().map_or(Coverage::SomeRuns, |round| round.coverage);
        let stuck = proofs.stuck.iter().find(|(stuck, _)| *stuck == property);
        // That nobody gets to a call that must not happen is no obstacle, it is what was to be proved.
        let is_call =
            self.model.program.properties[property.index()].kind == PropertyKind::ReachError;
        if !(is_call && stuck.is_some())
            && let Some(obstacle) = reach::obstacle(self.model, property, up_to, outcome)
        {
            return Reason::NotReached(obstacle);
        }
        if let Some((_, stuck)) = stuck {
            return Reason::NotProved { stuck: stuck.clone(), up_to, coverage };
        }
        Reason::NoViolationFound { up_to, coverage }
    }
}
