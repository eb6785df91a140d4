//! From the program to the model.

use super::bitset::BitSet;
use super::code::{Code, Elem, Node, NodeId};
use super::model::{
    Access, Cells, Choice, Command, Edge, HandleCell, HandleUse, Kind, Loc, Model, Target, Template,
};
use super::names::NAME_WIDTH;
use super::relevance::{Relevance, constants, join_only};
use super::row::{Age, At, Cell, Origin, Packing, Row, Shape};
use crate::scpl::{
    self, EdgeId, Expr, Init, LocId, Place, Program, Scope, Sort, Source, TemplateId, Var, VarId,
};

pub(super) struct Compiler<'p> {
    program: &'p Program,
    relevance: Relevance,
    constants: BitSet,
    /// By `VarId`: the first cell, if the variable matters and is no constant.
    cells: Vec<Option<u32>>,
    /// By `VarId`: the first entry in the tables, for constants.
    tables: Vec<u32>,
    shared: Cells,
    local: Cells,
    code: Code,
}

impl<'p> Compiler<'p> {
    pub fn new(program: &'p Program) -> Self {
        let relevance = Relevance::new(program);
        let constants = constants(program);
        let lazy = may_be_open(program);
        let join_only = join_only(program);
        let mut code = Code::default();
        let mut shapes = [Vec::new(), Vec::new()];
        let mut handles = [Vec::new(), Vec::new()];
        let mut cells = Vec::new();
        let mut tables = Vec::new();
        for (idx, var) in program.vars.iter().enumerate() {
            let id = VarId(idx as u32);
            let is_constant = constants.contains(idx);
            tables.push(if is_constant { code.add_table(initial_values(var)) } else { 0 });
            if !relevance.matters(id) || is_constant {
                cells.push(None);
                continue;
            }
            let row = row_of(var) as usize;
            let first = shapes[row].len() as u32;
            cells.push(Some(first));
            let shape = Shape { width: width_of(var), may_be_open: lazy.contains(idx) };
            shapes[row].extend(vec![shape; var.n_cells()]);
            if var.sort == Sort::Handle {
                let use_ =
                    if join_only.contains(idx) { HandleUse::JoinOnly } else { HandleUse::Any };
                let end = shapes[row].len() as u32;
                handles[row].extend((first..end).map(|cell| HandleCell { cell, use_ }));
            }
        }
        let [shared, local] = shapes.map(|shapes| Cells {
            packing: Packing::new(&shapes),
            shapes,
            handles: Vec::new(),
        });
        let [shared_handles, local_handles] = handles;
        let shared = Cells { handles: shared_handles, ..shared };
        let local = Cells { handles: local_handles, ..local };
        Self { program, relevance, constants, cells, tables, shared, local, code }
    }

    pub fn compile(mut self) -> Model {
        let program = self.program;
        let edges = program.edges.iter().map(|edge| self.edge(edge)).collect();
        let locs = (0..program.locs.len())
            .map(|idx| {
                let mut ids = program.edges_from(LocId(idx as u32)).map(|EdgeId(id)| id);
                let first_edge = ids.next().unwrap_or(0);
                let end_edge = ids.last().unwrap_or(first_edge) + 1;
                let none = program.edges_from(LocId(idx as u32)).next().is_none();
                let end_edge = if none { first_edge } else { end_edge };
                Loc { kind: Kind::of(program.locs[idx]), first_edge, end_edge }
            })
            .collect();
        let templates: Vec<Template> = program
            .templates
            .iter()
            .map(|template| Template {
                entry: template.entry.0,
                cells: self.initial(Row::Local, Some(template.entry)),
            })
            .collect();
        let initial_choices = self.initial_choices();
        Model {
            initial: self.initial(Row::Shared, None),
            initial_choices,
            has_open: [&self.shared, &self.local]
                .iter()
                .any(|cells| cells.shapes.iter().any(|shape| shape.may_be_open)),
            edges,
            locs,
            templates,
            main: program.main.index(),
            code: self.code,
            shared: self.shared,
            local: self.local,
        }
    }

    /// The cells of a row at the start; of a thread's, those that matter at its entry.
    fn initial(&self, row: Row, entry: Option<LocId>) -> Vec<Cell> {
        let n_cells = match row {
            Row::Shared => self.shared.shapes.len(),
            Row::Local => self.local.shapes.len(),
        };
        let mut cells = vec![Cell::ZERO; n_cells];
        for (idx, var) in self.program.vars.iter().enumerate() {
            let id = VarId(idx as u32);
            let matters = entry.is_none_or(|entry| self.relevance.is_live(entry, id));
            let Some(first) = self.cells[idx].filter(|_| row_of(var) == row && matters) else {
                continue;
            };
            let cells = &mut cells[first as usize..][..var.n_cells()];
            match &var.init {
                Init::Any => cells.fill(Cell::Open(Origin::Free, Age::Old)),
                _ => {
                    for (cell, value) in cells.iter_mut().zip(initial_values(var)) {
                        *cell = Cell::Is(value);
                    }
                }
            }
        }
        cells
    }

