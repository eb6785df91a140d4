//! Whether something can happen before something else.
//!
//! After an operation without defined behaviour, or one that is not modelled, nothing is known any more.
//! An assertion counts as proved only if no such operation can be on the way to it. What only `main` does
//! is in the order of its graph: what is not reached from behind the operation was done before it, or is
//! done instead. And what `main` does before it creates a thread, it does before all that threads do.
//! Of everything else the order is not known here.

use super::model::Model;
use super::reach::{Creations, created, reachable};
use crate::scpl::{Afterwards, EdgeId, LocId, PropId};

/// The order in which properties can be checked.
pub(super) struct Behind<'a> {
    model: &'a Model,
    /// By `LocId`: whether `main` gets there; whether another thread does; whether `main` does after it
    /// has created one.
    in_main: Vec<bool>,
    in_others: Vec<bool>,
    behind_creation: Vec<bool>,
    /// By `PropId`: the locations at which it is decided.
    sites: Vec<Vec<LocId>>,
}

impl<'a> Behind<'a> {
    pub fn new(model: &'a Model) -> Self {
        let program = &model.program;
        let nowhere = vec![false; program.locs.len()];
        let in_main =
            reachable(program, [program.template(program.main).entry], Creations::Ignored);
        let others = program.templates.iter().enumerate();
        let others = others.filter(|(idx, _)| *idx != program.main.index());
        let in_others = others.fold(nowhere, |mut all, (_, template)| {
            let reached = reachable(program, [template.entry], Creations::Ignored);
            all.iter_mut().zip(reached).for_each(|(all, reached)| *all |= reached);
            all
        });
        let creating = program.edges.iter().filter(|edge| {
            in_main[edge.from.index()] && edge.commands.iter().any(|c| created(c).is_some())
        });
        let behind_creation = reachable(program, creating.map(|edge| edge.to), Creations::Ignored);
        let mut sites = vec![Vec::new(); program.properties.len()];
        let by_error: crate::hash::FxHashMap<LocId, usize> =
            program.properties.iter().enumerate().map(|(idx, p)| (p.error, idx)).collect();
        for edge in &program.edges {
            if let Some(&property) = by_error.get(&edge.to) {
                sites[property].push(edge.from);
            }
        }
        Behind { model, in_main, in_others, behind_creation, sites }
    }

    /// Those properties that may be checked after `cause` has happened, by `PropId`.
    pub fn after(&self, cause: PropId) -> Vec<bool> {
        let sites = &self.sites[cause.index()];
        let (by_main, by_others): (Vec<LocId>, Vec<LocId>) =
            sites.iter().partition(|site| !self.in_others[site.index()]);
        let in_main = self.behind(cause, &by_main);
        let is_open = in_main.is_none() || self.is_open(cause);
        let affects = |property: usize| {
            let sites = &self.sites[property];
            // What is never decided holds, unless it is this that keeps it from being decided.
            (sites.is_empty() && is_open)
                || sites.iter().any(|site| {
                    let site = site.index();
                    self.in_others[site]
                        || !self.in_main[site]
                        || in_main.as_ref().is_none_or(|reached| reached[site])
                        || (!by_others.is_empty() && self.behind_creation[site])
                })
        };
        (0..self.sites.len()).map(affects).collect()
    }

    /// Where `main` can be after something has happened at these locations; `None` if that is not known.
    fn behind(&self, cause: PropId, sites: &[LocId]) -> Option<Vec<bool>> {
        let program = &self.model.program;
        if sites.is_empty() {
            return Some(vec![false; program.locs.len()]);
        }
        if self.is_open(cause) {
            return None;
        }
        let error = program.properties[cause.index()].error;
        let mut next = Vec::new();
        for &site in sites {
            let beside = program.edges_from(site).map(|edge: EdgeId| program.edge(edge).to);
            let beside: Vec<LocId> = beside.filter(|&to| to != error).collect();
            if beside.is_empty() {
                return None;
            }
            next.extend(beside);
        }
        let reached = reachable(program, next, Creations::Ignored);
        // Where something ends that way, more may follow than the graph has.
        let ends = program.properties.iter().enumerate();
        let mut ends = ends.filter(|(_, property)| reached[property.error.index()]);
        (!ends.any(|(idx, _)| self.is_open(PropId(idx as u32)))).then_some(reached)
    }

    /// Whether it is not in the graph how the program goes on after this.
    fn is_open(&self, property: PropId) -> bool {
        self.model.origins.property(property).afterwards == Afterwards::Anywhere
    }
}
