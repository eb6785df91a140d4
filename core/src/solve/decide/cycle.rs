//! Cycles in a graph of orders, and an order of its vertices if there are none.

use std::collections::VecDeque;

use super::facts::{Clash, Facts};
use super::order::{Edge, Equality, Graph};

/// How many cycles that clash are compared; the shortest is taken.
const MAX_CLASHES: usize = 16;

impl Graph {
    /// The vertices so that edges lead forwards. If there are cycles, they clash or make terms equal,
    /// and the vertices on them are missing from the result.
    pub(super) fn sorted(
        &self,
        facts: &mut Facts,
        equal: &mut Vec<Equality>,
    ) -> Result<Vec<usize>, Clash> {
        let next = self.next();
        let mut on_cycle = vec![true; self.nodes.len()];
        let order = self.peel(&mut on_cycle, |edge| (edge.from, edge.to));
        if order.len() < self.nodes.len() {
            // What only lies behind a cycle goes as well.
            self.peel(&mut on_cycle, |edge| (edge.to, edge.from));
            self.cycles(facts, &next, &on_cycle, equal)?;
        }
        Ok(order)
    }

    /// Takes away vertices that no edge leads to, one after the other.
    fn peel(&self, there: &mut [bool], ends: fn(&Edge) -> (usize, usize)) -> Vec<usize> {
        let mut n_before = vec![0; self.nodes.len()];
        let mut next = vec![Vec::new(); self.nodes.len()];
        for (from, to) in self.edges.iter().map(ends) {
            if there[from] && there[to] {
                n_before[to] += 1;
                next[from].push(to);
            }
        }
        let mut order: Vec<usize> =
            (0..there.len()).filter(|&at| there[at] && n_before[at] == 0).collect();
        let mut n_done = 0;
        while let Some(&at) = order.get(n_done) {
            n_done += 1;
            there[at] = false;
            for &to in &next[at] {
                n_before[to] -= 1;
                if n_before[to] == 0 {
                    order.push(to);
                }
            }
        }
        order
    }

    /// A strict edge on a cycle is a clash; without one, what is on it is equal.
    fn cycles(
        &self,
        facts: &mut Facts,
        next: &[Vec<usize>],
        there: &[bool],
        equal: &mut Vec<Equality>,
    ) -> Result<(), Clash> {
        let edges = || self.edges.iter().filter(|edge| there[edge.from] && there[edge.to]);
        let strict = edges().filter(|edge| edge.is_strict);
        let clashes = strict
            .filter_map(|edge| Some((edge, self.path(next, edge.to, edge.from)?)))
            .take(MAX_CLASHES);
        if let Some((edge, back)) = clashes.min_by_key(|(_, back)| back.len()) {
            let whys = back.iter().map(|&idx| self.edges[idx].why);
            return Err(Clash(whys.fold(edge.why, |why, by| facts.reasons.join(why, by))));
        }
        let mut joined = vec![false; self.nodes.len()];
        for edge in edges().filter(|edge| !edge.is_strict) {
            if joined[edge.from] || joined[edge.to] {
                continue;
            }
            if let Some(back) = self.path(next, edge.to, edge.from) {
                let whys = back.iter().map(|&idx| self.edges[idx].why);
                let why = whys.fold(edge.why, |why, by| facts.reasons.join(why, by));
                for idx in back {
                    let Edge { from, to, .. } = self.edges[idx];
                    (joined[from], joined[to]) = (true, true);
                    equal.push((self.nodes[from].term, self.nodes[to].term, why));
                }
            }
        }
        Ok(())
    }

    /// The edges of a shortest way.
    fn path(&self, next: &[Vec<usize>], from: usize, to: usize) -> Option<Vec<usize>> {
        let mut came_by = vec![None; self.nodes.len()];
        let mut waiting = VecDeque::from([from]);
        while let Some(at) = waiting.pop_front() {
            if at == to {
                break;
            }
            for &idx in &next[at] {
                let next = self.edges[idx].to;
                if next != from && came_by[next].is_none() {
                    came_by[next] = Some(idx);
                    waiting.push_back(next);
                }
            }
        }
        let mut path = Vec::new();
        let mut at = to;
        while at != from {
            let idx = came_by[at]?;
            path.push(idx);
            at = self.edges[idx].from;
        }
        Some(path)
    }
}
