//! Which events of a run are told together.
//!
//! A statement takes several steps of the machine; a person wants to hear of it once, unless another
//! thread came between. Events that nobody needs to see do not come between.

use super::lent;
use super::values::Names;
use crate::scpl::{Access, EdgeId, Event, PropertyKind, StepKind, ThreadIdx, Trace, VarId};
use crate::text::Span;

/// A statement, or as much of it as a thread carries out without being interrupted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub thread: ThreadIdx,
    pub statement: Span,
    /// Indices of the visible events; never empty.
    pub events: Vec<usize>,
    /// Numbers the executions of statements: parts of one interrupted statement have the same.
    pub execution: usize,
}

/// Groups the visible events of a run.
pub(super) fn parts(names: Names, trace: &Trace) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    // By thread, the statement that it is in, behind those that have called that one's function.
    let mut open: Vec<Vec<Open>> = vec![Vec::new(); trace.threads.len()];
    let mut n_executions = 0;
    for (idx, event) in trace.events.iter().enumerate() {
        let statement = names.model.origins.edge(event.edge).statement;
        let stack = &mut open[event.thread.index()];
        match going_on(names, stack, statement, event) {
            Some(at) => stack.truncate(at + 1),
            None => {
                let call = names.model.origins.edge(event.edge).call;
                while stack.last().is_some_and(|open| !open.makes(call)) {
                    stack.pop();
                }
                stack.push(Open::new(statement, n_executions));
                n_executions += 1;
            }
        }
        let current = stack.last_mut().expect("a statement was opened above");
        current.add(names, event);
        let fails = trace.violated.is_some() && idx + 1 == trace.events.len();
        if !fails && !is_visible(names, event) {
            continue;
        }
        match parts.last_mut() {
            Some(part) if part.execution == current.execution => part.events.push(idx),
            _ => parts.push(Part {
                thread: event.thread,
                statement,
                events: vec![idx],
                execution: current.execution,
            }),
        }
    }
    parts
}

/// Which of the statements that a thread is in the event belongs to, if to any. One that has called a
/// function goes on when that returns; where a function calls itself, only the innermost is sure.
fn going_on(names: Names, stack: &[Open], statement: Span, event: &Event) -> Option<usize> {
    let same = |open: &&Open| open.statement == statement;
    let at = stack.iter().rposition(|open| same(&open))?;
    let is_sure = at + 1 == stack.len() || stack.iter().filter(same).count() == 1;
    let call = names.model.origins.edge(event.edge).call;
    let is_recursive = at + 1 < stack.len() && stack[at].makes(call);
    (is_sure && !is_recursive && stack[at].goes_on(names, statement, event)).then_some(at)
}

/// Whether a person following the run wants to hear of the event.
fn is_visible(names: Names, event: &Event) -> bool {
    match names.model.origins.edge(event.edge).kind {
        StepKind::Silent | StepKind::Allocate => false,
        StepKind::Branch { .. } => match names.passed(event.edge) {
            Some(PropertyKind::Undefined | PropertyKind::Unguarded | PropertyKind::Unmodelled) => {
                false
            }
            Some(PropertyKind::Assertion | PropertyKind::ReachError) => is_told(names, event),
            // Also one that reads only temporaries is a decision; `while (1)` is none.
            None => !event.accesses.is_empty(),
        },
        StepKind::Plain => is_told(names, event),
        // That variables come to the end of their lives is told if somebody uses them afterwards.
        StepKind::Free => {
            let cells = || event.accesses.iter().map(Access::cell);
            let is_variable = |cell: &(VarId, _)| lent::says_existence(names.model, cell.0);
            !cells().any(|cell| is_variable(&cell))
                || cells().any(|cell| names.owners.is_missing(cell))
        }
        _ => true,
    }
}

/// Whether reads and writes alone are worth telling. What a thread reads in its own variables is not:
/// it was told when they were written.
fn is_told(names: Names, event: &Event) -> bool {
    event.accesses.iter().any(|access| {
        let var = access.cell().0;
        match access {
            Access::Choose { .. } => true,
            Access::Write { .. } => names.is_visible(var),
            Access::Read { .. } => names.is_visible(var) && names.is_shared(var),
        }
    })
}

/// The statement that a thread is in.
#[derive(Clone, Debug)]
struct Open {
    statement: Span,
    execution: usize,
    edges: Vec<EdgeId>,
    written: Vec<(VarId, Option<u32>)>,
}

impl Open {
    fn new(statement: Span, execution: usize) -> Self {
        Self { statement, execution, edges: Vec::new(), written: Vec::new() }
    }

    /// Whether the event belongs to the same execution of the statement. Loops and repeated calls
    /// come back to a statement by an edge already taken, or to a variable already written.
    fn goes_on(&self, names: Names, statement: Span, event: &Event) -> bool {
        if self.statement != statement || self.edges.contains(&event.edge) {
            return false;
        }
        let decides = matches!(
            names.model.origins.edge(event.edge).kind,
            StepKind::Branch { .. } | StepKind::Fail | StepKind::Silent | StepKind::Allocate
        );
        decides || !event.accesses.iter().any(|access| self.written.contains(&access.cell()))
    }

    /// Whether this call stands in the statement.
    fn makes(&self, call: Option<Span>) -> bool {
        call.is_some_and(|call| self.statement.covers(call))
    }

    fn add(&mut self, names: Names, event: &Event) {
        self.edges.push(event.edge);
        let written = event.accesses.iter().filter(|access| !matches!(access, Access::Read { .. }));
        // A variable that comes into being is cleared first, and then filled; arguments are passed once
        // more by each call.
        self.written.extend(written.map(Access::cell).filter(|cell| {
            names.is_visible(cell.0)
                && !names.is_declared_in(cell.0, self.statement)
                && !names.is_argument(cell.0, event.edge)
        }));
    }
}