    fn initial_choices(&self) -> Vec<Option<At>> {
        let mut choices = Vec::new();
        let main = self.program.template(self.program.main).entry;
        for scope in [Scope::Shared, Scope::Local] {
            for (idx, var) in self.program.vars.iter().enumerate() {
                if var.scope == scope && var.init == Init::Any {
                    let id = VarId(idx as u32);
                    let matters = scope == Scope::Shared || self.relevance.is_live(main, id);
                    let first = self.cells[idx].filter(|_| matters);
                    choices.extend((0..var.n_cells() as u32).map(|offset| {
                        first.map(|first| At { row: row_of(var), cell: first + offset })
                    }));
                }
            }
        }
        choices
    }

    fn edge(&mut self, edge: &scpl::Edge) -> Edge {
        let matters = self.relevance.written_matters(self.program, edge);
        let mut access = Access::none(self.shared.shapes.len());
        let mut commands = Vec::new();
        for (command, written_matters) in edge.commands.iter().zip(matters) {
            commands.extend(self.command(command, written_matters, &mut access));
        }
        Edge {
            to: edge.to.0,
            commands,
            dead: self.dead(edge),
            stores_self: access.names && edge.commands.iter().any(stores_self),
            access,
        }
    }

    fn command(
        &mut self,
        command: &scpl::Command,
        written_matters: bool,
        access: &mut Access,
    ) -> Option<Command> {
        Some(match command {
            scpl::Command::Assume(expr) => Command::Assume(self.expr(expr, access)),
            scpl::Command::Await(expr) => Command::Await(self.expr(expr, access)),
            scpl::Command::Join(expr) => {
                access.joins = true;
                Command::Join(self.expr(expr, access))
            }
            scpl::Command::Assign(_, _) if !written_matters => return None,
            scpl::Command::Assign(place, value) => {
                access.names |= mentions_self(value);
                let target = self.target(place, access);
                Command::Assign(target, self.expr(value, access))
            }
            scpl::Command::Havoc(place, source) => Command::Havoc {
                target: written_matters.then(|| self.target(place, access)),
                width: width_of(self.program.var(place.var())),
                origin: match source {
                    Source::Input | Source::Uninit => Origin::Free,
                    Source::Unmodelled => Origin::Unmodelled,
                },
            },
            scpl::Command::Create { template, args, handle } => {
                let handle = handle.as_ref().filter(|_| written_matters);
                self.create(*template, args, handle, access)
            }
        })
    }

    fn create(
        &mut self,
        template: TemplateId,
        args: &[(VarId, Expr)],
        handle: Option<&Place>,
        access: &mut Access,
    ) -> Command {
        let program = self.program;
        let entry = program.template(template).entry;
        let mut choices = Vec::new();
        for (idx, var) in program.vars.iter().enumerate() {
            let id = VarId(idx as u32);
            let is_choice = var.scope == Scope::Local
                && var.init == Init::Any
                && args.iter().all(|(given, _)| *given != id);
            if is_choice {
                let first = self.cells[idx].filter(|_| self.relevance.is_live(entry, id));
                choices.extend((0..var.n_cells() as u32).map(|offset| Choice {
                    cell: first.map(|first| first + offset),
                    width: width_of(var),
                }));
            }
        }
        let used: Vec<&(VarId, Expr)> = self.relevance.used_args(program, template, args).collect();
        access.creates = true;
        access.names |= handle.is_some() || used.iter().any(|(_, value)| mentions_self(value));
        let args = used
            .into_iter()
            .filter_map(|(var, value)| Some((self.cells[var.index()]?, self.expr(value, access))))
            .collect();
        let handle = handle.map(|place| self.target(place, access));
        Command::Create { template: template.0, args, choices, handle }
    }

    fn target(&mut self, place: &Place, access: &mut Access) -> Target {
        let var = self.program.var(place.var());
        let row = row_of(var);
        let first = self.cells[place.var().index()].expect("what is written and matters has cells");
        let target = match place {
            Place::Var(_) => Target::Cell(At { row, cell: first }),
            Place::Elem(_, index) => {
                let index = self.expr(index, access);
                let len = var.n_cells() as u32;
                match self.code.as_const(index) {
                    Some(idx) if idx < u64::from(len) => {
                        Target::Cell(At { row, cell: first + idx as u32 })
                    }
                    _ => Target::Elem(Elem { row, first, len, index }),
                }
            }
        };
        if row == Row::Shared {
            for cell in cells_of(target) {
                access.writes.insert(cell);
            }
        }
        target
    }

