//! The reached part of an abstraction as a program.
//!
//! A search asks its questions through the recorder. Each answer depends on some truth values only; those
//! that came up, with the answers, make a table per edge, and one per edge and location of a passive
//! thread. The tables become constraints. So the program does on every state that the search came
//! upon what the abstraction does there, and elsewhere perhaps nothing.
//!
//! Locations and edges are those of the abstracted program; variable `p3` is predicate 3. A bit that is
//! not tracked in a location is 0 there.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::abstraction::{Abstraction, mask};
use super::table::Table;
use crate::bbp::{
    At, Bit, Edge, Expr, Init, LocKind, Outcome, Owner, Post, Program, SharedBits, Template,
    ThreadBits, Time, Var, VarId, bit, is_name,
};
use crate::budget::{Budget, Stop};
use crate::scpl::{Class, Command, EdgeId, LocId, PredId, Scope};

/// An abstraction that remembers what it was asked.
#[derive(Debug)]
pub struct Recorder<'q, 'p> {
    abstraction: Abstraction<'q, 'p>,
    initial: Vec<(SharedBits, ThreadBits)>,
    moved: BTreeMap<EdgeId, Table>,
    stayed: BTreeMap<(EdgeId, LocId), Table>,
}

/// Some predicates as columns of a table.
type Group<'a> = (Owner, Time, &'a [PredId]);

fn columns(groups: &[Group]) -> Vec<Bit> {
    let column = |&(owner, time, ids): &Group| -> Vec<Bit> {
        ids.iter().map(|id| Bit { owner, var: VarId(id.0), time }).collect()
    };
    groups.iter().flat_map(column).collect()
}

fn row(groups: &[Group], bits: &[u128]) -> Vec<bool> {
    let values = groups
        .iter()
        .zip(bits)
        .flat_map(|((_, _, ids), bits)| ids.iter().map(move |id| bits & bit(*id) != 0));
    values.collect()
}

impl<'q, 'p> Recorder<'q, 'p> {
    pub fn new(abstraction: Abstraction<'q, 'p>) -> Self {
        let (initial, moved, stayed) = Default::default();
        Self { abstraction, initial, moved, stayed }
    }

    /// What was asked for so far, as a program. It is valid.
    pub fn program(&mut self) -> Program {
        let abstracted = self.abstraction.program;
        let (vars, initial) = self.beginning();
        let end = |loc: LocId| {
            let thread = ThreadBits { at: At::Loc(loc), bits: 0 };
            match (self.abstraction.is_bad(thread), self.abstraction.is_end(thread)) {
                (true, _) => LocKind::Bad,
                (false, true) => LocKind::End,
                (false, false) => LocKind::Plain,
            }
        };
        let locs = (0..abstracted.locs.len() as u32).map(|idx| end(LocId(idx))).collect();
        let mut templates: Vec<Template> = Vec::new();
        for template in &abstracted.templates {
            let mut name = plain(&template.name);
            while !is_name(&name) || templates.iter().any(|other| other.name == name) {
                name.push('_');
            }
            templates.push(Template { name, entry: template.entry });
        }
        let ids = (0..abstracted.edges.len() as u32).map(EdgeId);
        let edges = ids.map(|edge| self.edge(edge, &vars)).collect();
        Program { vars, locs, edges, templates, main: abstracted.main, initial }
    }

