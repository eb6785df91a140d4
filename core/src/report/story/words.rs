//! What a step does, in words.

use super::decision;
use super::exchange;
use super::parts::Part;
use super::values::{Names, UNLOCKED, listed, quoted};
use super::wakes;
use crate::report::trace::{Change, StepKind, Value};
use crate::scpl::{self, Access, Command, Event, Source, Trace};

/// A step in words; see the fields of the same names in `report::Step`.
#[derive(Debug)]
pub(super) struct Told {
    pub kind: StepKind,
    pub reads: Vec<Value>,
    pub writes: Vec<Change>,
    pub effect: String,
    /// The sentence without its subject, the thread.
    pub predicate: String,
}

/// Which values a step is told with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Telling {
    Full,
    /// The end of the story says itself what was read.
    WithoutReads,
}

/// A step is told with about so many changes; all of them are in the lists.
const MAX_CHANGES: usize = 4;

/// Puts a part into words.
pub(super) fn tell(names: Names, trace: &Trace, part: &Part, telling: Telling) -> Told {
    let events = || part.events.iter().map(|&idx| &trace.events[idx]);
    let kind = events().map(|event| kind(names, event)).max_by_key(|kind| rank(*kind));
    let kind = kind.expect("a part has at least one event");
    let reads = reads(names, trace, &part.events);
    let mut writes = writes(names, trace, part);
    let failed = part.events.iter().find_map(|&idx| exchange::failed(names, trace, idx));
    writes.retain(|change| failed.as_ref().is_none_or(|failed| failed.target != change.name));
    let arguments = arguments(names, trace, part);

    let mut phrases: Vec<String> = Vec::new();
    // Locks and handles are told by what is done to them.
    let is_deed = matches!(
        kind,
        StepKind::Create { .. }
            | StepKind::Join
            | StepKind::Lock
            | StepKind::Unlock
            | StepKind::TryLock
    );
    if !is_deed && telling == Telling::Full {
        let told: Vec<String> = (reads.iter())
            .filter(|read| is_news(read, kind, &writes))
            .filter(|read| failed.as_ref().is_none_or(|failed| !failed.speaks_of(&read.name)))
            .map(|read| format!("{} = {}", read.name, read.value))
            .collect();
        if !told.is_empty() {
            phrases.push(format!("reads {}", told.join(", ")));
        }
    }
    let mut chosen: Vec<String> = events().flat_map(|event| choices(names, event)).collect();
    // Of a struct, each part.
    chosen.dedup();
    phrases.extend(chosen);
    phrases.extend(events().filter_map(|event| deed(names, trace, event)));
    phrases.extend(failed.map(|failed| failed.phrase));
    if !is_deed {
        let (unlocked, others): (Vec<&Change>, Vec<&Change>) =
            writes.iter().partition(|change| change.new == UNLOCKED);
        if !unlocked.is_empty() {
            let locks: Vec<String> = unlocked.iter().map(|change| change.name.clone()).collect();
            phrases.push(format!("initialises {}", listed(&locks)));
        }
        let (passed, set): (Vec<&Change>, Vec<&Change>) =
            others.into_iter().partition(|change| arguments.contains(&change.name));
        for (word, changes) in [("passes", passed), ("sets", set)] {
            let told: Vec<String> =
                changes.into_iter().map(|change| changed(change, &reads)).collect();
            if !told.is_empty() {
                phrases.push(format!("{word} {}", abridged(&told)));
            }
        }
    }
    let done = phrases.join(", ");
    let (effect, predicate) = match kind {
        StepKind::Branch { .. } if names.is_switch(part.statement) => {
            let done = if done.is_empty() { "chooses a case".to_owned() } else { done };
            (done.clone(), done)
        }
        StepKind::Branch { taken } if telling == Telling::Full => {
            decision::words(&done, &decision::last(names, trace, part, taken))
        }
        StepKind::Plain if decision::holds(names, trace, part) => {
            let text = names.line(part.statement);
            (format!("{done}: holds"), format!("{done}, so {} holds", quoted(&text)))
        }
        _ => (done.clone(), done),
    };
    Told { kind, reads, writes, effect, predicate }
}

/// Some of the changes, if there are too many to be read.
fn abridged(changes: &[String]) -> String {
    match changes.len().checked_sub(MAX_CHANGES) {
        Some(n_more @ 2..) => format!("{} and {n_more} more", changes[..MAX_CHANGES].join(", ")),
        _ => changes.join(", "),
    }
}

/// What a thread reads in its own variables it has written before, which was told then. It is worth
/// repeating where a decision depends on it, or where there is nothing else to tell.
fn is_news(read: &Value, kind: StepKind, writes: &[Change]) -> bool {
    read.shared
        || writes.is_empty()
        || matches!(kind, StepKind::Branch { .. })
        || read.value.ends_with(NEVER_SET)
}

