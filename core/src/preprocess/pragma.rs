//! `#pragma` and `_Pragma`: what is said to the compiler beside the program.
//!
//! Most pragmas are about warnings and speed, and compilers ignore those that they do not know; so do
//! we. A few change the preprocessor, `pack` changes the layout of structs, and some change what the
//! program does: those are never passed over in silence.

use super::codes;
use super::expander::Expander;
use super::lex;
use super::tok::{Kind, Punct, Tok};
use crate::text::{Problem, Span};

/// What `#pragma pack` has said so far.
#[derive(Debug, Default)]
pub struct Packing {
    current: Option<u32>,
    /// What was pushed, with its name.
    saved: Vec<(Option<String>, Option<u32>)>,
}

/// Pragmas that change what the program does, in a way that Braid does not model: the name, what it
/// does, what to write instead.
const UNMODELLED: &[(&str, &str, &str)] = &[
    ("omp", "the threads of OpenMP", "create the threads with pthread_create"),
    ("acc", "the threads of OpenACC", "create the threads with pthread_create"),
    ("weak", "a name that stands for another one", "use one name"),
    ("redefine_extname", "a name that stands for another one", "use one name"),
    ("scalar_storage_order", "an explicit byte order", "drop the pragma for checking"),
    ("ms_struct", "another layout of structs", "drop the pragma for checking"),
    ("options", "another layout of structs", "drop the pragma for checking"),
];

impl Expander<'_> {
    /// Obeys the rest of a `#pragma` line.
    pub fn pragma(&mut self, at: Span) {
        let Some(tok) = self.next_of_line() else {
            return;
        };
        let at = at.to(tok.origin);
        let name = self.spellings.text(&tok).to_owned();
        if !self.matters(&name) {
            return; // The rest may be anything, quotes without an end included.
        }
        let rest = self.rest_of_line();
        // As compilers do: only here the macros in it are expanded.
        let rest = if name == "pack" { self.expand_list(&rest) } else { rest };
        let at = rest.last().map_or(at, |last| if last.made { at } else { at.to(last.origin) });
        let words: Vec<String> =
            rest.iter().map(|tok| self.spellings.text(tok).to_owned()).collect();
        self.obey_pragma(&name, &words, at);
    }

    /// Obeys `_Pragma("...")`, whose name has just been read.
    pub fn pragma_operator(&mut self, name: &Tok) {
        let (open, text, close) = (self.next(), self.next(), self.next());
        let at = self.place(name);
        let fits = open.kind == Kind::Punct(Punct::OpenParen)
            && text.kind == Kind::String
            && close.kind == Kind::Punct(Punct::CloseParen);
        if !fits {
            self.complain(codes::BAD_DIRECTIVE, at, "`_Pragma` needs a string in parentheses");
            return;
        }
        let text = self.spellings.text(&text);
        let start = text.find('"').map_or(0, |quote| quote + 1);
        let inner = text[start..].strip_suffix('"').unwrap_or_default();
        let inner = inner.replace("\\\"", "\"").replace("\\\\", "\\");
        let mut words = Vec::new();
        let mut pos = 0;
        loop {
            let lexeme = lex::lex(&inner, pos);
            if matches!(lexeme.kind, Kind::End | Kind::Newline | Kind::Broken) {
                break;
            }
            words.push(inner[lexeme.start..lexeme.end].to_owned());
            pos = lexeme.end;
        }
        if let Some((name, rest)) = words.split_first()
            && self.matters(name)
        {
            self.obey_pragma(name, rest, at);
        }
    }

    fn matters(&self, name: &str) -> bool {
        matches!(name, "once" | "push_macro" | "pop_macro" | "pack")
            || UNMODELLED.iter().any(|(unmodelled, ..)| *unmodelled == name)
    }

    fn obey_pragma(&mut self, name: &str, rest: &[String], at: Span) {
        match name {
            "once" => {
                if let Some(cursor) = self.cursors.last() {
                    self.includes.once.insert(cursor.file);
                }
            }
            "push_macro" | "pop_macro" => {
                let Some(word) = rest.iter().find(|word| word.starts_with('"')) else { return };
                let symbol = self.spellings.names.symbol(word.trim_matches('"'));
                match name {
                    "push_macro" => self.macros.save(symbol),
                    _ => self.macros.restore(symbol),
                }
            }
            "pack" => match self.packing.obey(rest) {
                Some(()) => self.writer.pack(self.packing.current),
                None => {
                    let message = "Braid does not understand this packing";
                    let problem = Problem::fatal(codes::UNSUPPORTED, at, message);
                    self.report(problem.hint("Write `#pragma pack(n)`, with n from 1 to 16"));
                }
            },
            _ => {
                for (_, what, hint) in UNMODELLED.iter().filter(|(known, ..)| *known == name) {
                    let message = format!("Braid does not model {what}");
                    let here = matches!(name, "omp" | "acc")
                        && self.stands_for_threads(rest.first().map_or("", String::as_str), at);
                    let problem = Problem::new(codes::UNSUPPORTED, at, message).hint(*hint);
                    self.report(Problem { fatal: !here, ..problem });
                }
            }
        }
    }
}

