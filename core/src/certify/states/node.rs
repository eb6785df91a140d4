//! States with open cells.
//!
//! An open cell holds a value that was chosen, or made from one, and of which nothing is known. A step
//! that can be taken or not depending on it is refused, and with it the proof; or else, with
//! `Doubt::BothWays`, it is taken, if a value is found with which it can be. One that stores it leaves
//! another cell open. So a node stands for all states that agree with it in the cells that are not open:
//! they have the same steps, to states that agree in the same way. Memory that is overwritten before
//! anybody looks at it, as most uninitialised variables are, costs nothing.
//!
//! What a step does is up to the interpreter. It is walked through here once more, command by command,
//! to see what it reads, also if it cannot be taken in the end.

use std::collections::BTreeSet;

use super::{Doubt, Lister};
use crate::certify::Refusal;
use crate::scpl::{
    Bits, Command, Disabled, EdgeId, Env, Expr, Init, Layout, Place, Program, Scope, State,
    ThreadIdx, VarId,
};

/// A cell: whose, if it is not shared, and where in its row.
type Cell = (Option<ThreadIdx>, usize);

/// All states that agree with this one in the cells that are not open. Those that are hold 0.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Node {
    pub state: State,
    open: BTreeSet<Cell>,
}

/// What comes of trying to take a step.
pub type Tried = Result<Result<Node, Disabled>, Refusal>;

impl From<State> for Node {
    fn from(state: State) -> Self {
        Self { state, open: BTreeSet::new() }
    }
}

impl Node {
    /// What comes of a step. Refuses one that depends on an open cell, or tries values in it. What comes of
    /// the step does not depend on which, because all that is made of it is left open.
    pub fn successor(
        &self,
        lister: &Lister,
        thread: ThreadIdx,
        edge: EdgeId,
        choices: &[u64],
    ) -> Tried {
        let tried = self.attempt(lister, thread, edge, choices, None);
        if lister.doubt == Doubt::Refused || !matches!(tried, Err(Refusal::WideChoice)) {
            return tried;
        }
        let commands = &lister.interpreter.program().edge(edge).commands;
        // A created thread's choices stand among those of the step, and none of them may be changed.
        if commands.iter().any(|command| matches!(command, Command::Create { .. })) {
            return tried;
        }
        for value in mentioned(commands) {
            lister.budget.spend(1)?;
            match self.attempt(lister, thread, edge, choices, Some(value)) {
                Ok(Err(Disabled::AssumeFails | Disabled::Waits)) => {}
                other => return other,
            }
        }
        Err(Refusal::WideChoice)
    }

