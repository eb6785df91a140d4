//! What a condition came to, in words.

use super::parts::Part;
use super::values::{Names, quoted};
use crate::scpl::{PropertyKind, StepKind, Trace};

/// What was decided: a condition and its outcome.
pub(super) struct Decision {
    /// The part of the statement that decided, unless it is the whole.
    part: Option<String>,
    whole: String,
    taken: bool,
}

impl Decision {
    /// Whether it was made inside a statement that is no condition by something that is none either, such
    /// as `free(p);`, a call by a pointer, or a macro: then nobody has written what was decided.
    fn is_statement(&self) -> bool {
        let Some(whole) = self.whole.strip_suffix(';') else { return false };
        self.part.as_ref().is_some_and(|part| whole.trim_end() == part || is_call(part))
    }
}

/// Whether the text is a call as a whole, of a function or of a macro.
fn is_call(text: &str) -> bool {
    let is_name = |ch: char| ch.is_ascii_alphanumeric() || ch == '_';
    let Some(inner) = text.trim_start_matches(is_name).strip_prefix('(') else { return false };
    if text.starts_with('(') {
        return false;
    }
    let mut depth = 1;
    let closed = inner.find(|ch| {
        depth += match ch {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        depth == 0
    });
    closed == inner.len().checked_sub(1)
}

/// Whether the part ends an assertion that holds.
pub(super) fn holds(names: Names, trace: &Trace, part: &Part) -> bool {
    let last = part.events[part.events.len() - 1];
    let edge = trace.events[last].edge;
    let is_branch = matches!(names.model.origins.edge(edge).kind, StepKind::Branch { .. });
    is_branch && names.passed(edge) == Some(PropertyKind::Assertion)
}

/// The last decision of a part. In `a && b` that is one of the two; `!a` is the opposite of `a`.
pub(super) fn last(names: Names, trace: &Trace, part: &Part, taken: bool) -> Decision {
    let whole = names.line(part.statement);
    let mut branches =
        part.events.iter().map(|&idx| names.model.origins.edge(trace.events[idx].edge));
    let last = branches.rfind(|origin| matches!(origin.kind, StepKind::Branch { .. }));
    let decided = last.map_or_else(|| whole.clone(), |origin| names.line(origin.span));
    if decided == whole {
        return Decision { part: None, whole, taken };
    }
    let negated = whole.strip_prefix('!').map(str::trim_start).map(|inner| {
        inner.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')).unwrap_or(inner)
    });
    match negated {
        Some(inner) if inner == decided => Decision { part: None, whole, taken: !taken },
        _ => Decision { part: Some(decided), whole, taken },
    }
}

/// The words for a decision: effect and predicate.
pub(super) fn words(done: &str, decision: &Decision) -> (String, String) {
    if decision.is_statement() {
        return (done.to_owned(), done.to_owned());
    }
    let taken = decision.taken;
    let condition = quoted(decision.part.as_ref().unwrap_or(&decision.whole));
    let effect = match (done, &decision.part) {
        ("", None) => format!("is {taken}"),
        (_, None) => format!("{done}: {taken}"),
        ("", Some(_)) => format!("{condition} is {taken}"),
        (_, Some(_)) => format!("{done}, {condition} is {taken}"),
    };
    let predicate = match done {
        "" => format!("finds {condition} {taken}"),
        _ => format!("{done}, so {condition} is {taken}"),
    };
    (effect, predicate)
}
