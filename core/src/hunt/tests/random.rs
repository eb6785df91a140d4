//! Small random programs: few values, few locations, much that threads can do to each other.

use crate::scpl::{
    BinOp, Command, Edge, Expr, Init, Loc, LocId, LocKind, Place, Program, PropId, Property,
    PropertyKind, Scope, Sort, Source, Template, TemplateId, Var, VarId,
};

/// Pseudo-random numbers: the same on every machine.
#[derive(Debug)]
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(crate::hunt::intern::mix(seed))
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.0 = crate::hunt::intern::mix(self.0);
        (self.0 >> 33) as usize % n
    }

    fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }
}

const N_TEMPLATES: usize = 3;
const N_PROPERTIES: usize = 3;

pub fn program(seed: u64) -> Program {
    program_of(seed, 2)
}

/// Variables have one bit or `width`. Those of more than two are mostly compared with constants.
pub fn program_of(seed: u64, width: u8) -> Program {
    let mut dice = Dice::new(seed);
    let vars = vars(&mut dice, width);
    let n_locs: Vec<usize> = (0..N_TEMPLATES).map(|_| 2 + dice.below(4)).collect();
    let first: Vec<usize> = (0..N_TEMPLATES).map(|idx| n_locs[..idx].iter().sum()).collect();
    let ends: usize = n_locs.iter().sum();
    let mut maker = Maker { dice, vars, ends, width };
    let mut locs = Vec::new();
    let mut edges = Vec::new();
    for template in 0..N_TEMPLATES {
        for idx in 0..n_locs[template] {
            let atomic = idx > 0 && maker.dice.percent(20);
            locs.push(Loc { kind: LocKind::Plain, atomic });
            let from = LocId((first[template] + idx) as u32);
            for _ in 0..1 + maker.dice.below(2) {
                let to = maker.target(first[template], n_locs[template], idx);
                let commands = maker.commands(template);
                edges.push(Edge { from, to, commands });
            }
        }
    }
    let end = |kind| Loc { kind, atomic: false };
    locs.extend([end(LocKind::Finished), end(LocKind::Halted)]);
    locs.extend((0..N_PROPERTIES).map(|idx| end(LocKind::Error(PropId(idx as u32)))));
    Program {
        vars: maker.vars,
        locs,
        edges,
        templates: (0..N_TEMPLATES)
            .map(|idx| Template { name: format!("t{idx}"), entry: LocId(first[idx] as u32) })
            .collect(),
        properties: (0..N_PROPERTIES)
            .map(|idx| Property {
                kind: PropertyKind::Assertion,
                error: LocId((ends + 2 + idx) as u32),
            })
            .collect(),
        main: TemplateId(0),
    }
}

fn vars(dice: &mut Dice, width: u8) -> Vec<Var> {
    let mut vars = Vec::new();
    for (idx, scope) in [Scope::Shared, Scope::Local].into_iter().cycle().take(8).enumerate() {
        let sort = match idx / 2 {
            2 => Sort::Handle,
            _ => Sort::Bits([1, width][dice.below(2)]),
        };
        let len = (idx / 2 == 3 && dice.percent(50)).then_some(2);
        let init = match (sort, dice.below(5)) {
            // All of them would be too many.
            (Sort::Bits(bits), 0) if bits <= 2 => Init::Any,
            (Sort::Bits(_), 1) => Init::Values(vec![1; len.unwrap_or(1) as usize]),
            _ => Init::Zero,
        };
        vars.push(Var { name: format!("v{idx}"), scope, sort, len, init });
    }
    vars
}

struct Maker {
    dice: Dice,
    vars: Vec<Var>,
    /// The first location that is an end.
    ends: usize,
    width: u8,
}

impl Maker {
    fn target(&mut self, first: usize, n_locs: usize, idx: usize) -> LocId {
        let loc = match self.dice.below(10) {
            0 => self.ends + 2 + self.dice.below(N_PROPERTIES),
            1 => first + self.dice.below(n_locs),
            2 if self.dice.percent(30) => self.ends + 1,
            _ if idx + 1 < n_locs => first + idx + 1,
            _ => self.ends,
        };
        LocId(loc as u32)
    }

    fn commands(&mut self, template: usize) -> Vec<Command> {
        let mut commands = Vec::new();
        for _ in 0..self.dice.below(3) {
            let has_create =
                commands.iter().any(|command| matches!(command, Command::Create { .. }));
            let command = match self.dice.below(12) {
                7..=9 if self.width != 2 => self.input(),
                0 | 1 => Command::Assume(self.expr(Sort::Bits(1), 2)),
                2 => Command::Await(self.expr(Sort::Bits(1), 2)),
                3 => {
                    let place = self.place();
                    if self.sort(&place) == Sort::Handle {
                        Command::Assign(place, Expr::NoThread)
                    } else {
                        let sources = [Source::Input, Source::Uninit, Source::Unmodelled];
                        Command::Havoc(place, self.dice.pick(&sources))
                    }
                }
                4 => Command::Join(self.expr(Sort::Handle, 1)),
                5 | 6 if !has_create && (template == 0 || self.dice.percent(20)) => self.create(),
                _ => {
                    let place = self.place();
                    let sort = self.sort(&place);
                    Command::Assign(place, self.expr(sort, 2))
                }
            };
            commands.push(command);
        }
        commands
    }

