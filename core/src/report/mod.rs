//! Answers for people: plain data with public fields, in the user's words.
//!
//! [`properties`] says what came out for every property, with the run that shows it; [`findings`]
//! says what is worth a mark in the text; [`insight`] says what is known about each
//! variable and statement; [`explain`] documents every code that occurs in either.
//! Places are spans; whoever shows them turns those into lines and columns.
//!
//! Must not know: paths, protocols, output formats, colours.

mod c_text;
mod codes;
mod counted;
mod findings;
#[cfg(test)]
pub(crate) mod fixture;
mod ignore;
mod insight;
mod locks;
mod proof;
mod property;
mod races;
mod reasons;
mod same_causes;
mod story;
#[cfg(test)]
mod tests;
mod trace;

pub use crate::scpl::Class;
pub use codes::{Explanation, explain, explanations};
pub use counted::Form;
pub use findings::{Finding, MAX_RELATED, Related, Severity, findings};
pub use insight::{Access, Fact, Insight, Point, Variable, insight};
pub use proof::{Proof, Round, evidence, proof};
pub use property::{Answer, Property, properties, trace};
pub use trace::{Change, Memory, Step, StepKind, Thread, Trace, Value};
