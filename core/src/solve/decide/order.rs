//! Orders and bounds, closed.
//!
//! Facts `a < b` and `a <= b` are the edges of a graph, one graph for each width and each of the two
//! orders. A cycle with a strict edge is a clash; a cycle without says that all on it are equal. With
//! no cycle, the least and the greatest value of every term follow in one walk each way, and a term
//! whose least value is above its greatest is a clash. If there is no clash, every term can have its
//! least value as far as these facts are concerned; so can they have values as near to 0 as that allows,
//! which are the ones we propose.
//!
//! Values are ranks: their places in the order, counted from the least.

use std::collections::BTreeMap;

use crate::hash::FxHashMap;

use super::facts::{Clash, Facts};
use super::reason::Reason;
use crate::scpl::{BinOp, Bits, Extend, UnOp};
use crate::solve::term::{Node, Symbol, Term, Terms};

/// Two terms that are equal, and why.
pub(super) type Equality = (Term, Term, Reason);

/// What the orders have to say.
#[derive(Debug)]
pub(super) enum Closed {
    Clash(Clash),
    /// Equalities that follow.
    Equal(Vec<Equality>),
    /// Values that meet all orders and bounds, though perhaps not the other facts.
    Proposed(FxHashMap<Symbol, u64>),
}

pub(super) fn close(facts: &mut Facts) -> Closed {
    let mut graphs: BTreeMap<(u8, bool), Graph> = BTreeMap::new();
    for idx in 0..facts.facts.len() {
        let (t, why) = facts.facts[idx];
        note(facts.terms, &mut graphs, t, why);
    }
    let mut equal = Vec::new();
    let mut proposed = FxHashMap::default();
    // Signed last: most numbers of C are.
    for graph in graphs.values_mut() {
        if let Err(clash) = graph.close(facts, &mut equal, &mut proposed) {
            return Closed::Clash(clash);
        }
    }
    if equal.is_empty() { Closed::Proposed(proposed) } else { Closed::Equal(equal) }
}

