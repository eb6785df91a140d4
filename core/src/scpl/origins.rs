//! Where the parts of a program come from, kept beside it.
//!
//! Nothing here influences an answer; it is what a person is shown in place of ids.

use super::program::{EdgeId, PropId, TemplateId, VarId};
use crate::text::Span;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origins {
    /// By `VarId`.
    pub vars: Vec<VarOrigin>,
    /// By `EdgeId`.
    pub edges: Vec<EdgeOrigin>,
    /// By `TemplateId`.
    pub templates: Vec<TemplateOrigin>,
    /// By `PropId`.
    pub properties: Vec<PropertyOrigin>,
    /// What the numbers that pointers hold stand for, sorted by start.
    pub addresses: Vec<AddressRange>,
    /// Automatic variables of which each call has its own, and which other threads see.
    pub lent: Vec<LentOrigin>,
}

impl Origins {
    pub fn var(&self, id: VarId) -> &VarOrigin {
        &self.vars[id.index()]
    }
    pub fn edge(&self, id: EdgeId) -> &EdgeOrigin {
        &self.edges[id.index()]
    }
    pub fn template(&self, id: TemplateId) -> &TemplateOrigin {
        &self.templates[id.index()]
    }
    pub fn property(&self, id: PropId) -> &PropertyOrigin {
        &self.properties[id.index()]
    }
    /// The pool that a variable is a part of, or says the existence of, if each call has its own.
    pub fn lent(&self, id: VarId) -> Option<&LentOrigin> {
        self.lent.iter().find(|pool| pool.in_use == id || pool.vars.contains(&id))
    }
    /// The variable without saying which one of several, as the user would name it.
    pub fn name(&self, id: VarId) -> String {
        let name = &self.var(id).name;
        match self.lent(id) {
            Some(_) => name.replacen("[]", "", 1),
            None => name.clone(),
        }
    }
}

/// How a variable's value is written for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// A temporary of the lowering; never shown.
    Hidden,
    Signed,
    Unsigned,
    Bool,
    Char,
    Pointer,
    /// 1 is locked.
    Mutex,
    Thread,
    /// Enumerators by value.
    Enum(Vec<(u64, String)>),
}

/// An object of the library that consists of several variables and that threads wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thing {
    ReadWriteLock,
    Semaphore,
    Barrier,
    /// A condition variable.
    Condition,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VarOrigin {
    /// As the user would write it where it is in scope: `count`, `account.balance`, `slots` (for an
    /// array, without its index: elements are shown as `slots[2]`; a `[]` in the name says where the
    /// index goes if that is not the end, as in `items[].value`).
    pub name: String,
    /// How many elements there are in each direction, if there are several: one index counts through all.
    pub counts: Vec<u64>,
    pub shown: Shown,
    /// What it is a part of, if that is an object of the library that threads wait for.
    pub part_of: Option<Thing>,
    /// Whether accesses to it synchronise: it is atomic by its type or by what is done with it.
    pub atomic: bool,
    /// The declaration.
    pub span: Option<Span>,
    /// The function it is declared in, if it is not of file scope.
    pub function: Option<String>,
}

/// What a step does, in the user's terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// Evaluates or stores; reads and writes tell the story.
    Plain,
    /// One of the outcomes of a condition.
    Branch {
        taken: bool,
    },
    Lock,
    /// A `trylock`; the result tells whether it succeeded.
    TryLock,
    Unlock,
    /// Wakes up threads that wait for a condition variable, if there are any.
    Signal,
    Create,
    Join,
    /// Memory comes from the heap, or goes back to it. Both are safe to do at once.
    Allocate,
    Free,
    /// The thread function returns, or the thread exits.
    Finish,
    /// The program ends.
    Halt,
    /// Goes to an error location.
    Fail,
    /// Control flow that nobody needs to see.
    Silent,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EdgeOrigin {
    /// The expression or operation that the step carries out.
    pub span: Span,
    /// The statement (or condition) it belongs to: neighbouring steps of one thread with the same
    /// statement are told as one.
    pub statement: Span,
    /// The C function whose text this is; never empty, `main` for the start of the program.
    pub function: String,
    /// The call that led into that function; none for a thread's own function.
    pub call: Option<Span>,
    pub kind: StepKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateOrigin {
    /// The thread function's name.
    pub name: String,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PropertyOrigin {
    /// The whole assertion or operation, `assert(x == 1)`.
    pub span: Span,
    /// What must hold, `x == 1`; or what must not happen, in words, `index within bounds of slots`.
    pub condition: String,
    /// Why nothing can be said about it, if the program in front of it is not modelled exactly.
    pub unsupported: Option<String>,
    /// Where the program goes on after an operation that has no defined behaviour, or is not modelled.
    pub afterwards: Afterwards,
}

/// The model ends such a run; the program does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Afterwards {
    /// Where the other edges lead that leave the locations from which it is reached.
    Beside,
    /// That is not in the graph.
    Anywhere,
}

/// A variable that is kept as objects of a pool, one for each time that its declaration is passed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LentOrigin {
    pub name: String,
    /// What says whether each of them exists.
    pub in_use: VarId,
    /// The parts. The cells of each of these are those of one object after the other.
    pub vars: Vec<VarId>,
    /// Where the first one lies, how far apart they are, and how many.
    pub start: u64,
    pub stride: u64,
    pub count: u64,
}

/// A range of addresses and the object that lies there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddressRange {
    pub start: u64,
    pub end: u64,
    /// As C writes the object: `count`, `slots[2]`.
    pub name: String,
}