fn kind(names: Names, event: &Event) -> StepKind {
    match names.model.origins.edge(event.edge).kind {
        scpl::StepKind::Plain
        | scpl::StepKind::Signal
        | scpl::StepKind::Silent
        | scpl::StepKind::Allocate
        | scpl::StepKind::Free => StepKind::Plain,
        scpl::StepKind::Branch { .. } if names.passed(event.edge).is_some() => StepKind::Plain,
        scpl::StepKind::Branch { taken } => StepKind::Branch { taken },
        scpl::StepKind::Lock => StepKind::Lock,
        scpl::StepKind::TryLock => StepKind::TryLock,
        scpl::StepKind::Unlock => StepKind::Unlock,
        scpl::StepKind::Create => match event.created {
            Some(created) => StepKind::Create { thread: created.index() },
            None => StepKind::Plain,
        },
        scpl::StepKind::Join => StepKind::Join,
        scpl::StepKind::Finish => StepKind::Finish,
        scpl::StepKind::Halt => StepKind::Halt,
        scpl::StepKind::Fail => StepKind::Fail,
    }
}

/// A part is called after the most remarkable thing in it; of several decisions, the last.
fn rank(kind: StepKind) -> u32 {
    match kind {
        StepKind::Plain => 0,
        StepKind::Branch { .. } => 1,
        StepKind::Finish => 2,
        StepKind::Halt => 3,
        StepKind::Unlock => 4,
        StepKind::TryLock => 5,
        StepKind::Lock => 6,
        StepKind::Join => 7,
        StepKind::Create { .. } => 8,
        StepKind::Wait => 9,
        StepKind::Fail => 10,
    }
}

/// What the event does besides reading and writing.
fn deed(names: Names, trace: &Trace, event: &Event) -> Option<String> {
    if names.model.origins.edge(event.edge).kind == scpl::StepKind::Free {
        if let Some(variable) = ended(names, event) {
            return Some(format!("ends the lifetime of {variable}"));
        }
        let freed = event.accesses.iter().find_map(|access| match *access {
            Access::Write { var, index, old: 1, new: 0 } => Some(names.cell(var, index)),
            _ => None,
        });
        return Some(format!("frees {}", freed.unwrap_or("the memory".to_owned())));
    }
    if names.model.origins.edge(event.edge).kind == scpl::StepKind::Signal {
        return wakes::signal(names, trace, event);
    }
    let (mutex, how_much) = lock(names, trace, event);
    match kind(names, event) {
        StepKind::Lock => Some(match wakes::how(names, trace, event) {
            None => format!("locks {mutex}{how_much}"),
            Some(how) => format!("wakes up{how} and locks {mutex}"),
        }),
        StepKind::Unlock if wakes::is_wait(names, event) => {
            let on = wakes::condition(names, trace, event);
            let on = on.map_or(String::new(), |name| format!(" on {name}"));
            Some(format!("unlocks {mutex} and waits for a signal{on}"))
        }
        StepKind::Unlock => Some(format!("unlocks {mutex}")),
        StepKind::TryLock if writes_mutex(names, event) => Some(format!("locks {mutex}")),
        StepKind::TryLock => Some(format!("finds {mutex} locked")),
        StepKind::Create { thread } => {
            Some(format!("creates {}", names.labels.get(thread).map_or("a thread", |l| l)))
        }
        StepKind::Join => Some(joined(names, trace, event)),
        StepKind::Finish => Some("ends".to_owned()),
        StepKind::Halt => Some("ends the program".to_owned()),
        _ => None,
    }
}

/// The variable whose lifetime an event ends.
fn ended(names: Names, event: &Event) -> Option<String> {
    event.accesses.iter().find_map(|access| match *access {
        Access::Write { var, index, new: 0, .. } => names.owners.variable(names.model, var, index),
        _ => None,
    })
}

/// The lock that an event is about, and whether it is taken for reading or for writing, if that matters.
/// Of a read-write lock the cell is written right behind the step that waits for it.
fn lock(names: Names, trace: &Trace, event: &Event) -> (String, &'static str) {
    let here = trace.events.iter().position(|other| std::ptr::eq(other, event));
    let behind = here.map_or(&[][..], |here| &trace.events[here..]);
    let same = |other: &&Event| {
        let span = |event: &Event| names.model.origins.edge(event.edge).span;
        other.thread == event.thread && span(other) == span(event)
    };
    let is_parted = |var| names.model.origins.var(var).part_of.is_some();
    let is_it = |access: &&Access| match access {
        Access::Read { var, .. } => names.is_mutex(*var) && !is_parted(*var),
        access => names.is_mutex(access.cell().0),
    };
    let accesses = behind.iter().take_while(same).flat_map(|event| &event.accesses);
    let Some((var, index)) = accesses.into_iter().find(is_it).map(Access::cell) else {
        return ("a lock".to_owned(), "");
    };
    let how = match is_parted(var) {
        true => match names.model.program.var(var).sort {
            scpl::Sort::Bits(1) => " for writing",
            _ => " for reading",
        },
        false => "",
    };
    (names.lock(var, index, event.edge), how)
}

fn writes_mutex(names: Names, event: &Event) -> bool {
    let mut writes = event.accesses.iter().filter(|a| !matches!(a, Access::Read { .. }));
    writes.any(|access| names.is_mutex(access.cell().0))
}

