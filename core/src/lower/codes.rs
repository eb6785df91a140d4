//! The codes of the problems that the lowering reports.

use crate::text::Code;

pub const TYPE_ERROR: Code = Code("type-error");
pub const UNKNOWN_NAME: Code = Code("unknown-name");
pub const UNSUPPORTED: Code = Code("unsupported-construct");
pub const BAD_ANNOTATION: Code = Code("bad-annotation");
pub const RECURSION: Code = Code("recursion");
pub const ESCAPING_LOCAL: Code = Code("escaping-local");
pub const ATOMIC_SECTION: Code = Code("unbalanced-atomic-section");
pub const TOO_LARGE: Code = Code("program-too-large");
pub const NO_ENTRY: Code = Code("nothing-to-check");
