//! When automatic variables are gone.
//!
//! Those whose address may be kept longer than they live (`points_to/outlived.rs`) have a bit that says
//! whether they are there. It is set where they come to life and cleared at the end of their block, by a
//! jump out of it, and at the end of their function and of their thread; an access through a pointer
//! asks for it.

use super::super::fold;
use super::super::points_to::{Instance, instance};
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

    fn set(&mut self, objects: &[ObjId], value: u64, span: Span) {
        if self.cur.is_none() || self.pure {
            return;
        }
        let mut commands = Vec::new();
        for &object in objects {
            let of = instance(self.program.typed, self.template, object);
            if let Some(var) = self.there(of) {
                commands.push(Command::Assign(Place::Var(var), Expr::constant(value, 1)));
            }
        }
        if !commands.is_empty() {
            self.step(commands, StepKind::Silent, span);
        }
    }

    pub(super) fn come(&mut self, objects: &[ObjId], span: Span) {
        self.set(objects, 1, span);
    }

    pub(super) fn go(&mut self, objects: &[ObjId], span: Span) {
        self.set(objects, 0, span);
    }

    /// The end of a function, however it was left.
    pub(super) fn go_with(&mut self, func: FuncId, span: Span) {
        let objects = self.outlived_of(|of| of == Some(func));
        self.go(&objects, span);
    }

    /// The end of a thread.
    pub(super) fn go_all(&mut self, span: Span) {
        let objects = self.outlived_of(|_| true);
        self.go(&objects, span);
    }

    fn outlived_of(&self, is_of: impl Fn(Option<FuncId>) -> bool) -> Vec<ObjId> {
        let typed = self.program.typed;
        let own = |of: &&Instance| of.template == Some(self.template);
        let objects = self.outlived.iter().filter(own).map(|of| of.object);
        objects.filter(|object| is_of(typed.object(*object).func)).collect()
    }
}
