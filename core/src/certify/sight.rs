//! The threads in sight of one check, and what is known of them before and after a step.
//!
//! Before the step, a *pick* literal per thread state says that a thread is in that state: it implies the
//! place and the truth values. That k threads are in a view is said along the rows: if the shared part is
//! this and the first threads are these, then the next is one of those. In every covered state these
//! literals can be chosen to satisfy the clauses.
//!
//! After the step, a *match* literal is forced if place and truth values are those of a thread state; and
//! for every row of the invariant, not all its matches may hold. So a model is a step from covered
//! threads to ones that are no view. Leaving out a pick would hide states, which must be argued; leaving
//! out a match can only refuse more.

use std::collections::BTreeSet;

use crate::hash::{FxHashMap, FxHashSet};

use super::cone::{Cone, Kind};
use super::formula::{Lit, Model};
use super::scene::{Scene, When};
use super::views::{Covered, Row};
use super::words;
use crate::bbp::{At, SharedBits, ThreadBits, View, bit};
use crate::scpl::{BinOp, Bits, COUNT_WIDTH, Class, Expr, LocId, LocKind, PredId};

/// What a thread of the scene is to the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Nothing: it is idle before and after.
    Idle,
    /// It makes the step, from one location to another.
    Active { from: LocId, to: LocId },
    /// It is created by the step: idle before, at the entry after.
    Partner { entry: LocId },
    /// It stays where it is, wherever that is.
    Passive,
}

#[derive(Debug)]
pub struct Sight<'a, 'p> {
    pub covered: &'a Covered<'p>,
    pub scene: Scene<'p>,
    /// By thread of the scene.
    pub roles: Vec<Role>,
    cone: Cone,
    /// By thread; each by number of the thread state.
    picks: Vec<Numbered>,
    matches: Vec<Numbered>,
    /// By number of the shared part.
    shared_picks: Numbered,
    shared_matches: Numbered,
    /// Of passive threads: bits of the number of the location, 0 for idle.
    places: Vec<Vec<Lit>>,
    /// Of passive threads: whether they have been created; whether they have finished.
    pub started: Vec<Lit>,
    pub finished: Vec<Lit>,
    truths: FxHashMap<(usize, When, PredId), Lit>,
}

/// Literals by number, where there are any.
type Numbered = Vec<Option<Lit>>;

impl<'a, 'p> Sight<'a, 'p> {
    /// The step has been run in the scene, thread 0 being active.
    pub fn new(covered: &'a Covered<'p>, scene: Scene<'p>, roles: Vec<Role>, cone: Cone) -> Self {
        let n = roles.len();
        Self {
            covered,
            scene,
            cone,
            picks: vec![vec![None; covered.threads.len()]; n],
            matches: vec![vec![None; covered.threads.len()]; n],
            shared_picks: vec![None; covered.shareds.len()],
            shared_matches: vec![None; covered.shareds.len()],
            places: vec![Vec::new(); n],
            started: vec![Lit::TRUE; n],
            finished: vec![Lit::FALSE; n],
            truths: FxHashMap::default(),
            roles,
        }
    }

    /// The truth value of a predicate for a thread. Where the step does not change it, it is one literal
    /// for both ends; outside the cone, one that nothing else is known of.
    fn truth(&mut self, thread: usize, when: When, pred: PredId) -> Lit {
        let predicate = self.covered.predicate(pred);
        let thread = if predicate.class == Class::Shared { 0 } else { thread };
        let kind = self.cone.kind(thread, pred);
        let when = if kind == Kind::Changing { when } else { When::Before };
        if let Some(known) = self.truths.get(&(thread, when, pred)) {
            return *known;
        }
        let truth = match kind {
            Kind::Opaque => self.scene.formula.fresh(),
            Kind::Changing | Kind::Fixed => self.scene.truth(thread, when, &predicate.expr),
        };
        self.truths.insert((thread, when, pred), truth);
        truth
    }

    /// Makes the picks of all threads and of the shared part, and says what they imply.
    pub fn pick(&mut self, usable: &[Vec<usize>], shareds: &BTreeSet<usize>) {
        let n_bits = usize::BITS - self.covered.program.locs.len().leading_zeros();
        for (thread, usable) in usable.iter().enumerate() {
            if self.roles[thread] == Role::Passive {
                let formula = &mut self.scene.formula;
                self.places[thread] = (0..n_bits).map(|_| formula.fresh()).collect();
                self.started[thread] = formula.fresh();
                self.finished[thread] = formula.fresh();
            }
            for &number in usable {
                let pick = self.scene.formula.fresh();
                self.picks[thread][number] = Some(pick);
                self.imply_state(thread, pick, self.covered.threads[number]);
            }
        }
        for &number in shareds {
            let pick = self.scene.formula.fresh();
            self.shared_picks[number] = Some(pick);
            let bits = self.covered.shareds[number].0;
            for pred in self.covered.shared_predicates() {
                let truth = self.truth(0, When::Before, pred).is(bits & bit(pred) != 0);
                self.scene.formula.implies(pick, truth);
            }
        }
    }

