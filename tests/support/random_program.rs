//! Random programs, valid by construction.
//!
//! Each template is a chain of locations with branches and jumps, so that most of it is reached; the
//! commands on its edges are anything that the sorts allow. With small widths and few locations the
//! states can be enumerated, which is what the tests of the engines need.

use braid_core::scpl::{
    Command, Edge, Expr, Init, Loc, LocId, LocKind, Place, Program, PropId, Property, PropertyKind,
    Scope, Sort, Source, Template, TemplateId, Var, VarId,
};

use crate::dice::Dice;
use crate::random_expr;

/// What programs to make. Numbers are upper bounds; percentages say how often something is done
/// where it could be, and 0 leaves it out.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    pub n_shared: usize,
    pub n_locals: usize,
    /// Templates beside `main`.
    pub n_workers: usize,
    /// Locations of each template, its end not counted.
    pub n_locs: usize,
    pub n_properties: usize,
    /// Commands on an edge.
    pub n_commands: usize,
    pub max_width: u8,
    /// How deep expressions are nested.
    pub depth: usize,
    pub arrays: usize,
    /// Variables that start with any value.
    pub any: usize,
    pub atomic: usize,
    /// Without any, there is only `main`.
    pub create: usize,
    pub join: usize,
    pub havoc: usize,
}

impl Shape {
    /// Few enough states to enumerate, with one or two created threads.
    pub const SMALL: Shape = Shape {
        n_shared: 3,
        n_locals: 2,
        n_workers: 2,
        n_locs: 5,
        n_properties: 2,
        n_commands: 2,
        max_width: 2,
        depth: 2,
        arrays: 15,
        any: 15,
        atomic: 20,
        create: 10,
        join: 10,
        havoc: 10,
    };

    /// Everything that can be written down.
    pub const WIDE: Shape = Shape {
        n_shared: 5,
        n_locals: 5,
        n_workers: 3,
        n_locs: 6,
        n_properties: 4,
        n_commands: 4,
        max_width: 64,
        depth: 4,
        arrays: 30,
        any: 30,
        ..Shape::SMALL
    };
}

/// How many cells start with any value at most; with more, there would be too many initial states.
const MAX_ANY: u32 = 4;

/// The program that the bytes describe; there is one for any bytes.
pub fn random_program(shape: &Shape, bytes: &[u8]) -> Program {
    let mut maker =
        Maker { shape, dice: Dice::new(bytes), vars: Vec::new(), n_any: 0, edges: Vec::new() };
    maker.vars();
    maker.program()
}

struct Maker<'a> {
    shape: &'a Shape,
    dice: Dice<'a>,
    vars: Vec<Var>,
    /// Cells that start with any value.
    n_any: u32,
    edges: Vec<Edge>,
}

/// Where the locations of the program are: first those of the templates, then the ends.
struct Map {
    /// For each template its locations, first the entry.
    blocks: Vec<Vec<LocId>>,
    finished: LocId,
    halted: LocId,
    errors: Vec<LocId>,
}

