//! What the user is shown of a document: each property with its state, at its place in the present text.
//!
//! A verdict is shown as such only for the text it was found for, or one that means the same. For any
//! other text it is stale, and is shown where its assertion stands now.

use std::collections::BTreeMap;
use std::sync::Arc;

use tower_lsp::lsp_types as lsp;

use super::answer::{Answer, Property, Span, Verdict};
use crate::convert::to_lsp::Places;

#[derive(Debug)]
pub struct Board {
    pub current: Sheet,
    /// An older answer, if the current one is an outline.
    pub old: Option<Sheet>,
    pub rows: Vec<Row>,
    /// Whether a run is under way or waits.
    pub busy: bool,
}

/// An answer, with where its spans are now.
#[derive(Debug)]
pub struct Sheet {
    pub answer: Arc<Answer>,
    pub places: Places,
}

#[derive(Debug)]
pub struct Row {
    pub id: String,
    pub state: Shown,
    /// What was found out, if anything.
    pub verdict: Option<Found>,
    at: At,
}

/// A property of a sheet.
#[derive(Clone, Copy, Debug)]
pub enum At {
    Current(usize),
    Old(usize),
}

/// The same.
pub type Found = At;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    Verdict(Verdict),
    Checking,
    Stale,
    /// Nobody has looked yet, and nobody is about to.
    Unchecked,
}

impl Shown {
    /// The word of the protocol.
    pub fn word(self) -> &'static str {
        match self {
            Shown::Verdict(Verdict::Proved) => "proved",
            Shown::Verdict(Verdict::Bounded) => "bounded",
            Shown::Verdict(Verdict::Violated) => "violated",
            Shown::Verdict(Verdict::Unknown) | Shown::Unchecked => "unknown",
            Shown::Checking => "checking",
            Shown::Stale => "stale",
        }
    }
}

impl Shown {
    /// What is worse has a higher rank: a document may be part of several programs, and nobody should be
    /// told that something holds which does not hold in all of them.
    pub fn rank(self) -> u8 {
        match self {
            Shown::Verdict(Verdict::Proved) => 0,
            Shown::Verdict(Verdict::Bounded) => 1,
            Shown::Verdict(Verdict::Unknown) => 2,
            Shown::Unchecked => 3,
            Shown::Stale => 4,
            Shown::Checking => 5,
            Shown::Verdict(Verdict::Violated) => 6,
        }
    }
}

impl Board {
    /// An answer that is about the present text and complete.
    pub fn settled(current: Sheet, busy: bool) -> Self {
        let rows = current.answer.properties.iter().enumerate().map(|(idx, property)| Row {
            id: property.id.clone(),
            state: Shown::Verdict(property.verdict),
            verdict: Some(At::Current(idx)),
            at: At::Current(idx),
        });
        Self { rows: rows.collect(), current, old: None, busy }
    }

    /// An outline, and perhaps an answer about an older text.
    pub fn open(current: Sheet, old: Option<Sheet>, busy: bool) -> Self {
        let fresh = if busy { Shown::Checking } else { Shown::Unchecked };
        let is_readable = current.answer.fingerprint.is_some();
        let known = old.as_ref().map(|old| by_name(&old.answer)).unwrap_or_default();
        let rows = match &old {
            Some(old) if !is_readable => old
                .answer
                .properties
                .iter()
                .enumerate()
                .map(|(idx, property)| Row {
                    id: property.id.clone(),
                    state: Shown::Stale,
                    verdict: Some(At::Old(idx)),
                    at: At::Old(idx),
                })
                .collect(),
            _ => names(&current.answer)
                .into_iter()
                .enumerate()
                .map(|(idx, name)| {
                    let verdict = known.get(&name).map(|&old| At::Old(old));
                    Row {
                        id: current.answer.properties[idx].id.clone(),
                        state: if verdict.is_some() { Shown::Stale } else { fresh },
                        verdict,
                        at: At::Current(idx),
                    }
                })
                .collect(),
        };
        Self { current, old, rows, busy }
    }

    /// Nothing but an answer about an older text.
    pub fn stale(old: Sheet, busy: bool) -> Self {
        let mut board = Self::settled(old, busy);
        for row in &mut board.rows {
            row.state = Shown::Stale;
        }
        board
    }

    /// The newest answer that knows threads and variables: while a text is broken, that of the text before.
    pub fn readable(&self) -> &Sheet {
        let is_readable = |sheet: &Sheet| sheet.answer.fingerprint.is_some();
        match &self.old {
            Some(old) if !is_readable(&self.current) && is_readable(old) => old,
            _ => &self.current,
        }
    }

    pub fn is_settled(&self) -> bool {
        self.rows.iter().all(|row| matches!(row.state, Shown::Verdict(_)))
    }

    pub fn row(&self, id: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.id == id)
    }

    /// The property as it stands in the newest text that was read.
    pub fn property(&self, row: &Row) -> &Property {
        self.get(row.at).0
    }

    /// What was found out about it.
    pub fn found(&self, row: &Row) -> Option<&Property> {
        row.verdict.map(|at| self.get(at).0)
    }

    /// The property with the answer it is from.
    pub fn get(&self, at: At) -> (&Property, &Sheet) {
        let (sheet, idx) = match (at, &self.old) {
            (At::Old(idx), Some(old)) => (old, idx),
            (At::Current(idx) | At::Old(idx), _) => (&self.current, idx),
        };
        (&sheet.answer.properties[idx], sheet)
    }

    /// Where the property is now; `None` if the client cannot open that place, or it is gone.
    pub fn location(&self, row: &Row) -> Option<lsp::Location> {
        let (property, sheet) = self.get(row.at);
        sheet.places.location(property.span)
    }

    /// The row whose property stands at a byte of the document itself.
    pub fn row_at(&self, file: usize, offset: usize) -> Option<&Row> {
        let here = Span { file, start: offset, end: offset };
        let rows = self.rows.iter().filter(|row| match row.at {
            At::Current(idx) => {
                let span = self.current.answer.properties[idx].span;
                self.current.places.follow(span).is_some_and(|span| span.contains(here))
            }
            At::Old(_) => false,
        });
        rows.min_by_key(|row| self.property(row).span.len())
    }
}

/// What identifies a property across texts, by index: what it says and where, and how often that was
/// said before.
type Name = (String, String, String, usize);

fn names(answer: &Answer) -> Vec<Name> {
    let mut seen: BTreeMap<(&str, &str, &str), usize> = BTreeMap::new();
    let mut names = Vec::new();
    for property in &answer.properties {
        let Property { kind, function, text, .. } = property;
        let n = seen.entry((kind, function, text)).or_default();
        names.push((kind.clone(), function.clone(), text.clone(), *n));
        *n += 1;
    }
    names
}

fn by_name(answer: &Answer) -> BTreeMap<Name, usize> {
    names(answer).into_iter().enumerate().map(|(idx, name)| (name, idx)).collect()
}