    /// What is counted is a sum over all threads, and so not less than that over those in sight. In a
    /// covered state each thread has one pick, that of the state it is in.
    pub fn weigh(&mut self) {
        for count in &self.covered.counts {
            let mut in_sight = words::constant(Bits::new(0, COUNT_WIDTH));
            for thread in 0..self.roles.len() {
                for (number, pick) in self.picks[thread].iter().enumerate() {
                    let at = self.covered.threads[number].loc();
                    let weight = at.map_or(0, |loc| count.weight(loc));
                    let Some(pick) = pick.filter(|_| weight > 0) else { continue };
                    let weight = words::constant(Bits::new(u64::from(weight), COUNT_WIDTH));
                    let formula = &mut self.scene.formula;
                    let more = words::bin(formula, BinOp::Add, &in_sight, &weight);
                    in_sight = words::mux(formula, pick, &more, &in_sight);
                }
            }
            let sum = self.scene.eval(0, When::Before, &Expr::Var(count.sum));
            let is_less = words::bin(&mut self.scene.formula, BinOp::Ule, &in_sight, &sum);
            self.scene.formula.clause(&is_less);
        }
    }

    fn imply_state(&mut self, thread: usize, pick: Lit, state: ThreadBits) {
        if self.roles[thread] == Role::Passive {
            for lit in self.place_is(thread, state.at) {
                self.scene.formula.implies(pick, lit);
            }
            let is_finished = state
                .loc()
                .is_some_and(|loc| self.covered.program.loc(loc).kind == LocKind::Finished);
            let started = self.started[thread].is(state.at != At::Idle);
            let finished = self.finished[thread].is(is_finished);
            self.scene.formula.implies(pick, started);
            self.scene.formula.implies(pick, finished);
        }
        for &pred in self.covered.tracked(state) {
            let truth = self.truth(thread, When::Before, pred).is(state.bits & bit(pred) != 0);
            self.scene.formula.implies(pick, truth);
        }
    }

    /// Literals that all hold if the passive thread is at the place.
    fn place_is(&self, thread: usize, at: At) -> Vec<Lit> {
        let number = match at {
            At::Idle => 0,
            At::Loc(loc) => loc.index() + 1,
        };
        let bits = self.places[thread].iter().enumerate();
        bits.map(|(idx, lit)| lit.is(number >> idx & 1 == 1)).collect()
    }

    /// These threads together are in a view before the step.
    pub fn covered_before(&mut self, threads: &[usize]) {
        // Of each beginning of a row, the picks that can come next. Rows are sorted, so those with the
        // same beginning are neighbours.
        let mut nexts: FxHashMap<Vec<Lit>, Vec<Lit>> = FxHashMap::default();
        let mut prefixes: Vec<Vec<Lit>> = Vec::new();
        for Row { shared, threads: states } in &self.covered.rows {
            let states =
                threads.iter().zip(states).map(|(thread, state)| self.picks[*thread][*state]);
            let row: Option<Vec<Lit>> =
                [self.shared_picks[*shared]].into_iter().chain(states).collect();
            let Some(row) = row else { continue };
            for len in 0..row.len() {
                let next = nexts.entry(row[..len].to_vec()).or_insert_with(|| {
                    prefixes.push(row[..len].to_vec());
                    Vec::new()
                });
                if next.last() != Some(&row[len]) {
                    next.push(row[len]);
                }
            }
        }
        if prefixes.is_empty() {
            self.scene.formula.clause(&[]);
        }
        for prefix in prefixes {
            let mut clause: Vec<Lit> = prefix.iter().map(|pick| !*pick).collect();
            clause.extend(&nexts[&prefix]);
            self.scene.formula.clause(&clause);
        }
    }

    /// These threads together are in no view after the step.
    pub fn not_covered_after(&mut self, threads: &[usize]) {
        self.match_shared();
        for &thread in threads {
            self.match_thread(thread);
            self.name_truths(thread);
        }
        for Row { shared, threads: states } in &self.covered.rows {
            let matches: Option<Vec<Lit>> = threads
                .iter()
                .zip(states)
                .map(|(thread, state)| self.matches[*thread][*state])
                .chain([self.shared_matches[*shared]])
                .map(|lit| lit.map(|lit| !lit))
                .collect();
            if let Some(clause) = matches {
                self.scene.formula.clause(&clause);
            }
        }
    }

    /// Gives all truth values a literal that the thread can have after the step, so that a model tells
    /// them: also where no view of the invariant asks for them.
    fn name_truths(&mut self, thread: usize) {
        for number in 0..self.covered.threads.len() {
            if self.picks[thread][number].is_some() {
                let at = self.place_after(thread, self.covered.threads[number].at);
                for &pred in self.covered.tracked(ThreadBits { at, bits: 0 }) {
                    self.truth(thread, When::After, pred);
                }
            }
        }
    }

