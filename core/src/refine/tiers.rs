//! Candidates, tier by tier.

use std::collections::BTreeSet;

use super::atoms::{Atom, Names, atoms, edge_atoms, repair_handles};
use super::{Ideas, Relation};
use crate::scpl::{
    BinOp, Bits, ConditionIdx, EdgeId, Expr, Extend, Predicates, Program, Refutation, Scope, Sort,
    VarId,
};
use crate::solve::{Exec, Front, Terms, Walk};

/// No more predicates than this, known ones included, are tried at a time.
pub(super) const MAX_CANDIDATES: usize = 100;

/// An expression with more parts than this is not simple.
const MAX_SIMPLE: usize = 8;

/// So many constants a variable may be compared with before more of them look like running away.
const MAX_CONSTANTS: usize = 2;

/// Everything that can be read off a spurious trace.
pub(super) struct Tiers<'a> {
    program: &'a Program,
    refutation: &'a Refutation,
    known: &'a Predicates,
    ideas: Ideas<'a>,
    /// By condition: what it says at each point up to it, the nearest point first.
    conditions: Vec<(ConditionIdx, Vec<Atom>)>,
}

impl<'a> Tiers<'a> {
    pub fn new(
        program: &'a Program,
        refutation: &'a Refutation,
        known: &'a Predicates,
        ideas: Ideas<'a>,
    ) -> Self {
        let conditions = weakest_preconditions(program, refutation);
        Self { program, refutation, known, ideas, conditions }
    }

    pub fn all(&self) -> Vec<Vec<Expr>> {
        let core = self.of_core();
        vec![
            self.ideas.hints.to_vec(),
            self.simple(),
            self.values(&core),
            self.strides(&core),
            self.bounds(&core),
            core,
            self.of_path(),
            self.split(),
            self.guards(),
        ]
    }

    /// What is easily said, and not one of many.
    pub fn simple(&self) -> Vec<Expr> {
        let mut core = self.of_core();
        core.retain(|expr| is_simple(expr) && !self.runs_away(expr));
        core
    }

    fn of_core(&self) -> Vec<Expr> {
        self.single(&|place| self.refutation.core.contains(&place))
    }

    /// For the variables that the core is about, that they have one of their few values.
    fn values(&self, core: &[Expr]) -> Vec<Expr> {
        let mut vars = BTreeSet::new();
        for expr in core {
            expr.for_each_var(&mut |var| {
                vars.insert(var);
            });
        }
        let few = self.ideas.values.iter().filter(|(var, _)| vars.contains(var));
        few.flat_map(|(_, equals)| equals.iter().cloned()).collect()
    }

    /// Whether this is yet another constant that something is compared with, and not one of a few.
    fn runs_away(&self, expr: &Expr) -> bool {
        let Some((cell, _)) = equals_constant(expr) else { return false };
        let is_value = self.ideas.values.iter().any(|(_, equals)| equals.contains(expr));
        let constants = self.known.iter().filter(|(_, known)| {
            equals_constant(&known.expr).is_some_and(|(other, _)| other == cell)
        });
        !is_value && constants.count() >= MAX_CONSTANTS
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

    /// What is compared with ever more constants may move in steps of two.
    fn strides(&self, core: &[Expr]) -> Vec<Expr> {
        let cells = core.iter().filter(|expr| self.runs_away(expr)).filter_map(equals_constant);
        cells.map(|(cell, _)| Expr::Resize(Extend::Zero, 1, Box::new(cell.clone()))).collect()
    }

    /// Equality with a constant makes preconditions run away (x == 3, x == 2, ...); an order stops
    /// them.
    fn bounds(&self, core: &[Expr]) -> Vec<Expr> {
        let mut found = Vec::new();
        for expr in core {
            let Some((cell, bound)) = equals_constant(expr) else { continue };
            if bound.width == 1 {
                continue;
            }
            for op in [BinOp::Ult, BinOp::Slt] {
                let bound = Expr::Const(bound);
                found.push(Expr::bin(op, cell.clone(), bound.clone()));
                found.push(Expr::bin(op, bound, cell.clone()));
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

/// The two sides of `x == 3`.
fn equals_constant(expr: &Expr) -> Option<(&Expr, Bits)> {
    let Expr::Bin(BinOp::Eq, a, b) = expr else { return None };
    match (&**a, &**b) {
        (Expr::Const(_), Expr::Const(_)) => None,
        (Expr::Const(bits), other) | (other, Expr::Const(bits)) => Some((other, *bits)),
        _ => None,
    }
}

/// Whether a solver makes short work of it, and a reader too.
fn is_simple(expr: &Expr) -> bool {
    let (mut size, mut is_hard) = (0, false);
    expr.walk(&mut |part| {
        size += 1;
        if let Expr::Bin(op, _, _) = part {
            use BinOp::{Mul, Sdiv, Srem, Udiv, Urem};
            is_hard |= matches!(op, Mul | Sdiv | Srem | Udiv | Urem);
        }
    });
    !is_hard && size <= MAX_SIMPLE
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
