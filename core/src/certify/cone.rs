//! Which predicates a step can change, and which have anything to do with it.
//!
//! A predicate that reads none of the variables that the step writes keeps its truth value; that is a
//! matter of soundness, and read off the commands. Of the others in sight, those that share a variable
//! with the step, directly or through each other, are given their meaning; the rest are left as truth
//! values without one. That only forgets what is known, so it can refuse a proof but not accept a wrong
//! one. It keeps the formulas small. How far to go is tried from near to far.

use std::collections::{BTreeMap, BTreeSet};

use super::reductions::written;
use super::sight::Role;
use super::views::Covered;
use crate::scpl::{Class, Edge, Expr, PredId, Scope, VarId};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The step may change it.
    Changing,
    /// The step does not change it, but its meaning matters.
    Fixed,
    /// The step does not change it, and its meaning is left open.
    Opaque,
}

/// How far from the step predicates are given their meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Those of the active thread and shared ones that share a variable with the step.
    Own,
    /// All that share a variable with the step or with a predicate that it changes.
    Near,
    /// All that are connected to the step.
    Far,
}

/// By thread and predicate; shared predicates belong to thread 0.
#[derive(Clone, Debug)]
pub struct Cone(BTreeMap<(usize, PredId), Kind>);

/// Something that has a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Node {
    Shared(VarId),
    Local(usize, VarId),
    Handle(usize),
}

impl Cone {
    /// Everything may change: for states that no step leads to.
    pub fn all() -> Self {
        Cone(BTreeMap::new())
    }

    /// For a step of thread 0.
    pub fn of_edge(covered: &Covered, edge: &Edge, roles: &[Role], reach: Reach) -> Self {
        let mut kinds = BTreeMap::new();
        let mut reached = BTreeSet::new();
        edge.for_each_expr(&mut |expr| reached.extend(nodes(covered, 0, expr)));
        let writes: BTreeSet<Node> = written(edge)
            .into_iter()
            .map(|var| match covered.program.var(var).scope {
                Scope::Shared => Node::Shared(var),
                Scope::Local => Node::Local(0, var),
            })
            .collect();
        let mut others: Vec<((usize, PredId), Vec<Node>)> = Vec::new();
        for (thread, role) in roles.iter().enumerate() {
            for (pred, predicate) in covered.invariant.predicates.iter() {
                if predicate.class == Class::Shared && thread > 0 {
                    continue;
                }
                let nodes = nodes(covered, thread, &predicate.expr);
                let starts = matches!(role, Role::Partner { .. });
                if starts || nodes.iter().any(|node| writes.contains(node)) {
                    kinds.insert((thread, pred), Kind::Changing);
                    reached.extend(nodes);
                } else {
                    others.push(((thread, pred), nodes));
                }
            }
        }
        reached.extend(writes);
        if reach == Reach::Far {
            connect(&others, &mut reached);
        }
        for (key, nodes) in others {
            let is_reached = nodes.iter().any(|node| reached.contains(node));
            let has_meaning = is_reached && (reach != Reach::Own || key.0 == 0);
            kinds.insert(key, if has_meaning { Kind::Fixed } else { Kind::Opaque });
        }
        Cone(kinds)
    }

    pub fn kind(&self, thread: usize, pred: PredId) -> Kind {
        // What is not listed is taken in full.
        self.0.get(&(thread, pred)).copied().unwrap_or(Kind::Changing)
    }
}

/// Adds what predicates share variables with, until there is no more.
fn connect(predicates: &[((usize, PredId), Vec<Node>)], reached: &mut BTreeSet<Node>) {
    loop {
        let n_reached = reached.len();
        for (_, nodes) in predicates {
            if nodes.iter().any(|node| reached.contains(node)) {
                reached.extend(nodes);
            }
        }
        if reached.len() == n_reached {
            return;
        }
    }
}

fn nodes(covered: &Covered, thread: usize, expr: &Expr) -> Vec<Node> {
    let mut nodes = Vec::new();
    expr.walk(&mut |part| match part {
        Expr::SelfHandle => nodes.push(Node::Handle(thread)),
        Expr::Var(var) | Expr::Elem(var, _) => match covered.program.var(*var).scope {
            Scope::Shared => nodes.push(Node::Shared(*var)),
            Scope::Local => nodes.push(Node::Local(thread, *var)),
        },
        _ => {}
    });
    nodes
}
