//! Names and values as the user writes them.

use crate::hash::FxHashSet;

use super::chance::Cell;
use super::lent::Owners;
use crate::engine::{Files, Model};
use crate::scpl::{
    AddressRange, BinOp, Bits, Command, EdgeId, Expr, HANDLE_WIDTH, LocKind, PropertyKind, Scope,
    Shown, Sort, Thing, ThreadIdx, VarId, VarOrigin,
};
use crate::text::Span;

/// How a lock is shown that nobody holds.
pub(super) const UNLOCKED: &str = "unlocked";

/// What is needed to speak about a program: its parts, their origins, and the threads' labels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Names<'a> {
    pub files: &'a Files,
    pub model: &'a Model,
    /// By `ThreadIdx`.
    pub labels: &'a [String],
    /// Reads of what nobody set.
    pub by_chance: &'a FxHashSet<(usize, Cell)>,
    /// Whose variables they are of which each call has its own.
    pub owners: &'a Owners,
}

impl Names<'_> {
    /// Whether the user knows the variable. What the functions of the model headers have for themselves
    /// is nobody's business.
    pub fn is_visible(&self, var: VarId) -> bool {
        let origin = self.model.origins.var(var);
        let is_in_header = |span: Span| self.files.file(span.file).builtin;
        let is_of_library = origin.function.is_some() && origin.span.is_some_and(is_in_header);
        origin.shown != Shown::Hidden && !is_of_library
    }

    pub fn is_shared(&self, var: VarId) -> bool {
        self.model.program.var(var).scope == Scope::Shared
    }

    pub fn is_mutex(&self, var: VarId) -> bool {
        self.model.origins.var(var).shown == Shown::Mutex
    }

    /// A lock by its kind and name, as a step uses it: `m`, `the read-write lock cache`.
    pub fn lock(&self, var: VarId, index: Option<u32>, edge: EdgeId) -> String {
        let name = self.cell(var, index);
        let call = self.files.text(self.model.origins.edge(edge).span);
        match self.model.origins.var(var).part_of {
            Some(Thing::ReadWriteLock) => format!("the read-write lock {name}"),
            _ if call.starts_with("pthread_spin_") => format!("the spin lock {name}"),
            _ => name,
        }
    }

    /// The property that this step found to hold: another edge from the same place leads to its
    /// violation. Such a step decides nothing about where the program goes.
    pub fn passed(&self, edge: EdgeId) -> Option<PropertyKind> {
        let program = &self.model.program;
        let from = program.edge(edge).from;
        program.edges_from(from).find_map(|other| match program.loc(program.edge(other).to).kind {
            LocKind::Error(property) => Some(program.properties[property.index()].kind),
            _ => None,
        })
    }

    /// Whether the step only finds out which object or function a pointer means.
    pub fn finds_pointed(&self, edge: EdgeId) -> bool {
        let is_address = |expr: &Expr| match expr {
            Expr::Const(bits) => address(&self.model.origins.addresses, bits.value).is_some(),
            _ => false,
        };
        self.model.program.edge(edge).commands.iter().any(|command| match command {
            Command::Assume(Expr::Bin(BinOp::Eq | BinOp::Ne, a, b)) => {
                is_address(a) || is_address(b)
            }
            _ => false,
        })
    }

    /// Whether a condition is what a `switch` looks at: then it has cases, not a truth value.
    pub fn is_switch(&self, condition: Span) -> bool {
        self.keyword(condition) == Some("switch")
    }

    /// The keyword that a condition stands behind, in parentheses of its own.
    fn keyword(&self, condition: Span) -> Option<&'static str> {
        let text = &self.files.file(condition.file).text;
        let before = text.get(..condition.start as usize)?.trim_end().strip_suffix('(')?.trim_end();
        text.get(condition.end as usize..)?.trim_start().strip_prefix(')')?;
        ["if", "while", "switch"].into_iter().find(|keyword| {
            let name = |ch: char| ch.is_ascii_alphanumeric() || ch == '_';
            before.strip_suffix(keyword).is_some_and(|front| !front.ends_with(name))
        })
    }

    /// A statement, or a condition with the keyword it belongs to, on one line.
    pub fn statement(&self, span: Span) -> String {
        match self.keyword(span) {
            Some(keyword) => format!("{keyword} ({})", self.line(span)),
            None => self.line(span),
        }
    }

    /// Whether the variable comes into being in this statement.
    pub fn is_declared_in(&self, var: VarId, statement: Span) -> bool {
        self.model.origins.var(var).span.is_some_and(|span| statement.covers(span))
    }

    /// Whether the step writes the variable to hand it to a function that it calls.
    pub fn is_argument(&self, var: VarId, edge: EdgeId) -> bool {
        let origin = self.model.origins.edge(edge);
        let Some(called) = &self.model.origins.var(var).function else { return false };
        let is_called_here = || {
            self.model.origins.edges.iter().any(|inside| {
                inside.function == *called
                    && inside.call.is_some_and(|call| origin.statement.covers(call))
            })
        };
        !self.is_shared(var) && *called != origin.function && is_called_here()
    }

    pub fn label(&self, thread: ThreadIdx) -> &str {
        &self.labels[thread.index()]
    }

    /// `count`, `slots[2]`, `items[2].value`.
    pub fn cell(&self, var: VarId, index: Option<u32>) -> String {
        if let Some(name) = self.owners.cell(self.model, var, index) {
            return name;
        }
        let VarOrigin { name, counts, .. } = self.model.origins.var(var);
        match index {
            None => name.clone(),
            Some(index) if !counts.is_empty() => element(name, counts, u64::from(index)),
            Some(index) if name.contains("[]") => name.replacen("[]", &format!("[{index}]"), 1),
            Some(index) => format!("{name}[{index}]"),
        }
    }

    pub fn value(&self, var: VarId, raw: u64) -> String {
        let width = match self.model.program.var(var).sort {
            Sort::Bits(width) => width,
            Sort::Handle => HANDLE_WIDTH,
        };
        let bits = Bits::new(raw, width);
        match &self.model.origins.var(var).shown {
            // A hidden bit is the value of a condition, or of a call that gives `_Bool`.
            Shown::Hidden if width == 1 => raw.to_string(),
            Shown::Hidden | Shown::Signed => bits.signed().to_string(),
            Shown::Unsigned => raw.to_string(),
            Shown::Bool => if raw == 0 { "false" } else { "true" }.to_owned(),
            Shown::Char => character(bits),
            Shown::Pointer => {
                let shown = pointer(&self.model.origins.addresses, raw);
                self.owners.pointer(self.model, raw, &shown).unwrap_or(shown)
            }
            Shown::Mutex => if raw == 0 { UNLOCKED } else { "locked" }.to_owned(),
            Shown::Thread => self.handle(raw),
            Shown::Enum(names) => match names.iter().find(|(value, _)| *value == raw) {
                Some((_, name)) => name.clone(),
                None => bits.signed().to_string(),
            },
        }
    }

    /// The thread with this creation number.
    pub fn handle(&self, raw: u64) -> String {
        let idx = raw.checked_sub(1).map(|idx| idx as usize);
        idx.and_then(|idx| self.labels.get(idx)).map_or("no thread".to_owned(), Clone::clone)
    }

    /// The text of a span on one line, with single blanks.
    pub fn line(&self, span: Span) -> String {
        one_line(self.files.text(span))
    }
}

