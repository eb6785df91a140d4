//! A step through a node: an edge taken with values that stand for many.
//!
//! Each symbol of the node gets one of its values (`Tactic`), and the commands are followed with that value
//! and with what is known of all others. Where the others would do something else, it is said where to cut.

use std::collections::{BTreeMap, BTreeSet};

use super::Lister;
use super::alike::Alike;
use super::node::{Cell, Held, Node, Tried, Trust};
use super::ranges::{Range, Ranges, Split, Value, bits};
use crate::certify::Refusal;
use crate::scpl::{
    BinOp, Bits, Command, Env, Expr, HANDLE_WIDTH, Init, Layout, Place, Program, Scope, State,
    ThreadIdx, VarId,
};

/// How to pick values of symbols.
#[derive(Clone, Copy)]
pub(super) enum Tactic {
    Near(i128),
    Low,
    High,
    /// Of every other symbol the least, of the rest the greatest; or the other way round.
    Mixed {
        low_first: bool,
    },
}

impl Tactic {
    fn pick(self, symbol: usize, range: Range) -> i128 {
        match self {
            Tactic::Near(to) => range.nearest(to),
            Tactic::Low => range.low,
            Tactic::High => range.high,
            Tactic::Mixed { low_first } if symbol.is_multiple_of(2) == low_first => range.low,
            Tactic::Mixed { .. } => range.high,
        }
    }
}

/// The first one is enough but for doubtful steps.
pub(super) fn tactics(commands: &[Command]) -> impl Iterator<Item = Tactic> {
    let mut mentioned = BTreeSet::new();
    for command in commands {
        if let Command::Assume(guard) | Command::Await(guard) = command {
            constants(guard, &mut mentioned);
        }
    }
    let mixed = [true, false].map(|low_first| Tactic::Mixed { low_first });
    let first = [Tactic::Near(0), Tactic::Low, Tactic::High].into_iter().chain(mixed);
    first.chain(mentioned.into_iter().map(Tactic::Near))
}

/// Values that a condition is likely to tell apart.
fn constants(expr: &Expr, found: &mut BTreeSet<i128>) {
    match expr {
        Expr::Const(bits) => {
            let value = i128::from(bits.signed());
            found.extend([value - 1, value, value + 1]);
        }
        Expr::Elem(_, a) | Expr::Un(_, a) | Expr::Resize(_, _, a) => constants(a, found),
        Expr::Bin(_, a, b) => [a, b].into_iter().for_each(|it| constants(it, found)),
        Expr::Ite(a, b, c) => [a, b, c].into_iter().for_each(|it| constants(it, found)),
        Expr::NoThread | Expr::SelfHandle | Expr::Var(_) => {}
    }
}

/// Why a walk does not go on.
pub(super) enum Stuck {
    Split(Split),
    /// A doubtful condition does not hold with the values that were picked; it may with others.
    WithTheseValues,
    Refused(Refusal),
}

impl From<Split> for Stuck {
    fn from(split: Split) -> Self {
        Stuck::Split(split)
    }
}

/// An edge half taken, with the values that were picked for symbols.
pub(super) struct Walk<'a> {
    program: &'a Program,
    layout: &'a Layout,
    alike: &'a Alike,
    max_tried: i128,
    thread: ThreadIdx,
    /// Who would be created.
    created: ThreadIdx,
    shared: Vec<u64>,
    locals: Vec<u64>,
    open: BTreeMap<Cell, Held>,
    /// Cells with values that were not followed, and their widths. They are open from the next step on.
    lost: BTreeMap<Cell, u8>,
    /// By symbol: those of the node, then those of this step.
    ranges: Vec<Range>,
    pub(super) picked: Vec<i128>,
    /// What is known of the symbols of this step.
    chosen: &'a [Range],
    n_symbols: usize,
    tactic: Tactic,
    pub(super) choices: Vec<u64>,
    trust: Trust,
}

impl<'a> Walk<'a> {
    pub(super) fn new(
        node: &Node,
        lister: &'a Lister,
        thread: ThreadIdx,
        chosen: &'a [Range],
        tactic: Tactic,
    ) -> Self {
        let picked = node.ranges.iter().enumerate();
        let picked: Vec<_> = picked.map(|(symbol, range)| tactic.pick(symbol, *range)).collect();
        let state = node.with(&picked);
        Self {
            program: lister.interpreter.program(),
            layout: lister.interpreter.layout(),
            alike: &lister.alike,
            max_tried: lister.max_tried,
            thread,
            created: ThreadIdx(node.state.threads.len() as u32),
            locals: state.thread(thread).locals.clone(),
            shared: state.shared,
            open: node.open.clone(),
            lost: BTreeMap::new(),
            ranges: node.ranges.clone(),
            picked,
            chosen,
            n_symbols: node.ranges.len(),
            tactic,
            choices: Vec::new(),
            trust: Trust::Sure,
        }
    }

