//! Equations solved and put to use, until nothing new follows.
//!
//! A path formula is mostly definitions: each assignment gives a variable a new name, equal to some term
//! over older ones. Such an equation is solved for the newest symbol that occurs in it once, with an odd
//! coefficient, and that symbol is replaced everywhere else. What remains are facts: terms of width 1
//! that hold. A fact that occurs inside another is replaced there by its truth value.
//!
//! A solved symbol never occurs in the terms of symbols solved after it. So replacing terminates, and
//! values for what remains extend to the solved symbols, last solved first.

use crate::hash::FxHashMap;

use super::model::Model;
use super::reason::{Reason, Reasons};
use crate::budget::{Budget, Stop};
use crate::scpl::{BinOp, Bits, UnOp};
use crate::solve::normal::{Sum, inverse};
use crate::solve::term::{Node, Symbol, Term, Terms};

/// How often all facts are gone through again before what they are is good enough.
const MAX_PASSES: usize = 16;

/// A term of width 1 that holds, and why.
pub(super) type Fact = (Term, Reason);

#[derive(Debug)]
pub(super) struct Facts<'t> {
    pub terms: &'t mut Terms,
    pub reasons: Reasons,
    pub facts: Vec<Fact>,
    /// What a symbol equals, in the order they were solved for.
    solved: Vec<(Term, Term, Reason)>,
    solved_idx: FxHashMap<Term, usize>,
    /// The truth values of facts, for use in others.
    known: FxHashMap<Term, (bool, Reason)>,
    /// What a term has been rewritten to.
    memo: FxHashMap<Term, (Term, Reason)>,
    /// What was put into the memo for the fact at hand.
    recent: Vec<Term>,
}

/// The conjuncts behind it cannot hold together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clash(pub Reason);

impl<'t> Facts<'t> {
    pub fn new(terms: &'t mut Terms, conjuncts: &[Term]) -> Self {
        let reasons = Reasons::new(conjuncts.len());
        let mut facts = Vec::new();
        for (idx, &t) in conjuncts.iter().enumerate() {
            facts.extend(parts(terms, t).into_iter().map(|t| (t, reasons.conjunct(idx))));
        }
        Self {
            terms,
            reasons,
            facts,
            solved: Vec::new(),
            solved_idx: FxHashMap::default(),
            known: FxHashMap::default(),
            memo: FxHashMap::default(),
            recent: Vec::new(),
        }
    }

    /// Solves and rewrites until no more equation can be solved.
    pub fn simplify(&mut self, budget: &Budget) -> Result<Option<Clash>, Stop> {
        for pass in 0.. {
            budget.spend(1)?;
            match self.pass(pass < MAX_PASSES) {
                Ok(true) => {}
                Ok(false) => return Ok(None),
                Err(clash) => return Ok(Some(clash)),
            }
        }
        Ok(None)
    }

    /// Adds equalities that follow from the facts; whether any of them is news.
    pub fn add_equalities(&mut self, equalities: Vec<(Term, Term, Reason)>) -> bool {
        let n_facts = self.facts.len();
        for (a, b, why) in equalities {
            let equal = self.terms.eq(a, b);
            if self.terms.as_const(equal) != Some(Bits::TRUE) && !self.known.contains_key(&equal) {
                self.facts.push((equal, why));
            }
        }
        self.facts.len() > n_facts
    }

    /// Goes through all facts once; whether it should be done again.
    fn pass(&mut self, may_solve: bool) -> Result<bool, Clash> {
        self.memo.clear();
        let mut again = false;
        let mut rest: Vec<Fact> = Vec::new();
        for (old, why) in std::mem::take(&mut self.facts) {
            let (t, by) = self.rewrite_fact(old);
            let why = self.reasons.join(why, by);
            match (self.terms.as_const(t), self.terms.node(t)) {
                (Some(Bits::TRUE), _) => {}
                (Some(_), _) => return Err(Clash(why)),
                // Left for the next pass: only old facts may be used on old facts, else two could
                // each be found superfluous because of the other.
                (None, Node::Bin(BinOp::And, ..)) => {
                    rest.extend(parts(self.terms, t).into_iter().map(|t| (t, why)));
                    again = true;
                }
                _ => match self.solution(t).filter(|_| may_solve) {
                    Some((symbol, equal)) => again |= self.solve(symbol, equal, why),
                    None => rest.push((t, why)),
                },
            }
        }
        self.facts = rest;
        Ok(self.learn() | again && may_solve)
    }

