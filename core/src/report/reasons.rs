//! Why there is no answer, in words.

use super::c_text::c_text;
use super::story::{listed, quoted};
use crate::engine::{Analysis, Checked, Coverage, Obstacle, Reason, Run, Stuck, Subject, Verdict};
use crate::scpl::{Access, Bits, Command, Sort, Source};

/// A sentence that can follow a colon.
pub(super) fn sentence(analysis: &Analysis, reason: &Reason) -> String {
    match reason {
        Reason::NoViolationFound { up_to, coverage } => found_nothing(*up_to, *coverage),
        Reason::NotReached(Obstacle::Uncalled) => {
            "no thread gets here: the function is never called, or the code is dead".to_owned()
        }
        Reason::NotReached(Obstacle::NoPath) => "no thread ever gets here".to_owned(),
        Reason::NotReached(Obstacle::Threads { n_threads, span }) => {
            let threads = counted(*n_threads);
            let do_not = if *n_threads == 1 { "does not" } else { "do not" };
            match span {
                Some(span) => {
                    format!("{threads} {do_not} get past line {}", analysis.files.line(*span))
                }
                None => format!("{threads} {do_not} get here"),
            }
        }
        Reason::Budget { n_threads } => {
            format!("the step budget ran out in the search with {}", counted(*n_threads))
        }
        Reason::Cancelled => "the search was stopped".to_owned(),
        Reason::Unsupported { what, span } => {
            let line = analysis.files.line(*span);
            format!(
                "{what} in line {line} is not supported, and what happens after it is not known"
            )
        }
        Reason::NotProved { stuck, up_to, coverage } => {
            format!("{}; {}", not_proved(analysis, stuck), found_nothing(*up_to, *coverage))
        }
        Reason::AfterUndefined(property) => {
            let line = analysis.files.line(analysis.model.origins.property(*property).span);
            let is_it = |one: &&Checked| one.subject == Subject::Property(*property);
            let checked = analysis.properties.iter().find(is_it);
            let may_have = match checked.map(|one| &one.verdict) {
                Some(Verdict::Violated(_)) => "can have",
                _ => "may have",
            };
            format!(
                "an operation in line {line} {may_have} undefined behaviour, and what happens after \
                 it is not known"
            )
        }
        Reason::RestsOnApproximation { run } => approximated(analysis, run),
        Reason::Input => "the program could not be read".to_owned(),
        Reason::Internal { what } => {
            format!("Braid contradicts itself ({what}); please report this with the program")
        }
    }
}

/// Why a proof covers no more threads than it does; can follow "for more,".
pub(super) fn beyond(analysis: &Analysis, reason: &Reason) -> String {
    match reason {
        Reason::NotProved { stuck, .. } => not_proved(analysis, stuck),
        Reason::Budget { .. } => "the step budget ran out".to_owned(),
        Reason::NoViolationFound { .. } | Reason::NotReached(_) => "no proof was found".to_owned(),
        _ => sentence(analysis, reason),
    }
}

/// What the user can do about it, as an imperative sentence; may be empty.
pub(super) fn hint(checked: &Checked) -> &'static str {
    match (&checked.verdict, &checked.beyond) {
        (Verdict::Unknown(reason), _) | (_, Some(reason)) => what_to_do(reason),
        _ => "",
    }
}

