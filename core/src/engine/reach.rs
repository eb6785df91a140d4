//! What kept a search from a property.

use super::model::Model;
use super::verdict::Obstacle;
use crate::hunt::{self, Outcome, Pool};
use crate::scpl::{Command, EdgeId, LocId, Program, PropId, TemplateId};

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
    let checks: Vec<LocId> = program
        .edges
        .iter()
        .zip(&model.origins.edges)
        .filter(|(edge, origin)| edge.to == error || origin.statement == place)
        .map(|(edge, _)| edge.from)
        .collect();
    let is_among = |reached: &[bool]| checks.iter().any(|loc| reached[loc.index()]);
    // An assertion that is constant has no steps at all.
    if checks.is_empty() || checks.iter().any(|&loc| outcome.reached.loc(loc)) {
        return None;
    }
    let entry = program.template(program.main).entry;
    if !is_among(&reachable(program, [entry], Creations::Followed)) {
        return Some(Obstacle::NoPath);
    }
    match (outcome.pool, outcome.coverage) {
        (Pool::Exhausted, coverage) => {
            let edge = refused(model, outcome, &is_among);
            let span = edge.map(|edge| model.origins.edge(edge).statement);
            let is_known = span.is_some() || coverage == hunt::Coverage::Closed;
            is_known.then_some(Obstacle::Threads { n_threads, span })
        }
        (Pool::Sufficient, hunt::Coverage::Closed) => Some(Obstacle::NoPath),
        (Pool::Sufficient, hunt::Coverage::Partial | hunt::Coverage::Cut) => None,
    }
}

/// A creation at which a thread stood, and behind which the way goes on: in the creating thread, or,
/// if it never worked, in the created one.
fn refused(model: &Model, outcome: &Outcome, is_among: &dyn Fn(&[bool]) -> bool) -> Option<EdgeId> {
    let program = &model.program;
    let edges = (0..program.edges.len() as u32).map(EdgeId);
    let mut tried: Vec<EdgeId> = edges
        .filter(|&id| {
            let edge = program.edge(id);
            let mut created = edge.commands.iter().filter_map(created);
            let Some(template) = created.next() else { return false };
            outcome.reached.loc(edge.from)
                && (is_among(&reachable(program, [edge.to], Creations::Ignored))
                    || !outcome.reached.edge(id) && {
                        let entry = program.template(template).entry;
                        is_among(&reachable(program, [entry], Creations::Followed))
                    })
        })
        .collect();
    tried.sort_by_key(|&edge| (outcome.reached.edge(edge), model.origins.edge(edge).statement));
    tried.first().copied()
}

pub(super) fn created(command: &Command) -> Option<TemplateId> {
    match command {
        Command::Create { template, .. } => Some(*template),
        _ => None,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Creations {
    /// The way goes on in created threads as well.
    Followed,
    /// One thread's way only.
    Ignored,
}

/// The locations to which edges lead, whatever their conditions. By `LocId`.
pub(super) fn reachable(
    program: &Program,
    from: impl IntoIterator<Item = LocId>,
    creations: Creations,
) -> Vec<bool> {
    let mut reached = vec![false; program.locs.len()];
    let mut pending: Vec<LocId> = from.into_iter().collect();
    while let Some(loc) = pending.pop() {
        if std::mem::replace(&mut reached[loc.index()], true) {
            continue;
        }
        for edge in program.edges_from(loc) {
            let edge = program.edge(edge);
            pending.push(edge.to);
            if creations == Creations::Followed {
                let created = edge.commands.iter().filter_map(created);
                pending.extend(created.map(|template| program.template(template).entry));
            }
        }
    }
    reached
}
