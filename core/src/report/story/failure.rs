//! What is said about a violation.

use super::freed::Freed;
use super::values::{Names, one_line, quoted, shortened};
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
    freed: Option<&Freed>,
    call: Option<Call>,
) -> Failure {
    let call = call.map_or(String::new(), |call| call.words(names));
    let values = values_of(reads);
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
            let (effect, told) = undefined(&origin.condition, reads, freed);
            Failure {
                predicate: effect.clone(),
                message: format!("undefined behaviour: {told}"),
                effect,
            }
        }
        Kind::Race => unguarded(&origin.condition),
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

/// An operation that is not defined: what the thread does, and the message behind "undefined behaviour: ",
/// which begins with the name that people know it by.
fn undefined(condition: &str, reads: &[Value], freed: Option<&Freed>) -> (String, String) {
    let values = values_of(reads);
    let condition = one_line(condition);
    let is_free = condition.contains("memory from the heap");
    let is_pointer = condition.ends_with("points to an object");
    // The pointer is quoted first.
    let pointer = condition.split('`').nth(1).unwrap_or(&condition);
    // Of a lock they say no more than the words do.
    let is_lock = condition.contains(" held by this thread");
    let values = if is_lock { String::new() } else { with(" (", &values, ")") };
    if let Some(Freed { variable: Some(variable), line, .. }) = freed {
        let gone = format!("{variable}, whose lifetime has ended in line {line}{values}");
        let uses = if pointer.ends_with([')', ']']) { "uses" } else { "points to" };
        let message = format!("use after end of lifetime: {} {uses} {gone}", quoted(pointer));
        return (format!("uses {gone}"), message);
    }
    if let Some(Freed { who, line, .. }) = freed {
        let (deed, class) = match is_free {
            true => ("frees", "double free"),
            false => ("uses", "use after free"),
        };
        let memory = format!("memory that {who} has freed in line {line}{values}");
        let uses = if pointer.ends_with([')', ']']) { "uses" } else { "points to" };
        let message = format!("{class}: {} {uses} {memory}", quoted(pointer));
        return (format!("{deed} {memory}"), message);
    }
    if is_pointer
        && let Some((last, others)) = reads.split_last()
        && last.value == "NULL"
    {
        let is_told = others.is_empty() && last.name == pointer;
        let values = if is_told { String::new() } else { values };
        let told = format!("null pointer: {} is NULL{values}", quoted(pointer));
        return (format!("uses a {told}"), told);
    }
    let class = match condition.as_str() {
        _ if is_free => "invalid free: ",
        _ if is_pointer => "invalid pointer: ",
        condition if condition.starts_with("index `") => "index out of bounds: ",
        condition if condition.starts_with("the shift by") => "shift out of range: ",
        condition if condition.ends_with("fits its type") => "overflow: ",
        condition if condition.starts_with("the divisor") => "division by zero: ",
        _ => "",
    };
    // It points somewhere, but not to all that is used there; what calls of the library use has no name.
    let is_somewhere = reads.last().is_some_and(|read| read.value.starts_with('&'));
    let told = match is_pointer {
        true if pointer.ends_with(')') => {
            format!("{} uses memory that is too small, or gone{values}", quoted(pointer))
        }
        true if is_somewhere => {
            format!("what {} points to is too small, or gone{values}", quoted(pointer))
        }
        _ => format!("{}{values}", opposite(&condition)),
    };
    (format!("goes wrong: {told}"), format!("{class}{told}"))
}

/// That a condition in words does not hold.
fn opposite(condition: &str) -> String {
    let forms = [
        ("is not 0", "is 0"),
        (" is not held by this thread yet", " is held by this thread already"),
        (" is ", " is not "),
        (" points to ", " does not point to "),
        (" fits ", " does not fit "),
        (" do not overlap", " overlap"),
    ];
    let condition = condition.strip_suffix(", not freed yet").unwrap_or(condition);
    // What is quoted stays as it is.
    let mut pieces: Vec<String> = condition.split('`').map(str::to_owned).collect();
    for (holds, fails) in forms {
        if let Some(piece) = pieces.iter_mut().step_by(2).find(|piece| piece.contains(holds)) {
            *piece = piece.replacen(holds, fails, 1);
            return pieces.join("`");
        }
    }
    format!("required: {condition}")
}

/// An access without the lock that guards it; the condition is "`lock` is held at `access`".
fn unguarded(condition: &str) -> Failure {
    let condition = one_line(condition);
    let pieces: Vec<&str> = condition.split('`').collect();
    let (told, needed) = match pieces[..] {
        [_, lock, held, access, _] => {
            let how = if held.contains("for writing") { " for writing" } else { "" };
            let (lock, access) = (quoted(lock), quoted(access));
            (
                format!("uses {access} without holding {lock}{how}"),
                format!("{access} needs {lock}{how}, which is not held"),
            )
        }
        _ => ("does not hold the lock".to_owned(), format!("required: {condition}")),
    };
    Failure {
        effect: told.clone(),
        predicate: told,
        message: format!("accessed without its lock: {needed}"),
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
    use super::{names_nothing, opposite, undefined};
    use crate::report::trace::Value;

    #[test]
    fn what_a_pointer_lacks_is_said() {
        let told = |pointer: &str, value: Option<&str>| {
            let read = |value: &str| Value {
                name: "p".to_owned(),
                value: value.to_owned(),
                shared: false,
            };
            let reads: Vec<Value> = value.map(read).into_iter().collect();
            undefined(&format!("`{pointer}` points to an object"), &reads, None).1
        };
        assert_eq!(told("p", Some("NULL")), "null pointer: `p` is NULL");
        assert_eq!(
            told("p", Some("0x3")),
            "invalid pointer: `p` does not point to an object (p = 0x3)"
        );
        assert_eq!(
            told("p", Some("&item[0]")),
            "invalid pointer: what `p` points to is too small, or gone (p = &item[0])"
        );
        assert_eq!(
            told("memcpy(a, b, 9)", None),
            "invalid pointer: `memcpy(a, b, 9)` uses memory that is too small, or gone"
        );
    }

    #[test]
    fn conditions_in_words_are_turned_round() {
        let turned = [
            (
                "index `a is b` is within the 4 elements of `a`",
                "index `a is b` is not within the 4 elements of `a`",
            ),
            ("`p` points to an object", "`p` does not point to an object"),
            ("the divisor `n` is not 0", "the divisor `n` is 0"),
            ("`a + b` fits its type", "`a + b` does not fit its type"),
            ("`a` and `b` do not overlap", "`a` and `b` overlap"),
            ("`p` is memory from the heap, not freed yet", "`p` is not memory from the heap"),
            ("`&m` is not held by this thread yet", "`&m` is held by this thread already"),
            ("nobody knows", "required: nobody knows"),
        ];
        for (condition, expected) in turned {
            assert_eq!(opposite(condition), expected);
        }
    }

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
