//! Which names are types, at each point of the text.
//!
//! `(x)*p` is a multiplication or a cast depending on what `x` was declared as, so C cannot be
//! parsed without this. Only the names that are types, or hide one, or have a meaning of their own
//! in C23 (`true`) need to be known; all others are values without further ado.

use super::lex::{Lexemes, WordId};

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// Not declared, or declared as a value where nothing was hidden by it.
    Plain,
    Type,
    /// Declared as a variable, function, parameter or enumerator.
    Value,
    /// `bool`, until the program declares it.
    Bool,
    /// `true` or `false`, until the program declares it.
    Truth(bool),
    /// `nullptr`, until the program declares it.
    Nullptr,
}

/// Names that are types without a declaration: the compiler's, and those of Braid's model headers.
const BUILTIN_TYPES: &[&str] =
    &["__braid_thread_t", "__braid_mutex_t", "__braid_own_t", "__builtin_va_list"];

pub struct Scopes {
    /// By word.
    meanings: Vec<Meaning>,
    /// Meanings to restore, innermost scope last.
    hidden: Vec<(WordId, Meaning)>,
    /// Where in `hidden` each open scope starts.
    starts: Vec<usize>,
}

impl Scopes {
    pub fn new(source: &Lexemes) -> Self {
        let mut meanings = vec![Meaning::Plain; source.n_words()];
        for (word, text) in source.words() {
            meanings[word.index()] = match text {
                "bool" => Meaning::Bool,
                "true" => Meaning::Truth(true),
                "false" => Meaning::Truth(false),
                "nullptr" => Meaning::Nullptr,
                _ if text.starts_with("__b") && BUILTIN_TYPES.contains(&text) => Meaning::Type,
                _ => Meaning::Plain,
            };
        }
        Self { meanings, hidden: Vec::new(), starts: Vec::new() }
    }

    pub fn meaning(&self, word: WordId) -> Meaning {
        self.meanings.get(word.index()).copied().unwrap_or(Meaning::Plain)
    }

    pub fn is_type(&self, word: WordId) -> bool {
        matches!(self.meaning(word), Meaning::Type | Meaning::Bool)
    }

    /// Gives a name a meaning until the innermost scope ends.
    pub fn declare(&mut self, word: WordId, meaning: Meaning) {
        let Some(current) = self.meanings.get_mut(word.index()) else { return };
        // Most names are values that hide nothing: nothing to remember.
        let plain = matches!(current, Meaning::Plain | Meaning::Value) && meaning == Meaning::Value;
        if !plain && *current != meaning {
            self.hidden.push((word, *current));
            *current = meaning;
        }
    }

    /// Gives a name a meaning for the rest of the text.
    pub fn declare_for_good(&mut self, word: WordId, meaning: Meaning) {
        if let Some(current) = self.meanings.get_mut(word.index()) {
            *current = meaning;
        }
    }

    pub fn open(&mut self) {
        self.starts.push(self.hidden.len());
    }

    pub fn close(&mut self) {
        let start = self.starts.pop().unwrap_or(0);
        for (word, meaning) in self.hidden.drain(start..).rev() {
            self.meanings[word.index()] = meaning;
        }
    }

    pub fn n_open(&self) -> usize {
        self.starts.len()
    }

    /// Closes scopes that were left open by text that broke off.
    pub fn close_to(&mut self, n_open: usize) {
        while self.starts.len() > n_open {
            self.close();
        }
    }
}