/// Puts a fact into the graphs it says something for.
fn note(terms: &Terms, graphs: &mut BTreeMap<(u8, bool), Graph>, t: Term, why: Reason) {
    let (positive, holds) = match terms.node(t) {
        Node::Un(UnOp::Not, inner) => (inner, false),
        _ => (t, true),
    };
    let Node::Bin(op, a, b) = terms.node(positive) else { return };
    let width = terms.width(a);
    let graph_of = |is_signed| (width, is_signed);
    let new = |is_signed| move || Graph::new(width, is_signed);
    match (op, terms.as_const(b)) {
        (BinOp::Ult | BinOp::Slt, bound) => {
            let is_signed = op == BinOp::Slt;
            let graph = graphs.entry(graph_of(is_signed)).or_insert_with(new(is_signed));
            let a_idx = graph.node(terms, a);
            match bound {
                Some(bits) => graph.bound(a_idx, bits, holds, why),
                None => {
                    let b_idx = graph.node(terms, b);
                    let (from, to) = if holds { (a_idx, b_idx) } else { (b_idx, a_idx) };
                    graph.edges.push(Edge { from, to, is_strict: holds, why });
                }
            }
        }
        (BinOp::Eq, Some(bits)) if width > 1 => {
            for is_signed in [false, true] {
                let graph = graphs.entry(graph_of(is_signed)).or_insert_with(new(is_signed));
                let idx = graph.node(terms, a);
                let rank = graph.rank(bits);
                let node = &mut graph.nodes[idx];
                if holds {
                    node.raise(rank, why);
                    node.lower(rank, why);
                } else {
                    node.holes.insert(rank, why);
                }
            }
        }
        _ => {}
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub from: usize,
    pub to: usize,
    pub is_strict: bool,
    pub why: Reason,
}

#[derive(Clone, Debug)]
pub(super) struct Vertex {
    pub term: Term,
    least: (u64, Reason),
    greatest: (u64, Reason),
    /// Ranks that it does not have.
    holes: BTreeMap<u64, Reason>,
}

impl Vertex {
    fn raise(&mut self, rank: u64, why: Reason) {
        if rank > self.least.0 {
            self.least = (rank, why);
        }
    }

    fn lower(&mut self, rank: u64, why: Reason) {
        if rank < self.greatest.0 {
            self.greatest = (rank, why);
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Graph {
    width: u8,
    is_signed: bool,
    pub nodes: Vec<Vertex>,
    ids: FxHashMap<Term, usize>,
    pub edges: Vec<Edge>,
}

impl Graph {
    fn new(width: u8, is_signed: bool) -> Self {
        Self { width, is_signed, nodes: Vec::new(), ids: FxHashMap::default(), edges: Vec::new() }
    }

    /// The place of a value in the order; and, as that undoes itself, the value of a place.
    fn rank(&self, bits: Bits) -> u64 {
        debug_assert_eq!(bits.width, self.width);
        let flip = if self.is_signed { 1 << (self.width - 1) } else { 0 };
        bits.value ^ flip
    }

    fn node(&mut self, terms: &Terms, term: Term) -> usize {
        if let Some(&idx) = self.ids.get(&term) {
            return idx;
        }
        let (least, greatest) = range(terms, term, self.is_signed);
        let [least, greatest] =
            [least, greatest].map(|value| (self.rank(Bits::new(value, self.width)), Reason::NONE));
        self.ids.insert(term, self.nodes.len());
        self.nodes.push(Vertex { term, least, greatest, holes: BTreeMap::new() });
        self.nodes.len() - 1
    }

    /// A term is, or is not, less than a constant. That is never the least value: nothing is less.
    fn bound(&mut self, idx: usize, bits: Bits, is_less: bool, why: Reason) {
        let rank = self.rank(bits);
        if is_less {
            self.nodes[idx].lower(rank.saturating_sub(1), why);
        } else {
            self.nodes[idx].raise(rank, why);
        }
    }

    fn close(
        &mut self,
        facts: &mut Facts,
        equal: &mut Vec<Equality>,
        proposed: &mut FxHashMap<Symbol, u64>,
    ) -> Result<(), Clash> {
        let n_equal = equal.len();
        let order = self.sorted(facts, equal)?;
        if equal.len() == n_equal {
            self.bounds(facts, &order, equal)?;
            self.propose(facts.terms, &order, proposed);
        }
        Ok(())
    }

    /// The least and the greatest value of every term. A symbol that has only one value left is
    /// equal to it.
    fn bounds(
        &mut self,
        facts: &mut Facts,
        order: &[usize],
        equal: &mut Vec<Equality>,
    ) -> Result<(), Clash> {
        let next = self.next();
        for &at in order {
            let (mut rank, mut why) = self.nodes[at].least;
            while let Some(&hole) = self.nodes[at].holes.get(&rank) {
                why = facts.reasons.join(why, hole);
                rank = rank.checked_add(1).ok_or(Clash(why))?;
            }
            self.nodes[at].least = (rank, why);
            for &idx in &next[at] {
                let edge = self.edges[idx];
                let why = facts.reasons.join(why, edge.why);
                let rank = rank.checked_add(u64::from(edge.is_strict)).ok_or(Clash(why))?;
                self.nodes[edge.to].raise(rank, why);
            }
        }
        for &at in order.iter().rev() {
            for &idx in &next[at] {
                let edge = self.edges[idx];
                let (rank, why) = self.nodes[edge.to].greatest;
                let why = facts.reasons.join(why, edge.why);
                let rank = rank.checked_sub(u64::from(edge.is_strict)).ok_or(Clash(why))?;
                self.nodes[at].lower(rank, why);
            }
            let (mut rank, mut why) = self.nodes[at].greatest;
            while let Some(&hole) = self.nodes[at].holes.get(&rank) {
                why = facts.reasons.join(why, hole);
                rank = rank.checked_sub(1).ok_or(Clash(why))?;
            }
            self.nodes[at].greatest = (rank, why);
            let node = &self.nodes[at];
            if node.least.0 >= rank {
                let why = facts.reasons.join(node.least.1, why);
                if node.least.0 > rank {
                    return Err(Clash(why));
                }
                if facts.terms.symbol(node.term).is_some() {
                    let value = self.rank(Bits::new(rank, self.width));
                    let value = facts.terms.constant(Bits::new(value, self.width));
                    equal.push((node.term, value, why));
                }
            }
        }
        Ok(())
    }

    /// Values near 0 that meet all orders and bounds.
    fn propose(&self, terms: &Terms, order: &[usize], proposed: &mut FxHashMap<Symbol, u64>) {
        let zero = self.rank(Bits::new(0, self.width));
        let mut ranks: Vec<u64> = self
            .nodes
            .iter()
            .map(|node| zero.clamp(node.least.0, node.greatest.0.max(node.least.0)))
            .collect();
        let next = self.next();
        for &at in order {
            let node = &self.nodes[at];
            // No further than the greatest value, which then is wrong, but it is only a proposal.
            while node.holes.contains_key(&ranks[at]) && ranks[at] < node.greatest.0 {
                ranks[at] += 1;
            }
            for &idx in &next[at] {
                let edge = self.edges[idx];
                let above = ranks[at].saturating_add(u64::from(edge.is_strict));
                ranks[edge.to] = ranks[edge.to].max(above);
            }
            if let Some(symbol) = terms.symbol(node.term) {
                proposed.insert(symbol, self.rank(Bits::new(ranks[at], self.width)));
            }
        }
    }

    /// The edges that leave each vertex.
    pub(super) fn next(&self) -> Vec<Vec<usize>> {
        let mut next = vec![Vec::new(); self.nodes.len()];
        for (idx, edge) in self.edges.iter().enumerate() {
            next[edge.from].push(idx);
        }
        next
    }
}

/// The least and the greatest value that a term can have by the way it is made.
fn range(terms: &Terms, t: Term, is_signed: bool) -> (u64, u64) {
    let ones = Bits::mask(terms.width(t));
    let half = 1 << (terms.width(t) - 1);
    let any = if is_signed { (half, half - 1) } else { (0, ones) };
    match terms.node(t) {
        Node::Resize(Extend::Zero, width, x) if terms.width(x) < width => {
            (0, Bits::mask(terms.width(x)))
        }
        Node::Resize(Extend::Sign, width, x) if terms.width(x) < width && is_signed => {
            let greatest = Bits::mask(terms.width(x)) >> 1;
            (ones - greatest, greatest)
        }
        Node::Bin(BinOp::Urem, _, by) => match terms.as_const(by) {
            Some(by) if (1..=half).contains(&by.value) => (0, by.value - 1),
            _ => any,
        },
        Node::Bin(BinOp::Lshr, _, by) => match terms.as_const(by) {
            Some(by) if (1..u64::from(terms.width(t))).contains(&by.value) => (0, ones >> by.value),
            _ => any,
        },
        _ => any,
    }
}
