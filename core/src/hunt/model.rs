//! The program in the form that is run: variables resolved to cells, what does not matter left out.
//!
//! Only variables that matter somewhere have cells (`relevance.rs`). Commands that write what does not
//! matter are dropped; the choices they would take are remembered as `Choice::Unused`, because a
//! schedule lists all choices.

use super::bitset::BitSet;
use super::code::{Code, NodeId, Packings};
use super::compile::Compiler;
use super::row::{At, Mask, Shape};
use crate::scpl::{LocKind, Program, PropId};

#[derive(Debug)]
pub(super) struct Model {
    pub code: Code,
    /// By `EdgeId`.
    pub edges: Vec<Edge>,
    /// By `LocId`.
    pub locs: Vec<Loc>,
    /// By `TemplateId`.
    pub templates: Vec<Template>,
    pub main: usize,
    pub packings: Packings,
    pub shared: Cells,
    pub local: Cells,
    /// The shared row when a run starts. Its head is the number of created threads.
    pub initial: Vec<u64>,
    /// Whether cells can be open at all.
    pub has_open: bool,
    /// The choices of a run's start: those of the shared cells, then those of `main`'s.
    pub initial_choices: Vec<Option<At>>,
}

/// The cells of a row.
#[derive(Debug)]
pub(super) struct Cells {
    /// By cell.
    pub shapes: Vec<Shape>,
    /// The cells that hold handles.
    pub handles: Vec<HandleCell>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct HandleCell {
    pub cell: u32,
    pub use_: HandleUse,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HandleUse {
    /// Never compared: the handle of a finished thread is as good as none.
    JoinOnly,
    Any,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Plain,
    Atomic,
    Finished,
    Halted,
    Error(PropId),
}

#[derive(Debug)]
pub(super) struct Loc {
    pub kind: Kind,
    pub first_edge: u32,
    pub end_edge: u32,
}

impl Loc {
    pub fn edges(&self) -> std::ops::Range<u32> {
        self.first_edge..self.end_edge
    }
}

#[derive(Debug)]
pub(super) struct Template {
    pub entry: u32,
    /// A thread's row when it starts, but for arguments.
    pub row: Vec<u64>,
}

#[derive(Debug)]
pub(super) struct Edge {
    /// Of the locations where threads have finished always the same, because where they did makes
    /// no difference.
    pub to: u32,
    pub commands: Vec<Command>,
    /// Local cells that may hold a value but no longer matter.
    pub dead: Vec<Mask>,
    /// The thread's own handle may be stored, so it needs a name.
    pub stores_self: bool,
    pub access: Access,
}

#[derive(Debug)]
pub(super) enum Command {
    Assume(NodeId),
    Await(NodeId),
    Assign(Target, NodeId),
    /// `None` if the value does not matter.
    Havoc {
        target: Option<Target>,
        width: u8,
        origin: super::row::Origin,
    },
    Create {
        template: u32,
        /// Local cells of the new thread.
        args: Vec<(u32, NodeId)>,
        /// The new thread's cells whose value is a choice; `None` if it does not matter.
        choices: Vec<Choice>,
        handle: Option<Target>,
    },
    Join(NodeId),
}

/// A local cell of a new thread that starts with any value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    /// `None` if the value does not matter.
    pub cell: Option<u32>,
    pub width: u8,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Target {
    Cell(At),
    Elem(super::code::Elem),
}

/// What an edge has to do with other threads.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Access {
    /// Shared cells.
    pub reads: BitSet,
    /// Shared cells.
    pub writes: BitSet,
    pub creates: bool,
    pub joins: bool,
    /// Stores its own handle, or that of a thread it creates.
    pub names: bool,
}

impl Access {
    pub fn none(n_shared: usize) -> Self {
        let none = BitSet::new(n_shared);
        Self { reads: none.clone(), writes: none, creates: false, joins: false, names: false }
    }

    /// Whether no other thread can notice or influence it.
    pub fn is_local(&self) -> bool {
        self.reads.is_empty()
            && self.writes.is_empty()
            && !self.creates
            && !self.joins
            && !self.names
    }

    pub fn union(&mut self, other: &Access) -> bool {
        let flags = |this: &Self| (this.creates, this.joins, this.names);
        let before = flags(self);
        self.creates |= other.creates;
        self.joins |= other.joins;
        self.names |= other.names;
        let reads = self.reads.union(&other.reads);
        self.writes.union(&other.writes) || reads || before != flags(self)
    }
}

impl Model {
    pub fn new(program: &Program) -> Self {
        Compiler::new(program).compile()
    }

    pub fn loc(&self, loc: u32) -> &Loc {
        &self.locs[loc as usize]
    }

    pub fn edge(&self, edge: u32) -> &Edge {
        &self.edges[edge as usize]
    }

    pub fn has_handles(&self) -> bool {
        !self.shared.handles.is_empty() || !self.local.handles.is_empty()
    }
}

impl Kind {
    pub fn of(loc: crate::scpl::Loc) -> Self {
        match loc.kind {
            LocKind::Plain if loc.atomic => Kind::Atomic,
            LocKind::Plain => Kind::Plain,
            LocKind::Finished => Kind::Finished,
            LocKind::Halted => Kind::Halted,
            LocKind::Error(property) => Kind::Error(property),
        }
    }
}