    /// Records a solved symbol; whether facts seen before may mention it.
    fn solve(&mut self, symbol: Term, equal: Term, why: Reason) -> bool {
        self.solved_idx.insert(symbol, self.solved.len());
        self.solved.push((symbol, equal, why));
        // Whatever mentions the symbol was rewritten after the symbol itself.
        let is_new = self.recent.contains(&symbol);
        if is_new {
            for t in self.recent.drain(..) {
                self.memo.remove(&t);
            }
        } else {
            self.memo.clear();
        }
        !is_new
    }

    /// Makes each fact known to the others; whether that is news.
    fn learn(&mut self) -> bool {
        let mut known = FxHashMap::default();
        let mut news = false;
        self.facts.retain(|&(t, why)| {
            let (positive, holds) = match self.terms.node(t) {
                Node::Un(UnOp::Not, inner) => (inner, false),
                _ => (t, true),
            };
            news |= !self.known.contains_key(&positive);
            // A contradiction is left for the next pass to find.
            let is_same = known.get(&positive).is_some_and(|&(other, _)| other == holds);
            known.entry(positive).or_insert((holds, why));
            !is_same
        });
        self.known = known;
        news
    }

    /// A fact with everything in it replaced, but not the fact itself by its truth value.
    fn rewrite_fact(&mut self, t: Term) -> Fact {
        self.recent.clear();
        let (positive, negated) = match self.terms.node(t) {
            Node::Un(UnOp::Not, inner) => (inner, true),
            _ => (t, false),
        };
        let is_replaced = self.solved_idx.contains_key(&positive);
        let (new, why) = if is_replaced {
            self.rewrite(positive)
        } else {
            for operand in self.terms.node(positive).operands() {
                self.rewrite(operand);
            }
            // Facts of opposite truth values meet here.
            let holds = (!negated, Reason::NONE);
            let other = self.known.get(&positive).copied().unwrap_or(holds);
            if other.0 == negated {
                (self.terms.constant(Bits::new(u64::from(other.0), 1)), other.1)
            } else {
                self.rebuilt(positive)
            }
        };
        if self.terms.symbol(new).is_some() && !self.memo.contains_key(&new) {
            self.remember(new, new, Reason::NONE);
        }
        (if negated { self.terms.not(new) } else { new }, why)
    }

    /// A term with solved symbols and known facts replaced.
    fn rewrite(&mut self, t: Term) -> (Term, Reason) {
        let mut waiting = vec![t];
        while let Some(&at) = waiting.last() {
            if self.memo.contains_key(&at) {
                waiting.pop();
                continue;
            }
            if let Some(&idx) = self.solved_idx.get(&at) {
                let (_, equal, why) = self.solved[idx];
                match self.memo.get(&equal) {
                    None => waiting.push(equal),
                    Some(&(new, by)) => {
                        let why = self.reasons.join(why, by);
                        self.remember(at, new, why);
                    }
                }
                continue;
            }
            if let Some(&(holds, why)) = self.known.get(&at) {
                let value = self.terms.constant(Bits::new(u64::from(holds), 1));
                self.remember(at, value, why);
                continue;
            }
            let n_waiting = waiting.len();
            let operands = self.terms.node(at).operands();
            waiting.extend(operands.filter(|operand| !self.memo.contains_key(operand)));
            if waiting.len() == n_waiting {
                let (new, why) = self.rebuilt(at);
                self.remember(at, new, why);
            }
        }
        self.memo[&t]
    }

    fn remember(&mut self, t: Term, new: Term, why: Reason) {
        self.memo.insert(t, (new, why));
        self.recent.push(t);
    }

