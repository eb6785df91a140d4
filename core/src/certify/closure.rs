//! A step from a covered state leads to a covered state.
//!
//! Take any k threads after the step of a thread t along an edge. If t is among them, then before the
//! step they were in a view (a thread that t has created was idle). If not, then t and they were k+1
//! threads all of whose k-subsets were in views. One formula per edge and case says that this was so,
//! that the step was taken, and that the k threads are in no view now; it must have no model:
//!
//! | case | in sight |
//! | --- | --- |
//! | active in sight | t and k-1 that stay where they are |
//! | active out of sight | t and k others; looked at afterwards are only those |
//! | both in sight | t, the thread that it creates, and k-2 others |
//! | created in sight | t, the thread that it creates, and k-1 others; t is not looked at afterwards |
//!
//! An edge that creates needs all four: the created thread may be any of the idle ones, so also one that
//! is not among the k.
//!
//! If views show all threads there are, everybody is in sight: both for an edge that creates, otherwise the
//! active one.
//!
//! What is used of the other threads:
//! - While one of them is in a `Halted` or `Error` location nobody moves, so such states are no picks.
//! - Threads that have been created have different creation numbers, none of them 0, and a new one is
//!   different from all.
//! - What is counted (`count.rs`) is not less than what the threads in sight weigh together.
//! - A join waits while a thread with that creation number has not finished; t itself has not, nor has
//!   a thread that the same step has created before.
//!
//! Nothing is assumed of threads out of sight, nor of variables that no tracked predicate speaks of; and
//! not that there is only one `main`.

use std::collections::BTreeSet;

use super::cone::{Cone, Reach};
use super::formula::{Answer, Lit};
use super::reductions::written;
use super::scene::Scene;
use super::sight::{Role, Sight};
use super::views::Covered;
use super::words::{self, Word};
use super::{Case, Refusal};
use crate::bbp::{At, Extent};
use crate::budget::Budget;
use crate::scpl::{Class, Command, Edge, EdgeId, LocId, LocKind};

pub fn check(covered: &Covered, budget: &Budget) -> Result<(), Refusal> {
    for (idx, edge) in covered.program.edges.iter().enumerate() {
        budget.spend(1)?;
        let Some(usable) = Usable::new(covered, edge.from) else { continue };
        let id = EdgeId(idx as u32);
        for case in cases(covered, edge) {
            let reaches = [nearest(covered, edge), Reach::Far];
            if holds(covered, id, &usable, case, reaches[0], budget)?.is_ok() {
                continue;
            }
            holds(covered, id, &usable, case, reaches[1], budget)??;
        }
    }
    Ok(())
}

fn cases(covered: &Covered, edge: &Edge) -> Vec<Case> {
    let creates = entry_of_created(covered, edge).is_some();
    if covered.invariant.extent == Extent::Whole {
        return match (creates, covered.k) {
            (false, _) => vec![Case::ActiveInSight],
            // There is nobody to be created.
            (true, 1) => Vec::new(),
            (true, _) => vec![Case::BothInSight],
        };
    }
    let mut cases = vec![Case::ActiveInSight];
    if concerns_others(covered, edge) {
        cases.push(Case::ActiveOutOfSight);
    }
    if creates {
        cases.push(Case::CreatedInSight);
        if covered.k >= 2 {
            cases.push(Case::BothInSight);
        }
    }
    cases
}

/// Whether a thread that is not moved by the edge, or the shared part, can look different afterwards. If
/// not, threads among which nobody moves look as before, and that is a view.
fn concerns_others(covered: &Covered, edge: &Edge) -> bool {
    let written = written(edge);
    covered.invariant.predicates.iter().any(|(_, predicate)| {
        // A local predicate reads locals only, and those of others are not written.
        let mut reads = false;
        predicate.expr.for_each_var(&mut |var| reads |= written.contains(&var));
        predicate.class != Class::Local && reads
    })
}