    /// Tries the step with a value in all open cells and for all wide choices, if one is given.
    fn attempt(
        &self,
        lister: &Lister,
        thread: ThreadIdx,
        edge: EdgeId,
        choices: &[u64],
        value: Option<u64>,
    ) -> Tried {
        let interpreter = &lister.interpreter;
        let commands = &interpreter.program().edge(edge).commands;
        let mut state = self.state.clone();
        let mut choices = choices.to_vec();
        if let Some(value) = value {
            let layout = interpreter.layout();
            let program = interpreter.program();
            for (idx, _) in program.vars.iter().enumerate() {
                let slot = layout.slot(VarId(idx as u32));
                let fitting = Bits::new(value, slot.width).value;
                for at in slot.first..slot.first + slot.len.unwrap_or(1) as usize {
                    match slot.scope {
                        Scope::Shared if self.open.contains(&(None, at)) => {
                            state.shared[at] = fitting;
                        }
                        Scope::Local if self.open.contains(&(Some(thread), at)) => {
                            state.threads[thread.index()].locals[at] = fitting;
                        }
                        _ => {}
                    }
                }
            }
            let chosen = commands.iter().filter_map(|command| match command {
                Command::Havoc(place, _) => Some(place.var()),
                _ => None,
            });
            for (choice, var) in
                choices.iter_mut().zip(chosen).filter(|(_, var)| lister.is_wide(*var))
            {
                *choice = Bits::new(value, layout.slot(var).width).value;
            }
        }
        let taken = interpreter.successor(&state, thread, edge, &choices);
        if let Err(disabled @ (Disabled::Over | Disabled::InSection(_) | Disabled::NoSuchEdge)) =
            taken
        {
            return Ok(Err(disabled));
        }
        let leaves_open = |command: &Command| match command {
            Command::Havoc(place, _) => lister.is_wide(place.var()),
            Command::Create { .. } => true,
            _ => false,
        };
        if self.open.is_empty() && !commands.iter().any(leaves_open) {
            return Ok(taken.map(|(state, _)| Node::from(state)));
        }
        let mut walk = Walk {
            program: interpreter.program(),
            layout: interpreter.layout(),
            thread,
            created: ThreadIdx(self.state.threads.len() as u32),
            shared: state.shared.clone(),
            locals: state.thread(thread).locals.clone(),
            open: self.open.clone(),
            is_trying: value.is_some(),
        };
        let mut choices = choices.iter().copied();
        let mut is_through = true;
        for command in commands {
            is_through = walk.follow(lister, command, &mut choices)?;
            if !is_through {
                break;
            }
        }
        match taken {
            Ok((mut state, _)) => {
                let locals = &state.thread(thread).locals;
                if !is_through || state.shared != walk.shared || *locals != walk.locals {
                    return Err(Refusal::Walk);
                }
                for &(owner, at) in &walk.open {
                    match owner {
                        None => state.shared[at] = 0,
                        Some(owner) => state.threads[owner.index()].locals[at] = 0,
                    }
                }
                Ok(Ok(Node { state, open: walk.open }))
            }
            Err(Disabled::AssumeFails) if is_through => Err(Refusal::Walk),
            Err(disabled) => Ok(Err(disabled)),
        }
    }
}

impl Node {
    /// The shared cells that are not open.
    pub fn known_shared(&self) -> Vec<Option<u64>> {
        let cells = self.state.shared.iter().enumerate();
        cells.map(|(at, &value)| Some(value).filter(|_| !self.is_open((None, at)))).collect()
    }

    /// A thread's cells that are not open, and its handle.
    pub fn known_locals(&self, thread: ThreadIdx) -> Vec<Option<u64>> {
        let is_open = |at| self.is_open((Some(thread), at));
        let cells = self.state.thread(thread).locals.iter().enumerate();
        let known = cells.map(|(at, &value)| Some(value).filter(|_| !is_open(at)));
        known.chain([Some(thread.handle())]).collect()
    }

    fn is_open(&self, cell: Cell) -> bool {
        !self.open.is_empty() && self.open.contains(&cell)
    }
}

/// Values that conditions are likely to tell apart.
fn mentioned(commands: &[Command]) -> BTreeSet<u64> {
    fn constants(expr: &Expr, found: &mut BTreeSet<u64>) {
        match expr {
            Expr::Const(bits) => {
                let near = [bits.value.wrapping_sub(1), bits.value, bits.value.wrapping_add(1)];
                found.extend(near);
            }
            Expr::Elem(_, a) | Expr::Un(_, a) | Expr::Resize(_, _, a) => constants(a, found),
            Expr::Bin(_, a, b) => [a, b].into_iter().for_each(|it| constants(it, found)),
            Expr::Ite(a, b, c) => [a, b, c].into_iter().for_each(|it| constants(it, found)),
            Expr::NoThread | Expr::SelfHandle | Expr::Var(_) => {}
        }
    }
    let mut found = BTreeSet::from([0, 1, u64::MAX]);
    for command in commands {
        if let Command::Assume(guard) | Command::Await(guard) = command {
            constants(guard, &mut found);
        }
    }
    found
}

/// An edge half taken.
struct Walk<'a> {
    program: &'a Program,
    layout: &'a Layout,
    thread: ThreadIdx,
    /// Who would be created.
    created: ThreadIdx,
    shared: Vec<u64>,
    locals: Vec<u64>,
    open: BTreeSet<Cell>,
    /// Whether conditions may depend on open cells, because values are tried in them.
    is_trying: bool,
}

