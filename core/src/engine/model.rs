//! What the front stages make of the text.

use crate::scpl::{Origins, Program};

/// A program as the engine explores it, with what a person needs to know about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    pub program: Program,
    pub origins: Origins,
    /// What every verdict about the program trusts, a sentence each.
    pub assumptions: Vec<String>,
}