    fn input(&mut self) -> Command {
        let place = self.place();
        match self.sort(&place) {
            Sort::Handle => Command::Assign(place, Expr::NoThread),
            Sort::Bits(_) => Command::Havoc(place, Source::Input),
        }
    }

    fn create(&mut self) -> Command {
        let template = TemplateId(1 + self.dice.below(N_TEMPLATES - 1) as u32);
        let mut args = Vec::new();
        for (idx, var) in self.vars.clone().into_iter().enumerate() {
            if var.scope == Scope::Local && var.len.is_none() && self.dice.percent(40) {
                args.push((VarId(idx as u32), self.expr(var.sort, 1)));
            }
        }
        let handles: Vec<Place> = (0..self.vars.len())
            .filter(|&idx| self.vars[idx].sort == Sort::Handle)
            .map(|idx| Place::Var(VarId(idx as u32)))
            .collect();
        let handle = self.dice.percent(60).then(|| self.dice.pick(&handles));
        Command::Create { template, args, handle }
    }

    fn sort(&self, place: &Place) -> Sort {
        self.vars[place.var().index()].sort
    }

    fn place(&mut self) -> Place {
        let idx = self.dice.below(self.vars.len());
        let var = VarId(idx as u32);
        match self.vars[idx].len {
            None => Place::Var(var),
            Some(_) => Place::Elem(var, self.expr(Sort::Bits(2), 1)),
        }
    }

    fn expr(&mut self, sort: Sort, depth: usize) -> Expr {
        let choice = self.dice.below(if depth == 0 { 4 } else { 8 });
        match (sort, choice) {
            (Sort::Handle, 0) => Expr::NoThread,
            (Sort::Handle, 1) => Expr::SelfHandle,
            (Sort::Bits(width), 0 | 1) => Expr::constant(self.dice.below(4) as u64, width),
            (_, 2..=3) => self.read(sort),
            (_, 4) => {
                let condition = self.expr(Sort::Bits(1), depth - 1);
                Expr::ite(condition, self.expr(sort, depth - 1), self.expr(sort, depth - 1))
            }
            (Sort::Bits(1), 5) => {
                let (a, b) = (self.expr(Sort::Handle, 0), self.expr(Sort::Handle, 0));
                Expr::bin(self.dice.pick(&[BinOp::Eq, BinOp::Ne]), a, b)
            }
            (Sort::Bits(1), 6 | 7) => {
                if self.width != 2 {
                    return self.comparisons(depth - 1);
                }
                let ops = [BinOp::Eq, BinOp::Ne, BinOp::Ult, BinOp::Sle];
                let (a, b) = (self.expr(Sort::Bits(2), depth - 1), self.expr(Sort::Bits(2), 0));
                Expr::bin(self.dice.pick(&ops), a, b)
            }
            (Sort::Bits(_), _) => {
                let ops = [BinOp::Add, BinOp::Sub, BinOp::And, BinOp::Or, BinOp::Xor];
                Expr::bin(self.dice.pick(&ops), self.expr(sort, depth - 1), self.expr(sort, 0))
            }
            (Sort::Handle, _) => self.read(sort),
        }
    }

    /// Two of the same, which few values may pass.
    fn comparisons(&mut self, depth: usize) -> Expr {
        let what = self.looked_at(depth);
        let ops = [BinOp::Ult, BinOp::Ule, BinOp::Slt, BinOp::Sle, BinOp::Ne];
        let above = Expr::bin(self.dice.pick(&ops), self.constant(), what.clone());
        let below = Expr::bin(self.dice.pick(&ops), what, self.constant());
        Expr::bin(BinOp::And, above, below)
    }

    fn looked_at(&mut self, depth: usize) -> Expr {
        let read = self.read(Sort::Bits(self.width));
        match self.dice.below(8) {
            0 => Expr::bin(BinOp::Urem, read, self.constant()),
            1 => Expr::bin(BinOp::Srem, read, self.constant()),
            2 => Expr::bin(BinOp::And, self.constant(), read),
            3 => self.expr(Sort::Bits(self.width), depth),
            _ => read,
        }
    }

    fn constant(&mut self) -> Expr {
        Expr::constant(self.dice.below(1 << self.width) as u64, self.width)
    }

    fn read(&mut self, sort: Sort) -> Expr {
        let fitting: Vec<usize> =
            (0..self.vars.len()).filter(|&idx| self.vars[idx].sort == sort).collect();
        if fitting.is_empty() {
            return match sort {
                Sort::Bits(width) => Expr::constant(1, width),
                Sort::Handle => Expr::SelfHandle,
            };
        }
        let idx = self.dice.pick(&fitting);
        match self.vars[idx].len {
            None => Expr::Var(VarId(idx as u32)),
            Some(_) => {
                let index = self.expr(Sort::Bits(2), 0);
                Expr::Elem(VarId(idx as u32), Box::new(index))
            }
        }
    }
}