impl Expander<'_> {
    /// A pragma in front of a statement, or in place of one, that makes threads run: whoever gets there
    /// is lost, and everything else is still checked. Whether that could be expressed.
    fn stands_for_threads(&mut self, word: &str, at: Span) -> bool {
        let behind = match word {
            "simd" => return true,
            "threadprivate" | "declare" | "requires" | "begin" | "end" | "" => return false,
            "barrier" | "flush" | "taskwait" | "taskyield" | "cancel" | "wait" | "update" => ";",
            _ => " ; else",
        };
        let lost = format!("__braid_lost_at({}, {}, {})", at.file.0, at.start, at.end);
        let text = match behind {
            ";" => format!("\n{lost};"),
            _ => format!("\nif ({lost}){behind}"),
        };
        let file = self.sources.add("<pragma>", &text, true);
        self.enter_file(file);
        true
    }
}

impl Packing {
    /// `(n)`, `()`, `(push)`, `(push, name, n)`, `(pop)` and the like; `None` for anything else.
    fn obey(&mut self, words: &[String]) -> Option<()> {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let inner = words.strip_prefix(&["("])?.strip_suffix(&[")"])?;
        let parts: Vec<&[&str]> = inner.split(|word| *word == ",").collect();
        let parts: Option<Vec<&str>> =
            parts.iter().map(|part| if let [word] = part { Some(*word) } else { None }).collect();
        if inner.is_empty() {
            self.current = None;
            return Some(());
        }
        let (first, mut rest) = (parts.as_ref()?[0], &parts.as_ref()?[1..]);
        if !matches!(first, "push" | "pop") {
            self.current = limit(first)?;
            return rest.is_empty().then_some(());
        }
        let mut name = None;
        if let [word, others @ ..] = rest
            && !word.starts_with(|c: char| c.is_ascii_digit())
        {
            (name, rest) = (Some(*word), others);
        }
        if first == "push" {
            self.saved.push((name.map(str::to_owned), self.current));
        } else if let Some(idx) = match name {
            Some(name) => self.saved.iter().rposition(|(saved, _)| saved.as_deref() == Some(name)),
            None => self.saved.len().checked_sub(1),
        } {
            self.current = self.saved[idx].1;
            self.saved.truncate(idx);
        }
        match rest {
            [] => {}
            [word] => self.current = limit(word)?,
            _ => return None,
        }
        Some(())
    }
}

/// The alignment that fields may have at most; 0 is the usual one.
fn limit(word: &str) -> Option<Option<u32>> {
    match word.parse().ok()? {
        0 => Some(None),
        n @ (1 | 2 | 4 | 8 | 16) => Some(Some(n)),
        _ => None,
    }
}
