//! Which variables have cells, and where.

use super::bitset::BitSet;
use super::code::{Code, Packings};
use super::model::{Cells, HandleCell, HandleUse};
use super::names::NAME_WIDTH;
use super::relevance::{Relevance, constants, join_only};
use super::row::{Age, At, Cell, Origin, Packing, Row, Shape};
use crate::scpl::{Command, Init, LocId, Program, Scope, Sort, Var, VarId};

#[derive(Debug)]
pub(super) struct Layout {
    /// By `VarId`: the first cell, if the variable matters and is no constant.
    pub cells: Vec<Option<u32>>,
    /// By `VarId`: the first entry in the tables of the code, for constants.
    pub tables: Vec<Option<u32>>,
    pub shared: Cells,
    pub local: Cells,
    pub packings: Packings,
}

impl Layout {
    /// Constants go to the tables of the code.
    pub fn new(program: &Program, relevance: &Relevance, code: &mut Code) -> Self {
        let constants = constants(program);
        let lazy = may_be_open(program);
        let join_only = join_only(program);
        let mut shapes = [Vec::new(), Vec::new()];
        let mut handles = [Vec::new(), Vec::new()];
        let mut cells = Vec::new();
        let mut tables = Vec::new();
        for (idx, var) in program.vars.iter().enumerate() {
            let id = VarId(idx as u32);
            let is_constant = constants.contains(idx);
            tables.push(is_constant.then(|| code.add_table(initial_values(var))));
            if !relevance.matters(id) || is_constant {
                cells.push(None);
                continue;
            }
            let row = row_of(var) as usize;
            let first = shapes[row].len() as u32;
            cells.push(Some(first));
            let may_be_open = lazy.contains(idx);
            let shape = Shape { var: id, width: width_of(var), may_be_open };
            shapes[row].extend(vec![shape; var.n_cells()]);
            if var.sort == Sort::Handle {
                let use_ =
                    if join_only.contains(idx) { HandleUse::JoinOnly } else { HandleUse::Any };
                let end = shapes[row].len() as u32;
                handles[row].extend((first..end).map(|cell| HandleCell { cell, use_ }));
            }
        }
        let [shared, local] = shapes;
        let packings = Packings { shared: Packing::new(&shared), local: Packing::new(&local) };
        let [shared_handles, local_handles] = handles;
        let shared = Cells { shapes: shared, handles: shared_handles };
        let local = Cells { shapes: local, handles: local_handles };
        Self { cells, tables, shared, local, packings }
    }

    /// A row at the start, without its head; of a thread's cells, those that matter at its entry.
    pub fn initial(
        &self,
        program: &Program,
        relevance: &Relevance,
        row: Row,
        entry: Option<LocId>,
    ) -> Vec<u64> {
        let packing = match row {
            Row::Shared => &self.packings.shared,
            Row::Local => &self.packings.local,
        };
        let mut words = vec![0; packing.n_words()];
        for (idx, var) in program.vars.iter().enumerate() {
            let id = VarId(idx as u32);
            let matters = entry.is_none_or(|entry| relevance.is_live(entry, id));
            let Some(first) = self.cells[idx].filter(|_| row_of(var) == row && matters) else {
                continue;
            };
            for (cell, value) in (first..).zip(initial_values(var)) {
                let value = match var.init {
                    Init::Any => Cell::Open(Origin::Free, Age::Old),
                    _ => Cell::Is(value),
                };
                packing.put(&mut words, cell, value);
            }
        }
        words
    }

    /// The cells that a run starts with any value in: the shared ones, then `main`'s. `None` if it does
    /// not matter.
    pub fn initial_choices(&self, program: &Program, relevance: &Relevance) -> Vec<Option<At>> {
        let mut choices = Vec::new();
        let main = program.template(program.main).entry;
        for scope in [Scope::Shared, Scope::Local] {
            for (idx, var) in program.vars.iter().enumerate() {
                if var.scope == scope && var.init == Init::Any {
                    let id = VarId(idx as u32);
                    let matters = scope == Scope::Shared || relevance.is_live(main, id);
                    let first = self.cells[idx].filter(|_| matters);
                    choices.extend((0..var.n_cells() as u32).map(|offset| {
                        first.map(|first| At { row: row_of(var), cell: first + offset })
                    }));
                }
            }
        }
        choices
    }
}

pub(super) fn row_of(var: &Var) -> Row {
    match var.scope {
        Scope::Shared => Row::Shared,
        Scope::Local => Row::Local,
    }
}

pub(super) fn width_of(var: &Var) -> u8 {
    match var.sort {
        Sort::Bits(width) => width,
        Sort::Handle => NAME_WIDTH,
    }
}

/// One value per cell, for variables that do not start with any value.
fn initial_values(var: &Var) -> Vec<u64> {
    match &var.init {
        Init::Values(values) => values.clone(),
        Init::Zero | Init::Any => vec![0; var.n_cells()],
    }
}

/// The variables that start with any value, or get one.
pub(super) fn may_be_open(program: &Program) -> BitSet {
    let mut open = BitSet::new(program.vars.len());
    for (idx, var) in program.vars.iter().enumerate() {
        if var.init == Init::Any {
            open.insert(idx);
        }
    }
    for command in program.edges.iter().flat_map(|edge| &edge.commands) {
        if let Command::Havoc(place, _) = command {
            open.insert(place.var().index());
        }
    }
    open
}
