//! What a failing condition was computed from.
//!
//! A condition is evaluated in several steps, which may call functions. What is told of it are the values
//! that the steps of its own statement have read, and those that the temporaries were computed from on
//! the way: in `assert(size() == 2)` that is what `size` read and others can write.

use super::failure::{Call, Failure, failure};
use super::freed::Freed;
use super::parts::Part;
use super::values::Names;
use super::words;
use crate::engine::Kind;
use crate::report::trace::Value;
use crate::scpl::{Access, Event, Shown, Trace, VarId};

/// More values than this that called functions have read explain nothing.
const MAX_READ_BY_CALLED: usize = 4;

/// Words for the violation at the end, if there is one.
pub(super) fn failing(
    names: Names,
    trace: &Trace,
    parts: &[Part],
    freed: Option<&Freed>,
) -> Option<Failure> {
    let property = trace.violated?;
    let kind = Kind::from(names.model.program.properties[property.index()].kind);
    let events = events(names, trace, parts);
    let reads = reads(names, trace, &events);
    let call = call(names, trace, parts, kind, &events);
    let origin = names.model.origins.property(property);
    Some(failure(names, kind, origin, &reads, freed, call))
}

/// Where an event stands that computed the condition.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// In the statement that fails, and told with it.
    Told,
    /// In the same function.
    Here,
    /// In a function that was called.
    Called,
}

/// The events that computed the condition, in order.
fn events(names: Names, trace: &Trace, parts: &[Part]) -> Vec<(usize, Place)> {
    let Some((last, end)) = parts.last().zip(trace.events.last()) else { return Vec::new() };
    let own = parts.iter().filter(|part| part.execution == last.execution);
    let own: Vec<usize> = own.flat_map(|part| part.events.clone()).collect();
    let function = |event: &Event| &names.model.origins.edge(event.edge).function;
    // Temporaries whose values are still to be explained.
    let mut wanted: Vec<(VarId, Option<u32>)> = Vec::new();
    let mut events = Vec::new();
    for (idx, event) in trace.events.iter().enumerate().rev() {
        let writes = |cell| event.accesses.iter().any(|it| !is_read(it) && it.cell() == cell);
        let explains = wanted.iter().any(|cell| writes(*cell));
        if event.thread != end.thread || !(explains || own.contains(&idx)) {
            continue;
        }
        wanted.retain(|cell| !writes(*cell));
        let read = event.accesses.iter().filter(|access| is_read(access)).map(Access::cell);
        wanted.extend(read.filter(|(var, _)| {
            names.model.origins.var(*var).shown == Shown::Hidden && !names.is_shared(*var)
        }));
        let place = match function(event) == function(end) {
            _ if own.contains(&idx) => Place::Told,
            true => Place::Here,
            false => Place::Called,
        };
        events.push((idx, place));
    }
    events.reverse();
    events
}

fn is_read(access: &Access) -> bool {
    matches!(access, Access::Read { .. })
}

/// What the events have read. What was told when it was written need not be repeated, unless there is
/// nothing else; of what called functions have read, what others can write is worth telling.
fn reads(names: Names, trace: &Trace, events: &[(usize, Place)]) -> Vec<Value> {
    let read = |(idx, place): &(usize, Place)| {
        let reads = words::reads(names, trace, &[*idx]).into_iter();
        reads.filter(|read| *place != Place::Called || read.shared).collect::<Vec<Value>>()
    };
    let n_read = |place| {
        let there = events.iter().filter(|(_, it)| *it == place);
        there.map(|event| read(event).len()).sum::<usize>()
    };
    let is_bare = n_read(Place::Told) == 0;
    let is_little = n_read(Place::Called) <= MAX_READ_BY_CALLED;
    let told = events.iter().filter(|(_, place)| match place {
        Place::Told => true,
        Place::Here => is_bare,
        Place::Called => is_little,
    });
    told.flat_map(read).collect()
}

/// The call that is to blame, if what fails only looks at what it was given: in `check(x == 1)` the error
/// is called by `check`, but meant is this call.
fn call(
    names: Names,
    trace: &Trace,
    parts: &[Part],
    kind: Kind,
    events: &[(usize, Place)],
) -> Option<Call> {
    let end = trace.events.last()?;
    let span = names.model.origins.edge(end.edge).call?;
    let makes_call = |event: &Event| {
        let statement = names.model.origins.edge(event.edge).statement;
        event.thread == end.thread && statement.covers(span)
    };
    let is_given = |var: VarId| {
        let mut calling = trace.events.iter().filter(|event| makes_call(event));
        calling.any(|event| event.accesses.iter().any(|it| !is_read(it) && it.cell().0 == var))
    };
    let accesses = || events.iter().flat_map(|(idx, _)| &trace.events[*idx].accesses);
    let mut read = accesses().filter(|access| is_read(access)).map(|access| access.cell().0);
    let is_to_blame = match kind {
        Kind::ReachError => true,
        Kind::Assertion => accesses().all(|it| !names.is_shared(it.cell().0)) && read.any(is_given),
        Kind::Undefined | Kind::Race | Kind::Deadlock => false,
    };
    let calling = parts
        .iter()
        .rfind(|part| part.thread == end.thread && part.statement.covers(span))
        .map(|part| part.execution);
    let calling = parts.iter().filter(|part| Some(part.execution) == calling);
    let reads: Vec<Value> =
        calling.flat_map(|part| words::reads(names, trace, &part.events)).collect();
    is_to_blame.then(|| Call { span, values: words::values_of(&reads) })
}