    /// The variables with their initial values, and what else holds in the beginning.
    fn beginning(&self) -> (Vec<Var>, Expr) {
        let preds = &self.abstraction.preds;
        let is_shared = |id: &PredId| preds[id.index()].class == Class::Shared;
        let entry = self.abstraction.program.template(self.abstraction.program.main).entry;
        let shared: Vec<PredId> = preds.iter().map(|pred| pred.id).filter(is_shared).collect();
        let local = self.abstraction.tracked.at(entry);
        let groups =
            [(Owner::Shared, Time::Before, &shared[..]), (Owner::Active, Time::Before, local)];
        let mut table = Table::new(columns(&groups));
        for (shared, main) in &self.initial {
            table.add(row(&groups, &[shared.0, main.bits]));
        }
        let mut vars = Vec::new();
        for pred in preds {
            let (scope, owner) = match pred.class {
                Class::Shared => (Scope::Shared, Owner::Shared),
                Class::Local | Class::Mixed => (Scope::Local, Owner::Active),
            };
            let column = Bit { owner, var: VarId(pred.id.0), time: Time::Before };
            let is_there = scope == Scope::Shared || local.contains(&pred.id);
            let init = match table.determined(column, &|_| false) {
                Some(Expr::Const(true)) => Init::One,
                Some(_) => Init::Zero,
                None if is_there => Init::Any,
                None => Init::Zero,
            };
            vars.push(Var { name: format!("p{}", pred.id.0), scope, init });
        }
        (vars, table.expr())
    }

    fn edge(&mut self, id: EdgeId, vars: &[Var]) -> Edge {
        let abstracted = self.abstraction.program.edge(id);
        let mut edge = Edge::new(abstracted.from, abstracted.to);
        edge.start = abstracted.commands.iter().find_map(|command| match command {
            Command::Create { template, .. } => Some(*template),
            _ => None,
        });
        let table = self.moved.get(&id).filter(|table| !table.is_empty());
        let Some(mut table) = table.cloned() else {
            // Nobody came to it, or nobody got through.
            edge.constrain.push(Expr::Const(false));
            return edge;
        };
        let plan = self.abstraction.plan(id);
        let asked = columns(&[
            (Owner::Shared, Time::After, &plan.asked_shared),
            (Owner::Active, Time::After, &plan.asked_active),
            (Owner::New, Time::After, &plan.asked_created),
        ]);
        for bit in asked {
            let target = (bit.owner, bit.var);
            match table.determined(bit, &|from| from.time == Time::Before) {
                Some(value) if value == Expr::Bit(Bit { time: Time::Before, ..bit }) => {}
                Some(value) => edge.assign.push((target, value)),
                None => edge.havoc.push(target),
            }
        }
        // What is not tracked any more, or not yet.
        let kept = plan.kept_active | mask(&plan.asked_active);
        for &pred in self.abstraction.tracked.at(abstracted.from) {
            if kept & bit(pred) == 0 {
                edge.assign.push(((Owner::Active, VarId(pred.0)), Expr::Const(false)));
            }
        }
        for (idx, var) in vars.iter().enumerate() {
            let is_asked = mask(&plan.asked_created) >> idx & 1 != 0;
            let starts = edge.start.is_some() && var.scope == Scope::Local;
            if starts && !is_asked && var.init != Init::Zero {
                edge.assign.push(((Owner::New, VarId(idx as u32)), Expr::Const(false)));
            }
        }
        edge.constrain.extend(Some(table.expr()).filter(|expr| *expr != Expr::Const(true)));
        self.passive(id, &mut edge);
        edge
    }

    fn passive(&mut self, id: EdgeId, edge: &mut Edge) {
        let locs: Vec<LocId> = (self.stayed)
            .range((id, LocId(0))..=(id, LocId(u32::MAX)))
            .map(|((_, loc), _)| *loc)
            .collect();
        let mut asked: Vec<PredId> = Vec::new();
        for &loc in &locs {
            asked.extend(&self.abstraction.passive_plan(id, loc).asked);
        }
        asked.sort_unstable();
        asked.dedup();
        let stays = |id: &PredId| {
            let bit = |time| Box::new(Expr::bit(Owner::Passive, VarId(id.0), time));
            Expr::Eq(bit(Time::After), bit(Time::Before))
        };
        for &loc in &locs {
            let plan = self.abstraction.passive_plan(id, loc);
            let mut parts = vec![self.stayed[&(id, loc)].expr()];
            parts.extend(asked.iter().filter(|id| !plan.asked.contains(id)).map(stays));
            parts.retain(|part| *part != Expr::Const(true));
            if !parts.is_empty() {
                let at = Box::new(Expr::At(loc));
                edge.constrain_each.push(Expr::Implies(at, Box::new(Expr::all(parts))));
            }
        }
        if !asked.is_empty() {
            let mut parts: Vec<Expr> = locs.iter().map(|loc| Expr::At(*loc)).collect();
            parts.push(Expr::all(asked.iter().map(stays).collect()));
            edge.constrain_each.push(Expr::any(parts));
        }
        edge.havoc.extend(asked.iter().map(|id| (Owner::Passive, VarId(id.0))));
    }
}