/// The element that an index through all directions means: `grid[1][2]`, `frames[1].pixels[2]`.
pub(crate) fn element(name: &str, counts: &[u64], index: u64) -> String {
    let mut rest = index;
    let mut indices: Vec<u64> = Vec::new();
    for count in counts.iter().rev() {
        indices.push(rest % count.max(&1));
        rest /= count.max(&1);
    }
    indices.iter().rev().fold(name.to_owned(), |name, index| match name.contains("[]") {
        true => name.replacen("[]", &format!("[{index}]"), 1),
        false => format!("{name}[{index}]"),
    })
}

/// Longer texts are cut: they have to fit into a sentence.
const MAX_QUOTED: usize = 60;

/// The text in backquotes, short enough for a sentence.
pub(crate) fn quoted(text: &str) -> String {
    format!("`{}`", shortened(text))
}

/// The text in one line, cut if it is too long for a sentence.
pub(crate) fn shortened(text: &str) -> String {
    let text = one_line(text);
    if text.chars().count() <= MAX_QUOTED {
        return text;
    }
    let head: String = text.chars().take(MAX_QUOTED - 1).collect();
    format!("{}…", head.trim_end())
}

/// Without the lines that say where preprocessed text comes from.
pub(super) fn one_line(text: &str) -> String {
    let is_code = |line: &&str| !line.trim_start().starts_with('#');
    let text: Vec<&str> = text.lines().filter(is_code).flat_map(str::split_whitespace).collect();
    text.join(" ")
}

