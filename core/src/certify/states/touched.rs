//! Which shared cells a thread touches with its next step, and which it may still touch at all.
//!
//! The thread is run on values of which some are not known. Where a condition is not known both ways are
//! taken, and where an index is not, the whole array is touched; so what is found is never too little. A
//! shared cell is known if nobody will write it any more, and then it is a constant: whoever computes an
//! index from a matrix that was filled before, or from the argument that it alone was given, touches one
//! cell and not the array.
//!
//! A thread that comes to a location with ever new values is run there with those that are common to all.

use std::rc::Rc;

use super::walk::is_read_of;
use crate::budget::{Budget, Stop};
use crate::hash::{FxHashMap, FxHashSet};
use crate::scpl::{
    BinOp, Bits, Command, Expr, HANDLE_WIDTH, Init, Layout, LocId, LocKind, Place, Program, Scope,
    TemplateId, VarId, apply_bin, apply_un, resize,
};

/// With more different values at one location, only those common to all are kept.
const MAX_APART: usize = 24;

/// Cells of a row, as far as they are known.
pub type Known = Vec<Option<u64>>;

/// A set of shared cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CellSet(Vec<u64>);

impl CellSet {
    pub fn new(n_cells: usize) -> Self {
        Self(vec![0; n_cells.div_ceil(64)])
    }

    pub fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    pub fn remove(&mut self, cell: usize) {
        self.0[cell / 64] &= !(1 << (cell % 64));
    }

    pub fn contains(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }

    pub fn iter(&self) -> impl Iterator<Item = usize> {
        let words = self.0.iter().enumerate().filter(|(_, word)| **word != 0);
        words.flat_map(|(at, word)| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| at * 64 + bit)
        })
    }

    pub fn extend(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, more)| *word |= more);
    }

    pub fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }
}

/// What steps have to do with other threads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Touched {
    pub reads: CellSet,
    pub writes: CellSet,
    pub creates: bool,
}

impl Touched {
    /// Whether steps of one kind may fail to commute with steps of the other.
    pub fn clashes(&self, other: &Self) -> bool {
        self.writes.meets(&other.reads)
            || self.writes.meets(&other.writes)
            || self.reads.meets(&other.writes)
            || self.creates && other.creates
    }
}

/// A thread, as far as it is known. The last of its cells is its own handle.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Thread {
    pub loc: LocId,
    pub cells: Known,
}

/// What a thread can do next.
#[derive(Debug)]
pub struct Next {
    pub touched: Touched,
    /// The handles of threads that it waits for.
    pub awaits: Vec<u64>,
    /// Whether it may get through a macro-step.
    pub may_move: bool,
}

impl Next {
    /// It does not move.
    pub fn none(layout: &Layout) -> Self {
        let none = CellSet::new(layout.n_shared());
        let touched = Touched { reads: none.clone(), writes: none, creates: false };
        Self { touched, awaits: Vec::new(), may_move: false }
    }
}

/// How shared cells are treated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// Nobody else moves: what is written is read again.
    Next,
    /// What is written is not known afterwards.
    Future,
}

/// All that a thread, and those that it creates, may still do if the known cells of `shared` keep their
/// values.
pub fn future(
    program: &Program,
    layout: &Layout,
    thread: &Thread,
    shared: &Rc<Known>,
    budget: &Budget,
) -> Result<Touched, Stop> {
    let mut seen: FxHashSet<Thread> = FxHashSet::default();
    let mut apart: FxHashMap<LocId, (usize, Option<Known>)> = FxHashMap::default();
    let mut pending = Vec::new();
    let mut run = Run::new(program, layout, Mode::Future, Known::clone(shared));
    let mut found = vec![thread.clone()];
    loop {
        for mut thread in found.drain(..) {
            if program.loc(thread.loc).kind != LocKind::Plain || seen.contains(&thread) {
                continue;
            }
            let (n_seen, common) = apart.entry(thread.loc).or_default();
            *n_seen += 1;
            if *n_seen > MAX_APART {
                let joined = match common {
                    None => thread.cells.clone(),
                    Some(common) => common.iter().zip(&thread.cells).map(same).collect(),
                };
                if common.as_ref() == Some(&joined) {
                    continue;
                }
                *common = Some(joined.clone());
                thread.cells = joined;
            }
            seen.insert(thread.clone());
            pending.push(thread);
        }
        let Some(thread) = pending.pop() else { return Ok(run.touched) };
        for edge in program.edges_from(thread.loc) {
            budget.spend(1)?;
            let edge = program.edge(edge);
            run.cells.clone_from(&thread.cells);
            if run.commands(&edge.commands) {
                found.push(Thread { loc: edge.to, cells: run.cells.clone() });
            }
            found.append(&mut run.created);
        }
    }
}

