//! Re-checks proofs.

mod refusal;

pub use refusal::{Case, Malformed, Misstep, Refusal};

use crate::bbp::Certificate;
use crate::budget::Budget;
use crate::scpl::Program;

/// What a certificate proves its claim for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Covers {
    /// Any number of threads.
    Any,
    /// All runs that create at most so many threads.
    UpTo(u32),
}

/// Whether the certificate proves that the properties it names are never violated.
pub fn verify(
    program: &Program,
    certificate: &Certificate,
    budget: &Budget,
) -> Result<Covers, Refusal> {
    program.validate().map_err(Refusal::Invalid)?;
    budget.spend(1)?;
    let _ = certificate;
    Err(Refusal::TooLarge)
}
