//! The cells of objects: read, written, copied, filled with anything.

use super::super::fold;
use super::super::memory::{Cells, Leaf, type_at};
use super::super::points_to::{Instance, instance};
use super::super::typed::{LValue, ObjId};
use super::super::types::Ty;
use super::guarded::Access;
use super::places::{Alternative, Region};
use super::slices::InWord;
use super::{Emitter, Value};
use crate::scpl::{BinOp, Command, Expr, Place, Scope, Sort, Source, StepKind, VarId};
use crate::text::Span;

/// A cell of an alternative.
struct Cell {
    object: ObjId,
    guard: Expr,
    leaf: Leaf,
    index: Option<Expr>,
    /// The bits of it that are meant, if not all are.
    part: Option<InWord>,
    /// What was read of the memory location that these share with others.
    fetched: Option<(VarId, InWord)>,
}

/// A cell that is always the same one, and which bits of it are meant.
#[derive(Clone, Copy)]
pub struct ConstantCell {
    pub var: VarId,
    pub at: usize,
    pub shift: u64,
    pub mask: u64,
}

impl Emitter<'_> {
    /// The variables of an object, laid out when first used.
    pub fn cells(&mut self, instance: Instance) -> Cells {
        if let Some(cells) = self.memory.known(instance) {
            return cells.clone();
        }
        let cells = self.memory.add(self.program, instance).clone();
        self.static_values(instance);
        cells
    }

    /// The variable of an object's first scalar.
    pub(super) fn first_var(&self, instance: Instance) -> Option<(VarId, Sort)> {
        let leaf = self.memory.known(instance)?.leaves.first()?;
        Some((leaf.var, self.memory.vars[leaf.var.index()].sort))
    }

    /// The variable of an object that is one scalar.
    pub fn scalar_var(&mut self, instance: Instance) -> Option<(VarId, Sort)> {
        let cells = self.cells(instance);
        match &cells.leaves[..] {
            [leaf] if leaf.dims.is_empty() && leaf.path.is_empty() => {
                Some((leaf.var, self.memory.vars[leaf.var.index()].sort))
            }
            _ => None,
        }
    }

    pub fn sort(&self, ty: &Ty) -> Sort {
        match ty {
            Ty::Thread => Sort::Handle,
            ty => Sort::Bits(self.program.types.width(ty).unwrap_or(32)),
        }
    }

    /// A cell that holds something of a type, or bits in it that do.
    fn cell_of(&mut self, alternative: &Alternative, ty: &Ty) -> Option<Cell> {
        let cells = self.cells(alternative.instance);
        let leaf = cells.leaves.iter().find(|leaf| leaf.path == alternative.path)?.clone();
        let mut indices = alternative.indices.clone();
        let mut part = None;
        if let Some(slice) = &alternative.slice {
            let (word, in_word) = self.in_word(slice, &leaf, ty)?;
            // There may be one word only.
            if indices.len() < leaf.dims.len() {
                indices.push(word);
            }
            part = Some(in_word);
        }
        if leaf.ty.ty == Ty::Error || indices.len() != leaf.dims.len() {
            return None;
        }
        let width = self.program.types.pointer_width();
        let index =
            indices.iter().zip(&leaf.dims).fold(None, |linear: Option<Expr>, (index, dim)| {
                Some(match linear {
                    None => index.clone(),
                    Some(linear) => {
                        let scaled =
                            fold::bin(BinOp::Mul, linear, Expr::constant(dim.count, width));
                        fold::bin(BinOp::Add, scaled, index.clone())
                    }
                })
            });
        let object = alternative.instance.object;
        let guard = alternative.guard.clone();
        Some(Cell { object, guard, leaf, index, part, fetched: None })
    }

    fn cells_of(&mut self, region: &Region, span: Span) -> Option<Vec<Cell>> {
        let cells: Option<Vec<Cell>> =
            region.alternatives.iter().map(|one| self.cell_of(one, &region.ty.ty)).collect();
        if cells.is_none() && !self.pure {
            self.lost_silently(span, "an object of an unsupported type");
        }
        cells
    }

    /// The value in a scalar's cells.
    pub fn read(&mut self, region: &Region, span: Span) -> Option<Value> {
        self.check_guards(region, Access::Read, span)?;
        let cells = self.cells_of(region, span)?;
        let (strings, width) = (&self.program.typed.strings, self.program.types.pointer_width());
        let reads_shared = cells
            .iter()
            .any(|cell| cell.leaf.scope == Scope::Shared && !strings.contains_key(&cell.object));
        let value = |cell: &Cell| {
            let whole = match &cell.index {
                None => Expr::Var(cell.leaf.var),
                Some(index) => match strings.get(&cell.object) {
                    Some(bytes) => character(bytes, index, width),
                    None => Expr::Elem(cell.leaf.var, Box::new(index.clone())),
                },
            };
            cell.part.as_ref().map_or(whole.clone(), |part| part.read(whole))
        };
        let (last, others) = cells.split_last()?;
        let expr = others
            .iter()
            .rev()
            .fold(value(last), |rest, cell| fold::ite(cell.guard.clone(), value(cell), rest));
        if self.told.is_some() {
            self.memory.synchronises(&expr);
        }
        let value = Value { expr, reads_shared };
        match cells.iter().any(|cell| cell.part.as_ref().is_some_and(InWord::is_truth)) {
            true => self.truth_of_byte(value, span),
            false => Some(value),
        }
    }

    /// The commands that store a value into a scalar's cells.
    pub fn write(&mut self, region: &Region, value: Expr, span: Span) -> Option<Vec<Command>> {
        self.check_guards(region, Access::Write, span)?;
        let mut cells = self.cells_of(region, span)?;
        let strings = &self.program.typed.strings;
        if cells.iter().any(|cell| strings.contains_key(&cell.object)) {
            let literal = |cell: &&Cell| strings.contains_key(&cell.object);
            let writable = cells
                .iter()
                .filter(literal)
                .fold(Expr::TRUE, |rest, cell| fold::and(rest, fold::not(cell.guard.clone())));
            self.check(writable, span, |this| {
                format!("`{}` writes to no string literal", this.text(span))
            });
            self.cur?;
            cells.retain(|cell| !strings.contains_key(&cell.object));
        }
        let mut commands = self.fetched_neighbours(region, &mut cells, span)?;
        commands.extend(cells.iter().map(|cell| store(cell, cell.leaf.var, value.clone())));
        Some(commands)
    }

    /// Writing a bit-field reads the memory location that it shares with others and writes it back [C17 3.14].
    /// Makes the first step, and gives the commands that do the second one to the others.
    fn fetched_neighbours(
        &mut self,
        region: &Region,
        cells: &mut [Cell],
        span: Span,
    ) -> Option<Vec<Command>> {
        if !self.is_shared(region) {
            return Some(Vec::new());
        }
        let (mut fetch, mut put_back) = (Vec::new(), Vec::new());
        for alternative in &region.alternatives {
            for path in self.neighbours(alternative) {
                let cell = self.cell_of(&Alternative { path, ..alternative.clone() }, &Ty::Void)?;
                let (sort, var) = (self.sort(&cell.leaf.ty.ty), cell.leaf.var);
                let value = match &cell.index {
                    None => Expr::Var(var),
                    Some(index) => Expr::Elem(var, Box::new(index.clone())),
                };
                let temp = self.temp(sort);
                let fetched = fold::ite(cell.guard.clone(), value, self.zero_of(&cell.leaf.ty.ty));
                fetch.push(Command::Assign(Place::Var(temp), fetched));
                put_back.push(store(&cell, var, Expr::Var(temp)));
            }
        }
        for cell in cells {
            let Some(location) = cell.part.as_ref().and_then(InWord::location) else { continue };
            let temp = self.temp(Sort::Bits(location.bits()));
            let word = match &cell.index {
                None => Expr::Var(cell.leaf.var),
                Some(index) => Expr::Elem(cell.leaf.var, Box::new(index.clone())),
            };
            let nothing = Expr::constant(0, location.bits());
            let fetched = fold::ite(cell.guard.clone(), location.read(word), nothing);
            fetch.push(Command::Assign(Place::Var(temp), fetched));
            cell.fetched = Some((temp, location));
        }
        if !fetch.is_empty() {
            self.step(fetch, StepKind::Plain, span);
        }
        self.cur.map(|_| put_back)
    }

    /// The other bit-fields in the memory location of one.
    fn neighbours(&self, alternative: &Alternative) -> Vec<Vec<u32>> {
        let Some((&field, parent)) = alternative.path.split_last() else { return Vec::new() };
        let Ty::Record(idx) = type_at(self.program, alternative.instance, parent) else {
            return Vec::new();
        };
        let Some(fields) = &self.program.types.record(idx).fields else { return Vec::new() };
        let run = fields.get(field as usize).and_then(|field| field.run);
        let others = fields
            .iter()
            .zip(0..)
            .filter(|(other, number)| run.is_some() && other.run == run && *number != field);
        others.map(|(_, number)| [parent, &[number]].concat()).collect()
    }

    /// Reads and writes of whether the thread itself holds a mutex.
    pub fn held(
        &mut self,
        region: &Region,
        span: Span,
    ) -> Option<(Expr, Vec<Command>, Vec<Command>)> {
        let cells = self.cells_of(region, span)?;
        let mut read = Expr::FALSE;
        let (mut take, mut release) = (Vec::new(), Vec::new());
        for cell in cells.iter().rev() {
            let held = cell.leaf.held?;
            let value = match &cell.index {
                None => Expr::Var(held),
                Some(index) => Expr::Elem(held, Box::new(index.clone())),
            };
            let value = fold::bin(BinOp::Ne, value, Expr::constant(0, 1));
            read = fold::ite(cell.guard.clone(), value, read);
            take.push(store(cell, held, Expr::constant(1, 1)));
            release.push(store(cell, held, Expr::constant(0, 1)));
        }
        Some((read, take, release))
    }

    /// The value of a variable that goes with each of the cells.
    pub fn read_companion(
        &mut self,
        region: &Region,
        which: impl Fn(&Leaf) -> Option<VarId>,
        span: Span,
    ) -> Option<Expr> {
        let cells = self.cells_of(region, span)?;
        let value = |cell: &Cell| {
            let var = which(&cell.leaf)?;
            Some(match &cell.index {
                None => Expr::Var(var),
                Some(index) => Expr::Elem(var, Box::new(index.clone())),
            })
        };
        let (last, others) = cells.split_last()?;
        others.iter().rev().try_fold(value(last)?, |rest, cell| {
            Some(fold::ite(cell.guard.clone(), value(cell)?, rest))
        })
    }

    pub fn write_companion(
        &mut self,
        region: &Region,
        which: impl Fn(&Leaf) -> Option<VarId>,
        value: Expr,
        span: Span,
    ) -> Option<Vec<Command>> {
        let cells = self.cells_of(region, span)?;
        cells.iter().map(|cell| Some(store(cell, which(&cell.leaf)?, value.clone()))).collect()
    }

    /// The one place of a scalar, if it is certain.
    pub fn single_place(&mut self, region: &Region) -> Option<Place> {
        let [alternative] = &region.alternatives[..] else { return None };
        let cell = self.cell_of(alternative, &region.ty.ty)?;
        if cell.part.is_some() {
            return None;
        }
        Some(match cell.index {
            None => Place::Var(cell.leaf.var),
            Some(index) => Place::Elem(cell.leaf.var, index),
        })
    }

    /// The cell of a constant lvalue, for static initialisers.
    pub fn constant_cell(&mut self, lvalue: &LValue) -> Option<ConstantCell> {
        let region = self.region(lvalue)?;
        let [alternative] = &region.alternatives[..] else { return None };
        let cell = self.cell_of(alternative, &region.ty.ty)?;
        let (shift, mask) = match &cell.part {
            None => (0, u64::MAX),
            Some(part) => part.fixed()?,
        };
        // A mutex is free at first; what it is initialised with is its kind.
        let var = match (&cell.leaf.ty.ty, cell.leaf.kinds) {
            (Ty::Mutex, Some(kinds)) => kinds.kind,
            _ => cell.leaf.var,
        };
        let at = match cell.index {
            None => 0,
            Some(Expr::Const(index)) => index.value as usize,
            Some(_) => return None,
        };
        Some(ConstantCell { var, at, shift, mask })
    }

    /// All cells of an object, each with an element's index.
    pub(super) fn all_cells(&mut self, instance: Instance) -> Vec<(Place, Leaf)> {
        let width = self.program.types.pointer_width();
        let cells = self.cells(instance);
        let mut places = Vec::new();
        for leaf in cells.leaves {
            match self.memory.vars[leaf.var.index()].len {
                None => places.push((Place::Var(leaf.var), leaf)),
                Some(len) => {
                    for at in 0..u64::from(len) {
                        places
                            .push((Place::Elem(leaf.var, Expr::constant(at, width)), leaf.clone()));
                    }
                }
            }
        }
        places
    }

    /// Sets everything in an object to zero.
    pub fn zero(&mut self, instance: Instance, span: Span) {
        let commands = self
            .all_cells(instance)
            .into_iter()
            .flat_map(|(place, leaf)| self.as_new(place, &leaf));
        let commands = commands.collect();
        self.step(commands, StepKind::Plain, span);
    }

    /// What makes a cell zero: of a mutex also who holds it, how often, and its kind.
    fn as_new(&self, place: Place, leaf: &Leaf) -> Vec<Command> {
        let companions = leaf.held.into_iter();
        let companions =
            companions.chain(leaf.kinds.into_iter().flat_map(|it| [it.kind, it.depth]));
        let mut commands: Vec<Command> = companions
            .filter_map(|var| {
                let Sort::Bits(width) = self.memory.vars[var.index()].sort else { return None };
                let place = match &place {
                    Place::Var(_) => Place::Var(var),
                    Place::Elem(_, index) => Place::Elem(var, index.clone()),
                };
                Some(Command::Assign(place, Expr::constant(0, width)))
            })
            .collect();
        commands.insert(0, Command::Assign(place, self.zero_of(&leaf.ty.ty)));
        commands
    }

    pub(super) fn zero_of(&self, ty: &Ty) -> Expr {
        match self.sort(ty) {
            Sort::Handle => Expr::NoThread,
            Sort::Bits(width) => Expr::constant(0, width),
        }
    }

    /// A variable starts to exist, with any value. Mutexes start unlocked and handles mean no thread (A9).
    pub fn come_to_life(&mut self, object: ObjId, source: Source) {
        let instance = instance(self.program.typed, self.template, object);
        let span = self.program.typed.object(object).span;
        let mut commands = Vec::new();
        for (place, leaf) in self.all_cells(instance) {
            match leaf.ty.ty {
                Ty::Mutex | Ty::Thread => commands.extend(self.as_new(place, &leaf)),
                _ if self.is_unused_condition(&leaf, source) => {
                    commands.extend(self.as_new(place, &leaf));
                }
                _ => commands.push(Command::Havoc(place, source)),
            }
        }
        self.step(commands, StepKind::Silent, span);
        self.come(&[object], span);
    }
}

