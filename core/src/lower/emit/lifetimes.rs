//! When automatic variables are gone.
//!
//! Those whose address may be kept longer than they live (`points_to/outlived.rs`) have a bit that says
//! whether they are there. It is set where they come to life and cleared at the end of their block, by a
//! jump out of it, and at the end of their function and of their thread; an access through a pointer
//! asks for it. The same variable may come to life again, in the next round of a loop, so what points to
//! it points nowhere from the moment it is gone [C17 6.2.4p2].

use std::collections::BTreeSet;

use super::super::fold;
use super::super::memory::NOWHERE;
use super::super::points_to::{Instance, Target, instance};
use super::super::typed::{FuncId, ObjId};
use super::Emitter;
use crate::scpl::{
    BinOp, Command, Expr, Init, Place, Shown, Sort, StepKind, Var, VarId, VarOrigin,
};
use crate::text::Span;

impl Emitter<'_> {
    /// The condition that a variable is there, if that is a question.
    pub(super) fn is_there(&mut self, of: Instance) -> Option<Expr> {
        let var = self.there(of)?;
        Some(fold::bin(BinOp::Ne, Expr::Var(var), Expr::constant(0, 1)))
    }

    fn there(&mut self, of: Instance) -> Option<VarId> {
        if !self.outlived.contains(&of) {
            return None;
        }
        if let Some(&var) = self.there.get(&of) {
            return Some(var);
        }
        let cells = self.cells(of);
        let leaf = cells.leaves.first()?;
        let origin = self.memory.origin(leaf.var);
        let name = format!("there:{}", self.memory.name(leaf.var));
        let origin = VarOrigin { shown: Shown::Hidden, atomic: true, ..origin.clone() };
        let scope = leaf.scope;
        let var = Var { name, scope, sort: Sort::Bits(1), len: None, init: Init::Zero };
        let var = self.memory.new_var(var, origin);
        self.there.insert(of, var);
        Some(var)
    }

    /// Notes the variables of a block that is entered; gives how many there were before.
    pub(super) fn declare_all(&mut self, objects: impl Iterator<Item = ObjId>) -> usize {
        let (typed, template) = (self.program.typed, self.template);
        let outlived = &self.outlived;
        let objects =
            objects.filter(|object| outlived.contains(&instance(typed, template, *object)));
        let objects: Vec<ObjId> = objects.collect();
        let declared = &mut self.frame().declared;
        let n_before = declared.len();
        declared.extend(objects);
        n_before
    }

    fn set(&mut self, objects: &[ObjId], value: u64) -> Vec<Command> {
        let mut commands = Vec::new();
        for &object in objects {
            if self.is_lent(object) {
                continue;
            }
            let of = instance(self.program.typed, self.template, object);
            if let Some(var) = self.there(of) {
                commands.push(Command::Assign(Place::Var(var), Expr::constant(value, 1)));
            }
        }
        commands
    }

    fn silently(&mut self, commands: Vec<Command>, span: Span) {
        if !commands.is_empty() && self.cur.is_some() && !self.pure {
            self.step(commands, StepKind::Silent, span);
        }
    }

    pub(super) fn come(&mut self, objects: &[ObjId], span: Span) {
        let commands = self.set(objects, 1);
        self.silently(commands, span);
    }

    pub(super) fn go(&mut self, objects: &[ObjId], span: Span) {
        let mut commands = self.set(objects, 0);
        for &object in objects {
            if self.is_lent(object) {
                continue;
            }
            commands.extend(self.disown(instance(self.program.typed, self.template, object)));
        }
        self.silently(commands, span);
        self.give_back(objects, span);
    }

    /// Makes all pointers to a variable point nowhere, except those in the hands of other threads: they
    /// find it gone before it can come back.
    fn disown(&mut self, gone: Instance) -> Vec<Command> {
        let points_to = &self.points_to;
        let is_it = |target: Target| match target {
            Target::Node(node) => points_to.node_of(node).instance == gone,
            _ => false,
        };
        let holders: BTreeSet<(Instance, Vec<u32>)> = points_to
            .cells()
            .filter(|(_, target, _)| is_it(*target))
            .map(|(holder, ..)| (holder.instance, holder.path.clone()))
            .filter(|(holder, _)| holder.template.is_none_or(|own| own == self.template))
            .collect();
        let types = self.program.types;
        let width = types.pointer_width();
        let size = types.size(&self.program.typed.object(gone.object).ty.ty);
        let base = self.cells(gone).base;
        let mut commands = Vec::new();
        for (holder, path) in holders {
            for (place, leaf) in self.all_cells(holder) {
                if leaf.path != path || !leaf.ty.ty.is_pointer() {
                    continue;
                }
                let held = match &place {
                    Place::Var(var) => Expr::Var(*var),
                    Place::Elem(var, at) => Expr::Elem(*var, Box::new(at.clone())),
                };
                let offset = fold::bin(BinOp::Sub, held.clone(), Expr::constant(base, width));
                let is_inside = fold::bin(BinOp::Ult, offset, Expr::constant(size, width));
                let nowhere = Expr::constant(NOWHERE, width);
                commands.push(Command::Assign(place, fold::ite(is_inside, nowhere, held)));
            }
        }
        commands
    }

    /// The end of a function, however it was left.
    pub(super) fn go_with(&mut self, func: FuncId, span: Span) {
        let objects = self.outlived_of(|of| of == Some(func));
        self.go(&objects, span);
    }

    /// The end of a thread.
    pub(super) fn go_all(&mut self, span: Span) {
        let objects = self.outlived_of(|_| true);
        let commands = self.set(&objects, 0);
        self.silently(commands, span);
        self.give_back(&objects, span);
    }

    fn outlived_of(&self, is_of: impl Fn(Option<FuncId>) -> bool) -> Vec<ObjId> {
        let typed = self.program.typed;
        let own = |of: &&Instance| of.template == Some(self.template);
        let objects = self.outlived.iter().filter(own).map(|of| of.object);
        objects.filter(|object| is_of(typed.object(*object).func)).collect()
    }
}
