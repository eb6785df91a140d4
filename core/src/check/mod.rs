//! Searches through a Boolean broadcast program: can a thread get to a bad location?
//!
//! [`exact`] explores a fixed number of threads and gives the shortest ways to a bad location.
//! [`views`] looks at k threads at a time and so answers for every number at once. Both ask
//! [`crate::bbp::Post`] for successors and count what they do in engine steps.
//!
//! Must not know: predicates, solvers, what the locations mean.

mod exact;
mod product;
mod replay;
#[cfg(test)]
mod tests;
mod threads;
mod views;

pub use exact::{Exact, exact};
pub use replay::is_stopped;
pub use views::{Views, views};
