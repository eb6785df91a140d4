//! Attributes that change what a program means.

use std::ops::Range;

use super::Build;
use crate::ast::{Alignment, Cleanup, IntKind, Runs, Type};
use crate::frontend::UNSUPPORTED;
use crate::frontend::lex::Lex;
use crate::frontend::skim::Attribute;
use crate::text::{Problem, Span};

/// What the attributes of a construct say. All others can be ignored: they are about warnings, speed,
/// or how the program is linked.
#[derive(Clone, Debug, Default)]
pub struct Effects {
    pub noreturn: bool,
    pub alignment: Alignment,
    /// The declared thing is not what its type says.
    pub unsupported_type: Option<&'static str>,
    /// `asm ("name")`: where another name is given for the object file.
    pub object_name: Option<Span>,
    /// `mode (word)`: the integer type that is meant instead.
    pub mode: Option<IntKind>,
    pub cleanup: Option<Cleanup>,
    pub runs: Runs,
}

impl Effects {
    pub fn and(self, other: Effects) -> Effects {
        Effects {
            noreturn: self.noreturn | other.noreturn,
            alignment: self.alignment.and(other.alignment),
            unsupported_type: self.unsupported_type.or(other.unsupported_type),
            object_name: self.object_name.or(other.object_name),
            mode: self.mode.or(other.mode),
            cleanup: self.cleanup.or(other.cleanup),
            runs: self.runs.and(other.runs),
        }
    }
}

impl Build<'_, '_> {
    /// The attributes between some tokens that no inner construct has taken.
    pub fn effects(&mut self, tokens: Range<usize>) -> Effects {
        let mut effects = self.effects_if(tokens, |_| true);
        self.refuse_object_name(&mut effects);
        effects
    }

    /// The attributes of a declared name. Of functions, another name in the object file is noted: most
    /// of them are a library's, and never called.
    pub fn effects_on_name(&mut self, tokens: Range<usize>, ty: &Type) -> Effects {
        let mut effects = self.effects_if(tokens, |_| true);
        if !matches!(ty, Type::Function(_)) {
            self.refuse_object_name(&mut effects);
        }
        effects
    }

    fn refuse_object_name(&mut self, effects: &mut Effects) {
        if let Some(span) = effects.object_name.take() {
            let what = "a name given for the object file";
            self.unsupported(span, what, "Use one name");
            effects.unsupported_type = Some(what);
        }
    }

    /// The integer type of a machine mode, of the sign that is written.
    fn mode(&self, entry: &Attribute) -> Option<IntKind> {
        let (start, end) = entry.args?;
        let mut words = (start..end).map(|idx| self.source.spelling(idx as usize));
        Some(match words.next()?.trim_matches('_') {
            "QI" | "byte" => IntKind::SignedChar,
            "HI" => IntKind::Short,
            "SI" => IntKind::Int,
            "DI" => IntKind::LongLong,
            "word" | "pointer" | "unwind_word" => IntKind::Long,
            _ => return None,
        })
    }

    /// The function that is called when a variable goes out of scope.
    fn cleanup(&mut self, entry: &Attribute) -> Option<Cleanup> {
        let (start, end) = entry.args?;
        let is_name = end == start + 1 && self.lex(start as usize) == Lex::Ident;
        let span = self.span_of(start as usize..end as usize);
        is_name.then(|| Cleanup { function: self.name_of(start as usize), span })
    }

    /// When a function runs among those that run outside `main`.
    fn priority(&self, entry: &Attribute) -> Option<u32> {
        let Some((start, end)) = entry.args else { return Some(Runs::LAST) };
        let is_one = end == start + 1;
        is_one.then(|| self.source.spelling(start as usize).parse().ok()).flatten()
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
                "asm" => {
                    let span = self.span_of(entry.at as usize..entry.end as usize);
                    effects.object_name = Some(span);
                    continue;
                }
                "vector_size" | "ext_vector_type" => ("a vector type", "Use an array"),
                "mode" => match self.mode(entry) {
                    Some(mode) => {
                        effects.mode = Some(mode);
                        continue;
                    }
                    None => ("a type of an explicit machine mode", "Use a plain integer type"),
                },
                "cleanup" => match self.cleanup(entry) {
                    Some(cleanup) => {
                        effects.cleanup = Some(cleanup);
                        continue;
                    }
                    None => ("this clean-up function", "Write the name of a function"),
                },
                "alias" | "ifunc" | "weakref" => {
                    ("a function that stands for another one", "Use one name")
                }
                "transparent_union" => {
                    ("a transparent union", "Use a struct, or separate functions")
                }
                "scalar_storage_order" => {
                    ("a record with an explicit byte order", "Drop the attribute for checking")
                }
                "constructor" if self.priority(entry).is_some() => {
                    effects.runs.before_main = self.priority(entry);
                    continue;
                }
                "destructor" if self.priority(entry).is_some() => {
                    effects.runs.after_main = self.priority(entry);
                    continue;
                }
                "constructor" | "destructor" => {
                    let span = self.span_of(entry.at as usize..entry.end as usize);
                    let message = format!("Braid does not understand this priority of a `{name}`");
                    let problem = Problem::fatal(UNSUPPORTED, span, message);
                    self.problems.push(problem.hint("Write a number"));
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
