//! Functions that call themselves, directly or through others.
//!
//! Inlining needs a different set of variables for each call of a function that is under way at the same
//! time. So the functions of a circle of calls are copied, level by level, each copy with automatic
//! variables of its own, and a call that goes round the circle goes to the next level. After that no
//! function gets to itself by direct calls, and nobody behind needs to know about recursion: pointers to
//! variables of different calls are pointers to different variables.
//!
//! There is an end to that. The functions of the last level have no bodies to speak of; `emit` does not go
//! further than it can afford (`emit/depths.rs`), at most to there, and whoever calls deeper is lost.
//!
//! What exists once stays so: static variables, memory from the heap, where a function leaves the struct
//! that it returns (it is taken from there at once), and the function's address. So a call through a
//! pointer, and a new thread, start at the first level. If that is under way already, `emit` notices.
//!
//! Left alone are circles with `main`, whose end is the program's, and with statements that are threads
//! of their own, which would be others in each copy.

mod copies;

use std::collections::{BTreeMap, BTreeSet};

use super::threads::{intrinsic_of, is_async};
use super::typed::{Callee, FuncId, TStmtKind, Typed};
use super::walk::{for_each_call, for_each_inner_expr, for_each_stmt};

/// No circle has more levels.
pub const MAX_LEVELS: u32 = 32;
/// Each has as many, however large.
const MIN_LEVELS: u32 = 4;
/// The copies of one circle have at most so many expressions, but for that. Points-to analysis goes
/// through all of them, several times.
const MAX_EXPRS: usize = 20_000;

/// Copies what is recursive; gives how many circles there are.
pub fn unroll(typed: &mut Typed) -> u32 {
    let calls: BTreeMap<FuncId, BTreeSet<FuncId>> = (0..typed.funcs.len() as u32)
        .map(FuncId)
        .filter(|&func| typed.func(func).body.is_some())
        .map(|func| (func, direct_calls(typed, func)))
        .collect();
    let mut n_circles = 0;
    for members in circles(&calls) {
        if members.iter().any(|&func| is_left_alone(typed, func)) {
            continue;
        }
        let n_exprs: usize = members.iter().map(|&func| n_exprs(typed, func)).sum();
        let n_levels = (MAX_EXPRS / n_exprs.max(1)) as u32;
        let n_levels = n_levels.clamp(MIN_LEVELS, MAX_LEVELS);
        copies::copy(typed, &members, n_circles, n_levels);
        n_circles += 1;
    }
    n_circles
}

fn is_left_alone(typed: &Typed, func: FuncId) -> bool {
    let mut has_async = false;
    for_each_stmt(typed.func(func).body.as_deref().unwrap_or_default(), &mut |stmt| {
        has_async |= matches!(&stmt.kind, TStmtKind::Label(label, _) if is_async(label));
    });
    has_async || &*typed.func(func).name == "main"
}

fn n_exprs(typed: &Typed, func: FuncId) -> usize {
    let mut n = 0;
    let body = typed.func(func).body.as_deref().unwrap_or_default();
    for_each_inner_expr(body, &mut |_| n += 1);
    n
}

/// The functions with a body that the text of a function calls by name.
fn direct_calls(typed: &Typed, func: FuncId) -> BTreeSet<FuncId> {
    let mut found = BTreeSet::new();
    let body = typed.func(func).body.as_deref().unwrap_or_default();
    for_each_call(body, &mut |callee, _, _| {
        if let Callee::Func(to) = callee
            && typed.func(*to).body.is_some()
            && intrinsic_of(typed, callee).is_none()
        {
            found.insert(*to);
        }
    });
    found
}

/// The circles of calls. The functions of each are in an order in which, from the one that comes first on,
/// each call inside the circle either goes forward or goes round it.
fn circles(calls: &BTreeMap<FuncId, BTreeSet<FuncId>>) -> Vec<Vec<FuncId>> {
    let mut search =
        Search { calls, n_met: 0, met: BTreeMap::new(), open: Vec::new(), found: Vec::new() };
    for &func in calls.keys() {
        if !search.met.contains_key(&func) {
            search.visit(func);
        }
    }
    search.found
}

/// Tarjan's search for strongly connected components.
struct Search<'a> {
    calls: &'a BTreeMap<FuncId, BTreeSet<FuncId>>,
    n_met: u32,
    /// The number of each function in the order in which they were met.
    met: BTreeMap<FuncId, u32>,
    /// Functions whose circle is not known yet.
    open: Vec<FuncId>,
    found: Vec<Vec<FuncId>>,
}

impl Search<'_> {
    /// Gives the lowest number that the function gets back to.
    fn visit(&mut self, func: FuncId) -> u32 {
        let own = self.n_met;
        self.n_met += 1;
        self.met.insert(func, own);
        self.open.push(func);
        let mut lowest = own;
        for &callee in &self.calls[&func] {
            match self.met.get(&callee) {
                None => lowest = lowest.min(self.visit(callee)),
                Some(&number) if self.open.contains(&callee) => lowest = lowest.min(number),
                Some(_) => {}
            }
        }
        if lowest == own {
            let start = self.open.iter().rposition(|&open| open == func).unwrap_or_default();
            // In the order in which they were met.
            let members = self.open.split_off(start);
            if members.len() > 1 || self.calls[&func].contains(&func) {
                self.found.push(members);
            }
        }
        lowest
    }
}
