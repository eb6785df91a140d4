//! A property and its verdict, ready to be shown.

use super::story::{self, Freed, Story};
use super::trace::Trace;
use super::{races, reasons};
use crate::engine::{Analysis, Checked, Kind, Reason, Subject, Threads, Verdict};
use crate::scpl::PropId;
use crate::text::Span;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// Stable and readable: `assertion@worker:17`, with `#2` for the second one on a line.
    pub id: String,
    pub kind: Kind,
    /// The whole assertion or operation; in a deadlock, where the first thread waits for a signal, or else
    /// for something other than the end of a thread.
    pub span: Span,
    /// The C function it stands in.
    pub function: String,
    /// What must hold: `value > v`.
    pub text: String,
    pub answer: Answer,
    /// For a violation, how many threads the run creates; for a proof, for how many it holds;
    /// otherwise, what was asked.
    pub threads: Threads,
    /// Whether a violation is known to need so many threads.
    pub minimal: bool,
    /// What the verdict trusts.
    pub assumptions: Vec<String>,
    /// What came out, in a sentence that stands alone.
    pub message: String,
    /// Why nothing is known, or nothing about more threads, if so.
    pub reason: Option<String>,
    /// What to do about that; may be empty.
    pub hint: &'static str,
    /// The run that shows the violation, or would show it if what it assumes can happen.
    pub trace: Option<Trace>,
    /// The first property that is violated for the same reason, as an index, if that is another one: the
    /// same memory is used after the same statement has freed it.
    pub same_as: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    Safe,
    Unsafe,
    Unknown,
}

impl Answer {
    /// The word used in output formats.
    pub fn word(self) -> &'static str {
        match self {
            Answer::Safe => "safe",
            Answer::Unsafe => "unsafe",
            Answer::Unknown => "unknown",
        }
    }
}

/// All properties of an analysis, in its order.
pub fn properties(analysis: &Analysis) -> Vec<Property> {
    let mut ids: Vec<String> = Vec::new();
    let mut causes: Vec<(usize, Freed)> = Vec::new();
    analysis
        .properties
        .iter()
        .enumerate()
        .map(|(idx, checked)| {
            let run = checked.verdict.run();
            let story = run.map(|run| story::tell(&analysis.files, analysis.model_of(run), run));
            let place = place(analysis, checked, story.as_ref());
            let id = unique(&ids, &place, checked.kind, analysis);
            ids.push(id.clone());
            let reason = match &checked.verdict {
                Verdict::Unknown(reason) => Some(reasons::sentence(analysis, reason)),
                _ => checked.beyond.as_ref().map(|reason| reasons::beyond(analysis, reason)),
            };
            let message = message(checked, &place, story.as_ref(), reason.as_deref());
            let violating = story.as_ref().filter(|_| answer(&checked.verdict) == Answer::Unsafe);
            let freed = violating.and_then(|story| story.freed.clone());
            let same_as = freed.and_then(|freed| same_cause(&mut causes, idx, freed));
            Property {
                kind: checked.kind,
                span: place.span,
                function: place.function,
                text: place.text,
                answer: answer(&checked.verdict),
                threads: threads(&checked.verdict, analysis.threads),
                minimal: matches!(&checked.verdict, Verdict::Violated(v) if v.minimal),
                assumptions: assumptions(analysis, checked),
                message,
                reason,
                hint: reasons::hint(checked),
                trace: story.map(|story| story.into_trace(id.clone())),
                same_as,
                id,
            }
        })
        .collect()
}

/// The first property that goes wrong on the same freed memory.
fn same_cause(causes: &mut Vec<(usize, Freed)>, idx: usize, freed: Freed) -> Option<usize> {
    let same = causes.iter().find(|(_, it)| it.is_same_cause(&freed)).map(|(first, _)| *first);
    if same.is_none() {
        causes.push((idx, freed));
    }
    same
}

/// What a verdict trusts. A proof takes memory to be sequentially consistent, which is worth saying where
/// ordinary accesses race, or atomic ones name a weaker order. A violation is one in any case.
fn assumptions(analysis: &Analysis, checked: &Checked) -> Vec<String> {
    let mut assumptions = analysis.model.assumptions.clone();
    if matches!(checked.verdict, Verdict::Proved(_)) {
        assumptions.extend(analysis.model.weak_orders.clone());
        assumptions.extend(races::sentences(analysis));
    }
    assumptions
}

/// The run that violates, or may violate, the property with this index in the analysis.
pub fn trace(analysis: &Analysis, property_idx: usize) -> Option<Trace> {
    properties(analysis).into_iter().nth(property_idx)?.trace
}

