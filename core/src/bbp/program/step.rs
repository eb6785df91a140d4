//! What a step can come to: first for the threads that move, then for each other thread on its own.
//!
//! That the others can be looked at one by one is because a constraint speaks of one of them at a time.

use super::expr::{Row, Scene};
use super::{Edge, Expr, Init, Owner, Program, Target, VarId};
use crate::bbp::{At, Outcome, SharedBits, ThreadBits};
use crate::scpl::Scope;

impl Program {
    /// How a run can begin.
    pub(super) fn begin(&self) -> Vec<(SharedBits, ThreadBits)> {
        let mut scene = empty();
        let mut open = self.start_values(&mut scene, Scope::Shared, Owner::Shared);
        open.extend(self.start_values(&mut scene, Scope::Local, Owner::Active));
        // Nothing has happened yet: the values now are the values before.
        let at = At::Loc(self.template(self.main).entry);
        let mut found = Vec::new();
        each_solution(scene, &open, &[], &mut |scene| {
            let now = Scene { before: scene.after, ..*scene };
            if now.eval(&self.initial) == Some(true) {
                let main = ThreadBits { at, bits: scene.after.active };
                found.push((SharedBits(scene.after.shared), main));
            }
        });
        found.sort_unstable();
        found
    }

    /// What an edge can come to for the active thread and the one that it starts.
    pub(super) fn moved(&self, edge: &Edge, shared: SharedBits, active: u128) -> Vec<Outcome> {
        let mut scene = empty();
        scene.before = Row { shared: shared.0, active, ..Row::default() };
        scene.after = scene.before;
        let mut open = Vec::new();
        if edge.start.is_some() {
            open = self.start_values(&mut scene, Scope::Local, Owner::New);
            let is_given = |target| edge.targets().any(|given| given == target);
            open.retain(|target| !is_given(*target));
        }
        change(edge, &mut scene, &mut open, |owner| owner != Owner::Passive);
        let entry = edge.start.map(|template| self.template(template).entry);
        let mut found = Vec::new();
        each_solution(scene, &open, &edge.constrain, &mut |scene| {
            found.push(Outcome {
                shared: SharedBits(scene.after.shared),
                active: ThreadBits { at: At::Loc(edge.to), bits: scene.after.active },
                created: entry.map(|loc| ThreadBits { at: At::Loc(loc), bits: scene.after.new }),
            });
        });
        found.sort_unstable();
        found
    }

    /// What becomes of a thread that does not move.
    pub(super) fn stayed(
        &self,
        edge: &Edge,
        (shared, active): (SharedBits, u128),
        outcome: Outcome,
        passive: ThreadBits,
    ) -> Vec<ThreadBits> {
        if passive.at == At::Idle {
            return vec![passive];
        }
        let mut scene = empty();
        scene.before = Row { shared: shared.0, active, passive: passive.bits, new: 0 };
        scene.after = scene.before;
        scene.passive_at = passive.at;
        let mut open = Vec::new();
        change(edge, &mut scene, &mut open, |owner| owner == Owner::Passive);
        scene.after.shared = outcome.shared.0;
        scene.after.active = outcome.active.bits;
        let mut found = Vec::new();
        each_solution(scene, &open, &edge.constrain_each, &mut |scene| {
            found.push(ThreadBits { bits: scene.after.passive, ..passive });
        });
        found.sort_unstable();
        found
    }

    /// Gives the variables of a scope their initial values; those that can be anything are returned.
    fn start_values(&self, scene: &mut Scene, scope: Scope, owner: Owner) -> Vec<Target> {
        let mut open = Vec::new();
        for var in self.vars_of(scope) {
            match self.var(var).init {
                Init::Zero => {}
                Init::One => scene.after.set(owner, var, true),
                Init::Any => open.push((owner, var)),
            }
        }
        open
    }
}

fn empty() -> Scene {
    let (before, after, open) = Default::default();
    Scene { before, after, open, passive_at: At::Idle }
}

/// Carries out what an edge does to some owners' bits; those that can be anything are added to `open`.
fn change(
    edge: &Edge,
    scene: &mut Scene,
    open: &mut Vec<Target>,
    is_meant: impl Fn(Owner) -> bool,
) {
    for ((owner, var), value) in edge.assign.iter().filter(|((owner, _), _)| is_meant(*owner)) {
        // Computed from old values, which are all known.
        let value = scene.eval(value).unwrap_or_default();
        scene.after.set(*owner, *var, value);
    }
    open.extend(edge.havoc.iter().filter(|(owner, _)| is_meant(*owner)));
}

/// Calls `found` for every choice of the open bits that satisfies the constraints.
fn each_solution(
    mut scene: Scene,
    open: &[Target],
    constraints: &[Expr],
    found: &mut dyn FnMut(&Scene),
) {
    for (owner, var) in open {
        scene.open.set(*owner, *var, true);
    }
    choose(&mut scene, open, constraints, found);
}

fn choose(scene: &mut Scene, open: &[Target], constraints: &[Expr], found: &mut dyn FnMut(&Scene)) {
    if constraints.iter().any(|constraint| scene.eval(constraint) == Some(false)) {
        return;
    }
    let Some(((owner, var), rest)) = open.split_first() else { return found(scene) };
    let (owner, var): (Owner, VarId) = (*owner, *var);
    scene.open.set(owner, var, false);
    for value in [false, true] {
        scene.after.set(owner, var, value);
        choose(scene, rest, constraints, found);
    }
    scene.open.set(owner, var, true);
}