    /// Only shared parts that agree with a pick on what the step leaves alone can come about.
    fn match_shared(&mut self) {
        let preds: Vec<PredId> = self.covered.shared_predicates().collect();
        let fixed = self.fixed(0, &preds);
        let picked =
            (0..self.shared_picks.len()).filter(|number| self.shared_picks[*number].is_some());
        let origins: FxHashSet<u128> =
            picked.map(|number| self.covered.shareds[number].0 & fixed).collect();
        for (number, shared) in self.covered.shareds.iter().enumerate() {
            if origins.is_empty() || origins.contains(&(shared.0 & fixed)) {
                let lit = self.matching(0, &preds, shared.0, Vec::new());
                self.shared_matches[number] = Some(lit);
            }
        }
    }

    fn match_thread(&mut self, thread: usize) {
        let role = self.roles[thread];
        let mut origins: FxHashMap<At, FxHashSet<u128>> = FxHashMap::default();
        let mut masks: FxHashMap<At, u128> = FxHashMap::default();
        if role == Role::Passive {
            for (number, &state) in self.covered.threads.iter().enumerate() {
                if self.picks[thread][number].is_none() {
                    continue;
                }
                let mask = match masks.get(&state.at) {
                    Some(mask) => *mask,
                    None => self.fixed(thread, self.covered.tracked(state)),
                };
                masks.insert(state.at, mask);
                origins.entry(state.at).or_default().insert(state.bits & mask);
            }
        }
        for (number, state) in self.covered.threads.iter().enumerate() {
            let differs = match role {
                Role::Active { to, .. } if state.at != At::Loc(to) => continue,
                Role::Partner { entry } if state.at != At::Loc(entry) => continue,
                Role::Idle if state.at != At::Idle => continue,
                Role::Active { .. } | Role::Partner { .. } | Role::Idle => Vec::new(),
                Role::Passive => {
                    let mask = masks.get(&state.at).copied().unwrap_or_default();
                    let known =
                        origins.get(&state.at).is_some_and(|o| o.contains(&(state.bits & mask)));
                    if !known {
                        continue;
                    }
                    self.place_is(thread, state.at).into_iter().map(|lit| !lit).collect()
                }
            };
            let lit = self.matching(thread, self.covered.tracked(*state), state.bits, differs);
            self.matches[thread][number] = Some(lit);
        }
    }

    /// The predicates that the step does not change for the thread.
    fn fixed(&mut self, thread: usize, preds: &[PredId]) -> u128 {
        let is_fixed = |pred: &&PredId| self.cone.kind(thread, **pred) != Kind::Changing;
        preds.iter().filter(is_fixed).fold(0, |mask, pred| mask | bit(*pred))
    }

    /// A literal that holds if the predicates have these truth values after the step, unless one of
    /// `differs` does.
    fn matching(
        &mut self,
        thread: usize,
        preds: &[PredId],
        bits: u128,
        mut differs: Vec<Lit>,
    ) -> Lit {
        for &pred in preds {
            differs.push(self.truth(thread, When::After, pred).is(bits & bit(pred) == 0));
        }
        !self.scene.formula.any(&differs)
    }

    /// The states that a model picks for the threads before the step, and the shared part.
    pub fn picked(&self, model: &Model) -> (SharedBits, Vec<ThreadBits>) {
        let pick = |picks: &Numbered| {
            picks.iter().position(|lit| lit.is_some_and(|lit| model.value(lit))).unwrap_or(0)
        };
        let threads = self.picks.iter().map(|picks| self.covered.threads[pick(picks)]);
        (self.covered.shareds[pick(&self.shared_picks)], threads.collect())
    }

    /// What some threads look like after the step in a model.
    pub fn seen(&mut self, model: &Model, threads: &[usize]) -> View {
        let (_, before) = self.picked(model);
        let preds: Vec<PredId> = self.covered.shared_predicates().collect();
        let shared = SharedBits(self.bits_after(model, 0, &preds));
        let mut seen: Vec<ThreadBits> = threads
            .iter()
            .map(|&thread| {
                let at = self.place_after(thread, before[thread].at);
                let tracked = self.covered.tracked(ThreadBits { at, bits: 0 });
                ThreadBits { at, bits: self.bits_after(model, thread, tracked) }
            })
            .collect();
        seen.sort();
        View { shared, threads: seen }
    }

    fn bits_after(&mut self, model: &Model, thread: usize, preds: &[PredId]) -> u128 {
        let holds = |pred: &&PredId| model.value(self.truth(thread, When::After, **pred));
        preds.iter().filter(holds).fold(0, |bits, pred| bits | bit(*pred))
    }

    fn place_after(&self, thread: usize, before: At) -> At {
        match self.roles[thread] {
            Role::Idle => At::Idle,
            Role::Active { to, .. } => At::Loc(to),
            Role::Partner { entry } => At::Loc(entry),
            Role::Passive => before,
        }
    }
}
