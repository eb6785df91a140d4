//! What is said about a violation.

use super::values::{Names, quoted, shortened};
use super::words::values_of;
use crate::engine::Kind;
use crate::report::trace::Value;
use crate::scpl::PropertyOrigin;
use crate::text::Span;

/// A violation in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    /// Where the thread and the statement are shown beside it: `fails: value = 0 and v = 1`.
    pub effect: String,
    /// After the thread's label: `violates `value > v`: value = 0 and v = 1`.
    pub predicate: String,
    /// Alone: `assertion violated: value > v, but value = 0 and v = 1`.
    pub message: String,
}

/// The call that a violation is to be blamed on, and the values that were read for its arguments.
pub(crate) struct Call {
    pub span: Span,
    pub values: String,
}

impl Call {
    /// `, for `check(x == 1)` in line 14, where x = 2`
    fn words(&self, names: Names) -> String {
        let text = quoted(names.files.text(self.span));
        let line = names.files.line(self.span);
        format!(", for {text} in line {line}{}", with(", where ", &self.values, ""))
    }
}

/// Words for a violation in whose evaluation these values were read, and what is said of memory that is gone.
pub(crate) fn failure(
    names: Names,
    kind: Kind,
    origin: &PropertyOrigin,
    reads: &[Value],
    freed: Option<(String, u32)>,
    call: Option<Call>,
) -> Failure {
    let call = call.map_or(String::new(), |call| call.words(names));
    let mut values = values_of(reads);
    let condition = shortened(&origin.condition);
    match kind {
        Kind::ReachError => {
            let error = quoted(names.files.text(origin.span));
            Failure {
                effect: format!("gets here{call}"),
                predicate: format!("reaches {error}{call}"),
                message: format!("error reached: {error} is called{call}"),
            }
        }
        Kind::Undefined => {
            if let Some((who, line)) = freed {
                values = match values.as_str() {
                    "" => format!("{who} has freed it in line {line}"),
                    values => format!("{values}, which {who} has freed in line {line}"),
                };
            }
            let but = with(", but ", &values, "");
            Failure {
                effect: format!("goes wrong{}", with(": ", &values, "")),
                predicate: format!("has undefined behaviour, required: {condition}{but}"),
                message: format!("undefined behaviour: required: {condition}{but}"),
            }
        }
        Kind::Race => Failure {
            effect: "does not hold the lock".to_owned(),
            predicate: format!("does not hold the lock, required: {condition}"),
            message: format!("accessed without its lock: required: {condition}"),
        },
        Kind::Assertion | Kind::Deadlock => Failure {
            effect: format!("fails{}{call}", with(": ", &values, "")),
            predicate: format!("violates `{condition}`{}{call}", with(": ", &values, "")),
            message: match values.as_str() {
                "" if names_nothing(&condition) => {
                    format!("assertion violated: `{condition}` is reached{call}")
                }
                "" => format!("assertion violated: `{condition}` is false{call}"),
                values => format!("assertion violated: {condition}, but {values}{call}"),
            },
        },
    }
}

fn with(before: &str, text: &str, after: &str) -> String {
    if text.is_empty() { String::new() } else { format!("{before}{text}{after}") }
}

/// Whether a condition is a constant such as `0`, `false` or `!"unreachable"`.
fn names_nothing(condition: &str) -> bool {
    // Every other piece stands between quotation marks.
    let code: String = condition.split('"').step_by(2).collect();
    code == "false" || !code.contains(|c: char| c.is_ascii_alphabetic() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::names_nothing;

    #[test]
    fn constants_name_nothing() {
        for constant in ["0", "false", "!\"never here\"", "0 && \"never here\""] {
            assert!(names_nothing(constant), "{constant}");
        }
        for condition in ["x", "find(\"six\") == 2", "x && \"a text\""] {
            assert!(!names_nothing(condition), "{condition}");
        }
    }
}
