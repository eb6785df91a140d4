//! Candidates, tier by tier.

use std::collections::BTreeSet;

use super::Relation;
use super::atoms::{Atom, Names, atoms, edge_atoms, repair_handles};
use crate::scpl::{BinOp, ConditionIdx, EdgeId, Expr, Program, Refutation, Scope, Sort, VarId};
use crate::solve::{Exec, Front, Terms, Walk};

/// No more predicates than this, known ones included, are tried at a time.
pub(super) const MAX_CANDIDATES: usize = 100;

/// Everything that can be read off a spurious trace.
pub(super) struct Tiers<'a> {
    program: &'a Program,
    refutation: &'a Refutation,
    hints: &'a [Expr],
    /// By condition: what it says at each point up to it, the nearest point first.
    conditions: Vec<(ConditionIdx, Vec<Atom>)>,
}

impl<'a> Tiers<'a> {
    pub fn new(program: &'a Program, refutation: &'a Refutation, hints: &'a [Expr]) -> Self {
        let conditions = weakest_preconditions(program, refutation);
        Self { program, refutation, hints, conditions }
    }

    pub fn all(&self) -> Vec<Vec<Expr>> {
        vec![
            self.hints.to_vec(),
            self.of_core(),
            self.of_path(),
            self.bounds(),
            self.split(),
            self.guards(),
        ]
    }

    fn of_core(&self) -> Vec<Expr> {
        self.single(&|place| self.refutation.core.contains(&place))
    }

    fn of_path(&self) -> Vec<Expr> {
        self.single(&|_| true)
    }

    fn single(&self, wanted: &dyn Fn(ConditionIdx) -> bool) -> Vec<Expr> {
        let mut found = Vec::new();
        for (_, atoms) in self.conditions.iter().filter(|(place, _)| wanted(*place)) {
            for atom in atoms {
                if let Atom::One(expr) = atom {
                    found.extend(repair_handles(self.program, expr.clone()));
                }
            }
        }
        found
    }

    /// Equality with a constant makes preconditions run away (x == 3, x == 2, ...); an order stops them.
    fn bounds(&self) -> Vec<Expr> {
        let mut found = Vec::new();
        for expr in self.of_path() {
            if let Expr::Bin(BinOp::Eq, a, b) = expr
                && let (Expr::Const(bound), other) | (other, Expr::Const(bound)) = (*a, *b)
            {
                for op in [BinOp::Ult, BinOp::Slt] {
                    let bound = Expr::Const(bound);
                    found.push(Expr::bin(op, other.clone(), bound.clone()));
                    found.push(Expr::bin(op, bound, other.clone()));
                }
            }
        }
        found
    }

    /// Two threads that know of each other do so through a shared variable: compare each with it.
    fn split(&self) -> Vec<Expr> {
        let mut found = Vec::new();
        for (_, atoms) in &self.conditions {
            for atom in atoms {
                let Atom::Across { op, left, right } = atom else { continue };
                for shared in self.shared_like(left) {
                    found.push(Expr::bin(*op, shared.clone(), right.clone()));
                    found.push(Expr::bin(*op, left.clone(), shared));
                }
            }
        }
        found.retain(|expr| repair_handles(self.program, expr.clone()).as_ref() == Some(expr));
        found
    }

    /// The shared scalars of the width of an expression.
    fn shared_like(&self, expr: &Expr) -> Vec<Expr> {
        let width = self.program.width(expr);
        let vars = self.program.vars.iter().enumerate();
        let vars = vars.filter(|(_, var)| {
            var.scope == Scope::Shared
                && var.len.is_none()
                && width.map_or(var.sort == Sort::Handle, |width| var.sort == Sort::Bits(width))
        });
        vars.map(|(idx, _)| Expr::Var(VarId(idx as u32))).collect()
    }

    /// The conditions that the edges of the trace and their neighbours ask for.
    fn guards(&self) -> Vec<Expr> {
        let mut froms = BTreeSet::new();
        for leg in &self.refutation.legs {
            froms.extend(leg.edges.iter().map(|&edge| self.program.edge(edge).from));
        }
        let mut found = Vec::new();
        for idx in 0..self.program.edges.len() as u32 {
            if froms.contains(&self.program.edge(EdgeId(idx)).from) {
                found.extend(edge_atoms(self.program, EdgeId(idx)));
            }
        }
        found
    }

    /// The first relation between two threads.
    pub fn relation(&self) -> Option<Relation> {
        self.conditions.iter().flat_map(|(_, atoms)| atoms).find_map(|atom| match atom {
            Atom::Across { op, left, right } => Some((*op, left.clone(), right.clone())),
            Atom::One(_) => None,
        })
    }
}

/// What each condition of the trace says at its own point and all earlier ones.
fn weakest_preconditions(
    program: &Program,
    refutation: &Refutation,
) -> Vec<(ConditionIdx, Vec<Atom>)> {
    let exec = Exec::new(program);
    let legs = &refutation.legs;
    let mut fronts = vec![Front::start(program)];
    for leg in legs {
        let mut front = fronts.last().cloned().unwrap_or_else(|| Front::start(program));
        front.advance(program, leg);
        fronts.push(front);
    }
    let mut found: Vec<(ConditionIdx, Vec<Atom>)> = Vec::new();
    for start in (0..legs.len()).rev() {
        let mut terms = Terms::new();
        let mut walk = Walk::anywhere(&exec, &mut terms, &fronts[start]);
        let names = Names::new(program, &terms, &walk);
        for (leg_idx, leg) in legs.iter().enumerate().skip(start) {
            for (nth, condition) in walk.go(&mut terms, leg).conditions.into_iter().enumerate() {
                let place = ConditionIdx { leg: leg_idx, nth };
                let at = match found.iter().position(|(known, _)| *known == place) {
                    Some(at) => at,
                    None => {
                        found.push((place, Vec::new()));
                        found.len() - 1
                    }
                };
                for atom in atoms(&mut terms, &names, condition) {
                    if !found[at].1.contains(&atom) {
                        found[at].1.push(atom);
                    }
                }
            }
        }
    }
    found
}
