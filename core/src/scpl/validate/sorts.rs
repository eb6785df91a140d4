//! The sorts of expressions, and whether commands use them rightly.
//!
//! Handles can be copied, chosen between, compared for equality, joined and passed on; nothing else,
//! so that renumbering the threads is invisible.

use std::collections::BTreeSet;

use super::Flaw;
use crate::scpl::expr::{BinOp, Bits, Expr};
use crate::scpl::program::{Command, Place, Program, Scope, Sort, TemplateId, Var, VarId};

const BOOL: Sort = Sort::Bits(1);

/// Checks a command; reports the first flaw.
pub fn check(program: &Program, command: &Command) -> Result<(), Flaw> {
    let sorts = Sorts { program };
    match command {
        Command::Assume(condition) | Command::Await(condition) => sorts.expect(condition, BOOL),
        Command::Assign(place, value) => sorts.expect(value, sorts.of_place(place)?),
        Command::Havoc(place, _) => match sorts.of_place(place)? {
            Sort::Bits(_) => Ok(()),
            Sort::Handle => Err(Flaw::HandleUsed),
        },
        Command::Create { template, args, handle } => {
            sorts.create(*template, args, handle.as_ref())
        }
        Command::Join(handle) => sorts.expect(handle, Sort::Handle),
    }
}

struct Sorts<'p> {
    program: &'p Program,
}

impl Sorts<'_> {
    fn create(
        &self,
        template: TemplateId,
        args: &[(VarId, Expr)],
        handle: Option<&Place>,
    ) -> Result<(), Flaw> {
        let template = self.program.templates.get(template.index()).ok_or(Flaw::UnknownTemplate)?;
        let entry = self.program.locs.get(template.entry.index()).ok_or(Flaw::UnknownLoc)?;
        if entry.atomic {
            return Err(Flaw::EntryIsAtomic);
        }
        let mut given = BTreeSet::new();
        for (id, value) in args {
            let var = self.var(*id)?;
            if var.scope != Scope::Local || var.len.is_some() {
                return Err(Flaw::Argument);
            }
            if !given.insert(*id) {
                return Err(Flaw::DuplicateArgument);
            }
            self.expect(value, var.sort)?;
        }
        match handle {
            Some(place) if self.of_place(place)? != Sort::Handle => {
                Err(Flaw::Expected(Sort::Handle))
            }
            _ => Ok(()),
        }
    }

    fn var(&self, id: VarId) -> Result<&Var, Flaw> {
        self.program.vars.get(id.index()).ok_or(Flaw::UnknownVar)
    }

    fn scalar(&self, id: VarId) -> Result<Sort, Flaw> {
        let var = self.var(id)?;
        if var.len.is_none() { Ok(var.sort) } else { Err(Flaw::Index) }
    }

    fn elem(&self, id: VarId, index: &Expr) -> Result<Sort, Flaw> {
        let var = self.var(id)?;
        self.bits(index)?;
        if var.len.is_some() { Ok(var.sort) } else { Err(Flaw::Index) }
    }

    fn of_place(&self, place: &Place) -> Result<Sort, Flaw> {
        match place {
            Place::Var(var) => self.scalar(*var),
            Place::Elem(var, index) => self.elem(*var, index),
        }
    }

    fn expect(&self, expr: &Expr, sort: Sort) -> Result<(), Flaw> {
        if self.of(expr)? == sort { Ok(()) } else { Err(Flaw::Expected(sort)) }
    }

    /// The sort of an expression that must be a bit vector.
    fn bits(&self, expr: &Expr) -> Result<Sort, Flaw> {
        match self.of(expr)? {
            Sort::Handle => Err(Flaw::HandleUsed),
            bits => Ok(bits),
        }
    }

    fn of(&self, expr: &Expr) -> Result<Sort, Flaw> {
        match expr {
            Expr::Const(Bits { value, width }) => {
                in_range(*width)?;
                let fits = *value <= Bits::mask(*width);
                if fits { Ok(Sort::Bits(*width)) } else { Err(Flaw::WideValue) }
            }
            Expr::NoThread | Expr::SelfHandle => Ok(Sort::Handle),
            Expr::Var(var) => self.scalar(*var),
            Expr::Elem(var, index) => self.elem(*var, index),
            Expr::Un(_, a) => self.bits(a),
            Expr::Bin(BinOp::Shl | BinOp::Lshr | BinOp::Ashr, a, b) => {
                self.bits(b)?;
                self.bits(a)
            }
            Expr::Bin(BinOp::Eq | BinOp::Ne, a, b) => {
                self.expect(b, self.of(a)?)?;
                Ok(BOOL)
            }
            Expr::Bin(op, a, b) => {
                let sort = self.bits(a)?;
                self.expect(b, sort)?;
                let compares = matches!(op, BinOp::Ult | BinOp::Ule | BinOp::Slt | BinOp::Sle);
                Ok(if compares { BOOL } else { sort })
            }
            Expr::Ite(condition, then, otherwise) => {
                self.expect(condition, BOOL)?;
                let sort = self.of(then)?;
                self.expect(otherwise, sort)?;
                Ok(sort)
            }
            Expr::Resize(_, width, a) => {
                in_range(*width)?;
                self.bits(a)?;
                Ok(Sort::Bits(*width))
            }
        }
    }
}

fn in_range(width: u8) -> Result<(), Flaw> {
    if (1..=64).contains(&width) { Ok(()) } else { Err(Flaw::Width) }
}
