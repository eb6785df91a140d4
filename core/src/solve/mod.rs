//! Questions about bit vectors, and their answers.
//!
//! [`Terms`] are expressions over free symbols, stored once each and normalised as they are made. They
//! are answered for in two ways. A [`Solver`] is for many questions about the same terms: terms become
//! gates (`blast/`, `aig.rs`), gates become clauses (`cnf.rs`), and a SAT solver (`sat.rs`) searches,
//! keeping what it learns. [`decide`] is for one long conjunction, such as the formula of a path: it
//! solves what it can on whole words and leaves the rest to a solver.
//!
//! What a term means is `scpl`'s evaluation and nothing else: the tests compare every rewriting and
//! every circuit with it, and a model is evaluated on the terms before anybody sees it.
//!
//! The same calls give the same models and the same cores: nothing is random, nothing looks at a clock,
//! and no hash map is iterated over.
//!
//! Must not know: programs, variables, predicates; only expressions' operators and values.

mod aig;
mod blast;
mod cnf;
mod decide;
mod exec;
mod minimise;
mod normal;
mod sat;
mod solver;
mod term;
mod walk;

pub use aig::Lit;
pub use decide::{Decided, Model, decide};
pub use exec::{Effects, Exec, ThreadTerms};
pub use minimise::minimise;
pub use sat::{Answer, Batsat, Sat};
pub use solver::Solver;
pub use term::{Node, Symbol, Term, Terms};
pub use walk::{Front, Handles, LegTerms, Walk};

#[cfg(test)]
mod tests;