    /// A term made again of its rewritten operands.
    fn rebuilt(&mut self, t: Term) -> (Term, Reason) {
        let node = self.terms.node(t);
        let mut why = Reason::NONE;
        let mut changed = false;
        for operand in node.operands() {
            let (new, by) = self.memo[&operand];
            changed |= new != operand;
            why = self.reasons.join(why, by);
        }
        if !changed {
            return (t, Reason::NONE);
        }
        let new = |t: Term| self.memo[&t].0;
        let t = match node {
            Node::Const(_) | Node::Symbol(..) => t,
            Node::Un(op, a) => self.terms.un(op, new(a)),
            Node::Bin(op, a, b) => self.terms.bin(op, new(a), new(b)),
            Node::Ite(a, b, c) => self.terms.ite(new(a), new(b), new(c)),
            Node::Resize(extend, width, a) => self.terms.resize(extend, width, new(a)),
        };
        (t, why)
    }

    /// A symbol, and what it equals because this term holds.
    fn solution(&mut self, t: Term) -> Option<(Term, Term)> {
        match self.terms.node(t) {
            Node::Symbol(..) => Some((t, self.terms.constant(Bits::TRUE))),
            Node::Bin(BinOp::Eq, a, b) if self.terms.width(a) == 1 => self.equal_bits(a, b),
            Node::Bin(BinOp::Eq, a, b) => self.equal_words(a, b),
            Node::Un(UnOp::Not, inner) => match self.terms.node(inner) {
                Node::Symbol(..) => Some((inner, self.terms.constant(Bits::FALSE))),
                Node::Bin(BinOp::Eq, a, b) if self.terms.width(a) == 1 => {
                    let (symbol, other) = self.equal_bits(a, b)?;
                    Some((symbol, self.terms.not(other)))
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn equal_bits(&self, a: Term, b: Term) -> Option<(Term, Term)> {
        let solves =
            |symbol, other| self.terms.symbol(symbol).is_some() && !self.occurs(symbol, &[other]);
        let (older, newer) = (a.min(b), a.max(b));
        if solves(newer, older) {
            Some((newer, older))
        } else {
            solves(older, newer).then_some((older, newer))
        }
    }

    fn equal_words(&mut self, a: Term, b: Term) -> Option<(Term, Term)> {
        let mut sum = self.terms.as_sum(a);
        sum.add(&self.terms.as_sum(b), u64::MAX);
        let solves = |idx: &usize| {
            let (t, coefficient) = sum.parts[*idx];
            let others: Vec<Term> =
                sum.parts.iter().map(|&(other, _)| other).filter(|&other| other != t).collect();
            coefficient & 1 == 1 && self.terms.symbol(t).is_some() && !self.occurs(t, &others)
        };
        let idx = (0..sum.parts.len()).rev().find(solves)?;
        let (symbol, coefficient) = sum.parts.remove(idx);
        let mut equal = Sum::zero(sum.width);
        equal.add(&sum, inverse(coefficient).wrapping_neg());
        Some((symbol, self.terms.of_sum(&equal)))
    }

    /// Whether a symbol occurs in terms. It does not in older ones.
    fn occurs(&self, symbol: Term, terms: &[Term]) -> bool {
        terms.iter().any(|&t| t >= symbol)
            && self.terms.cone(terms, &|t| t < symbol).contains(&symbol)
    }

    /// The values of the solved symbols, given those of the others.
    pub fn extended(&self, values: &FxHashMap<Symbol, u64>) -> Model {
        let mut known = FxHashMap::default();
        let mut values = values.clone();
        for &(symbol, equal, _) in self.solved.iter().rev() {
            let value = |symbol| values.get(&symbol).copied().unwrap_or(0);
            let bits = self.terms.eval_into(equal, &value, &mut known);
            known.insert(symbol, bits);
            if let Some(symbol) = self.terms.symbol(symbol) {
                values.insert(symbol, bits.value);
            }
        }
        Model::new(values)
    }
}

/// What a conjunction consists of, in order.
fn parts(terms: &Terms, t: Term) -> Vec<Term> {
    let mut parts = Vec::new();
    let mut waiting = vec![t];
    while let Some(t) = waiting.pop() {
        match terms.node(t) {
            Node::Bin(BinOp::And, a, b) => waiting.extend([b, a]),
            _ => parts.push(t),
        }
    }
    parts
}
