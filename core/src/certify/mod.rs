//! Re-checks proofs before anybody is told of them.
//!
//! A certificate names properties and says why no run violates them: how the program was made smaller, and
//! evidence about the smaller one. Here each step is checked and repeated (`reductions.rs`, `bypass.rs`),
//! then the evidence: views that cover every state (`views.rs`), or a list of all states (`states.rs`).
//!
//! A wrong proof is the worst that Braid can hand out, and this folder stands in front of it. So it shares
//! no code with those who find proofs: its own way from expressions to clauses (`words.rs`, `scene.rs`),
//! and a solver whose every step is checked (`refute.rs`). It prefers the obvious to the fast, and refuses
//! what it cannot check. A refusal is a bug of ours, either there or here, and never reaches the user as an
//! answer.
//!
//! What is trusted: `scpl` (the meaning of programs, their validation, single steps of the interpreter).
//! No solver is: that a formula has no model is believed when each step to that is.
//!
//! Must not know: any stage, `solve`.

mod bypass;
mod closure;
mod cone;
mod count;
mod formula;
mod initial;
mod reductions;
mod refusal;
mod refute;
mod scene;
mod sight;
mod states;
#[cfg(test)]
mod tests;
mod views;
mod words;

pub use states::verify as list_states;

pub use refusal::{Case, Malformed, Misstep, Refusal};

use crate::bbp::{Certificate, Evidence};
use crate::budget::Budget;
use crate::scpl::{Count, Program};

/// What a certificate proves its claim for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Covers {
    /// Any number of threads.
    Any,
    /// All runs that create at most so many threads.
    UpTo(u32),
}

/// Whether the certificate proves that no run of the program violates the properties that it names.
pub fn verify(
    program: &Program,
    certificate: &Certificate,
    budget: &Budget,
) -> Result<Covers, Refusal> {
    let Certificate { properties, steps, evidence } = certificate;
    program.validate().map_err(Refusal::Invalid)?;
    if let Some(unknown) = properties.iter().find(|id| id.index() >= program.properties.len()) {
        return Err(Refusal::UnknownProperty(*unknown));
    }
    let reduced = reductions::apply(program, steps, properties, budget)?;
    match evidence {
        Evidence::Views(invariant) => {
            let counts = Count::last_of(&reduced, steps);
            views::verify(&reduced, counts, invariant, properties, budget)
        }
        Evidence::States { n_threads } => {
            states::verify_some(&reduced, *n_threads, properties, budget)
        }
    }
}
