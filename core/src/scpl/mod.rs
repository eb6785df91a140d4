//! SCPL, the symmetric template that every thread executes [symmpa, Sect. 2].
//!
//! A program is a graph of locations. All thread functions are parts of that one graph, with an entry
//! location each; a thread is a location and a copy of the local variables, and all threads see the
//! shared ones. Threads have no names: what a thread can do depends only on its own state, on the
//! shared variables, and, when it creates or joins, on the existence of a thread in some state. That
//! is what makes permuting threads invisible, and everything built on SCPL relies on it.
//!
//! An edge is one indivisible step: its commands run in order, or the edge is not enabled. The
//! lowering gives plain C accesses an edge each. A thread in an *atomic* location goes on before any
//! other thread moves; a path through atomic locations that blocks counts as not taken at all.
//!
//! There are no pointers: a pointer is a number, and an access through it is spelled out over the
//! variables it may reach. Source positions are kept beside the program, in [`Origins`], so that an
//! edit that does not change the meaning does not change the program.
//!
//! Must not know: C, predicates, any search.

mod eval;
mod expr;
mod interp;
mod layout;
mod origins;
mod parse;
mod predicates;
mod print;
mod program;
mod reduction;
mod refutation;
mod trace;
mod validate;

pub use eval::{Env, OnRead, apply_bin, apply_un, resize};
pub use expr::{BinOp, Bits, Expr, Extend, UnOp};
pub use interp::{
    Coverage, Disabled, Exploration, Interpreter, Path, ReplayError, State, ThreadState, Values,
    Waiting, Way, explore, replay, run,
};
pub use layout::{HANDLE_WIDTH, Layout, Slot};
pub use origins::{
    AddressRange, Afterwards, EdgeOrigin, LentOrigin, Origins, PropertyOrigin, Shown, StepKind,
    TemplateOrigin, Thing, VarOrigin,
};
pub use parse::ParseError;
pub use predicates::{Class, PredId, Predicate, Predicates};
pub use print::Printed;
pub use program::{
    Command, Edge, EdgeId, Init, Loc, LocId, LocKind, Place, Program, PropId, Property,
    PropertyKind, Scope, Sort, Source, Template, TemplateId, Var, VarId,
};
pub use reduction::{COUNT_WIDTH, Count, Ground, MAX_COUNTED, MAX_WEIGHT, Reduced, Reduction};
pub use refutation::{ConditionIdx, Leg, Refutation};
pub use trace::{Access, Event, Schedule, Step, ThreadIdx, Trace};
pub use validate::{Flaw, Invalid, Part};