fn character(bits: Bits) -> String {
    match bits.value {
        0 => r"'\0'".to_owned(),
        value @ (0x20..=0x7e | 0x09 | 0x0a | 0x0d) => {
            format!("'{}'", char::from(value as u8).escape_default())
        }
        _ => bits.signed().to_string(),
    }
}

fn pointer(addresses: &[AddressRange], raw: u64) -> String {
    if raw == 0 {
        return "NULL".to_owned();
    }
    address(addresses, raw).unwrap_or_else(|| format!("{raw:#x}"))
}

/// The object at an address: `&slots[2]`, or `&count + 1` for its second byte.
pub(crate) fn address(addresses: &[AddressRange], raw: u64) -> Option<String> {
    let after = addresses.partition_point(|range| range.start <= raw);
    let before = addresses[..after].iter().rev().take(MAX_INSIDE);
    // Of an object and its first member, the object comes first.
    let range = before.filter(|range| raw < range.end).min_by_key(|range| raw - range.start)?;
    match raw - range.start {
        0 => Some(format!("&{}", range.name)),
        offset => Some(format!("&{} + {offset}", range.name)),
    }
}

/// So many members of an object may lie in front of an address in it.
const MAX_INSIDE: usize = 200;

/// `a`, `a and b`, `a, b and c`.
pub(crate) fn listed(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [item] => item.clone(),
        [init @ .., last] => format!("{} and {last}", init.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_name_what_they_point_to() {
        let range = |start, end, name: &str| AddressRange { start, end, name: name.into() };
        let addresses = [range(8, 12, "count"), range(12, 16, "slots[0]")];
        let shown: Vec<String> =
            [0, 4, 8, 10, 12, 40].iter().map(|&raw| pointer(&addresses, raw)).collect();
        assert_eq!(shown, ["NULL", "0x4", "&count", "&count + 2", "&slots[0]", "0x28"]);
    }

    #[test]
    fn characters() {
        let shown: Vec<String> =
            [0, 97, 10, 39, 0xff].iter().map(|&raw| character(Bits::new(raw, 8))).collect();
        assert_eq!(shown, [r"'\0'", "'a'", r"'\n'", r"'\''", "-1"]);
    }

    #[test]
    fn lists() {
        let items = ["a", "b", "c"].map(str::to_owned);
        assert_eq!(listed(&items[..1]), "a");
        assert_eq!(listed(&items[..2]), "a and b");
        assert_eq!(listed(&items), "a, b and c");
    }

    #[test]
    fn long_text_is_cut() {
        assert_eq!(quoted("a\n   == b"), "`a == b`");
        assert_eq!(quoted(&"x".repeat(80)).chars().count(), MAX_QUOTED + 2);
    }
}
