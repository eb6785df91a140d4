//! Random Boolean broadcast programs, all of them valid.

use braid_core::bbp::{
    Bit, Edge, Expr, Init, LocKind, Owner, Program, Target, Template, Time, Var, VarId,
};
use braid_core::scpl::{LocId, Scope, TemplateId};

use crate::dice::Dice;

/// How large programs get.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub n_shared: usize,
    pub n_local: usize,
    pub n_locs: usize,
    pub depth: usize,
}

impl Limits {
    /// Small enough to try everything that three threads can do.
    pub const SMALL: Limits = Limits { n_shared: 2, n_local: 2, n_locs: 4, depth: 2 };
    /// Everything that can be written.
    pub const WIDE: Limits = Limits { n_shared: 4, n_local: 4, n_locs: 7, depth: 4 };
}

pub fn random_bbp(limits: &Limits, bytes: &[u8]) -> Program {
    let mut dice = Dice::new(bytes);
    let n_shared = dice.below(limits.n_shared + 1);
    let n_local = dice.below(limits.n_local + 1);
    let mut vars = Vec::new();
    for idx in 0..n_shared + n_local {
        let scope = if idx < n_shared { Scope::Shared } else { Scope::Local };
        let init = *dice.pick(&[Init::Zero, Init::One, Init::Any]);
        vars.push(Var { name: format!("x{idx}"), scope, init });
    }
    let n_locs = 1 + dice.below(limits.n_locs);
    let mut locs = vec![LocKind::Plain; n_locs];
    for kind in locs.iter_mut().skip(2) {
        *kind = *dice.pick(&[LocKind::Plain, LocKind::Plain, LocKind::Bad, LocKind::End]);
    }
    let mut maker = Maker { dice, vars, locs, depth: limits.depth };
    let templates = maker.templates();
    let main = TemplateId(maker.dice.below(templates.len()) as u32);
    let initial = match maker.dice.percent(30) {
        true => maker.expr(&[(Owner::Shared, Time::Before), (Owner::Active, Time::Before)]),
        false => Expr::Const(true),
    };
    let mut edges = Vec::new();
    for from in maker.plain() {
        for _ in 0..maker.dice.below(4) {
            edges.push(maker.edge(from, templates.len()));
        }
    }
    Program { vars: maker.vars, locs: maker.locs, edges, templates, main, initial }
}

struct Maker<'a> {
    dice: Dice<'a>,
    vars: Vec<Var>,
    locs: Vec<LocKind>,
    depth: usize,
}

/// What an expression may speak of.
type Sight = [(Owner, Time)];

const OLD: [(Owner, Time); 2] = [(Owner::Shared, Time::Before), (Owner::Active, Time::Before)];

impl Maker<'_> {
    fn plain(&self) -> Vec<LocId> {
        let locs = (0..self.locs.len() as u32).map(LocId);
        locs.filter(|loc| self.locs[loc.index()] == LocKind::Plain).collect()
    }

    fn templates(&mut self) -> Vec<Template> {
        let entries = self.plain();
        let template = |idx: usize, entry| Template { name: format!("t{idx}"), entry };
        (0..1 + self.dice.below(3)).map(|idx| template(idx, *self.dice.pick(&entries))).collect()
    }

    fn edge(&mut self, from: LocId, n_templates: usize) -> Edge {
        let mut edge = Edge::new(from, LocId(self.dice.below(self.locs.len()) as u32));
        let mut owners = vec![Owner::Shared, Owner::Active, Owner::Passive];
        if self.dice.percent(35) {
            edge.start = Some(TemplateId(self.dice.below(n_templates) as u32));
            owners.push(Owner::New);
        }
        let mut free: Vec<Target> = Vec::new();
        for (idx, var) in self.vars.iter().enumerate() {
            let fits = |owner: &&Owner| (**owner == Owner::Shared) == (var.scope == Scope::Shared);
            let of_var = owners.iter().filter(fits).map(|owner| (*owner, VarId(idx as u32)));
            free.extend(of_var);
        }
        for _ in 0..self.dice.below(4) {
            if free.is_empty() {
                break;
            }
            let target = free.remove(self.dice.below(free.len()));
            if self.dice.percent(50) {
                edge.havoc.push(target);
            } else {
                let mut sight = OLD.to_vec();
                sight.extend((target.0 == Owner::Passive).then_some((target.0, Time::Before)));
                edge.assign.push((target, self.expr(&sight)));
            }
        }
        let new = [(Owner::Shared, Time::After), (Owner::Active, Time::After)];
        if self.dice.percent(50) {
            let mut sight = [OLD, new].concat();
            sight.extend(edge.start.map(|_| (Owner::New, Time::After)));
            edge.constrain.push(self.expr(&sight));
        }
        if self.dice.percent(40) {
            let passive = [(Owner::Passive, Time::Before), (Owner::Passive, Time::After)];
            edge.constrain_each.push(self.expr(&[OLD, new, passive].concat()));
        }
        edge
    }

    fn expr(&mut self, sight: &Sight) -> Expr {
        self.expr_of(sight, self.depth)
    }

    fn expr_of(&mut self, sight: &Sight, depth: usize) -> Expr {
        if depth == 0 || self.dice.percent(30) {
            return self.leaf(sight);
        }
        let pair = |maker: &mut Self| {
            let left = maker.expr_of(sight, depth - 1);
            (Box::new(left), Box::new(maker.expr_of(sight, depth - 1)))
        };
        match self.dice.below(5) {
            0 => Expr::Not(Box::new(self.expr_of(sight, depth - 1))),
            1 => Expr::And(self.list(sight, depth)),
            2 => Expr::Or(self.list(sight, depth)),
            3 => {
                let (left, right) = pair(self);
                Expr::Eq(left, right)
            }
            _ => {
                let (left, right) = pair(self);
                Expr::Implies(left, right)
            }
        }
    }

    fn list(&mut self, sight: &Sight, depth: usize) -> Vec<Expr> {
        (0..2 + self.dice.below(2)).map(|_| self.expr_of(sight, depth - 1)).collect()
    }

    fn leaf(&mut self, sight: &Sight) -> Expr {
        let sees_passive = sight.contains(&(Owner::Passive, Time::Before));
        if sees_passive && self.dice.percent(25) {
            return Expr::At(LocId(self.dice.below(self.locs.len()) as u32));
        }
        let mut bits = Vec::new();
        for &(owner, time) in sight {
            for (idx, var) in self.vars.iter().enumerate() {
                if (owner == Owner::Shared) == (var.scope == Scope::Shared) {
                    bits.push(Bit { owner, var: VarId(idx as u32), time });
                }
            }
        }
        if bits.is_empty() || self.dice.percent(8) {
            return Expr::Const(self.dice.percent(60));
        }
        Expr::Bit(*self.dice.pick(&bits))
    }
}
