//! Variables of which each call has its own, and which all threads see: whose they are.
//!
//! The model keeps them as objects of a pool, one for each time that the declaration is passed. To the user
//! each is a variable of a thread: `left of sorter#2`.

use std::collections::{BTreeMap, BTreeSet};

use super::values::element;
use crate::engine::Model;
use crate::scpl::{Access, LentOrigin, Trace, VarId};
use crate::text::Span;

/// Whose variables they are in a run.
#[derive(Debug, Default)]
pub(crate) struct Owners {
    /// By the pool, and the number of the object in it.
    labels: BTreeMap<(usize, u64), String>,
    /// What the run misses at its end.
    missing: BTreeSet<(VarId, Option<u32>)>,
}

/// A name, where it is declared, and a thread.
type Variable<'a> = (&'a str, Option<Span>, usize);

impl Owners {
    pub fn find(model: &Model, trace: &Trace, threads: &[String]) -> Owners {
        let mut owners = Owners::default();
        let pools = &model.origins.lent;
        let last = trace.events.last().filter(|_| trace.violated.is_some() && !pools.is_empty());
        let missing = last.into_iter().flat_map(|last| &last.accesses);
        owners.missing = missing
            .filter(|access| matches!(access, Access::Read { value: 0, .. }))
            .map(Access::cell)
            .collect();
        // A thread may come to the same declaration several times.
        let mut given: BTreeMap<Variable, Vec<(usize, u64)>> = BTreeMap::new();
        for event in &trace.events {
            for access in &event.accesses {
                if let Access::Write { var, index: Some(number), new: 1, .. } = *access
                    && let Some(pool) = pools.iter().position(|pool| pool.in_use == var)
                {
                    let span = model.origins.var(var).span;
                    let key = (&*pools[pool].name, span, event.thread.index());
                    given.entry(key).or_default().push((pool, u64::from(number)));
                }
            }
        }
        for ((.., thread), objects) in given {
            let label = threads.get(thread).map_or("", String::as_str);
            for (at, object) in (1..).zip(&objects) {
                let label = match objects.len() {
                    1 => label.to_owned(),
                    _ => format!("{label} ({})", ordinal(at)),
                };
                owners.labels.insert(*object, label);
            }
        }
        owners
    }

    pub fn is_missing(&self, cell: (VarId, Option<u32>)) -> bool {
        self.missing.contains(&cell)
    }

    fn of(&self, name: &str, pool: usize, number: u64) -> String {
        match self.labels.get(&(pool, number)) {
            Some(label) => format!("{name} of {label}"),
            None => name.to_owned(),
        }
    }

    /// The name of a cell, if it is one of such a variable.
    pub fn cell(&self, model: &Model, var: VarId, index: Option<u32>) -> Option<String> {
        let pool = model.origins.lent.iter().position(|pool| pool.vars.contains(&var))?;
        let LentOrigin { count, .. } = model.origins.lent[pool];
        let n_cells = u64::from(model.program.var(var).len?);
        let (index, inner) = (u64::from(index?), (n_cells / count.max(1)).max(1));
        let name = model.origins.name(var);
        let counts = model.origins.var(var).counts.get(1..).unwrap_or_default();
        let name = match counts {
            [] => name,
            counts => element(&name, counts, index % inner),
        };
        Some(self.of(&name, pool, index / inner))
    }

    /// The variable that a cell says of whether it exists.
    pub fn variable(&self, model: &Model, var: VarId, index: Option<u32>) -> Option<String> {
        let pool = model.origins.lent.iter().position(|pool| pool.in_use == var)?;
        Some(self.of(&model.origins.lent[pool].name, pool, u64::from(index?)))
    }

    /// What a pointer into such a variable is, given what it is in the model.
    pub fn pointer(&self, model: &Model, raw: u64, shown: &str) -> Option<String> {
        let pools = &model.origins.lent;
        let pool = pools
            .iter()
            .position(|pool| (pool.start..pool.start + pool.stride * pool.count).contains(&raw))?;
        let LentOrigin { name, start, stride, .. } = &pools[pool];
        let number = (raw - start) / stride;
        let below = shown.strip_prefix(&format!("&{name}[{number}]"))?;
        Some(self.of(&format!("&{name}{below}"), pool, number))
    }
}

fn ordinal(n: u32) -> String {
    let ending = match (n % 10, n % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{n}{ending}")
}

/// Whether a variable is what says of such variables whether they exist.
pub(super) fn says_existence(model: &Model, var: VarId) -> bool {
    model.origins.lent.iter().any(|pool| pool.in_use == var)
}
