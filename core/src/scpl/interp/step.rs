//! One edge taken by one thread, in full or not at all.

use super::state::{Choices, State, ThreadState, extensions};
use super::{Interpreter, Values};
use crate::scpl::eval::Env;
use crate::scpl::expr::{Bits, Expr};
use crate::scpl::program::{Command, EdgeId, LocKind, Place, Program, Scope, TemplateId, VarId};
use crate::scpl::trace::{Access, Event, Step, ThreadIdx};

/// Why a step is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disabled {
    NoSuchThread,
    /// The edge does not leave the thread's location.
    NoSuchEdge,
    /// The program has ended.
    Over,
    /// This other thread must first leave its atomic section.
    InSection(ThreadIdx),
    /// An `Assume` does not hold.
    AssumeFails,
    /// An `Await` does not hold, or a joined thread has not finished.
    Waits,
    /// A `Create` finds no idle thread.
    NoIdleThread,
    /// The list of choices ends before a value of this width.
    MissingChoice {
        width: u8,
    },
    /// A choice does not fit into the width needed.
    WideChoice {
        width: u8,
    },
    /// The list of choices is too long.
    SurplusChoice,
}

/// A step that a thread can take, and what comes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    pub step: Step,
    pub event: Event,
    pub state: State,
}

impl Interpreter<'_> {
    /// Takes a step; a refused one leaves the state as it was.
    pub fn step(
        &self,
        state: &mut State,
        thread: ThreadIdx,
        edge: EdgeId,
        choices: &[u64],
    ) -> Result<Event, Disabled> {
        let (next, event) = self.successor(state, thread, edge, choices)?;
        *state = next;
        Ok(event)
    }

    pub fn successor(
        &self,
        state: &State,
        thread: ThreadIdx,
        edge: EdgeId,
        choices: &[u64],
    ) -> Result<(State, Event), Disabled> {
        let from = state.threads.get(thread.index()).ok_or(Disabled::NoSuchThread)?.loc;
        let taken = self.program.edges.get(edge.index()).ok_or(Disabled::NoSuchEdge)?;
        if taken.from != from || self.program.loc(from).kind != LocKind::Plain {
            return Err(Disabled::NoSuchEdge);
        }
        if state.is_over(self.program) {
            return Err(Disabled::Over);
        }
        match state.in_section(self.program) {
            Some(other) if other != thread => return Err(Disabled::InSection(other)),
            _ => {}
        }
        let mut effect = Effect {
            interpreter: self,
            state: state.clone(),
            thread,
            accesses: Vec::new(),
            created: None,
        };
        let mut choices = Choices(choices);
        for command in &taken.commands {
            effect.run(command, &mut choices)?;
        }
        choices.all_taken()?;
        let Effect { mut state, accesses, created, .. } = effect;
        state.threads[thread.index()].loc = taken.to;
        Ok((state, Event { thread, edge, accesses, created }))
    }

    /// All ways to take an edge with choices from `values`, and all refusals. `MissingChoice` is
    /// among these only if `values` has none of the width.
    pub fn ways(
        &self,
        state: &State,
        thread: ThreadIdx,
        edge: EdgeId,
        values: Values,
    ) -> Vec<Result<Way, Disabled>> {
        let mut ways = Vec::new();
        let mut pending = vec![Vec::new()];
        while let Some(choices) = pending.pop() {
            match self.successor(state, thread, edge, &choices) {
                Ok((state, event)) => {
                    let step = Step { thread, edge, choices };
                    ways.push(Ok(Way { step, event, state }));
                }
                Err(Disabled::MissingChoice { width }) => {
                    let values = values(width);
                    if values.is_empty() {
                        ways.push(Err(Disabled::MissingChoice { width }));
                    }
                    pending.extend(extensions(&choices, &values));
                }
                Err(disabled) => ways.push(Err(disabled)),
            }
        }
        ways
    }

    /// The edges that the thread can take, or could take depending on a choice.
    pub fn enabled(&self, state: &State, thread: ThreadIdx) -> Vec<EdgeId> {
        let Some(at) = state.threads.get(thread.index()) else { return Vec::new() };
        let mut edges: Vec<EdgeId> = self.program.edges_from(at.loc).collect();
        edges.retain(|&edge| {
            matches!(
                self.successor(state, thread, edge, &[]),
                Ok(_) | Err(Disabled::MissingChoice { .. })
            )
        });
        edges
    }
}

/// A step half done.
struct Effect<'a> {
    interpreter: &'a Interpreter<'a>,
    state: State,
    thread: ThreadIdx,
    accesses: Vec<Access>,
    created: Option<ThreadIdx>,
}

