//! From the program to the model.

use super::bitset::BitSet;
use super::code::{Code, Elem, Node, NodeId};
use super::layout::{Layout, row_of, width_of};
use super::model::{Access, Cells, Choice, Command, Edge, Kind, Loc, Model, Target, Template};
use super::relevance::Relevance;
use super::row::{At, Origin, Row};
use crate::scpl::{
    self, EdgeId, Expr, Init, LocId, LocKind, Place, Program, Scope, Source, TemplateId, VarId,
};

pub(super) struct Compiler<'p> {
    program: &'p Program,
    relevance: Relevance,
    layout: Layout,
    code: Code,
    /// The first location where threads have finished.
    finished: Option<usize>,
}

impl<'p> Compiler<'p> {
    pub fn new(program: &'p Program) -> Self {
        let relevance = Relevance::new(program);
        let mut code = Code::default();
        let layout = Layout::new(program, &relevance, &mut code);
        let finished = program.locs.iter().position(is_finished);
        Self { program, relevance, layout, code, finished }
    }

    pub fn compile(mut self) -> Model {
        let program = self.program;
        let edges = program.edges.iter().map(|edge| self.edge(edge)).collect();
        let locs = (0..program.locs.len())
            .map(|idx| {
                let ids: Vec<EdgeId> = program.edges_from(LocId(idx as u32)).collect();
                let first_edge = ids.first().map_or(0, |edge| edge.0);
                let end_edge = first_edge + ids.len() as u32;
                Loc { kind: Kind::of(program.locs[idx]), first_edge, end_edge }
            })
            .collect();
        let templates: Vec<Template> = program
            .templates
            .iter()
            .map(|template| Template {
                entry: template.entry.0,
                row: self.initial(Row::Local, Some(template.entry)),
            })
            .collect();
        let Layout { shared, local, .. } = &self.layout;
        let may_be_open = |cells: &Cells| cells.shapes.iter().any(|shape| shape.may_be_open);
        Model {
            has_open: may_be_open(shared) || may_be_open(local),
            initial: self.initial(Row::Shared, None),
            initial_choices: self.layout.initial_choices(program, &self.relevance),
            edges,
            locs,
            templates,
            main: program.main.index(),
            code: self.code,
            shared: self.layout.shared,
            local: self.layout.local,
            packings: self.layout.packings,
        }
    }

    fn initial(&self, row: Row, entry: Option<LocId>) -> Vec<u64> {
        self.layout.initial(self.program, &self.relevance, row, entry)
    }

    fn edge(&mut self, edge: &scpl::Edge) -> Edge {
        let matters = self.relevance.written_matters(self.program, edge);
        let mut access = Access::none(self.layout.shared.shapes.len());
        let mut commands = Vec::new();
        for (command, written_matters) in edge.commands.iter().zip(matters) {
            commands.extend(self.command(command, written_matters, &mut access));
        }
        Edge {
            to: self.canonical(edge.to),
            commands,
            dead: self.layout.packings.local.masks(&self.dead(edge)),
            stores_self: access.names && edge.commands.iter().any(stores_self),
            access,
        }
    }

    fn canonical(&self, loc: LocId) -> u32 {
        match self.finished {
            Some(first) if is_finished(self.program.loc(loc)) => first as u32,
            _ => loc.0,
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
                    Source::Input | Source::Uninit | Source::Unspecified => Origin::Free,
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
                let first = self.layout.cells[idx].filter(|_| self.relevance.is_live(entry, id));
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
            .filter_map(|(var, value)| {
                Some((self.layout.cells[var.index()]?, self.expr(value, access)))
            })
            .collect();
        let handle = handle.map(|place| self.target(place, access));
        Command::Create { template: template.0, args, choices, handle }
    }

    fn target(&mut self, place: &Place, access: &mut Access) -> Target {
        let var = self.program.var(place.var());
        let row = row_of(var);
        let first =
            self.layout.cells[place.var().index()].expect("what is written and matters has cells");
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
        if let Some(first) = self.layout.tables[id.index()] {
            let index = index.unwrap_or_else(|| self.code.add(Node::Const(0)));
            return Node::Table { first, len, index };
        }
        let row = row_of(var);
        let first = self.layout.cells[id.index()].expect("what is read for a purpose has cells");
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
            Target::Cell(at) => match self.layout.packings.of(row).decided(at.cell) {
                Some(range) => Node::Decided(row, range),
                None => Node::Cell(at),
            },
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
                let first = self.layout.cells[idx].into_iter();
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

fn is_finished(loc: &scpl::Loc) -> bool {
    loc.kind == LocKind::Finished
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
