//! What a condition came to, in words.

use super::parts::Part;
use super::values::{Names, quoted};
use crate::scpl::{Access, Event, PropertyKind, StepKind, Trace};

/// What was decided: a condition and its outcome.
#[derive(Debug)]
pub(super) struct Decision {
    /// The part of the statement that decided, unless it is the whole.
    part: Option<String>,
    whole: String,
    taken: bool,
    /// What the condition was, if it is a number that the program has no name for.
    value: Option<String>,
}

impl Decision {
    /// Whether it was made inside a statement that is no condition by something that is none either, such
    /// as `free(p);`, a call by a pointer, or a macro: then nobody has written what was decided.
    fn is_statement(&self) -> bool {
        let Some(whole) = self.whole.strip_suffix(';') else { return false };
        self.part.as_ref().is_some_and(|part| whole.trim_end() == part || is_call(part))
    }
}

/// Whether the text is a call as a whole, of a function, by a pointer, or of a macro.
fn is_call(text: &str) -> bool {
    let text = text.replace("->", ".");
    let is_name = |ch: char| ch.is_ascii_alphanumeric() || matches!(ch, '_' | '.' | '[' | ']');
    let inner = match text.strip_prefix("(*") {
        Some(pointed) => pointed.trim_start_matches(is_name).strip_prefix(")("),
        None if text.starts_with(is_name) => text.trim_start_matches(is_name).strip_prefix('('),
        None => None,
    };
    let Some(inner) = inner else { return false };
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
    let origin = |event: &Event| names.model.origins.edge(event.edge);
    let mut events = part.events.iter().map(|&idx| &trace.events[idx]);
    let last = events.rfind(|event| matches!(origin(event).kind, StepKind::Branch { .. }));
    let decided = last.map_or_else(|| whole.clone(), |event| names.line(origin(event).span));
    let value = last.and_then(|event| match event.accesses[..] {
        [Access::Read { var, value, .. }] if !names.is_visible(var) => {
            Some(names.value(var, value))
        }
        _ => None,
    });
    if decided == whole {
        return Decision { part: None, whole, taken, value };
    }
    let negated = whole.strip_prefix('!').map(str::trim_start).map(|inner| {
        inner.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')).unwrap_or(inner)
    });
    match negated {
        Some(inner) if inner == decided => Decision { part: None, whole, taken: !taken, value },
        _ => Decision { part: Some(decided), whole, taken, value },
    }
}

/// The words for a decision: effect and predicate.
pub(super) fn words(done: &str, decision: &Decision) -> (String, String) {
    if decision.is_statement() {
        return (done.to_owned(), done.to_owned());
    }
    let condition = decision.part.as_ref().unwrap_or(&decision.whole);
    let called = condition.trim_start_matches('!');
    // Where something was read, that says what the condition is.
    let is_bare = done.is_empty() || done.starts_with("passes ");
    if let Some(value) = decision.value.as_ref().filter(|_| is_bare && is_call(called)) {
        let from = format!("gets {value} from {}", quoted(called));
        let effect = match (done, &decision.part) {
            ("", None) => format!("gets {value}"),
            ("", Some(_)) => from.clone(),
            _ => format!("{done}, {from}"),
        };
        let predicate = if done.is_empty() { from } else { effect.clone() };
        return (effect, predicate);
    }
    let taken = decision.taken;
    let condition = quoted(condition);
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

#[cfg(test)]
mod tests {
    use super::is_call;

    #[test]
    fn calls_are_told_from_conditions() {
        for call in ["f()", "ops.link(0)", "o->next->link(a, (b))", "table[2](x)", "(*run)(x)"] {
            assert!(is_call(call), "{call}");
        }
        for condition in ["f(x) == 1", "(a)", "a > (b)", "(f)(x) + g(y)", "f(x) && g(y)", "a"] {
            assert!(!is_call(condition), "{condition}");
        }
    }
}