fn same((a, b): (&Option<u64>, &Option<u64>)) -> Option<u64> {
    a.filter(|_| a == b)
}

/// What a thread can do before others move. `finished` says so of the thread with a handle.
pub fn next(
    program: &Program,
    layout: &Layout,
    thread: &Thread,
    shared: &Known,
    finished: &dyn Fn(u64) -> bool,
    budget: &Budget,
) -> Result<Option<Next>, Stop> {
    let mut seen: FxHashSet<(Thread, Known)> = FxHashSet::default();
    let mut run = Run::new(program, layout, Mode::Next, Known::new());
    let mut pending = vec![(thread.clone(), shared.clone())];
    let (mut awaits, mut may_move) = (Vec::new(), false);
    while let Some((thread, shared)) = pending.pop() {
        for edge in program.edges_from(thread.loc) {
            budget.spend(1)?;
            let edge = program.edge(edge);
            run.cells.clone_from(&thread.cells);
            run.shared.clone_from(&shared);
            let mut is_through = true;
            for command in &edge.commands {
                if let Command::Join(handle) = command {
                    let Some(handle) = run.eval(handle) else { return Ok(None) };
                    is_through = finished(handle.value);
                    if !is_through {
                        awaits.push(handle.value);
                    }
                } else {
                    is_through = run.command(command);
                }
                if !is_through {
                    break;
                }
            }
            run.created.clear();
            if !is_through {
                continue;
            }
            let to = program.loc(edge.to);
            if !to.atomic || to.kind != LocKind::Plain {
                may_move = true;
                continue;
            }
            let next = (Thread { loc: edge.to, cells: run.cells.clone() }, run.shared.clone());
            if seen.insert(next.clone()) {
                pending.push(next);
            }
            if seen.len() > MAX_APART {
                return Ok(None);
            }
        }
    }
    Ok(Some(Next { touched: run.touched, awaits, may_move }))
}

/// An edge half taken.
pub struct Run<'a> {
    program: &'a Program,
    layout: &'a Layout,
    mode: Mode,
    pub cells: Known,
    shared: Known,
    pub touched: Touched,
    created: Vec<Thread>,
}

impl<'a> Run<'a> {
    fn new(program: &'a Program, layout: &'a Layout, mode: Mode, shared: Known) -> Self {
        let touched = Next::none(layout).touched;
        Self { program, layout, mode, cells: Known::new(), shared, touched, created: Vec::new() }
    }

    /// Of a thread with these cells, while nothing is known of the shared ones.
    pub fn of_one(program: &'a Program, layout: &'a Layout, cells: Known) -> Self {
        Self { cells, ..Self::new(program, layout, Mode::Next, vec![None; layout.n_shared()]) }
    }

    /// Whether the end of the edge may be reached.
    fn commands(&mut self, commands: &[Command]) -> bool {
        commands.iter().all(|command| self.command(command))
    }

    /// Whether there may be more to come.
    pub fn command(&mut self, command: &Command) -> bool {
        match command {
            Command::Assume(guard) | Command::Await(guard) => {
                return self.eval(guard).is_none_or(|holds| holds == Bits::TRUE);
            }
            Command::Join(handle) => {
                self.eval(handle);
            }
            Command::Assign(place, value) => {
                let index = self.index(place);
                match self.assigned(place, value, Under::Nothing) {
                    Assigned::Spared => {}
                    Assigned::Written(value) => self.write(place.var(), index, value),
                    Assigned::Perhaps => self.write(place.var(), index, None),
                }
            }
            Command::Havoc(place, _) => {
                let index = self.index(place);
                self.write(place.var(), index, None);
            }
            Command::Create { template, args, handle } => {
                self.create(*template, args);
                if let Some(place) = handle {
                    let index = self.index(place);
                    self.write(place.var(), index, None);
                }
            }
        }
        true
    }

    fn create(&mut self, template: TemplateId, args: &[(VarId, Expr)]) {
        self.touched.creates = true;
        let mut cells = Known::new();
        for (idx, var) in self.program.vars.iter().enumerate() {
            if var.scope != Scope::Local {
                continue;
            }
            match args.iter().find(|(given, _)| given.index() == idx) {
                Some((_, value)) => {
                    let value = self.eval(value).map(|bits| bits.value);
                    cells.push(value);
                }
                None => match &var.init {
                    Init::Zero => cells.resize(cells.len() + var.n_cells(), Some(0)),
                    Init::Values(values) => cells.extend(values.iter().copied().map(Some)),
                    Init::Any => cells.resize(cells.len() + var.n_cells(), None),
                },
            }
        }
        cells.push(None);
        self.created.push(Thread { loc: self.program.template(template).entry, cells });
    }

