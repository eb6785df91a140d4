//! Which values can still matter.
//!
//! Two states that differ only in values nobody will look at behave alike, so the search keeps such
//! values at 0. A value matters if it may reach a guard, a join or the index of something that does:
//! a variable that is only copied into others that do not matter does not matter either. For a local
//! variable the answer depends on the location; a shared one either matters or not, because another
//! thread may look at it at any time.
//!
//! The analysis is a backward fixpoint over both at once. It starts with nothing mattering, and a
//! variable is added when a command reads it for something that matters.

use super::bitset::BitSet;
use crate::scpl::{
    BinOp, Command, Edge, Expr, Init, LocId, Place, Program, Scope, Sort, TemplateId, VarId,
};

#[derive(Debug)]
pub(super) struct Relevance {
    /// By location: the local variables that matter for a thread there.
    live: Vec<BitSet>,
    /// The variables, shared and local, that are read for something that matters.
    read: BitSet,
}

impl Relevance {
    pub fn new(program: &Program) -> Self {
        let none = BitSet::new(program.vars.len());
        let mut this = Self { live: vec![none.clone(); program.locs.len()], read: none };
        loop {
            let mut changed = false;
            // Backwards, because most edges lead from smaller to larger locations.
            for edge in program.edges.iter().rev() {
                let mut read = BitSet::new(program.vars.len());
                let before = this.before(program, edge, &mut read, &mut |_, _| {});
                changed |= this.live[edge.from.index()].union(&before);
                changed |= this.read.union(&read);
            }
            if !changed {
                return this;
            }
        }
    }

    pub fn is_live(&self, loc: LocId, var: VarId) -> bool {
        self.live[loc.index()].contains(var.index())
    }

    /// Whether the variable matters at all, be it only between two commands of an edge.
    pub fn matters(&self, var: VarId) -> bool {
        self.read.contains(var.index())
    }

    /// For each command of the edge, whether the place that it writes matters afterwards.
    pub fn written_matters(&self, program: &Program, edge: &Edge) -> Vec<bool> {
        let mut matters = vec![false; edge.commands.len()];
        let mut read = BitSet::new(program.vars.len());
        self.before(program, edge, &mut read, &mut |idx, written| matters[idx] = written);
        matters
    }

    /// The locals that matter before an edge; all variables that it reads for a purpose go to `read`.
    fn before(
        &self,
        program: &Program,
        edge: &Edge,
        read: &mut BitSet,
        on_written: &mut dyn FnMut(usize, bool),
    ) -> BitSet {
        let mut live = self.live[edge.to.index()].clone();
        for (idx, command) in edge.commands.iter().enumerate().rev() {
            let mut uses = Uses { program, live: &mut live, read };
            let mut written = |place: &Place, uses: &mut Uses| {
                let matters = match program.var(place.var()).scope {
                    Scope::Local => uses.live.contains(place.var().index()),
                    Scope::Shared => self.matters(place.var()),
                };
                on_written(idx, matters);
                if matters {
                    uses.overwrite(place);
                }
                matters
            };
            match command {
                Command::Assume(expr) | Command::Await(expr) | Command::Join(expr) => {
                    uses.read(expr);
                }
                Command::Assign(place, value) => {
                    if written(place, &mut uses) {
                        uses.read(value);
                    }
                }
                Command::Havoc(place, _) => {
                    written(place, &mut uses);
                }
                Command::Create { template, args, handle } => {
                    if let Some(place) = handle {
                        written(place, &mut uses);
                    }
                    for (_, value) in self.used_args(program, *template, args) {
                        uses.read(value);
                    }
                }
            }
        }
        live
    }

    /// The arguments that matter to the created thread.
    pub fn used_args<'a>(
        &self,
        program: &Program,
        template: TemplateId,
        args: &'a [(VarId, Expr)],
    ) -> impl Iterator<Item = &'a (VarId, Expr)> {
        let entry = program.template(template).entry;
        args.iter().filter(move |(var, _)| self.is_live(entry, *var))
    }
}

/// Collects what commands use, last command first.
struct Uses<'a> {
    program: &'a Program,
    live: &'a mut BitSet,
    read: &'a mut BitSet,
}

impl Uses<'_> {
    fn read(&mut self, expr: &Expr) {
        expr.for_each_var(&mut |var| {
            self.read.insert(var.index());
            if self.program.var(var).scope == Scope::Local {
                self.live.insert(var.index());
            }
        });
    }

    fn overwrite(&mut self, place: &Place) {
        match place {
            // The other elements of an array keep their values.
            Place::Elem(_, index) => self.read(index),
            Place::Var(var) => self.live.remove(var.index()),
        }
    }
}

/// Shared variables that no edge writes and whose value is known: they are constants.
pub(super) fn constants(program: &Program) -> BitSet {
    let mut constants = BitSet::new(program.vars.len());
    for (idx, var) in program.vars.iter().enumerate() {
        if var.scope == Scope::Shared && var.init != Init::Any {
            constants.insert(idx);
        }
    }
    for_each_written(program, &mut |place| constants.remove(place.var().index()));
    constants
}

pub(super) fn for_each_written(program: &Program, visit: &mut dyn FnMut(&Place)) {
    for command in program.edges.iter().flat_map(|edge| &edge.commands) {
        match command {
            Command::Assign(place, _) | Command::Havoc(place, _) => visit(place),
            Command::Create { handle: Some(place), .. } => visit(place),
            Command::Create { handle: None, .. }
            | Command::Assume(_)
            | Command::Await(_)
            | Command::Join(_) => {}
        }
    }
}

/// Handle variables that are only joined, never compared, and whose values never get into one that
/// is. For those, a finished thread is as good as no thread: joining either succeeds at once.
pub(super) fn join_only(program: &Program) -> BitSet {
    let is_handle = |var: VarId| program.var(var).sort == Sort::Handle;
    let mut flows: Vec<(VarId, VarId)> = Vec::new();
    let mut compared = BitSet::new(program.vars.len());
    for edge in &program.edges {
        for command in &edge.commands {
            command.for_each_expr(&mut |expr| {
                expr.walk(&mut |part| {
                    if let Expr::Bin(BinOp::Eq | BinOp::Ne, a, b) = part
                        && program.width(a).is_none()
                    {
                        for side in [a, b] {
                            side.for_each_var(&mut |var| {
                                compared.insert(var.index());
                            });
                        }
                    }
                });
            });
            let mut flow = |to: VarId, value: &Expr| {
                value.for_each_var(&mut |from| flows.push((from, to)));
            };
            match command {
                Command::Assign(place, value) if is_handle(place.var()) => flow(place.var(), value),
                Command::Create { args, .. } => {
                    args.iter().filter(|(var, _)| is_handle(*var)).for_each(|(var, value)| {
                        flow(*var, value);
                    });
                }
                _ => {}
            }
        }
    }
    let mut changed = true;
    while changed {
        changed = false;
        for (from, to) in &flows {
            changed |= compared.contains(to.index()) && compared.insert(from.index());
        }
    }
    let mut join_only = BitSet::new(program.vars.len());
    for idx in 0..program.vars.len() {
        if is_handle(VarId(idx as u32)) && !compared.contains(idx) {
            join_only.insert(idx);
        }
    }
    join_only
}
