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
//! share worker_id
//! views 2
//! predicate count == 0:i32                # p0, the next is p1, ...
//! tracked L4 p1, p2
//! view p0 | idle | L4 p2
//! ```
//!
//! or, as evidence, `states 3`. With `whole 3` instead of `views 3` each view is a whole state: `main` and
//! two others. A view lists the predicates that hold: first the shared ones, then those
//! of each thread behind its place. Predicates are in the syntax of the program text, and may name the
//! variables that `guard` lines add. `#` starts a comment.

use crate::scpl::{COUNT_WIDTH, Init, Program, PropId, Reduction, Scope, Sort, Var};

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
    /// The program's variables as the steps leave them, so that predicates have names and classes. Only
    /// the variables are those of the smaller program.
    fn named(&self, program: &Program) -> Program {
        let mut named = program.clone();
        self.steps.iter().for_each(|step| declare(&mut named, step));
        named
    }
}

/// What a step does to the variables.
fn declare(program: &mut Program, step: &Reduction) {
    match step {
        Reduction::Guard(name) => program.vars.push(new_var(name, 1)),
        Reduction::Share(vars) => {
            for var in vars {
                if let Some(var) = program.vars.get_mut(var.index()) {
                    var.scope = Scope::Shared;
                }
            }
        }
        Reduction::Count { name, .. } => program.vars.push(new_var(name, COUNT_WIDTH)),
        _ => {}
    }
}

fn new_var(name: &str, width: u8) -> Var {
    Var {
        name: name.to_string(),
        scope: Scope::Shared,
        sort: Sort::Bits(width),
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
