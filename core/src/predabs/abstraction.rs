//! The abstraction as a [`Post`]: turns abstract states into questions and answers back.

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::hash::FxHashMap;

use super::live::live_locals;
use super::queries::{Atom, Queries, Query, Role};
use super::scope::{Owned, Owner, Touched, owned, touched};
use crate::bbp::{At, Outcome, Post, SharedBits, ThreadBits, Tracked, bit};
use crate::budget::{Budget, Stop};
use crate::sabotage::Sabotage;
use crate::scpl::{
    BinOp, COUNT_WIDTH, Class, Command, EdgeId, Expr, LocId, LocKind, PredId, Predicates, Program,
    PropId,
};

/// Where which predicates are tracked: where all their locals are live.
pub fn tracked(program: &Program, predicates: &Predicates) -> Tracked {
    let live = live_locals(program);
    let at = |live: &BTreeSet<_>| {
        let kept = predicates.iter().filter(|(_, predicate)| {
            let mut is_live = true;
            predicate.expr.for_each_var(&mut |var| {
                is_live &=
                    program.var(var).scope == crate::scpl::Scope::Shared || live.contains(&var);
            });
            predicate.class != Class::Shared && is_live
        });
        kept.map(|(id, _)| id).collect()
    };
    Tracked(live.iter().map(at).collect())
}

/// A program seen through predicates.
#[derive(Debug)]
pub struct Abstraction<'q, 'p> {
    queries: &'q mut Queries<'p>,
    pub(super) program: &'p Program,
    pub(super) tracked: Tracked,
    /// By `PredId`.
    pub(super) preds: Vec<Pred>,
    /// By `EdgeId`.
    touched: Vec<Touched>,
    broadcasts: Vec<bool>,
    plans: FxHashMap<EdgeId, Rc<Plan>>,
    passive_plans: FxHashMap<(EdgeId, LocId), Rc<PassivePlan>>,
    goals: BTreeSet<PropId>,
}

#[derive(Debug)]
pub(super) struct Pred {
    pub id: PredId,
    expr: Expr,
    pub class: Class,
    atom: Atom,
}

/// What to ask about an edge.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub known_shared: Vec<PredId>,
    pub known_active: Vec<PredId>,
    pub asked_shared: Vec<PredId>,
    pub asked_active: Vec<PredId>,
    pub asked_created: Vec<PredId>,
    /// The bits of the active thread that stay.
    pub kept_active: u128,
    /// Where the edge creates a thread.
    entry: Option<LocId>,
}

/// What to ask about a passive thread.
#[derive(Debug, Default)]
pub(super) struct PassivePlan {
    pub known_shared: Vec<PredId>,
    pub known_active: Vec<PredId>,
    pub known_passive: Vec<PredId>,
    pub asked: Vec<PredId>,
    /// Whether the edge may wait for the thread.
    pub awaited: bool,
    /// What must hold for the two threads to be where they are.
    pub counted: Vec<Expr>,
}

impl PassivePlan {
    /// Whether the edge has nothing to do with the thread.
    pub fn is_empty(&self) -> bool {
        self.asked.is_empty() && !self.awaited && self.counted.is_empty()
    }
}

impl<'q, 'p> Abstraction<'q, 'p> {
    /// `goals` are the properties whose violation is looked for.
    pub fn new(queries: &'q mut Queries<'p>, predicates: &Predicates, goals: &[PropId]) -> Self {
        let program = queries.program();
        let preds: Vec<Pred> = predicates
            .iter()
            .map(|(id, predicate)| Pred {
                id,
                expr: predicate.expr.clone(),
                class: predicate.class,
                atom: queries.atom(&predicate.expr),
            })
            .collect();
        let touched: Vec<Touched> =
            program.edges.iter().map(|edge| touched(program, edge)).collect();
        let broadcasts = touched.iter().map(|touched| {
            let changes = preds.iter().any(|pred| touched.changes_shared(program, &pred.expr));
            touched.creates || touched.joins || changes
        });
        Self {
            program,
            tracked: tracked(program, predicates),
            broadcasts: broadcasts.collect(),
            preds,
            touched,
            plans: FxHashMap::default(),
            passive_plans: FxHashMap::default(),
            goals: goals.iter().copied().collect(),
            queries,
        }
    }