/// Where to begin: if the edge has nothing to do with others, what they look like hardly matters.
fn nearest(covered: &Covered, edge: &Edge) -> Reach {
    let meets_others =
        |command: &Command| matches!(command, Command::Create { .. } | Command::Join(_));
    if concerns_others(covered, edge) || edge.commands.iter().any(meets_others) {
        Reach::Near
    } else {
        Reach::Own
    }
}

fn entry_of_created(covered: &Covered, edge: &Edge) -> Option<LocId> {
    edge.commands.iter().find_map(|command| match command {
        Command::Create { template, .. } => Some(covered.program.template(*template).entry),
        _ => None,
    })
}

/// Whether somebody may want to create a thread in a state without idle ones. Views show whole states.
pub fn wants_more(covered: &Covered, budget: &Budget) -> Result<bool, Refusal> {
    for (idx, edge) in covered.program.edges.iter().enumerate() {
        if entry_of_created(covered, edge).is_none() {
            continue;
        }
        let Some(mut usable) = Usable::new(covered, edge.from) else { continue };
        usable.passive.retain(|number| !usable.idle.contains(number));
        let mut roles = vec![Role::Active { from: edge.from, to: edge.to }];
        roles.resize(covered.k, Role::Passive);
        let mut sight = stepping(covered, EdgeId(idx as u32), roles, Reach::Far);
        sight.take_step(&usable);
        sight.covered_before(&(0..covered.k).collect::<Vec<usize>>());
        sight.handles_differ();
        if sight.scene.formula.solve(budget)? != Answer::Unsat {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Threads with these roles, and the edge run by the first of them.
fn stepping<'a, 'p>(
    covered: &'a Covered<'p>,
    id: EdgeId,
    roles: Vec<Role>,
    reach: Reach,
) -> Sight<'a, 'p> {
    let edge = covered.program.edge(id);
    let mut scene = Scene::new(covered.program, roles.len());
    for command in &edge.commands {
        scene.run(0, command);
    }
    let cone = Cone::of_edge(covered, edge, &roles, reach);
    Sight::new(covered, scene, roles, cone)
}

/// The states, by number, that threads can be in while somebody leaves a location.
struct Usable {
    active: Vec<usize>,
    passive: Vec<usize>,
    idle: Vec<usize>,
    shareds: BTreeSet<usize>,
}

impl Usable {
    /// `None` if nobody is ever there.
    fn new(covered: &Covered, from: LocId) -> Option<Self> {
        let at = |number: usize| covered.threads[number].at;
        let mut active = BTreeSet::new();
        let mut passive = BTreeSet::new();
        let mut shareds = BTreeSet::new();
        for row in covered.rows.iter().filter(|row| at(row.threads[0]) == At::Loc(from)) {
            active.insert(row.threads[0]);
            passive.extend(&row.threads[1..]);
            shareds.insert(row.shared);
        }
        if covered.k == 1 {
            // No view shows two threads, so any two may meet.
            let rows = covered.rows.iter().filter(|row| shareds.contains(&row.shared));
            passive.extend(rows.map(|row| row.threads[0]));
        }
        passive.retain(|number| match at(*number) {
            At::Idle => true,
            At::Loc(loc) => match covered.program.loc(loc).kind {
                LocKind::Plain | LocKind::Finished => true,
                LocKind::Halted | LocKind::Error(_) => false,
            },
        });
        let idle = passive.iter().copied().filter(|number| at(*number) == At::Idle).collect();
        if active.is_empty() {
            return None;
        }
        let passive = passive.into_iter().collect();
        Some(Self { active: active.into_iter().collect(), passive, idle, shareds })
    }
}

/// The inner error is that the views are not closed; the outer one, that this cannot be found out.
fn holds(
    covered: &Covered,
    id: EdgeId,
    usable: &Usable,
    case: Case,
    reach: Reach,
    budget: &Budget,
) -> Result<Result<(), Refusal>, Refusal> {
    let edge = covered.program.edge(id);
    let k = covered.k;
    let mut roles = vec![Role::Active { from: edge.from, to: edge.to }];
    let is_outside = matches!(case, Case::ActiveOutOfSight | Case::CreatedInSight);
    if let Case::BothInSight | Case::CreatedInSight = case
        && let Some(entry) = entry_of_created(covered, edge)
    {
        roles.push(Role::Partner { entry });
    }
    roles.resize(if is_outside { k + 1 } else { k }, Role::Passive);
    let mut sight = stepping(covered, id, roles, reach);
    sight.take_step(usable);
    let looked_at: Vec<usize> = if is_outside {
        for left_out in 0..=k {
            let threads: Vec<usize> = (0..=k).filter(|thread| *thread != left_out).collect();
            sight.covered_before(&threads);
        }
        (1..=k).collect()
    } else {
        let threads: Vec<usize> = (0..k).collect();
        sight.covered_before(&threads);
        threads
    };
    sight.not_covered_after(&looked_at);
    sight.handles_differ();
    match sight.scene.formula.solve(budget)? {
        Answer::Unsat => Ok(Ok(())),
        Answer::Sat(model) => {
            let (shared, threads) = sight.picked(&model);
            let to = sight.seen(&model, &looked_at);
            Ok(Err(Refusal::NotClosed { edge: id, case, shared, threads, to }))
        }
    }
}

impl Sight<'_, '_> {
    /// The picks, and that the step can be taken.
    fn take_step(&mut self, usable: &Usable) {
        if let Some(partner) = self.partner()
            && let Some(created) = &self.scene.created
        {
            self.scene.threads[partner] = created.thread.clone();
        }
        let usable_by_role: Vec<Vec<usize>> = self
            .roles
            .iter()
            .map(|role| match role {
                Role::Active { .. } => usable.active.clone(),
                Role::Partner { .. } | Role::Idle => usable.idle.clone(),
                Role::Passive => usable.passive.clone(),
            })
            .collect();
        self.pick(&usable_by_role, &usable.shareds);
        self.weigh();
        for condition in std::mem::take(&mut self.scene.conditions) {
            self.scene.formula.clause(&[condition]);
        }
        for join in std::mem::take(&mut self.scene.joins) {
            for thread in 0..self.roles.len() {
                let is_there = match self.roles[thread] {
                    Role::Active { .. } => Lit::TRUE,
                    Role::Passive => self.started[thread],
                    // Idle before it is created; after that it is seen to below.
                    Role::Partner { .. } | Role::Idle => continue,
                };
                let handle = self.scene.handle(thread);
                let is_joined = words::eq(&mut self.scene.formula, &handle, &join.handle);
                let finished = self.finished[thread];
                self.scene.formula.clause(&[!is_there, !is_joined, finished]);
            }
            if join.after_create
                && let Some(created) = &self.scene.created
            {
                let handle = created.handle.clone();
                self.differ(Lit::TRUE, &handle, &join.handle);
            }
        }
    }

    fn partner(&self) -> Option<usize> {
        self.roles.iter().position(|role| matches!(role, Role::Partner { .. }))
    }

    /// What is known of creation numbers, as far as anybody has asked for them. To be said last.
    pub fn handles_differ(&mut self) {
        let none: Word = vec![Lit::FALSE; usize::from(crate::scpl::HANDLE_WIDTH)];
        let mut handles: Vec<(Lit, Word)> = vec![(Lit::TRUE, none)];
        for (thread, role) in self.roles.iter().enumerate() {
            if let Some(handle) = &self.scene.threads[thread].handle
                && matches!(role, Role::Active { .. } | Role::Passive)
            {
                handles.push((self.started[thread], handle.clone()));
            }
        }
        // The created one, in sight or not.
        handles
            .extend(self.scene.created.iter().map(|created| (Lit::TRUE, created.handle.clone())));
        for (idx, (started, handle)) in handles.iter().enumerate() {
            for (other_started, other) in &handles[..idx] {
                let both = self.scene.formula.and(*started, *other_started);
                self.differ(both, handle, other);
            }
        }
    }

    fn differ(&mut self, premise: Lit, a: &Word, b: &Word) {
        let same = words::eq(&mut self.scene.formula, a, b);
        self.scene.formula.clause(&[!premise, !same]);
    }
}