    fn expr(&mut self, expr: &Expr, access: &mut Access) -> NodeId {
        let node = match expr {
            Expr::Const(bits) => Node::Const(bits.value),
            Expr::NoThread => Node::Const(0),
            Expr::SelfHandle => Node::Me,
            Expr::Var(var) => self.read(*var, None, access),
            Expr::Elem(var, index) => {
                let index = self.expr(index, access);
                self.read(*var, Some(index), access)
            }
            Expr::Un(op, a) => Node::Un(*op, self.width(a), self.expr(a, access)),
            Expr::Bin(op, a, b) => {
                Node::Bin(*op, self.width(a), self.expr(a, access), self.expr(b, access))
            }
            Expr::Ite(condition, then, otherwise) => Node::Ite(
                self.expr(condition, access),
                self.expr(then, access),
                self.expr(otherwise, access),
            ),
            Expr::Resize(extend, to, a) => Node::Resize {
                extend: *extend,
                from: self.width(a),
                to: *to,
                operand: self.expr(a, access),
            },
        };
        self.code.add(node)
    }

    fn read(&mut self, id: VarId, index: Option<NodeId>, access: &mut Access) -> Node {
        let var = self.program.var(id);
        let len = var.n_cells() as u32;
        if self.constants.contains(id.index()) {
            let index = index.unwrap_or_else(|| self.code.add(Node::Const(0)));
            return Node::Table { first: self.tables[id.index()], len, index };
        }
        let row = row_of(var);
        let first = self.cells[id.index()].expect("what is read for a purpose has cells");
        let idx = index.map_or(Some(0), |index| self.code.as_const(index));
        let target = match (idx, index) {
            (Some(idx), _) if idx < u64::from(len) => {
                Target::Cell(At { row, cell: first + idx as u32 })
            }
            (None, Some(index)) => Target::Elem(Elem { row, first, len, index }),
            // Outside the bounds.
            _ => return Node::Const(0),
        };
        if row == Row::Shared {
            for cell in cells_of(target) {
                access.reads.insert(cell);
            }
        }
        match target {
            Target::Cell(at) => Node::Cell(at),
            Target::Elem(elem) => Node::Elem(elem),
        }
    }

    fn width(&self, expr: &Expr) -> u8 {
        self.program.width(expr).unwrap_or(scpl::HANDLE_WIDTH)
    }

    /// Local cells that mattered before the edge or are written by it, and no longer matter.
    fn dead(&self, edge: &scpl::Edge) -> Vec<u32> {
        let mut written = BitSet::new(self.program.vars.len());
        for command in &edge.commands {
            match command {
                scpl::Command::Assign(place, _)
                | scpl::Command::Havoc(place, _)
                | scpl::Command::Create { handle: Some(place), .. } => {
                    written.insert(place.var().index());
                }
                _ => {}
            }
        }
        let mut dead = Vec::new();
        for (idx, var) in self.program.vars.iter().enumerate() {
            let id = VarId(idx as u32);
            let held = self.relevance.is_live(edge.from, id) || written.contains(idx);
            if var.scope == Scope::Local && held && !self.relevance.is_live(edge.to, id) {
                let first = self.cells[idx].into_iter();
                dead.extend(first.flat_map(|first| first..first + var.n_cells() as u32));
            }
        }
        dead
    }
}

fn cells_of(target: Target) -> std::ops::Range<usize> {
    match target {
        Target::Cell(at) => at.cell as usize..at.cell as usize + 1,
        Target::Elem(elem) => elem.first as usize..(elem.first + elem.len) as usize,
    }
}

fn stores_self(command: &scpl::Command) -> bool {
    match command {
        scpl::Command::Assign(_, value) => mentions_self(value),
        scpl::Command::Create { args, .. } => args.iter().any(|(_, value)| mentions_self(value)),
        _ => false,
    }
}

fn mentions_self(expr: &Expr) -> bool {
    let mut found = false;
    expr.walk(&mut |part| found |= matches!(part, Expr::SelfHandle));
    found
}

fn row_of(var: &Var) -> Row {
    match var.scope {
        Scope::Shared => Row::Shared,
        Scope::Local => Row::Local,
    }
}

fn width_of(var: &Var) -> u8 {
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

fn may_be_open(program: &Program) -> BitSet {
    let mut open = BitSet::new(program.vars.len());
    for (idx, var) in program.vars.iter().enumerate() {
        if var.init == Init::Any {
            open.insert(idx);
        }
    }
    for command in program.edges.iter().flat_map(|edge| &edge.commands) {
        if let scpl::Command::Havoc(place, _) = command {
            open.insert(place.var().index());
        }
    }
    open
}