    fn pred(&self, id: PredId) -> &Pred {
        &self.preds[id.index()]
    }

    pub(super) fn plan(&mut self, edge: EdgeId) -> Rc<Plan> {
        if let Some(plan) = self.plans.get(&edge) {
            return plan.clone();
        }
        let program = self.program;
        let taken = program.edge(edge);
        let touched = &self.touched[edge.index()];
        let mut plan = Plan::default();
        let mut vars = touched.all.clone();
        for pred in &self.preds {
            if pred.class == Class::Shared && touched.changes(&pred.expr) {
                plan.asked_shared.push(pred.id);
                vars.extend(owned(program, &pred.expr, Owner::Active));
            }
        }
        for &id in self.tracked.at(taken.to) {
            let pred = self.pred(id);
            // A bit that was not tracked before can be anything that goes with the rest.
            let is_known = self.tracked.at(taken.from).contains(&id);
            if !is_known && Sabotage::DroppedBit.is_on() {
                continue; // in some tests only
            }
            if is_known && (!touched.changes(&pred.expr) || self.is_blind(touched, pred)) {
                plan.kept_active |= bit(id);
            } else {
                plan.asked_active.push(id);
                vars.extend(owned(program, &pred.expr, Owner::Active));
            }
        }
        plan.entry = taken.commands.iter().find_map(|command| match command {
            Command::Create { template, .. } => Some(program.template(*template).entry),
            _ => None,
        });
        if let Some(entry) = plan.entry {
            plan.asked_created = self.tracked.at(entry).to_vec();
            for id in &plan.asked_created {
                // The created thread's locals are computed from the creator's, which the edge reads.
                let created = owned(program, &self.pred(*id).expr, Owner::Passive);
                vars.extend(created.into_iter().filter(|(owner, _)| *owner == Owner::Shared));
            }
        }
        let shared = self.preds.iter().filter(|pred| pred.class == Class::Shared);
        let candidates: Vec<(PredId, Owner)> = shared
            .map(|pred| (pred.id, Owner::Active))
            .chain(self.tracked.at(taken.from).iter().map(|id| (*id, Owner::Active)))
            .collect();
        for (id, _) in self.relevant(vars, &candidates) {
            match self.pred(id).class {
                Class::Shared => plan.known_shared.push(id),
                Class::Local | Class::Mixed => plan.known_active.push(id),
            }
        }
        let plan = Rc::new(plan);
        self.plans.insert(edge, plan.clone());
        plan
    }

    pub(super) fn passive_plan(&mut self, edge: EdgeId, loc: LocId) -> Rc<PassivePlan> {
        if let Some(plan) = self.passive_plans.get(&(edge, loc)) {
            return plan.clone();
        }
        let program = self.program;
        let touched = &self.touched[edge.index()];
        let mut plan = PassivePlan::default();
        for &id in self.tracked.at(loc) {
            let pred = self.pred(id);
            let is_deaf = Sabotage::NoNotifyAll.is_on(); // in some tests only
            if touched.changes_shared(program, &pred.expr)
                && !is_deaf
                && !self.is_blind(touched, pred)
            {
                plan.asked.push(id);
            }
        }
        plan.awaited = touched.joins && program.loc(loc).kind == LocKind::Plain;
        let from = program.edge(edge).from;
        for count in self.queries.counts().iter().filter(|count| count.weight(loc) > 0) {
            let both = count.weight(loc)
                + count.weight(from)
                + u32::from(Sabotage::OneMoreCounted.is_on());
            let least = Expr::constant(u64::from(both), COUNT_WIDTH);
            plan.counted.push(Expr::bin(BinOp::Ule, least, Expr::Var(count.sum)));
        }
        if !plan.is_empty() {
            let mut vars = touched.all.clone();
            if plan.awaited {
                vars.insert((Owner::Passive, None));
            }
            for &id in &plan.asked {
                vars.extend(owned(program, &self.pred(id).expr, Owner::Passive));
            }
            let shared = self.preds.iter().filter(|pred| pred.class == Class::Shared);
            let candidates: Vec<(PredId, Owner)> = shared
                .map(|pred| (pred.id, Owner::Shared))
                .chain(self.tracked.at(from).iter().map(|id| (*id, Owner::Active)))
                .chain(self.tracked.at(loc).iter().map(|id| (*id, Owner::Passive)))
                .collect();
            for (id, owner) in self.relevant(vars, &candidates) {
                match owner {
                    Owner::Shared => plan.known_shared.push(id),
                    Owner::Active => plan.known_active.push(id),
                    Owner::Passive => plan.known_passive.push(id),
                }
            }
        }
        let plan = Rc::new(plan);
        self.passive_plans.insert((edge, loc), plan.clone());
        plan
    }

