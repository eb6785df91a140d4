//! The codes of the preprocessor's problems.
//!
//! A problem is fatal when a C compiler would refuse the text as well, or when we had to stop:
//! whatever we said about such a program would be about another one.

use crate::text::Code;

/// Something that changes what the program does and that Braid does not model.
pub const UNSUPPORTED: Code = Code("unsupported-construct");
/// No file, and no built-in header, has the name that an `#include` asks for.
pub const INCLUDE_NOT_FOUND: Code = Code("include-not-found");
/// Files include each other without end.
pub const INCLUDE_TOO_DEEP: Code = Code("include-too-deep");
/// Files include each other more often than any real program does.
pub const TOO_MANY_INCLUDES: Code = Code("too-many-includes");
/// An `#include` does not name a file.
pub const BAD_INCLUDE: Code = Code("bad-include");
/// The file holds a NUL byte.
pub const NOT_TEXT: Code = Code("not-text");
pub const UNTERMINATED_COMMENT: Code = Code("unterminated-comment");
pub const UNTERMINATED_STRING: Code = Code("unterminated-string");
pub const UNTERMINATED_CHAR: Code = Code("unterminated-char");
/// A character that no C token contains, or a `#` that starts no directive.
pub const STRAY_CHARACTER: Code = Code("stray-character");
/// An `#if` without its `#endif`.
pub const UNTERMINATED_CONDITIONAL: Code = Code("unterminated-conditional");
/// An `#else`, `#elif` or `#endif` without its `#if`.
pub const UNMATCHED_CONDITIONAL: Code = Code("unmatched-conditional");
/// The expression of an `#if` or `#elif` is no integer constant expression.
pub const BAD_CONDITION: Code = Code("bad-condition");
/// The expression of an `#if` or `#elif` divides by zero.
pub const CONDITION_DIVIDES_BY_ZERO: Code = Code("condition-divides-by-zero");
pub const UNKNOWN_DIRECTIVE: Code = Code("unknown-directive");
/// A known directive without what it needs, such as `#undef` without a name.
pub const BAD_DIRECTIVE: Code = Code("bad-directive");
/// The text says `#error`.
pub const ERROR_DIRECTIVE: Code = Code("error-directive");
/// The text says `#warning`. Not fatal.
pub const WARNING_DIRECTIVE: Code = Code("warning-directive");
/// A `#define` that defines nothing we can use.
pub const BAD_DEFINE: Code = Code("bad-define");
/// A macro is defined again with another body. Not fatal.
pub const MACRO_REDEFINED: Code = Code("macro-redefined");
/// A macro is called with too few or too many arguments.
pub const MACRO_ARGUMENTS: Code = Code("macro-arguments");
/// The argument list of a macro has no end.
pub const UNTERMINATED_CALL: Code = Code("unterminated-call");
/// `##` joins two tokens that do not make one.
pub const BAD_PASTE: Code = Code("bad-paste");
/// Macros expand to more than we are willing to read.
pub const EXPANSION_TOO_LARGE: Code = Code("expansion-too-large");
/// Brackets nest deeper than we are willing to follow.
pub const NESTING_TOO_DEEP: Code = Code("nesting-too-deep");
/// The list of problems was cut off.
pub const TOO_MANY_PROBLEMS: Code = Code("too-many-problems");
