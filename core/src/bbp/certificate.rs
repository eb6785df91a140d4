//! What a proof claims and what it rests on, for somebody else to check.
//!
//! As text a certificate is a list of lines. First what is never reached, then how the program was made
//! smaller, then the evidence:
//!
//! ```text
//! never P0, P2
//! forget tmp, args.i
//! prune 12
//! unreachable L7, L8
//! bypass L5 atomic
//! guard held
//! views 2
//! predicate count == 0:i32                # p0, the next is p1, ...
//! tracked L4 p1, p2
//! view p0 | idle | L4 p2
//! ```
//!
//! or, as evidence, `states 3`. A view lists the predicates that hold: first the shared ones, then those
//! of each thread behind its place. Predicates are in the syntax of the program text, and may name the
//! variables that `guard` lines add. `#` starts a comment.

use crate::scpl::{Init, Program, PropId, Reduction, Scope, Sort, Var};

use super::invariant::Evidence;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// What is claimed never to be violated.
    pub properties: Vec<PropId>,
    /// From the program as lowered to the one that the evidence speaks of.
    pub steps: Vec<Reduction>,
    pub evidence: Evidence,
}

impl Certificate {
    /// The program's variables with those that the steps add, so that predicates have names. Only the
    /// variables are those of the smaller program.
    fn named(&self, program: &Program) -> Program {
        with_guards(program, &self.steps)
    }
}

fn with_guards(program: &Program, steps: &[Reduction]) -> Program {
    let mut named = program.clone();
    for step in steps {
        if let Reduction::Guard(name) = step {
            named.vars.push(guard_var(name));
        }
    }
    named
}

fn guard_var(name: &str) -> Var {
    Var {
        name: name.to_string(),
        scope: Scope::Shared,
        sort: Sort::Bits(1),
        len: None,
        init: Init::Zero,
    }
}

mod parse;
mod print;
#[cfg(test)]
mod tests;

pub use parse::CertificateError;
pub use print::PrintedCertificate;