impl Maker<'_> {
    fn vars(&mut self) {
        for idx in 0..=self.dice.below(self.shape.n_shared.max(1)) {
            self.var(format!("s{idx}"), Scope::Shared);
        }
        for idx in 0..self.dice.below(self.shape.n_locals + 1) {
            self.var(format!("l{idx}"), Scope::Local);
        }
        if self.shape.create > 0 {
            self.handle("shared::h", Scope::Shared);
            self.handle("local.h", Scope::Local);
        }
    }

    fn var(&mut self, name: String, scope: Scope) {
        let width = 1 + self.dice.below(usize::from(self.shape.max_width)) as u8;
        let len = self.len();
        let n_cells = len.unwrap_or(1);
        let n_any = self.n_any + n_cells;
        let init = if self.dice.percent(self.shape.any) && n_any <= MAX_ANY {
            self.n_any = n_any;
            Init::Any
        } else if self.dice.percent(30) {
            Init::Values((0..n_cells).map(|_| self.dice.bits(width)).collect())
        } else {
            Init::Zero
        };
        self.vars.push(Var { name, scope, sort: Sort::Bits(width), len, init });
    }

    fn handle(&mut self, name: &str, scope: Scope) {
        let len = self.len();
        self.vars.push(Var { name: name.into(), scope, sort: Sort::Handle, len, init: Init::Zero });
    }

    fn len(&mut self) -> Option<u32> {
        self.dice.percent(self.shape.arrays).then(|| 1 + self.dice.below(3) as u32)
    }

    fn program(mut self) -> Program {
        let n_workers = match self.shape {
            Shape { n_workers: 0, .. } | Shape { create: 0, .. } => 0,
            shape => 1 + self.dice.below(shape.n_workers),
        };
        let n_templates = 1 + n_workers;
        let mut locs = Vec::new();
        let mut add = |kind, atomic| {
            locs.push(Loc { kind, atomic });
            LocId(locs.len() as u32 - 1)
        };
        let mut blocks = Vec::new();
        for template in 0..n_templates {
            let n_locs = 1 + self.dice.below(self.shape.n_locs.max(1));
            let block = (0..n_locs).map(|idx| {
                // A created thread does not start inside a section.
                let may_be_atomic = idx > 0 || template == 0;
                add(LocKind::Plain, may_be_atomic && self.dice.percent(self.shape.atomic))
            });
            blocks.push(block.collect());
        }
        let n_properties = match self.shape.n_properties {
            0 => 0,
            n_properties => 1 + self.dice.below(n_properties) as u32,
        };
        let map = Map {
            blocks,
            finished: add(LocKind::Finished, false),
            halted: add(LocKind::Halted, false),
            errors: (0..n_properties).map(|id| add(LocKind::Error(PropId(id)), false)).collect(),
        };
        for template in 0..n_templates {
            self.block(&map, template);
        }
        self.assemble(map, locs)
    }

    fn assemble(mut self, map: Map, locs: Vec<Loc>) -> Program {
        let kinds = [
            PropertyKind::Assertion,
            PropertyKind::ReachError,
            PropertyKind::Undefined,
            PropertyKind::Unmodelled,
        ];
        let templates = map.blocks.iter().enumerate();
        let templates =
            templates.map(|(idx, block)| Template { name: format!("t{idx}"), entry: block[0] });
        let properties =
            map.errors.iter().map(|&error| Property { kind: *self.dice.pick(&kinds), error });
        Program {
            vars: self.vars,
            locs,
            edges: self.edges,
            templates: templates.collect(),
            properties: properties.collect(),
            main: TemplateId(0),
        }
    }

    /// The edges of a template, in the order of their locations. The first ones of `main` are there
    /// to create threads.
    fn block(&mut self, map: &Map, template: usize) {
        let block = &map.blocks[template];
        for (idx, &from) in block.iter().enumerate() {
            let next = *block.get(idx + 1).unwrap_or(&map.finished);
            if template == 0 && idx < 2 && map.blocks.len() > 1 && !self.dice.percent(10) {
                let create = self.create(map.blocks.len());
                self.edges.push(Edge { from, to: next, commands: vec![create] });
                continue;
            }
            match self.dice.below(6) {
                0..3 => self.edge(from, next, vec![], map),
                3 | 4 => {
                    let condition = self.expr(Sort::Bits(1));
                    let to = self.target(map, block);
                    self.edge(from, next, vec![Command::Assume(condition.clone().negate())], map);
                    self.edge(from, to, vec![Command::Assume(condition)], map);
                }
                _ => {
                    let guard = Command::Assume(self.expr(Sort::Bits(1)));
                    let to = self.target(map, block);
                    self.edge(from, next, vec![], map);
                    self.edge(from, to, vec![guard], map);
                }
            }
        }
    }

    fn target(&mut self, map: &Map, block: &[LocId]) -> LocId {
        match self.dice.below(8) {
            0 => map.finished,
            1 if self.dice.percent(20) => map.halted,
            1..5 if !map.errors.is_empty() => *self.dice.pick(&map.errors),
            _ => *self.dice.pick(block),
        }
    }

    fn edge(&mut self, from: LocId, to: LocId, mut commands: Vec<Command>, map: &Map) {
        let mut may_create = map.blocks.len() > 1;
        for _ in 0..self.dice.below(self.shape.n_commands + 1) {
            let command = if may_create && self.dice.percent(self.shape.create) {
                may_create = false;
                self.create(map.blocks.len())
            } else {
                self.command()
            };
            commands.push(command);
        }
        self.edges.push(Edge { from, to, commands });
    }

    fn command(&mut self) -> Command {
        if self.shape.create > 0 && self.dice.percent(self.shape.join) {
            return Command::Join(self.joined());
        }
        match self.dice.below(12) {
            10 => Command::Assume(self.expr(Sort::Bits(1))),
            11 => Command::Await(self.expr(Sort::Bits(1))),
            _ => {
                let var = VarId(self.dice.below(self.vars.len()) as u32);
                let place = self.place(var);
                match self.vars[var.index()].sort {
                    Sort::Bits(_) if self.dice.percent(self.shape.havoc) => {
                        let sources = [Source::Input, Source::Uninit, Source::Unmodelled];
                        Command::Havoc(place, *self.dice.pick(&sources))
                    }
                    sort => Command::Assign(place, self.expr(sort)),
                }
            }
        }
    }

    /// A handle to join: one from a variable, as a rule.
    fn joined(&mut self) -> Expr {
        let depth = if self.dice.percent(20) { 2 } else { 0 };
        random_expr::random_expr(&self.vars, Sort::Handle, depth, &mut self.dice)
    }

    fn create(&mut self, n_templates: usize) -> Command {
        let template = TemplateId(1 + self.dice.below(n_templates - 1) as u32);
        let mut args = Vec::new();
        for idx in 0..self.vars.len() {
            let Var { scope, len, sort, .. } = self.vars[idx];
            if scope == Scope::Local && len.is_none() && self.dice.percent(40) {
                args.push((VarId(idx as u32), self.expr(sort)));
            }
        }
        let handles = (0..self.vars.len()).filter(|&idx| self.vars[idx].sort == Sort::Handle);
        let handles: Vec<VarId> = handles.map(|idx| VarId(idx as u32)).collect();
        let handle = if handles.is_empty() || self.dice.percent(20) {
            None
        } else {
            let var = *self.dice.pick(&handles);
            Some(self.place(var))
        };
        Command::Create { template, args, handle }
    }

    fn place(&mut self, var: VarId) -> Place {
        match self.vars[var.index()].len {
            None => Place::Var(var),
            Some(_) => Place::Elem(var, random_expr::index(&self.vars, 1, &mut self.dice)),
        }
    }

    fn expr(&mut self, sort: Sort) -> Expr {
        random_expr::random_expr(&self.vars, sort, self.shape.depth, &mut self.dice)
    }
}