/// `variable := guard ? value : variable`, for the cell's variable or its companion.
fn store(cell: &Cell, var: VarId, value: Expr) -> Command {
    let (place, old) = match &cell.index {
        None => (Place::Var(var), Expr::Var(var)),
        Some(index) => (Place::Elem(var, index.clone()), Expr::Elem(var, Box::new(index.clone()))),
    };
    let value = match (&cell.part, &cell.fetched) {
        (None, _) => value,
        (Some(part), None) => part.changed(old.clone(), value),
        (Some(part), Some((temp, location))) => {
            let bits = part.in_location(location).changed(Expr::Var(*temp), value);
            location.changed(old.clone(), bits)
        }
    };
    Command::Assign(place, fold::ite(cell.guard.clone(), value, old))
}

/// The character of a string at an index within it.
fn character(bytes: &[u8], index: &Expr, width: u8) -> Expr {
    let constant = |byte: u8| Expr::constant(u64::from(byte), 8);
    if let Expr::Const(at) = index {
        return constant(bytes.get(at.value as usize).copied().unwrap_or(0));
    }
    let cases = bytes.iter().enumerate().filter(|(_, byte)| **byte != 0);
    cases.fold(constant(0), |rest, (at, &byte)| {
        let here = fold::bin(BinOp::Eq, index.clone(), Expr::constant(at as u64, width));
        fold::ite(here, constant(byte), rest)
    })
}
