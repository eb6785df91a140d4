//! Answers kept by content, so that they outlive the program they were found for.
//!
//! A key stands for all that an answer depends on: the commands of the edge and what is declared of
//! their variables, the predicates, the truth values that are given. Ids and places in the text are
//! not part of it, so an edit leaves the answers about all other edges valid. A wrong answer could
//! mislead the search but no verdict: proofs are certified and runs are replayed without them.

use std::collections::BTreeMap;

use xxhash_rust::xxh3::xxh3_128;

use super::queries::{Atom, Query, Role};
use super::scope::touched;
use crate::scpl::{EdgeId, Expr, Scope, VarId};
use crate::solve::Exec;

/// Answers that this many runs did not need are dropped.
const MAX_AGE: u8 = 4;

/// Answers from this run and earlier ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cache {
    /// By the key of the question; with the number of runs that did not need it.
    answers: BTreeMap<u128, (Vec<u128>, u8)>,
}

impl Cache {
    pub fn len(&self) -> usize {
        self.answers.len()
    }

    pub fn is_empty(&self) -> bool {
        self.answers.is_empty()
    }

    /// A new run begins.
    pub fn grow_older(&mut self) {
        self.answers.retain(|_, (_, age)| {
            *age += 1;
            *age < MAX_AGE
        });
    }

    pub(super) fn get(&mut self, key: u128) -> Option<&[u128]> {
        let (answer, age) = self.answers.get_mut(&key)?;
        *age = 0;
        Some(answer)
    }

    pub fn insert(&mut self, key: u128, answer: Vec<u128>) {
        self.answers.insert(key, (answer, 0));
    }

    /// Sorted by key.
    pub fn iter(&self) -> impl Iterator<Item = (u128, &[u128])> {
        self.answers.iter().map(|(key, (answer, _))| (*key, &answer[..]))
    }
}

/// The contents of a program's parts, as short as keys can be.
#[derive(Debug)]
pub(super) struct Contents {
    /// By edge, and for the beginning at last.
    edges: Vec<u128>,
    /// By atom.
    atoms: Vec<u128>,
}

impl Contents {
    pub fn new(exec: &Exec, uses_handles: bool) -> Self {
        let program = exec.program;
        let edges = (0..program.edges.len() as u32).map(EdgeId);
        let mut edges: Vec<u128> =
            edges.map(|edge| key(&edge_text(exec, edge, uses_handles))).collect();
        let begin: String = program.vars.iter().map(|var| format!("{var}\n")).collect();
        edges.push(key(&begin));
        Self { edges, atoms: Vec::new() }
    }

    /// The next atom is this expression.
    pub fn push_atom(&mut self, exec: &Exec, expr: &Expr) {
        let mut text = exec.program.print(expr).to_string();
        expr.for_each_var(&mut |var| declare(exec, var, &mut text));
        self.atoms.push(key(&text));
    }

    /// The key of a question, and the order of what is asked in the stored answer.
    pub fn of(&self, query: &Query) -> (u128, Vec<usize>) {
        let atom = |atom: Atom| self.atoms[atom.index()];
        let edge = query.edge.map_or(self.edges.len() - 1, EdgeId::index);
        let mut known: Vec<(u128, Role, bool)> =
            query.known.iter().map(|&(one, role, value)| (atom(one), role, value)).collect();
        known.sort_unstable();
        let mut order: Vec<usize> = (0..query.asked.len()).collect();
        let asked = |idx: &usize| (atom(query.asked[*idx].0), query.asked[*idx].1);
        order.sort_unstable_by_key(asked);
        let mut bytes = self.edges[edge].to_le_bytes().to_vec();
        for (atom, role, value) in known {
            bytes.extend(atom.to_le_bytes());
            bytes.extend([role as u8, u8::from(value)]);
        }
        bytes.push(u8::MAX);
        for (atom, role) in order.iter().map(asked) {
            bytes.extend(atom.to_le_bytes());
            bytes.push(role as u8);
        }
        (xxh3_128(&bytes), order)
    }
}

/// The other way round.
pub(super) fn inverse(order: &[usize]) -> Vec<usize> {
    let mut inverse = vec![0; order.len()];
    for (idx, &place) in order.iter().enumerate() {
        inverse[place] = idx;
    }
    inverse
}

/// An answer with its bits moved: bit `to[i]` becomes what bit `i` was.
pub(super) fn permuted(answer: &[u128], to: &[usize]) -> Vec<u128> {
    let moved = |bits: &u128| {
        to.iter().enumerate().fold(0, |moved, (from, to)| moved | ((bits >> from & 1) << to))
    };
    let mut all: Vec<u128> = answer.iter().map(moved).collect();
    all.sort_unstable();
    all
}

fn key(text: &str) -> u128 {
    xxh3_128(text.as_bytes())
}

fn edge_text(exec: &Exec, edge: EdgeId, uses_handles: bool) -> String {
    let program = exec.program;
    let mut text = format!("handles {uses_handles}\n");
    let edge = program.edge(edge);
    for command in &edge.commands {
        text += &format!("{}\n", program.print(command));
    }
    let touched = touched(program, edge);
    if touched.creates {
        // The created thread's locals take their first values.
        let locals = program.vars.iter().filter(|var| var.scope == Scope::Local);
        text.extend(locals.map(|var| format!("{var}\n")));
    }
    for var in touched.all.iter().filter_map(|(_, var)| *var) {
        declare(exec, var, &mut text);
    }
    text
}

/// What an expression with the variable depends on.
fn declare(exec: &Exec, id: VarId, text: &mut String) {
    let var = exec.program.var(id);
    *text += &format!("\n{} {:?} {:?} {:?}", var.name, var.scope, var.sort, var.len);
    if exec.is_constant(id) {
        *text += &format!(" {:?}", var.init);
    }
}