    /// Whether the end of the edge is reached.
    pub(super) fn follow_all(&mut self, commands: &[Command]) -> Result<bool, Stuck> {
        for command in commands {
            if !self.follow(command)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether there is more to come.
    fn follow(&mut self, command: &Command) -> Result<bool, Stuck> {
        match command {
            Command::Assume(guard) | Command::Await(guard) => {
                let (value, picked) = self.value(guard)?;
                if let Value::Known(holds) = value {
                    return Ok(holds == Bits::TRUE);
                }
                self.ranges().tried(value)?;
                if picked != Bits::TRUE {
                    return Err(Stuck::WithTheseValues);
                }
                self.trust = Trust::Doubtful;
            }
            // Whether the thread has finished shows in no cell.
            Command::Join(handle) => {
                self.known(handle)?;
            }
            Command::Assign(place, expr) => {
                let cell = self.cell(place)?;
                let (value, picked) = self.value(expr)?;
                self.write(cell, value, picked);
            }
            Command::Havoc(place, _) => {
                let cell = self.cell(place)?;
                let (value, picked) = self.choose(self.layout.slot(place.var()).width);
                self.write(cell, value, picked);
            }
            Command::Create { args, handle, .. } => {
                for (var, expr) in args {
                    let (value, _) = self.value(expr)?;
                    let at = self.layout.slot(*var).first;
                    self.hold((Some(self.created), at), value);
                }
                let has_value = |idx: usize| args.iter().any(|(var, _)| var.index() == idx);
                for (idx, var) in self.program.vars.iter().enumerate() {
                    if var.scope == Scope::Local && var.init == Init::Any && !has_value(idx) {
                        let slot = self.layout.slot(VarId(idx as u32));
                        for at in slot.first..slot.first + var.n_cells() {
                            let (value, _) = self.choose(slot.width);
                            self.hold((Some(self.created), at), value);
                        }
                    }
                }
                if let Some(place) = handle {
                    let cell = self.cell(place)?;
                    let handle = Bits::new(self.created.handle(), HANDLE_WIDTH);
                    self.write(cell, Value::Known(handle), handle);
                }
            }
        }
        Ok(true)
    }

    /// Any value of a width.
    fn choose(&mut self, width: u8) -> (Value, Bits) {
        let symbol = self.ranges.len();
        let known = self.chosen.get(symbol - self.n_symbols);
        let range = known.copied().unwrap_or(Range::all(width));
        let picked = self.tactic.pick(symbol, range);
        self.ranges.push(range);
        self.picked.push(picked);
        let picked = bits(picked, width);
        self.choices.push(picked.value);
        (self.ranges().open(symbol, 0, width), picked)
    }

    fn ranges(&self) -> Ranges<'_> {
        Ranges { ranges: &self.ranges, max_tried: self.max_tried }
    }

    /// What is known of an expression, and its value with what was picked.
    fn value(&self, expr: &Expr) -> Result<(Value, Bits), Stuck> {
        let env = Env {
            layout: self.layout,
            shared: &self.shared,
            locals: &self.locals,
            self_handle: self.thread.handle(),
        };
        let value = self.eval(expr)?;
        let picked = env.eval(expr);
        let agrees = match value {
            Value::Known(known) => known == picked,
            Value::Open { symbol, plus, width } => {
                bits(self.picked[symbol] + plus, width) == picked
            }
            Value::Lost { width } => width == picked.width,
        };
        if agrees { Ok((value, picked)) } else { Err(Stuck::Refused(Refusal::Walk)) }
    }

    fn eval(&self, expr: &Expr) -> Result<Value, Stuck> {
        let ranges = self.ranges();
        Ok(match expr {
            Expr::Const(bits) => Value::Known(*bits),
            Expr::NoThread => Value::Known(Bits::new(0, HANDLE_WIDTH)),
            Expr::SelfHandle => Value::Known(Bits::new(self.thread.handle(), HANDLE_WIDTH)),
            Expr::Var(var) => self.read(*var, 0),
            Expr::Elem(var, index) => self.read(*var, self.known(index)?),
            Expr::Un(op, a) => ranges.un(*op, self.eval(a)?)?,
            Expr::Bin(op, a, b) => {
                let (a, b) = (self.eval(a), self.eval(b));
                // One side may be enough.
                let all = match op {
                    BinOp::And => Some(0),
                    BinOp::Or => Some(u64::MAX),
                    _ => None,
                };
                let decides = |side: &Result<Value, Stuck>| match (side, all) {
                    (Ok(Value::Known(it)), Some(all)) => it.value == all & Bits::mask(it.width),
                    _ => false,
                };
                match (a, b) {
                    (a, _) if decides(&a) => a?,
                    (_, b) if decides(&b) => b?,
                    (a, b) => ranges.bin(*op, a?, b?)?,
                }
            }
            Expr::Ite(condition, then, otherwise) => match self.eval(condition)? {
                Value::Known(Bits::TRUE) => self.eval(then)?,
                Value::Known(_) => self.eval(otherwise)?,
                unknown => {
                    ranges.tried(unknown)?;
                    let (then, otherwise) = (self.eval(then)?, self.eval(otherwise)?);
                    if then == otherwise { then } else { Value::Lost { width: then.width() } }
                }
            },
            Expr::Resize(extend, width, a) => ranges.resize(*extend, *width, self.eval(a)?)?,
        })
    }

    /// The value of an expression that must be known.
    fn known(&self, expr: &Expr) -> Result<u64, Stuck> {
        match self.value(expr)? {
            (Value::Known(bits), _) => Ok(bits.value),
            (value, _) => {
                self.ranges().tried(value)?;
                Err(Stuck::Refused(Refusal::WideChoice))
            }
        }
    }

    fn read(&self, var: VarId, index: u64) -> Value {
        let width = self.layout.slot(var).width;
        let Some(cell) = self.cell_at(var, index) else {
            return Value::Known(Bits::new(0, width));
        };
        match self.open.get(&cell) {
            _ if self.lost.contains_key(&cell) => Value::Lost { width },
            Some(held) => self.ranges().open(held.symbol, held.plus, width),
            None => {
                let row = if cell.0.is_some() { &self.locals } else { &self.shared };
                Value::Known(Bits::new(row[cell.1], width))
            }
        }
    }

    /// The cell of a place, unless it is outside the bounds.
    fn cell(&self, place: &Place) -> Result<Option<Cell>, Stuck> {
        let index = match place {
            Place::Var(_) => 0,
            Place::Elem(_, index) => self.known(index)?,
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

    fn write(&mut self, cell: Option<Cell>, value: Value, picked: Bits) {
        let Some(cell) = cell else { return };
        let row = if cell.0.is_some() { &mut self.locals } else { &mut self.shared };
        row[cell.1] = picked.value;
        self.hold(cell, value);
    }

    /// From now on the cell holds this.
    fn hold(&mut self, cell: Cell, value: Value) {
        self.open.remove(&cell);
        self.lost.remove(&cell);
        match value {
            Value::Known(_) => {}
            Value::Open { symbol, plus, width } => {
                self.open.insert(cell, Held { symbol, plus, width });
            }
            Value::Lost { width } => {
                self.lost.insert(cell, width);
            }
        }
    }

    pub(super) fn split(&self, split: Split) -> Tried {
        let Some(idx) = split.symbol.checked_sub(self.n_symbols) else {
            return Tried::Split(split);
        };
        let chosen = &self.ranges[self.n_symbols..];
        Tried::Chosen(chosen[idx].cut(split.at).map(|range| {
            let mut part = chosen.to_vec();
            part[idx] = range;
            part
        }))
    }

    /// The node of what the interpreter has made of it.
    pub(super) fn end(mut self, state: State) -> Result<Tried, Refusal> {
        let locals = &state.thread(self.thread).locals;
        let is_so = |(&(owner, at), held): (&Cell, &Held)| {
            let row = match owner {
                None => &state.shared,
                Some(owner) => &state.thread(owner).locals,
            };
            row[at] == bits(self.picked[held.symbol] + held.plus, held.width).value
        };
        if state.shared != self.shared || *locals != self.locals || !self.open.iter().all(is_so) {
            return Err(Refusal::Walk);
        }
        // A handle that may be anything is in a range of numbers from the first comparison on, and numbers
        // of threads change when those change places.
        if self.lost.keys().any(|cell| self.alike.is_handle(*cell)) {
            return Err(Refusal::WideChoice);
        }
        for (&cell, &width) in &self.lost {
            self.open.insert(cell, Held { symbol: self.ranges.len(), plus: 0, width });
            self.ranges.push(Range::all(width));
            self.trust = self.trust.max(Trust::Lost);
        }
        let node = Node::new(state, &self.open, &self.ranges);
        Ok(Tried::Taken { node, trust: self.trust })
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
