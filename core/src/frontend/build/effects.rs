//! Attributes that change what a program means.

use std::ops::Range;

use super::Build;
use crate::frontend::UNSUPPORTED;
use crate::text::Problem;

/// What the attributes of a construct say. All others can be ignored: they are about warnings,
/// speed, or layout that Braid does not model.
#[derive(Clone, Copy, Debug, Default)]
pub struct Effects {
    pub noreturn: bool,
    pub packed: bool,
    /// The declared thing is not what its type says.
    pub unsupported_type: Option<&'static str>,
}

impl Effects {
    pub fn and(self, other: Effects) -> Effects {
        Effects {
            noreturn: self.noreturn | other.noreturn,
            packed: self.packed | other.packed,
            unsupported_type: self.unsupported_type.or(other.unsupported_type),
        }
    }
}

impl Build<'_, '_> {
    /// The attributes between some tokens that no inner construct has taken.
    pub fn effects(&mut self, tokens: Range<usize>) -> Effects {
        let mut effects = Effects::default();
        let attributes = &self.skimmed.attributes;
        let first = attributes.partition_point(|entry| (entry.at as usize) < tokens.start);
        for (idx, entry) in attributes.iter().enumerate().skip(first) {
            if entry.at as usize >= tokens.end {
                break;
            }
            if std::mem::replace(&mut self.attributes_taken[idx], true) {
                continue;
            }
            let name = self.source.spelling(entry.name as usize);
            let what = match name.trim_matches('_') {
                "noreturn" => {
                    effects.noreturn = true;
                    continue;
                }
                "packed" => {
                    effects.packed = true;
                    continue;
                }
                "vector_size" | "ext_vector_type" => "a vector type",
                "mode" => "a type of an explicit machine mode",
                "cleanup" => "a variable with a clean-up function",
                "alias" | "ifunc" | "weakref" => "a function that stands for another one",
                "transparent_union" => "a transparent union",
                "scalar_storage_order" => "a record with an explicit byte order",
                "constructor" | "destructor" => {
                    let span = self.span_of(entry.at as usize..entry.end as usize);
                    let message = format!("Braid does not model `{name}` functions");
                    let problem = Problem::fatal(UNSUPPORTED, span, message);
                    self.problems.push(problem.hint("Call the function in `main`"));
                    continue;
                }
                _ => continue,
            };
            let span = self.span_of(entry.at as usize..entry.end as usize);
            self.unsupported(span, what, "");
            effects.unsupported_type = Some(what);
        }
        effects
    }
}