impl Walk<'_> {
    /// Whether there is more to come.
    fn follow(
        &mut self,
        lister: &Lister,
        command: &Command,
        choices: &mut dyn Iterator<Item = u64>,
    ) -> Result<bool, Refusal> {
        match command {
            Command::Assume(guard) | Command::Await(guard) => {
                let holds = match self.is_trying {
                    true => self.eval_open(guard).0,
                    false => self.eval(guard)?,
                };
                return Ok(holds == 1);
            }
            // Whether the thread has finished shows in no cell.
            Command::Join(handle) => {
                self.eval(handle)?;
            }
            Command::Assign(place, value) => {
                let cell = self.cell(place)?;
                let mut chosen = value;
                let mut is_known = true;
                while let Expr::Ite(condition, then, otherwise) = chosen {
                    let (holds, is_it) = self.eval_open(condition);
                    is_known &= is_it;
                    chosen = if holds == 1 { then } else { otherwise };
                }
                // A store that spares the place does not read it.
                if !is_known || !is_read_of(chosen, place) {
                    let (value, is_it) = self.eval_open(chosen);
                    self.write(cell, value);
                    if !(is_known && is_it) {
                        self.open.extend(cell);
                    }
                }
            }
            Command::Havoc(place, _) => {
                let cell = self.cell(place)?;
                let Some(value) = choices.next() else { return Ok(false) };
                self.write(cell, value);
                if lister.is_wide(place.var()) {
                    self.open.extend(cell);
                }
            }
            Command::Create { args, handle, .. } => {
                for (_, value) in args {
                    self.eval(value)?;
                }
                let has_value = |idx: usize| args.iter().any(|(var, _)| var.index() == idx);
                for (idx, var) in self.program.vars.iter().enumerate() {
                    if var.scope == Scope::Local && var.init == Init::Any && !has_value(idx) {
                        if lister.is_wide(VarId(idx as u32)) {
                            return Err(Refusal::WideChoice);
                        }
                        choices.nth(var.n_cells() - 1);
                    }
                }
                if let Some(place) = handle {
                    let cell = self.cell(place)?;
                    self.write(cell, self.created.handle());
                }
            }
        }
        Ok(true)
    }

    /// The value of an expression that must be known.
    fn eval(&self, expr: &Expr) -> Result<u64, Refusal> {
        match self.eval_open(expr) {
            (value, true) => Ok(value),
            (_, false) => Err(Refusal::WideChoice),
        }
    }

    /// The value of an expression if open cells hold 0, and whether it is the same whatever they hold.
    fn eval_open(&self, expr: &Expr) -> (u64, bool) {
        let env = Env {
            layout: self.layout,
            shared: &self.shared,
            locals: &self.locals,
            self_handle: self.thread.handle(),
        };
        let mut is_known = true;
        let bits = env.eval_reading(expr, &mut |var, index, _| {
            let cell = self.cell_at(var, u64::from(index.unwrap_or(0)));
            is_known &= cell.is_none_or(|cell| !self.open.contains(&cell));
        });
        (bits.value, is_known)
    }

    /// The cell of a place, unless it is outside the bounds.
    fn cell(&self, place: &Place) -> Result<Option<Cell>, Refusal> {
        let index = match place {
            Place::Var(_) => 0,
            Place::Elem(_, index) => self.eval(index)?,
        };
        Ok(self.cell_at(place.var(), index))
    }

    fn cell_at(&self, var: VarId, index: u64) -> Option<Cell> {
        let slot = self.layout.slot(var);
        let owner = match slot.scope {
            Scope::Shared => None,
            Scope::Local => Some(self.thread),
        };
        slot.elem(index).map(|at| (owner, at))
    }

    fn write(&mut self, cell: Option<Cell>, value: u64) {
        let Some(cell) = cell else { return };
        let row = if cell.0.is_some() { &mut self.locals } else { &mut self.shared };
        row[cell.1] = value;
        self.open.remove(&cell);
    }
}

/// Whether an expression is what stands in a place.
pub fn is_read_of(expr: &Expr, place: &Place) -> bool {
    match (expr, place) {
        (Expr::Var(read), Place::Var(written)) => read == written,
        (Expr::Elem(read, at), Place::Elem(written, index)) => read == written && **at == *index,
        _ => false,
    }
}