    /// What an assignment stores. Like the interpreter's, it spares the place if a conditional says so.
    fn assigned(&mut self, place: &Place, value: &Expr, under: Under) -> Assigned {
        match value {
            Expr::Ite(condition, then, otherwise) => match self.eval(condition) {
                Some(Bits::TRUE) => self.assigned(place, then, Under::Conditional),
                Some(_) => self.assigned(place, otherwise, Under::Conditional),
                None => {
                    let then = self.assigned(place, then, Under::Conditional);
                    let otherwise = self.assigned(place, otherwise, Under::Conditional);
                    if then == otherwise { then } else { Assigned::Perhaps }
                }
            },
            _ if under == Under::Conditional && is_read_of(value, place) => Assigned::Spared,
            _ => Assigned::Written(self.eval(value).map(|bits| bits.value)),
        }
    }

    pub fn index(&mut self, place: &Place) -> Option<u64> {
        match place {
            Place::Var(_) => Some(0),
            Place::Elem(_, index) => self.eval(index).map(|bits| bits.value),
        }
    }

    fn write(&mut self, var: VarId, index: Option<u64>, value: Option<u64>) {
        let slot = self.layout.slot(var);
        let (cells, value) = match index {
            Some(index) => (slot.elem(index).map_or(0..0, |cell| cell..cell + 1), value),
            None => (slot.first..slot.first + slot.len.unwrap_or(1) as usize, None),
        };
        for cell in cells {
            match slot.scope {
                Scope::Local => self.cells[cell] = value,
                Scope::Shared => {
                    self.touched.writes.insert(cell);
                    self.shared[cell] = value.filter(|_| self.mode == Mode::Next);
                }
            }
        }
    }

    fn read(&mut self, var: VarId, index: Option<u64>) -> Option<Bits> {
        let slot = self.layout.slot(var);
        let Some(index) = index else {
            if slot.scope == Scope::Shared {
                let cells = slot.first..slot.first + slot.len.unwrap_or(1) as usize;
                cells.for_each(|cell| self.touched.reads.insert(cell));
            }
            return None;
        };
        let Some(cell) = slot.elem(index) else { return Some(Bits::new(0, slot.width)) };
        let value = match slot.scope {
            Scope::Local => self.cells[cell],
            Scope::Shared => {
                self.touched.reads.insert(cell);
                self.shared[cell]
            }
        };
        value.map(|value| Bits::new(value, slot.width))
    }

    /// The value if it is known. Reads both sides of a conditional if its condition is not.
    pub fn eval(&mut self, expr: &Expr) -> Option<Bits> {
        match expr {
            Expr::Const(bits) => Some(*bits),
            Expr::NoThread => Some(Bits::new(0, HANDLE_WIDTH)),
            Expr::SelfHandle => {
                let handle = *self.cells.last().expect("the handle comes last");
                handle.map(|handle| Bits::new(handle, HANDLE_WIDTH))
            }
            Expr::Var(var) => self.read(*var, Some(0)),
            Expr::Elem(var, index) => {
                let index = self.eval(index).map(|bits| bits.value);
                self.read(*var, index)
            }
            Expr::Un(op, a) => self.eval(a).map(|a| apply_un(*op, a)),
            Expr::Bin(op, a, b) => {
                let (a, b) = (self.eval(a), self.eval(b));
                match (op, a, b) {
                    (_, Some(a), Some(b)) => Some(apply_bin(*op, a, b)),
                    (BinOp::And, Some(it), None) | (BinOp::And, None, Some(it)) => {
                        Some(it).filter(|it| it.value == 0)
                    }
                    (BinOp::Or, Some(it), None) | (BinOp::Or, None, Some(it)) => {
                        Some(it).filter(|it| it.value == Bits::mask(it.width))
                    }
                    _ => None,
                }
            }
            Expr::Ite(condition, then, otherwise) => match self.eval(condition) {
                Some(Bits::TRUE) => self.eval(then),
                Some(_) => self.eval(otherwise),
                None => {
                    let (then, otherwise) = (self.eval(then), self.eval(otherwise));
                    then.filter(|_| then == otherwise)
                }
            },
            Expr::Resize(extend, width, a) => self.eval(a).map(|a| resize(*extend, *width, a)),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Under {
    Nothing,
    Conditional,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Assigned {
    /// The place keeps its value.
    Spared,
    Written(Option<u64>),
    /// One or the other.
    Perhaps,
}