impl Effect<'_> {
    fn run(&mut self, command: &Command, choices: &mut Choices) -> Result<(), Disabled> {
        match command {
            Command::Assume(condition) => self.require(condition, Disabled::AssumeFails),
            Command::Await(condition) => self.require(condition, Disabled::Waits),
            Command::Assign(place, value) => {
                self.assign(place, value);
                Ok(())
            }
            Command::Havoc(place, _) => {
                let index = self.index(place);
                let width = self.interpreter.layout.slot(place.var()).width;
                let value = choices.next(width)?;
                self.write(place.var(), index, value, Value::Chosen);
                Ok(())
            }
            Command::Create { template, args, handle } => {
                self.create(*template, args, handle.as_ref(), choices)
            }
            Command::Join(handle) => {
                let handle = self.eval(handle).value;
                if self.has_finished(handle) { Ok(()) } else { Err(Disabled::Waits) }
            }
        }
    }

    fn require(&mut self, condition: &Expr, otherwise: Disabled) -> Result<(), Disabled> {
        if self.eval(condition) == Bits::TRUE { Ok(()) } else { Err(otherwise) }
    }

    fn assign(&mut self, place: &Place, value: &Expr) {
        let index = self.index(place);
        let mut chosen = value;
        while let Expr::Ite(condition, then, otherwise) = chosen {
            chosen = if self.eval(condition) == Bits::TRUE { then } else { otherwise };
        }
        // `w := (p == &w) ? e : w` is how a store through a pointer spares the targets it does not
        // reach; nobody who follows the run should see those read and written.
        if !std::ptr::eq(chosen, value) && is_read_of(chosen, place) {
            return;
        }
        let value = self.eval(chosen).value;
        self.write(place.var(), index, value, Value::Computed);
    }

    fn create(
        &mut self,
        template: TemplateId,
        args: &[(VarId, Expr)],
        handle: Option<&Place>,
        choices: &mut Choices,
    ) -> Result<(), Disabled> {
        self.state.n_idle = self.state.n_idle.checked_sub(1).ok_or(Disabled::NoIdleThread)?;
        let given: Vec<(VarId, u64)> =
            args.iter().map(|(var, value)| (*var, self.eval(value).value)).collect();
        let locals = self.interpreter.initial_cells(Scope::Local, &given, choices)?;
        let loc = self.interpreter.program.template(template).entry;
        let created = ThreadIdx(self.state.threads.len() as u32);
        self.state.threads.push(ThreadState { template, loc, locals });
        self.created = Some(created);
        if let Some(place) = handle {
            let index = self.index(place);
            self.write(place.var(), index, created.handle(), Value::Computed);
        }
        Ok(())
    }

    /// Whether every thread with this creation number has finished; there may be none.
    fn has_finished(&self, handle: u64) -> bool {
        let program: &Program = self.interpreter.program;
        self.state
            .thread_idxs()
            .filter(|thread| thread.handle() == handle)
            .all(|thread| self.state.kind(program, thread) == LocKind::Finished)
    }

    /// The value in the active thread; what is read is noted.
    fn eval(&mut self, expr: &Expr) -> Bits {
        let env = Env {
            layout: &self.interpreter.layout,
            shared: &self.state.shared,
            locals: &self.state.thread(self.thread).locals,
            self_handle: self.thread.handle(),
        };
        let accesses = &mut self.accesses;
        env.eval_reading(expr, &mut |var, index, value| {
            if !accesses.iter().any(|access| access.cell() == (var, index)) {
                accesses.push(Access::Read { var, index, value });
            }
        })
    }

    /// The index of a place, if it has one.
    fn index(&mut self, place: &Place) -> Option<u64> {
        match place {
            Place::Var(_) => None,
            Place::Elem(_, index) => Some(self.eval(index).value),
        }
    }

    /// Writes and notes the access, unless the index is outside the bounds.
    fn write(&mut self, var: VarId, index: Option<u64>, new: u64, value: Value) {
        let slot = self.interpreter.layout.slot(var);
        let Some(cell) = slot.elem(index.unwrap_or(0)) else { return };
        let row = match slot.scope {
            Scope::Shared => &mut self.state.shared,
            Scope::Local => &mut self.state.threads[self.thread.index()].locals,
        };
        let old = std::mem::replace(&mut row[cell], new);
        // Within the bounds, an index fits into the type of array lengths.
        let index = index.map(|index| index as u32);
        self.accesses.push(match value {
            Value::Computed => Access::Write { var, index, old, new },
            Value::Chosen => Access::Choose { var, index, old, new },
        });
    }
}

/// Where a written value comes from.
#[derive(Clone, Copy)]
enum Value {
    Computed,
    Chosen,
}

fn is_read_of(expr: &Expr, place: &Place) -> bool {
    match (expr, place) {
        (Expr::Var(read), Place::Var(written)) => read == written,
        (Expr::Elem(read, at), Place::Elem(written, index)) => read == written && **at == *index,
        _ => false,
    }
}