/// The thread that was waited for: the handle is the last thing that a join reads.
fn joined(names: Names, trace: &Trace, event: &Event) -> String {
    let handle = event.accesses.iter().rev().find_map(|access| match access {
        Access::Read { var, value, .. }
            if names.model.program.var(*var).sort == scpl::Sort::Handle =>
        {
            Some(*value)
        }
        _ => None,
    });
    match handle {
        Some(raw) if (1..=trace.threads.len() as u64).contains(&raw) => {
            format!("joins {}", names.handle(raw))
        }
        _ => "joins a thread".to_owned(),
    }
}

/// Visible values read, once each.
pub(super) fn reads(names: Names, trace: &Trace, events: &[usize]) -> Vec<Value> {
    let mut reads: Vec<Value> = Vec::new();
    for &idx in events {
        for access in &trace.events[idx].accesses {
            let Access::Read { var, index, value } = *access else { continue };
            if !names.is_visible(var) {
                continue;
            }
            let mut shown = names.value(var, value);
            if names.by_chance.contains(&(idx, access.cell())) {
                shown.push_str(NEVER_SET);
            }
            let read =
                Value { name: names.cell(var, index), value: shown, shared: names.is_shared(var) };
            if !reads.contains(&read) {
                reads.push(read);
            }
        }
    }
    reads
}

const NEVER_SET: &str = " (never initialised)";

/// Visible values written, the last one of each cell.
fn writes(names: Names, trace: &Trace, part: &Part) -> Vec<Change> {
    let mut writes: Vec<Change> = Vec::new();
    for &idx in &part.events {
        for access in &trace.events[idx].accesses {
            let (Access::Write { var, index, old, new } | Access::Choose { var, index, old, new }) =
                *access
            else {
                continue;
            };
            if !names.is_visible(var) {
                continue;
            }
            let name = names.cell(var, index);
            let new = names.value(var, new);
            match writes.iter_mut().find(|change| change.name == name) {
                Some(change) => change.new = new,
                None => writes.push(Change {
                    name,
                    old: (!names.is_declared_in(var, part.statement))
                        .then(|| names.value(var, old)),
                    new,
                    shared: names.is_shared(var),
                }),
            }
        }
    }
    writes
}

/// The variables that the part gives values to only to hand them to a function.
fn arguments(names: Names, trace: &Trace, part: &Part) -> Vec<String> {
    let mut arguments = Vec::new();
    for event in part.events.iter().map(|&idx| &trace.events[idx]) {
        let written = event.accesses.iter().filter(|a| !matches!(a, Access::Read { .. }));
        for (var, index) in written.map(Access::cell) {
            if names.is_argument(var, event.edge) {
                arguments.push(names.cell(var, index));
            }
        }
    }
    arguments
}

/// The old value is worth telling where others may have relied on it, and is not told already.
fn changed(change: &Change, reads: &[Value]) -> String {
    let told = reads.iter().any(|read| read.name == change.name);
    match &change.old {
        Some(old) if change.shared && !told && *old == change.new => {
            format!("{} = {} (as it was)", change.name, change.new)
        }
        Some(old) if change.shared && !told => {
            format!("{} = {} (was {old})", change.name, change.new)
        }
        _ => format!("{} = {}", change.name, change.new),
    }
}

/// Values that were picked, not computed, with where they come from. What the program stores at
/// once in a variable of its own is told as a write as well; the phrase then only says the source.
fn choices(names: Names, event: &Event) -> Vec<String> {
    let sources = names.model.program.edge(event.edge).commands.iter();
    let sources = sources.filter_map(|command| match command {
        Command::Havoc(_, source) => Some(*source),
        _ => None,
    });
    let chosen = event.accesses.iter().filter_map(|access| match *access {
        Access::Choose { var, new, .. } => Some((var, new)),
        _ => None,
    });
    // A write out of bounds leaves no access, but then the run ends at the guard before it: sources
    // and values pair up.
    sources
        .zip(chosen)
        .filter_map(|(source, (var, new))| {
            let value = names.value(var, new);
            let text = quoted(names.files.text(names.model.origins.edge(event.edge).span));
            match source {
                Source::Uninit if names.is_visible(var) => None,
                Source::Uninit => Some(format!("finds {value} in uninitialised memory")),
                Source::Input | Source::Unspecified => Some(format!("gets {value} from {text}")),
                Source::Unmodelled => Some(format!("gets {value} from {text} (assumed)")),
            }
        })
        .collect()
}

/// The values behind a failing condition: "value = 0 and v = 1". What the evaluation really read,
/// in order; a variable read twice with two values is named twice.
pub(super) fn values_of(reads: &[Value]) -> String {
    let mut told: Vec<String> = Vec::new();
    for read in reads {
        let earlier = reads.iter().take_while(|r| !std::ptr::eq(*r, read));
        let last = earlier.into_iter().filter(|earlier| earlier.name == read.name).last();
        if last.is_some_and(|last| last.value == read.value) {
            continue;
        }
        let again = last.is_some();
        let then = if again { "then " } else { "" };
        told.push(format!("{then}{} = {}", read.name, read.value));
    }
    listed(&told)
}
