//! Nodes as short strings of bytes, so that many of them fit into memory.
//!
//! Most cells of a state are 0 at any time, most others are small. So a row is written as the number of its
//! cells that are not 0, and for each of them how many were left out before it, and its value; numbers in
//! as many groups of seven bits as they need. Whoever reads a string from the left knows at each place
//! what comes next: different nodes have different strings, and the node can be had back from its own.

use std::collections::{BTreeMap, BTreeSet};

use super::node::{Held, Node};
use super::ranges::Range;
use crate::scpl::{Layout, LocId, State, TemplateId, ThreadIdx, ThreadState};

/// A node as a string.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Packed(Box<[u8]>);

impl Packed {
    pub fn new(node: &Node) -> Self {
        let Node { state, open, ranges, waits } = node;
        let mut to = Writer(Vec::new());
        to.row(&state.shared);
        to.length(state.threads.len());
        for thread in &state.threads {
            to.number(thread.template.0.into());
            to.number(thread.loc.0.into());
            to.row(&thread.locals);
        }
        to.number(state.n_idle.into());
        to.length(waits.len());
        for (waiting, awaited) in waits {
            to.number(waiting.0.into());
            to.length(awaited.len());
            awaited.iter().for_each(|thread| to.number(thread.0.into()));
        }
        to.length(open.len());
        for (&(owner, at), held) in open {
            to.number(owner.map_or(0, ThreadIdx::handle));
            to.length(at);
            to.length(held.symbol);
            to.signed(held.plus);
            to.number(held.width.into());
        }
        to.length(ranges.len());
        for range in ranges {
            to.signed(range.low);
            to.signed(range.high);
        }
        Self(to.0.into_boxed_slice())
    }

    pub fn node(&self, layout: &Layout) -> Node {
        let mut from = Reader(&self.0);
        let shared = from.row(layout.n_shared());
        let threads = (0..from.length()).map(|_| ThreadState {
            template: TemplateId(from.number() as u32),
            loc: LocId(from.number() as u32),
            locals: from.row(layout.n_local()),
        });
        let threads = threads.collect();
        let state = State { shared, threads, n_idle: from.number() as u32 };
        let mut waits = BTreeMap::new();
        for _ in 0..from.length() {
            let waiting = ThreadIdx(from.number() as u32);
            let awaited: BTreeSet<_> =
                (0..from.length()).map(|_| ThreadIdx(from.number() as u32)).collect();
            waits.insert(waiting, awaited);
        }
        let mut open = BTreeMap::new();
        for _ in 0..from.length() {
            let owner = from.number().checked_sub(1).map(|idx| ThreadIdx(idx as u32));
            let at = from.length();
            let symbol = from.length();
            let plus = from.signed();
            open.insert((owner, at), Held { symbol, plus, width: from.number() as u8 });
        }
        let ranges =
            (0..from.length()).map(|_| Range { low: from.signed(), high: from.signed() }).collect();
        Node { state, open, ranges, waits }
    }
}

struct Writer(Vec<u8>);

impl Writer {
    fn wide(&mut self, mut number: u128) {
        while number >= 1 << 7 {
            self.0.push(number as u8 | 1 << 7);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    fn number(&mut self, number: u64) {
        self.wide(number.into());
    }

    fn length(&mut self, length: usize) {
        self.wide(length as u128);
    }

    /// Small ones of both signs are small.
    fn signed(&mut self, number: i128) {
        self.wide((number << 1 ^ number >> 127) as u128);
    }

    fn row(&mut self, cells: &[u64]) {
        let others = || cells.iter().enumerate().filter(|(_, value)| **value != 0);
        self.length(others().count());
        let mut next = 0;
        for (at, value) in others() {
            self.length(at - next);
            self.number(*value);
            next = at + 1;
        }
    }
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn wide(&mut self) -> u128 {
        let (mut number, mut shift) = (0, 0);
        while let Some((&byte, rest)) = self.0.split_first() {
            self.0 = rest;
            number |= u128::from(byte & 0x7f) << shift;
            shift += 7;
            if byte >> 7 == 0 {
                break;
            }
        }
        number
    }

    fn number(&mut self) -> u64 {
        self.wide() as u64
    }

    fn length(&mut self) -> usize {
        self.wide() as usize
    }

    fn signed(&mut self) -> i128 {
        let number = self.wide();
        (number >> 1) as i128 ^ -((number & 1) as i128)
    }

    fn row(&mut self, n_cells: usize) -> Vec<u64> {
        let mut cells = vec![0; n_cells];
        let mut next = 0;
        for _ in 0..self.length() {
            let at = next + self.length();
            cells[at] = self.number();
            next = at + 1;
        }
        cells
    }
}
