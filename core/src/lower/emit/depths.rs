//! How deep recursive calls are followed.
//!
//! Each call is walked anew, so a function that calls itself twice doubles with each level. How many levels
//! fit into a graph of reasonable size is found by trying: calls whose arguments are constant often come
//! to an end by themselves, and what looks like doubling may not be. First all circles of calls are
//! followed as deep as there are copies; if that is too much, all are cut back to one level and then take
//! turns in getting deeper, as long as they fit.

use super::super::codes;
use super::super::points_to::PointsTo;
use super::super::recursion::MAX_LEVELS;
use super::super::typed::FuncId;
use super::{Emitted, Emitter};
use crate::text::{Problem, Span};

/// Recursive calls add at most about so many edges to the graph of the program without them. Searches and
/// proofs take more than twice the time for twice the graph: two seconds for this many, half a minute for
/// four times as many.
const MAX_ADDED: usize = 3_000;

/// The depths to try one after the other.
const LADDER: [u32; 11] = [1, 2, 3, 4, 5, 6, 8, 12, 16, 24, MAX_LEVELS];

pub(super) struct Depths {
    /// For each circle, how many levels of it are walked.
    limits: Vec<u32>,
    /// No copy of a function is entered when there are so many edges.
    max_edges: usize,
    pub(super) is_too_deep: bool,
}

/// What comes out of walking recursive functions as deep as can be afforded.
pub(super) fn deepest(
    n_circles: u32,
    points_to: PointsTo,
    walk: impl Fn(PointsTo, Depths) -> Emitted,
) -> Emitted {
    let depths = |limits: &[u32], max_edges| Depths {
        limits: limits.to_vec(),
        max_edges,
        is_too_deep: false,
    };
    if n_circles == 0 {
        return walk(points_to, depths(&[], usize::MAX));
    }
    let mut limits = vec![LADDER[0]; n_circles as usize];
    let mut best = walk(points_to.clone(), depths(&limits, usize::MAX));
    let max_edges = best.n_edges + MAX_ADDED;
    let try_with = |limits: &[u32]| {
        let emitted = walk(points_to.clone(), depths(limits, max_edges));
        (!emitted.is_too_deep).then_some(emitted)
    };
    if let Some(all) = try_with(&vec![MAX_LEVELS; limits.len()]) {
        return all;
    }
    let mut is_open = vec![true; limits.len()];
    for depth in LADDER.into_iter().skip(1) {
        for circle in 0..limits.len() {
            if !is_open[circle] {
                continue;
            }
            let before = std::mem::replace(&mut limits[circle], depth);
            match try_with(&limits) {
                Some(deeper) => best = deeper,
                None => {
                    limits[circle] = before;
                    is_open[circle] = false;
                }
            }
        }
    }
    best
}

impl Emitter<'_> {
    /// Loses whoever gets to a recursive call that is not followed. Gives whether it is one.
    pub(super) fn is_too_deep(&mut self, func: FuncId, span: Span) -> bool {
        let Some(level) = self.program.typed.func(func).level else { return false };
        let limit = self.depths.limits[level.circle as usize].min(level.n_levels);
        let is_full = level.depth > 0 && self.graph.n_edges() > self.depths.max_edges;
        if level.depth < limit && !is_full {
            return false;
        }
        self.depths.is_too_deep |= is_full;
        let calls = if limit == 1 { "call" } else { "calls" };
        self.lost_silently(span, &format!("recursion deeper than {limit} {calls}"));
        true
    }

    /// A function is under way that is to be called again, and there is no copy of it for that.
    pub(super) fn lost_in_circle(&mut self, func: FuncId, span: Span) {
        let name = &self.program.typed.func(func).name;
        let message = format!("`{name}` calls itself in a way that is not supported");
        let hint = "call it by its name, or rewrite the recursion as a loop";
        self.report(Problem::new(codes::RECURSION, span, message).hint(hint));
        self.lost_silently(span, "a recursive call");
    }
}
