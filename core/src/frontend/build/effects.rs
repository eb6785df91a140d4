//! Attributes that change what a program means.

use std::ops::Range;

use super::Build;
use crate::ast::Alignment;
use crate::frontend::UNSUPPORTED;
use crate::frontend::skim::Attribute;
use crate::text::Problem;

/// What the attributes of a construct say. All others can be ignored: they are about warnings, speed,
/// or how the program is linked.
#[derive(Clone, Debug, Default)]
pub struct Effects {
    pub noreturn: bool,
    pub alignment: Alignment,
    /// The declared thing is not what its type says.
    pub unsupported_type: Option<&'static str>,
}

impl Effects {
    pub fn and(self, other: Effects) -> Effects {
        Effects {
            noreturn: self.noreturn | other.noreturn,
            alignment: self.alignment.and(other.alignment),
            unsupported_type: self.unsupported_type.or(other.unsupported_type),
        }
    }
}

impl Build<'_, '_> {
    /// The attributes between some tokens that no inner construct has taken.
    pub fn effects(&mut self, tokens: Range<usize>) -> Effects {
        self.effects_if(tokens, |_| true)
    }

    /// The attributes of a record. `_Alignas` is not about the type in front of it but about what is
    /// declared.
    pub fn effects_on_record(&mut self, tokens: Range<usize>) -> Effects {
        self.effects_if(tokens, |entry| entry.name != entry.at)
    }

    fn effects_if(&mut self, tokens: Range<usize>, counts: fn(&Attribute) -> bool) -> Effects {
        let mut effects = Effects::default();
        let skimmed = self.skimmed;
        let attributes = &skimmed.attributes;
        let first = attributes.partition_point(|entry| (entry.at as usize) < tokens.start);
        for (idx, entry) in attributes.iter().enumerate().skip(first) {
            if entry.at as usize >= tokens.end {
                break;
            }
            if !counts(entry) {
                continue;
            }
            if std::mem::replace(&mut self.attributes_taken[idx], true) {
                continue;
            }
            let name = self.source.spelling(entry.name as usize);
            let (what, hint) = match name.trim_matches('_') {
                "noreturn" => {
                    effects.noreturn = true;
                    continue;
                }
                "packed" => {
                    effects.alignment.packed = true;
                    continue;
                }
                "aligned" | "Alignas" | "alignas" => match self.multiple(entry) {
                    Some(multiple) => {
                        effects.alignment.multiples.push(multiple);
                        continue;
                    }
                    None => ("this alignment", "Write a number"),
                },
                "asm" => ("a name given for the object file", "Use one name"),
                "vector_size" | "ext_vector_type" => ("a vector type", "Use an array"),
                "mode" => ("a type of an explicit machine mode", "Use a plain integer type"),
                "cleanup" => (
                    "a variable with a clean-up function",
                    "Call the function at the end of the block",
                ),
                "alias" | "ifunc" | "weakref" => {
                    ("a function that stands for another one", "Use one name")
                }
                "transparent_union" => {
                    ("a transparent union", "Use a struct, or separate functions")
                }
                "scalar_storage_order" => {
                    ("a record with an explicit byte order", "Drop the attribute for checking")
                }
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
            self.unsupported(span, what, hint);
            effects.unsupported_type = Some(what);
        }
        effects
    }
}