/// A name without the characters that `bbp` does not allow. It does not start with a digit.
fn plain(name: &str) -> String {
    let allow = |c: char| if c.is_alphanumeric() || c == '$' { c } else { '_' };
    name.chars().map(allow).collect()
}

impl Post for Recorder<'_, '_> {
    fn initial(&mut self, budget: &Budget) -> Result<Vec<(SharedBits, ThreadBits)>, Stop> {
        self.initial = self.abstraction.initial(budget)?;
        Ok(self.initial.clone())
    }

    fn edges(&self, thread: ThreadBits) -> Vec<EdgeId> {
        self.abstraction.edges(thread)
    }

    fn is_broadcast(&self, edge: EdgeId) -> bool {
        self.abstraction.is_broadcast(edge)
    }

    fn outcomes(
        &mut self,
        edge: EdgeId,
        shared: SharedBits,
        active: ThreadBits,
        budget: &Budget,
    ) -> Result<Rc<[Outcome]>, Stop> {
        let outcomes = self.abstraction.outcomes(edge, shared, active, budget)?;
        let plan = self.abstraction.plan(edge);
        let groups: [Group; 5] = [
            (Owner::Shared, Time::Before, &plan.known_shared),
            (Owner::Active, Time::Before, &plan.known_active),
            (Owner::Shared, Time::After, &plan.asked_shared),
            (Owner::Active, Time::After, &plan.asked_active),
            (Owner::New, Time::After, &plan.asked_created),
        ];
        let table = self.moved.entry(edge).or_insert_with(|| Table::new(columns(&groups)));
        for outcome in outcomes.iter() {
            let created = outcome.created.map_or(0, |created| created.bits);
            let after = [outcome.shared.0, outcome.active.bits, created];
            table.add(row(&groups, &[&[shared.0, active.bits][..], &after].concat()));
        }
        Ok(outcomes)
    }

    fn passive(
        &mut self,
        edge: EdgeId,
        shared: SharedBits,
        active: ThreadBits,
        outcome: Outcome,
        passive: ThreadBits,
        budget: &Budget,
    ) -> Result<Rc<[ThreadBits]>, Stop> {
        let after = self.abstraction.passive(edge, shared, active, outcome, passive, budget)?;
        let Some(loc) = passive.loc() else { return Ok(after) };
        let plan = self.abstraction.passive_plan(edge, loc);
        if plan.is_empty() {
            return Ok(after);
        }
        let of_edge = self.abstraction.plan(edge);
        let groups: [Group; 6] = [
            (Owner::Shared, Time::Before, &plan.known_shared),
            (Owner::Active, Time::Before, &plan.known_active),
            (Owner::Passive, Time::Before, &plan.known_passive),
            (Owner::Shared, Time::After, &of_edge.asked_shared),
            (Owner::Active, Time::After, &of_edge.asked_active),
            (Owner::Passive, Time::After, &plan.asked),
        ];
        let before = [shared.0, active.bits, passive.bits];
        let table = self.stayed.entry((edge, loc)).or_insert_with(|| Table::new(columns(&groups)));
        for thread in after.iter() {
            let after = [outcome.shared.0, outcome.active.bits, thread.bits];
            table.add(row(&groups, &[before, after].concat()));
        }
        Ok(after)
    }

    fn is_end(&self, thread: ThreadBits) -> bool {
        self.abstraction.is_end(thread)
    }

    fn is_bad(&self, thread: ThreadBits) -> bool {
        self.abstraction.is_bad(thread)
    }
}
