//! The graph under construction.
//!
//! Statements are lowered with more locations than needed, joined by edges that do nothing; `finish`
//! contracts those, drops what cannot be reached, and numbers the rest.

use std::collections::BTreeMap;

use super::room::Limit;
use crate::hash::FxHashMap;
use crate::scpl::{
    Afterwards, Command, Edge, EdgeOrigin, Expr, Loc, LocId, LocKind, PropId, Property,
    PropertyKind, PropertyOrigin,
};
use crate::text::Span;

#[derive(Debug, Default)]
pub struct Graph {
    pub locs: Vec<Loc>,
    /// How many atomic sections are open at each location.
    pub depths: Vec<u32>,
    edges: Vec<(Edge, EdgeOrigin)>,
    pub properties: Vec<Property>,
    pub property_origins: Vec<PropertyOrigin>,
    by_place: FxHashMap<(PropertyKind, Span), PropId>,
    /// That a place of the heap has room enough: there may be several of these at one place of the text.
    limits: BTreeMap<(Span, Limit), PropId>,
}

/// The parts of a finished graph.
#[derive(Debug)]
pub struct Finished {
    pub locs: Vec<Loc>,
    pub edges: Vec<Edge>,
    pub origins: Vec<EdgeOrigin>,
    pub properties: Vec<Property>,
    pub entries: Vec<LocId>,
}

impl Graph {
    pub fn add_loc(&mut self, kind: LocKind, depth: u32) -> LocId {
        self.locs.push(Loc { kind, atomic: depth > 0 });
        self.depths.push(depth);
        LocId(self.locs.len() as u32 - 1)
    }

    /// Adds an edge, unless a guard in front can never hold.
    pub fn add_edge(&mut self, from: LocId, to: LocId, commands: Vec<Command>, origin: EdgeOrigin) {
        if matches!(commands.first(), Some(Command::Assume(Expr::FALSE))) {
            return;
        }
        let mut commands = commands;
        commands.retain(|command| !matches!(command, Command::Assume(Expr::TRUE)));
        self.edges.push((Edge { from, to, commands }, origin));
    }

    pub fn n_edges(&self) -> usize {
        self.edges.len()
    }

    /// The property at a place of the text; inlined copies of an assertion are one property.
    pub fn property(
        &mut self,
        kind: PropertyKind,
        span: Span,
        condition: impl FnOnce() -> String,
    ) -> PropId {
        if let Some(&id) = self.by_place.get(&(kind, span)) {
            return id;
        }
        let id = self.new_property(kind, span, condition());
        self.by_place.insert((kind, span), id);
        id
    }

    /// The property that more than some limit of the model is not needed.
    pub fn limit(&mut self, limit: Limit, span: Span, condition: String) -> PropId {
        if let Some(&id) = self.limits.get(&(span, limit)) {
            return id;
        }
        let id = self.new_property(PropertyKind::Unmodelled, span, condition);
        self.limits.insert((span, limit), id);
        id
    }

    /// All of those.
    pub fn limits(&self) -> Vec<(PropId, Limit)> {
        self.limits.iter().map(|((_, limit), id)| (*id, *limit)).collect()
    }

    fn new_property(&mut self, kind: PropertyKind, span: Span, condition: String) -> PropId {
        let id = PropId(self.properties.len() as u32);
        let error = self.add_loc(LocKind::Error(id), 0);
        self.properties.push(Property { kind, error });
        self.property_origins.push(PropertyOrigin {
            span,
            condition,
            unsupported: None,
            afterwards: Afterwards::Beside,
        });
        id
    }

    /// How the program goes on after this is not in the graph, at one place at least.
    pub fn goes_anywhere(&mut self, property: PropId) {
        self.property_origins[property.index()].afterwards = Afterwards::Anywhere;
    }

    pub fn finish(mut self, entries: &[LocId]) -> (Finished, Vec<PropertyOrigin>) {
        let stands_for = self.contract(entries);
        for (edge, _) in &mut self.edges {
            edge.from = stands_for[edge.from.index()];
            edge.to = stands_for[edge.to.index()];
        }
        let entries: Vec<LocId> = entries.iter().map(|entry| stands_for[entry.index()]).collect();
        let kept = self.reachable(&entries);
        let mut number = vec![LocId(u32::MAX); self.locs.len()];
        let mut locs = Vec::new();
        for (idx, loc) in self.locs.iter().enumerate().filter(|(idx, _)| kept[*idx]) {
            number[idx] = LocId(locs.len() as u32);
            locs.push(*loc);
        }
        self.edges.retain(|(edge, _)| kept[edge.from.index()]);
        for (edge, _) in &mut self.edges {
            edge.from = number[edge.from.index()];
            edge.to = number[edge.to.index()];
        }
        // Stable: edges out of one location stay in the order in which they were made.
        self.edges.sort_by_key(|(edge, _)| edge.from);
        let properties = self
            .properties
            .iter()
            .map(|p| Property { error: number[p.error.index()], ..*p })
            .collect();
        let entries = entries.iter().map(|entry| number[entry.index()]).collect();
        let (edges, origins) = self.edges.into_iter().unzip();
        (Finished { locs, edges, origins, properties, entries }, self.property_origins)
    }

    /// Drops edges that do nothing, and gives for each location the one that stands for it: a plain
    /// location whose only way on is such an edge is the same as where that leads, unless that way enters
    /// an atomic section. An endless loop of such edges keeps its last one.
    fn contract(&mut self, entries: &[LocId]) -> Vec<LocId> {
        let mut n_out = vec![0u32; self.locs.len()];
        for (edge, _) in &self.edges {
            n_out[edge.from.index()] += 1;
        }
        let mut parent: Vec<LocId> = (0..self.locs.len() as u32).map(LocId).collect();
        fn find(parent: &mut [LocId], loc: LocId) -> LocId {
            let mut root = loc;
            while parent[root.index()] != root {
                root = parent[root.index()];
            }
            let mut at = loc;
            while parent[at.index()] != root {
                at = std::mem::replace(&mut parent[at.index()], root);
            }
            root
        }
        let locs = &self.locs;
        self.edges.retain(|(edge, _)| {
            let (from, to) = (&locs[edge.from.index()], &locs[edge.to.index()]);
            // Leaving an atomic section is part of the step that ends it; entering one is not part of
            // the step before.
            let same = (from.atomic || !to.atomic)
                && from.kind == LocKind::Plain
                && to.kind == LocKind::Plain;
            if !edge.commands.is_empty()
                || !same
                || n_out[edge.from.index()] != 1
                || entries.contains(&edge.from)
            {
                return true;
            }
            let target = find(&mut parent, edge.to);
            if target == find(&mut parent, edge.from) {
                return true;
            }
            parent[edge.from.index()] = target;
            false
        });
        (0..self.locs.len() as u32).map(|loc| find(&mut parent, LocId(loc))).collect()
    }

    fn reachable(&self, entries: &[LocId]) -> Vec<bool> {
        let mut kept = vec![false; self.locs.len()];
        let mut out: Vec<Vec<LocId>> = vec![Vec::new(); self.locs.len()];
        for (edge, _) in &self.edges {
            out[edge.from.index()].push(edge.to);
        }
        // Error locations stay, reachable or not: each property has one.
        for property in &self.properties {
            kept[property.error.index()] = true;
        }
        let mut pending = entries.to_vec();
        while let Some(loc) = pending.pop() {
            if !std::mem::replace(&mut kept[loc.index()], true) {
                pending.extend(&out[loc.index()]);
            }
        }
        kept
    }
}
