//! Certificates as text.

use std::fmt::{self, Display, Formatter};

use super::Certificate;
use crate::bbp::{At, Evidence, Extent, Invariant, ThreadBits, View};
use crate::scpl::{Ground, LocId, PredId, Program, Reduction, VarId};

/// A certificate with the program that knows its names.
#[derive(Clone, Debug)]
pub struct PrintedCertificate<'a> {
    certificate: &'a Certificate,
    /// With the variables that the steps add.
    program: Program,
}

impl Certificate {
    /// To be displayed; the program is the one that the certificate is for, as lowered.
    pub fn print(&self, program: &Program) -> PrintedCertificate<'_> {
        PrintedCertificate { certificate: self, program: self.named(program) }
    }
}

impl Display for PrintedCertificate<'_> {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let Certificate { properties, steps, evidence } = self.certificate;
        if !properties.is_empty() {
            writeln!(f, "never {}", list(properties.iter()))?;
        }
        for step in steps {
            self.step(f, step)?;
        }
        match evidence {
            Evidence::States { n_threads } => writeln!(f, "states {n_threads}"),
            Evidence::Views(invariant) => self.invariant(f, invariant),
        }
    }
}

impl PrintedCertificate<'_> {
    fn step(&self, f: &mut Formatter, step: &Reduction) -> fmt::Result {
        match step {
            Reduction::Forget(vars) => writeln!(f, "forget {}", self.names(vars)),
            Reduction::Prune(edge) => writeln!(f, "prune {}", edge.0),
            Reduction::Unreachable(locs) => writeln!(f, "unreachable {}", list(locs.iter())),
            Reduction::Bypass(loc, ground) => {
                let ground = match ground {
                    Ground::Atomic => "atomic",
                    Ground::LocalBefore => "before",
                    Ground::LocalAfter => "after",
                };
                writeln!(f, "bypass {loc} {ground}")
            }
            Reduction::Guard(name) => writeln!(f, "guard {name}"),
            Reduction::Share(vars) => writeln!(f, "share {}", self.names(vars)),
            Reduction::Count { name, weights } => {
                write!(f, "count {name}")?;
                weights.iter().try_for_each(|(loc, weight)| write!(f, " {loc}={weight}"))?;
                writeln!(f)
            }
        }
    }

    fn names(&self, vars: &[VarId]) -> String {
        let name = |id: usize| self.program.vars.get(id).map_or("@invalid", |var| &var.name);
        list(vars.iter().map(|var| name(var.index())))
    }

    fn invariant(&self, f: &mut Formatter, invariant: &Invariant) -> fmt::Result {
        let word = match invariant.extent {
            Extent::Part => "views",
            Extent::Whole => "whole",
        };
        writeln!(f, "{word} {}", invariant.k)?;
        for (_, predicate) in invariant.predicates.iter() {
            writeln!(f, "predicate {}", self.program.print(&predicate.expr))?;
        }
        for (idx, tracked) in invariant.tracked.0.iter().enumerate() {
            if !tracked.is_empty() {
                let names = list(tracked.iter().map(|pred| name(*pred)));
                writeln!(f, "tracked {} {names}", LocId(idx as u32))?;
            }
        }
        for View { shared, threads } in &invariant.views {
            write!(f, "view{}", holding(shared.0))?;
            for ThreadBits { at, bits } in threads {
                match at {
                    At::Idle => write!(f, " | idle{}", holding(*bits))?,
                    At::Loc(loc) => write!(f, " | {loc}{}", holding(*bits))?,
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

fn name(pred: PredId) -> String {
    format!("p{}", pred.0)
}

fn list<T: Display>(items: impl Iterator<Item = T>) -> String {
    items.map(|item| item.to_string()).collect::<Vec<_>>().join(", ")
}

/// The names of the predicates whose bits are set, each after a space.
fn holding(bits: u128) -> String {
    (0..128)
        .filter(|idx| bits >> idx & 1 == 1)
        .map(|idx| format!(" {}", name(PredId(idx))))
        .collect()
}
