//! What kept a search from a property.

use super::model::Model;
use super::verdict::Obstacle;
use crate::hunt::{self, Outcome, Pool};
use crate::scpl::{Command, EdgeId, LocId, Program, PropId};

/// Why the check of a property was not reached, if it was not and the search can tell.
pub(super) fn obstacle(
    model: &Model,
    property: PropId,
    n_threads: u32,
    outcome: &Outcome,
) -> Option<Obstacle> {
    let program = &model.program;
    let error = program.properties[property.index()].error;
    // Of `a || b` the second half may never be looked at: all steps of the assertion count.
    let place = model.origins.property(property).span;
    let edges = program.edges.iter().zip(&model.origins.edges);
    let mut checks = edges
        .filter(|(edge, origin)| edge.to == error || origin.statement == place)
        .map(|(edge, _)| edge.from);
    // An assertion that is constant has no steps at all.
    let is_constant = checks.clone().next().is_none();
    if is_constant || checks.clone().any(|loc| outcome.reached.loc(loc)) {
        return None;
    }
    let graph = graph_reachable(program);
    if !checks.any(|loc| graph[loc.index()]) {
        return Some(Obstacle::NoPath);
    }
    match (outcome.pool, outcome.coverage) {
        (Pool::Exhausted, _) => {
            // A creation that works at times, as in an endless loop, is not what stands in the way.
            let never = refused(model, outcome).filter(|&edge| !outcome.reached.edge(edge));
            let span = never.map(|edge| model.origins.edge(edge).statement);
            Some(Obstacle::Threads { n_threads, span })
        }
        (Pool::Sufficient, hunt::Coverage::Closed) => Some(Obstacle::NoPath),
        (Pool::Sufficient, hunt::Coverage::Partial) => None,
    }
}

/// A creation at which a thread stood without getting past it; one that never worked, if possible.
fn refused(model: &Model, outcome: &Outcome) -> Option<EdgeId> {
    let edges = (0..model.program.edges.len() as u32).map(EdgeId);
    let mut tried: Vec<EdgeId> = edges
        .filter(|&edge| {
            let edge = model.program.edge(edge);
            creates(edge.commands.iter()).next().is_some() && outcome.reached.loc(edge.from)
        })
        .collect();
    tried.sort_by_key(|&edge| (outcome.reached.edge(edge), model.origins.edge(edge).statement));
    tried.first().copied()
}

fn creates<'a>(
    commands: impl Iterator<Item = &'a Command>,
) -> impl Iterator<Item = crate::scpl::TemplateId> {
    commands.filter_map(|command| match command {
        Command::Create { template, .. } => Some(*template),
        _ => None,
    })
}

/// The locations to which edges lead, whatever their conditions. By `LocId`.
fn graph_reachable(program: &Program) -> Vec<bool> {
    let mut reached = vec![false; program.locs.len()];
    let mut pending: Vec<LocId> = vec![program.template(program.main).entry];
    while let Some(loc) = pending.pop() {
        if std::mem::replace(&mut reached[loc.index()], true) {
            continue;
        }
        for edge in program.edges_from(loc) {
            let edge = program.edge(edge);
            pending.push(edge.to);
            let created = creates(edge.commands.iter());
            pending.extend(created.map(|template| program.template(template).entry));
        }
    }
    reached
}
