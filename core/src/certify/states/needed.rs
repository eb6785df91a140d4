//! Which of its own variables a thread still needs.
//!
//! What a thread will overwrite before it looks at it, if it looks at it ever again, makes no difference:
//! states that differ in nothing else have the same future. So such cells are cleared, and the states
//! become one. Nobody but the thread sees them: others look at shared cells, and wait for its end.

use super::touched::{CellSet, Known, Run};
use crate::scpl::{Command, Expr, Layout, LocId, Place, Program, Scope};

/// By location, the local cells that are read before they are written.
#[derive(Debug)]
pub struct Needed(Vec<CellSet>);

impl Needed {
    pub fn new(program: &Program, layout: &Layout) -> Self {
        let n_cells = layout.n_local();
        let mut needed = Self(vec![CellSet::new(n_cells); program.locs.len()]);
        let mut into: Vec<Vec<LocId>> = vec![Vec::new(); program.locs.len()];
        for edge in &program.edges {
            into[edge.to.index()].push(edge.from);
        }
        let mut pending: Vec<LocId> = (0..program.locs.len() as u32).map(LocId).collect();
        while let Some(loc) = pending.pop() {
            let mut here = CellSet::new(n_cells);
            for edge in program.edges_from(loc) {
                let edge = program.edge(edge);
                let mut before = needed.0[edge.to.index()].clone();
                for command in edge.commands.iter().rev() {
                    go_back(layout, command, &mut before);
                }
                here.extend(&before);
            }
            if needed.0[loc.index()] != here {
                needed.0[loc.index()] = here;
                pending.extend(&into[loc.index()]);
            }
        }
        needed
    }

    pub fn at(&self, loc: LocId) -> &CellSet {
        &self.0[loc.index()]
    }

    /// What a thread needs that is here with these cells. Of an edge that it cannot take for sure, only what
    /// tells it so.
    pub fn with(&self, program: &Program, layout: &Layout, loc: LocId, cells: &Known) -> CellSet {
        let mut here = CellSet::new(layout.n_local());
        for edge in program.edges_from(loc) {
            let edge = program.edge(edge);
            let mut run = Run::of_one(program, layout, cells.clone());
            let ends_at = edge.commands.iter().position(|command| !run.command(command));
            let (mut before, tried) = match ends_at {
                Some(at) => (CellSet::new(layout.n_local()), &edge.commands[..=at]),
                None => (self.at(edge.to).clone(), &edge.commands[..]),
            };
            tried.iter().rev().for_each(|command| go_back(layout, command, &mut before));
            here.extend(&before);
        }
        here
    }
}

/// What is needed in front of a command, from what is needed behind it.
fn go_back(layout: &Layout, command: &Command, needed: &mut CellSet) {
    let written = match command {
        Command::Assign(place, _) | Command::Havoc(place, _) => Some(place),
        Command::Create { handle, .. } => handle.as_ref(),
        Command::Assume(_) | Command::Await(_) | Command::Join(_) => None,
    };
    // An element is one of many: the others stay.
    if let Some(Place::Var(var)) = written
        && let slot = layout.slot(*var)
        && slot.scope == Scope::Local
        && slot.len.is_none()
    {
        needed.remove(slot.first);
    }
    command.for_each_expr(&mut |expr| read(layout, expr, needed));
}

fn read(layout: &Layout, expr: &Expr, needed: &mut CellSet) {
    expr.for_each_var(&mut |var| {
        let slot = layout.slot(var);
        if slot.scope == Scope::Local {
            let cells = slot.first..slot.first + slot.len.unwrap_or(1) as usize;
            cells.for_each(|cell| needed.insert(cell));
        }
    });
}