/// Where a property stands, and what it says.
struct Place {
    span: Span,
    function: String,
    text: String,
}

fn place(analysis: &Analysis, checked: &Checked, story: Option<&Story>) -> Place {
    let model = &analysis.model;
    match checked.subject {
        Subject::Property(id) => {
            let origin = model.origins.property(id);
            Place {
                span: origin.span,
                function: function(analysis, id),
                text: origin.condition.clone(),
            }
        }
        Subject::Uncalled(span) => {
            Place { span, function: String::new(), text: analysis.files.text(span).to_owned() }
        }
        Subject::Deadlock => {
            let model = checked.verdict.run().map_or(model, |run| analysis.model_of(run));
            let waits = story.map_or(&[][..], |story| &story.waits);
            let wait = waits.iter().min_by_key(|wait| wait.awaited);
            let edge = wait.map(|wait| model.origins.edge(wait.edge));
            Place {
                span: edge.map_or(Span::whole(analysis.root), |edge| edge.statement),
                function: edge.map_or("main".to_owned(), |edge| edge.function.clone()),
                text: "some thread can go on".to_owned(),
            }
        }
    }
}

/// The C function that a property stands in: that of the steps into its error location.
fn function(analysis: &Analysis, property: PropId) -> String {
    let model = &analysis.model;
    let error = model.program.properties[property.index()].error;
    let into = model.program.edges.iter().position(|edge| edge.to == error);
    into.map_or(String::new(), |idx| model.origins.edges[idx].function.clone())
}

fn unique(ids: &[String], place: &Place, kind: Kind, analysis: &Analysis) -> String {
    let line = analysis.files.line(place.span);
    let at = match place.function.as_str() {
        "" => line.to_string(),
        function => format!("{function}:{line}"),
    };
    let id = format!("{}@{at}", kind.word());
    let mut candidate = id.clone();
    let mut ordinal = 1;
    while ids.contains(&candidate) {
        ordinal += 1;
        candidate = format!("{id}#{ordinal}");
    }
    candidate
}

fn answer(verdict: &Verdict) -> Answer {
    match verdict {
        Verdict::Proved(_) => Answer::Safe,
        Verdict::Violated(_) => Answer::Unsafe,
        Verdict::Unknown(_) => Answer::Unknown,
    }
}

fn threads(verdict: &Verdict, asked: Threads) -> Threads {
    match verdict {
        Verdict::Proved(threads) => *threads,
        Verdict::Violated(violation) => Threads::UpTo(violation.n_threads),
        Verdict::Unknown(_) => asked,
    }
}

fn message(
    checked: &Checked,
    place: &Place,
    story: Option<&Story>,
    reason: Option<&str>,
) -> String {
    let condition = match checked.kind {
        // In words already.
        Kind::Undefined | Kind::Race => format!("that {}", place.text),
        _ => story::quoted(&place.text),
    };
    let failure = story.and_then(|story| story.failure.as_ref());
    match (&checked.verdict, failure, story) {
        (Verdict::Proved(Threads::Any), ..) => {
            format!("{condition} holds for any number of threads")
        }
        (Verdict::Proved(Threads::UpTo(n)), ..) => {
            let more = reason.map_or(String::new(), |reason| format!("; for more, {reason}"));
            format!("{condition} holds with up to {}{more}", reasons::counted(*n))
        }
        (Verdict::Violated(violation), Some(failure), _) => {
            let head = match violation.n_threads {
                0 => "assertion can fail: ".to_owned(),
                n => format!("assertion can fail with {}: ", reasons::counted(n)),
            };
            match failure.message.strip_prefix("assertion violated: ") {
                Some(told) => head + told,
                None => failure.message.clone(),
            }
        }
        (Verdict::Violated(_), None, Some(story)) => {
            let waits = story.waits.iter().map(|wait| {
                format!("{} {}", story.threads[wait.thread.index()].label, wait.effect)
            });
            format!("deadlock: {}", waits.collect::<Vec<_>>().join("; "))
        }
        (Verdict::Violated(_), None, None) => format!("{condition} is violated"),
        (Verdict::Unknown(Reason::RestsOnApproximation { .. }), Some(failure), _) => {
            let what = match checked.kind {
                Kind::Undefined | Kind::Race => "operation",
                _ => "assertion",
            };
            let told = failure.message.split_once(": ").map_or("", |(_, told)| told);
            format!("{what} {}: {told}", reason.unwrap_or_default())
        }
        (Verdict::Unknown(_), ..) => {
            format!("{condition} is not proved: {}", reason.unwrap_or_default())
        }
    }
}
