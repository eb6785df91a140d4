//! `syscall(SYS_futex, ...)` and its like: calls of the system by number.

use super::super::typed::{Callee, TExpr, TKind};
use super::super::types::Ty;
use super::consts::const_value;
use super::{Resolver, Symbol};
use crate::ast::Name;

impl Resolver<'_> {
    /// What `syscall` calls, if that is known; its arguments are then those of the function. The numbers
    /// are those of the model headers.
    pub(super) fn called_by_number(
        &self,
        callee: &Callee,
        args: &mut Vec<TExpr>,
    ) -> Option<Callee> {
        let Callee::Func(id) = callee else { return None };
        let func = &self.funcs[id.index()];
        if &*func.name != "syscall" || func.body.is_some() {
            return None;
        }
        let (name, n_args) = match (const_value(&self.types, args.first()?)?, args.len()) {
            (39, 1) => ("getpid", 0),
            (186, 1) => ("gettid", 0),
            (202, 4..=7) => ("__braid_futex", 6),
            _ => return None,
        };
        let Some(Symbol::Func(id)) = self.lookup(&Name::from(name.to_owned())) else { return None };
        let number = args.remove(0);
        // What an operation does not use may be left out.
        let null = TExpr { kind: TKind::Const(0), ty: Ty::INT, span: number.span };
        args.resize(n_args.max(args.len()), null);
        Some(Callee::Func(*id))
    }
}