    /// Whether a predicate is taken for a local one that the edge does not change; in some tests only.
    fn is_blind(&self, touched: &Touched, pred: &Pred) -> bool {
        Sabotage::MixedAsLocal.is_on() && touched.changes_shared(self.program, &pred.expr)
    }

    /// The predicates that are connected with these variables, directly or through others.
    fn relevant(
        &self,
        mut vars: BTreeSet<Owned>,
        candidates: &[(PredId, Owner)],
    ) -> Vec<(PredId, Owner)> {
        let sets: Vec<BTreeSet<Owned>> = candidates
            .iter()
            .map(|(id, owner)| owned(self.program, &self.pred(*id).expr, *owner))
            .collect();
        let mut is_in = vec![false; candidates.len()];
        loop {
            let next =
                (0..candidates.len()).find(|&idx| !is_in[idx] && !sets[idx].is_disjoint(&vars));
            let Some(next) = next else { break };
            is_in[next] = true;
            vars.extend(sets[next].iter().copied());
        }
        candidates.iter().zip(is_in).filter(|(_, is_in)| *is_in).map(|(one, _)| *one).collect()
    }

    fn known(&self, into: &mut Vec<(Atom, Role, bool)>, ids: &[PredId], role: Role, bits: u128) {
        into.extend(ids.iter().map(|&id| (self.pred(id).atom, role, bits & bit(id) != 0)));
    }

    fn asked(&self, into: &mut Vec<(Atom, Role)>, ids: &[PredId], role: Role) {
        into.extend(ids.iter().map(|&id| (self.pred(id).atom, role)));
    }
}

/// Reads answers bit by bit, in the order in which they were asked for.
struct Bits(u128);

impl Bits {
    fn take(&mut self, ids: &[PredId]) -> u128 {
        let mut bits = 0;
        for &id in ids {
            if self.0 & 1 != 0 {
                bits |= bit(id);
            }
            self.0 >>= 1;
        }
        bits
    }
}

pub(super) fn mask(ids: &[PredId]) -> u128 {
    ids.iter().fold(0, |mask, &id| mask | bit(id))
}

impl Post for Abstraction<'_, '_> {
    fn initial(&mut self, budget: &Budget) -> Result<Vec<(SharedBits, ThreadBits)>, Stop> {
        let entry = self.program.template(self.program.main).entry;
        let shared: Vec<PredId> = self
            .preds
            .iter()
            .filter(|pred| pred.class == Class::Shared)
            .map(|pred| pred.id)
            .collect();
        let local = self.tracked.at(entry).to_vec();
        let mut asked = Vec::new();
        self.asked(&mut asked, &shared, Role::After);
        self.asked(&mut asked, &local, Role::After);
        let answers = self.queries.ask(Query { edge: None, known: Vec::new(), asked }, budget)?;
        let mut all: Vec<(SharedBits, ThreadBits)> = answers
            .iter()
            .map(|&answer| {
                let mut bits = Bits(answer);
                let shared = SharedBits(bits.take(&shared));
                (shared, ThreadBits { at: At::Loc(entry), bits: bits.take(&local) })
            })
            .collect();
        all.sort_unstable();
        Ok(all)
    }

