//! Predicate abstraction: the best abstract steps over the active thread and one passive thread.
//!
//! An edge of the program, seen through predicates: given the truth values before the step, which
//! truth values are possible after it? [`Abstraction`] answers on demand, for the states that a
//! search really reaches [symmpa, Sect. 4.1; best instead of Cartesian]. Per edge, all possible
//! combinations of the truth values that the edge can change are enumerated by a solver; everything
//! else stays. What another thread's mixed predicates become is asked for one passive thread at a
//! time, knowing the outcome for the active one: a write to a shared variable notifies everybody.
//!
//! Queries are kept by content (`queries.rs`): an edge with the same relevant predicates gives the
//! same answer whatever other predicates there are, so most answers survive refinement; and by a key
//! without ids (`cache.rs`), so most survive an edit.
//!
//! [`Recorder`] writes down what a search asked for: the reached part of the abstraction as a
//! [`crate::bbp::Program`].
//!
//! Must not know: searches, where predicates come from.

mod abstraction;
mod cache;
mod live;
mod queries;
mod record;
mod scope;
mod table;
#[cfg(test)]
mod tests;

pub use abstraction::{Abstraction, tracked};
pub use cache::Cache;
pub use queries::Queries;
pub use record::Recorder;
