//! Boolean broadcast programs: what is left of a program when only predicates are remembered.
//!
//! A state is a valuation of the shared predicates and, per thread, a location and a valuation of the
//! local and mixed predicates that are *tracked* there. A step moves one thread (*active*), and a
//! write to a shared variable can change the mixed predicates of all others (*passive*): a broadcast
//! [symmpa, Sect. 3]. Threads that have not been created are *idle*; creating moves an idle one too.
//!
//! The checkers ask a [`Post`] for successors and know nothing of predicates. A [`Program`], written by
//! somebody or taken down from an abstraction, is one; the abstraction itself, on demand, is another.
//!
//! Must not know: solvers, how the abstraction is computed, C.

mod certificate;
mod invariant;
mod post;
mod program;
mod state;
mod trace;

pub use certificate::{Certificate, CertificateError, PrintedCertificate};
pub use invariant::{Evidence, Extent, Invariant, Tracked, View};
pub use post::{Outcome, Post};
pub use program::{
    Bit, Blocked, Edge, Expr, Flaw, Init, Invalid, LocKind, Owner, Part, Printed, Program, State,
    Target, Template, Time, Var, VarId, is_name,
};
pub use state::{At, MAX_PREDICATES, SharedBits, ThreadBits, bit};
pub use trace::{Move, Trace};
