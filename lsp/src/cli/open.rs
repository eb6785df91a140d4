//! What is not known, for people.

use braid_core::engine::{Kind, Threads};
use braid_core::report::{Answer, Property};

use super::human::{Look, Volume};
use super::paint::Style;
use super::results::{Answered, place};
use super::wrap::{harmless, wrap};

/// More places with the same fate than this are only counted.
const MAX_PLACES: usize = 10;

/// What has neither been proved nor violated, or not for all threads, together where the reason is the
/// same.
pub fn render(answered: &Answered, look: Look) -> String {
    let mut groups: Vec<(Group, &str, Vec<&Property>)> = Vec::new();
    for property in &answered.properties {
        let Some(reason) = property.reason.as_deref() else { continue };
        if property.trace.is_some() {
            continue;
        }
        let group = Group::of(property);
        match groups.iter_mut().find(|(g, r, _)| *g == group && *r == reason) {
            Some((_, _, members)) => members.push(property),
            None => groups.push((group, reason, vec![property])),
        }
    }
    // What the user asserted comes before what the language asks for.
    groups.sort_by_key(|(group, _, _)| *group);
    let mut text = String::new();
    for (group, reason, members) in groups {
        let head = look.paint.apply(Style::Warning, "unknown");
        let is = if members.len() == 1 { "is" } else { "are" };
        let proved = match group.covered {
            None => "not proved".to_owned(),
            Some(0) => "proved for main alone".to_owned(),
            Some(1) => "not proved for more than 1 thread".to_owned(),
            Some(n) => format!("not proved for more than {n} threads"),
        };
        let told = format!("{} {is} {proved}: {reason}", group.counted(members.len()));
        let mut lines = wrap(&harmless(&told), look.cells.saturating_sub(9)).into_iter();
        text.push_str(&format!("{head}: {}\n", lines.next().unwrap_or_default()));
        for line in lines {
            text.push_str(&format!("         {line}\n"));
        }
        for line in wrap(&help(members[0].hint), look.cells.saturating_sub(9)) {
            text.push_str(&format!("         {line}\n"));
        }
        if group.sort == Sort::Operation && look.volume != Volume::Verbose {
            continue;
        }
        for property in members.iter().take(MAX_PLACES) {
            let at = place(&answered.files, property.span);
            let at = look.paint.apply(Style::Faint, &at);
            text.push_str(&format!("         {at}  {}\n", harmless(&property.text)));
        }
        if let Some(n_more) = members.len().checked_sub(MAX_PLACES).filter(|n| *n > 0) {
            text.push_str(&format!("         and {n_more} more\n"));
        }
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

/// A hint in the words of the command line; may be empty.
fn help(hint: &str) -> String {
    match hint {
        "" => String::new(),
        "Raise the step budget" => "help: --budget STEPS allows more work".to_owned(),
        "Allow more threads" | "Ask for more threads" => {
            "help: --threads N allows more threads".to_owned()
        }
        "Ask for a number of threads" => "help: --threads N asks about N threads only".to_owned(),
        hint => format!("help: {hint}"),
    }
}

/// What is told together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Group {
    sort: Sort,
    /// For so many threads there is a proof.
    covered: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Sort {
    Assertion,
    Operation,
}

impl Group {
    fn of(property: &Property) -> Self {
        let sort = match property.kind {
            Kind::Undefined | Kind::Race => Sort::Operation,
            _ => Sort::Assertion,
        };
        let covered = match (property.answer, property.threads) {
            (Answer::Safe, Threads::UpTo(n_threads)) => Some(n_threads),
            _ => None,
        };
        Self { sort, covered }
    }

    fn counted(self, n: usize) -> String {
        match (self.sort, n) {
            (Sort::Assertion, 1) => "1 assertion".to_owned(),
            (Sort::Assertion, n) => format!("{n} assertions"),
            (Sort::Operation, 1) => "1 operation that could be undefined".to_owned(),
            (Sort::Operation, n) => format!("{n} operations that could be undefined"),
        }
    }
}