fn what_to_do(reason: &Reason) -> &'static str {
    match reason {
        Reason::Budget { .. } => "Raise the step budget",
        Reason::Cancelled => "Check again",
        Reason::AfterUndefined(_) => "Look at that operation first",
        Reason::Unsupported { what, .. } if what.starts_with("recursion deeper") => {
            "Restrict the input so that the recursion ends earlier, or write it as a loop"
        }
        Reason::Unsupported { .. } => "The message there says what to write instead",
        Reason::NotProved { stuck: Stuck::Relation(_) | Stuck::Views, .. } => {
            "State what must hold there with BRAID_INVARIANT, or ask for a number of threads"
        }
        Reason::NotProved { stuck: Stuck::TooHard, .. } => {
            "Use smaller types or simpler arithmetic on the way to it"
        }
        Reason::NotProved { stuck: Stuck::TooManyPredicates, .. } => "Ask for a number of threads",
        Reason::NoViolationFound { coverage, .. } => match coverage {
            Coverage::SomeValues => "Restrict the inputs with an assumption",
            Coverage::SomeRuns => "Raise the step budget, or ask for fewer threads",
            Coverage::EveryRun => "Ask for more threads",
            Coverage::Everything => "",
        },
        Reason::NotReached(Obstacle::Threads { .. }) => "Allow more threads",
        Reason::NotReached(Obstacle::Uncalled) => {
            "Call the function, or mark it with BRAID_THREAD if threads start there"
        }
        Reason::NotReached(Obstacle::NoPath) => "Look at the conditions on the way to it",
        Reason::RestsOnApproximation { .. } => {
            "Give Braid the definition of the function, or restrict its result with an assumption"
        }
        // The first has diagnostics of its own, and the second says it all.
        Reason::Input | Reason::Internal { .. } => "",
    }
}

/// "1 thread", "4 threads".
pub(super) fn counted(n_threads: u32) -> String {
    match n_threads {
        0 => "main alone".to_owned(),
        1 => "1 thread".to_owned(),
        n => format!("{n} threads"),
    }
}

/// What was in the way of a proof.
fn not_proved(analysis: &Analysis, stuck: &Stuck) -> String {
    match stuck {
        Stuck::Relation(Some((_, one, other))) => {
            let [one, other] = [one, other].map(|side| c_text(&analysis.model, side));
            format!("a proof would need to compare `{one}` of one thread with `{other}` of another")
        }
        Stuck::Relation(None) => "no predicate was found that rules out a false alarm".to_owned(),
        Stuck::TooHard => "a condition on the way is too hard for the solver".to_owned(),
        Stuck::TooManyPredicates => "a proof would need too many predicates".to_owned(),
        Stuck::Views => "a proof would need to look at more than 3 threads at a time".to_owned(),
    }
}

fn found_nothing(up_to: u32, coverage: Coverage) -> String {
    let threads = match up_to {
        0 => "main alone".to_owned(),
        n => format!("up to {}", counted(n)),
    };
    match coverage {
        Coverage::Everything => {
            format!("the search found no violation in any run ({threads}), which is no proof yet")
        }
        Coverage::EveryRun => {
            format!("no violation in any interleaving with {threads}; more were not tried")
        }
        Coverage::SomeValues => {
            format!("no violation found with {threads}; not every input value was tried")
        }
        Coverage::SomeRuns => {
            format!("no violation found with {threads}; not every interleaving was tried")
        }
    }
}

/// "may fail if `size()` gives 3".
fn approximated(analysis: &Analysis, run: &Run) -> String {
    let model = &analysis.model;
    let mut conditions: Vec<String> = Vec::new();
    for event in &run.trace.events {
        let sources =
            model.program.edge(event.edge).commands.iter().filter_map(|command| match command {
                Command::Havoc(_, source) => Some(*source),
                _ => None,
            });
        let chosen = event.accesses.iter().filter_map(|access| match *access {
            Access::Choose { var, new, .. } => Some((var, new)),
            _ => None,
        });
        for (source, (var, new)) in sources.zip(chosen) {
            if !matches!(source, Source::Unmodelled | Source::Unspecified) {
                continue;
            }
            let value = match model.program.var(var).sort {
                Sort::Bits(1) | Sort::Handle => new as i64,
                Sort::Bits(width) => Bits::new(new, width).signed(),
            };
            let what = quoted(analysis.files.text(model.origins.edge(event.edge).span));
            let condition = format!("{what} gives {value}");
            if !conditions.contains(&condition) {
                conditions.push(condition);
            }
        }
    }
    match conditions.len() {
        0 => "may fail if an approximated value occurs".to_owned(),
        n if n > MAX_CONDITIONS + 1 => {
            // The last ones are the closest to what fails.
            let told = listed(&conditions[n - MAX_CONDITIONS..]);
            format!("may fail if {told}, and {} more such values", n - MAX_CONDITIONS)
        }
        _ => format!("may fail if {}", listed(&conditions)),
    }
}

/// More conditions than this do not fit into a line; the trace has all of them.
const MAX_CONDITIONS: usize = 2;