    fn edges(&self, thread: ThreadBits) -> Vec<EdgeId> {
        thread.loc().map_or_else(Vec::new, |loc| self.program.edges_from(loc).collect())
    }

    fn is_broadcast(&self, edge: EdgeId) -> bool {
        self.broadcasts[edge.index()]
    }

    fn outcomes(
        &mut self,
        edge: EdgeId,
        shared: SharedBits,
        active: ThreadBits,
        budget: &Budget,
    ) -> Result<Rc<[Outcome]>, Stop> {
        let plan = self.plan(edge);
        let mut known = Vec::new();
        self.known(&mut known, &plan.known_shared, Role::Before, shared.0);
        self.known(&mut known, &plan.known_active, Role::Before, active.bits);
        let mut asked = Vec::new();
        self.asked(&mut asked, &plan.asked_shared, Role::After);
        self.asked(&mut asked, &plan.asked_active, Role::After);
        self.asked(&mut asked, &plan.asked_created, Role::Created);
        let answers = self.queries.ask(Query { edge: Some(edge), known, asked }, budget)?;
        let to = At::Loc(self.program.edge(edge).to);
        let stays = shared.0 & !mask(&plan.asked_shared);
        let mut outcomes: Vec<Outcome> = answers
            .iter()
            .map(|&answer| {
                let mut bits = Bits(answer);
                let shared = SharedBits(stays | bits.take(&plan.asked_shared));
                let own = (active.bits & plan.kept_active) | bits.take(&plan.asked_active);
                let created = plan.entry.map(|entry| ThreadBits {
                    at: At::Loc(entry),
                    bits: bits.take(&plan.asked_created),
                });
                Outcome { shared, active: ThreadBits { at: to, bits: own }, created }
            })
            .collect();
        outcomes.sort_unstable();
        Ok(outcomes.into())
    }

    fn passive(
        &mut self,
        edge: EdgeId,
        shared: SharedBits,
        active: ThreadBits,
        outcome: Outcome,
        passive: ThreadBits,
        budget: &Budget,
    ) -> Result<Rc<[ThreadBits]>, Stop> {
        let Some(loc) = passive.loc() else { return Ok([passive].into()) };
        let plan = self.passive_plan(edge, loc);
        if plan.is_empty() {
            return Ok([passive].into());
        }
        let of_edge = self.plan(edge);
        let mut known = Vec::new();
        self.known(&mut known, &plan.known_shared, Role::Before, shared.0);
        self.known(&mut known, &plan.known_active, Role::Before, active.bits);
        self.known(&mut known, &plan.known_passive, Role::PassiveBefore, passive.bits);
        self.known(&mut known, &of_edge.asked_shared, Role::After, outcome.shared.0);
        self.known(&mut known, &of_edge.asked_active, Role::After, outcome.active.bits);
        if plan.awaited {
            known.push((self.queries.atom(&Expr::SelfHandle), Role::Awaited, false));
        }
        for counted in &plan.counted {
            known.push((self.queries.atom(counted), Role::Before, true));
        }
        let mut asked = Vec::new();
        self.asked(&mut asked, &plan.asked, Role::PassiveAfter);
        let answers = self.queries.ask(Query { edge: Some(edge), known, asked }, budget)?;
        let stays = passive.bits & !mask(&plan.asked);
        let mut after: Vec<ThreadBits> = answers
            .iter()
            .map(|&answer| ThreadBits { bits: stays | Bits(answer).take(&plan.asked), ..passive })
            .collect();
        after.sort_unstable();
        Ok(after.into())
    }

    fn is_end(&self, thread: ThreadBits) -> bool {
        let kind = thread.loc().map(|loc| self.program.loc(loc).kind);
        matches!(kind, Some(LocKind::Halted | LocKind::Error(_)))
    }

    fn is_bad(&self, thread: ThreadBits) -> bool {
        match thread.loc().map(|loc| self.program.loc(loc).kind) {
            Some(LocKind::Error(property)) => self.goals.contains(&property),
            _ => false,
        }
    }
}
