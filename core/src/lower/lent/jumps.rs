//! Whether control always comes to a variable by its declaration, once each time its block is entered.

use std::collections::BTreeSet;

use super::super::typed::{ObjId, TKind, TStmt, TStmtKind};
use super::super::walk::{children, for_each_expr, for_each_stmt};
use crate::ast::Name;

/// Whether there are jumps among the statements in expressions, which nobody looks for.
pub(super) fn has_hidden(body: &[TStmt]) -> bool {
    let mut found = false;
    for_each_stmt(body, &mut |stmt| {
        for_each_expr(stmt, &mut |expr| {
            if let TKind::StmtExpr(inner) = &expr.kind {
                for_each_stmt(inner, &mut |stmt| {
                    found |= matches!(
                        stmt.kind,
                        TStmtKind::Label(..) | TStmtKind::Goto(_) | TStmtKind::Case(..)
                    );
                });
            }
        });
    });
    found
}

/// Whether no jump leads past the declaration of a variable, into its scope or back in front of it.
pub(super) fn is_always_declared(body: &[TStmt], id: ObjId) -> bool {
    let Some(scope) = scope_of(body, id) else { return false };
    let mut found = Inside::default();
    found.stmts(scope, id, 0);
    if found.n_declared != 1 || !found.is_straight {
        return false;
    }
    let mut outside = 0;
    for_each_stmt(body, &mut |stmt| {
        if let TStmtKind::Goto(name) = &stmt.kind
            && found.labels.contains(name)
        {
            outside += 1;
        }
    });
    outside == found.gotos.iter().filter(|name| found.labels.contains(*name)).count()
}

/// The statements among which a variable is declared; of a loop with a declaration, the loop.
fn scope_of(stmts: &[TStmt], id: ObjId) -> Option<&[TStmt]> {
    for stmt in stmts {
        if declares(stmt, id) {
            return Some(stmts);
        }
    }
    for stmt in stmts {
        let inner = match &stmt.kind {
            TStmtKind::Block(inner) => scope_of(inner, id),
            TStmtKind::For(init, _, _, body) => match init.iter().any(|init| declares(init, id)) {
                true => Some(std::slice::from_ref(stmt)),
                false => scope_of(std::slice::from_ref(&**body), id),
            },
            // A label in front of it is one that leads back to it.
            TStmtKind::Label(_, body) | TStmtKind::Case(_, body) if declares(body, id) => None,
            _ => children(stmt)
                .into_iter()
                .find_map(|child| scope_of(std::slice::from_ref(child), id)),
        };
        if inner.is_some() {
            return inner;
        }
    }
    None
}

/// Whether it is the declaration of a variable, or of several.
pub(super) fn declares(stmt: &TStmt, id: ObjId) -> bool {
    match &stmt.kind {
        TStmtKind::Decl(declared, _) => *declared == id,
        TStmtKind::Block(stmts) => {
            stmts.iter().all(|stmt| matches!(stmt.kind, TStmtKind::Decl(..)))
                && stmts.iter().any(|stmt| declares(stmt, id))
        }
        _ => false,
    }
}

/// What there is in the scope of a variable, in the order of the text.
struct Inside {
    n_declared: u32,
    /// Whether there is no label in front of the declaration, and no case of a switch around behind it.
    is_straight: bool,
    /// Behind the declaration.
    labels: BTreeSet<Name>,
    gotos: Vec<Name>,
}

impl Default for Inside {
    fn default() -> Self {
        Inside { n_declared: 0, is_straight: true, labels: BTreeSet::new(), gotos: Vec::new() }
    }
}

impl Inside {
    fn stmts<'a>(&mut self, stmts: impl IntoIterator<Item = &'a TStmt>, id: ObjId, switches: u32) {
        for stmt in stmts {
            let mut inside = switches;
            match &stmt.kind {
                TStmtKind::Decl(declared, _) if *declared == id => self.n_declared += 1,
                TStmtKind::Label(name, _) if self.n_declared > 0 => {
                    self.labels.insert(name.clone());
                }
                TStmtKind::Label(..) => self.is_straight = false,
                TStmtKind::Case(..) if switches == 0 && self.n_declared > 0 => {
                    self.is_straight = false;
                }
                TStmtKind::Goto(name) if self.n_declared > 0 => self.gotos.push(name.clone()),
                TStmtKind::Switch(..) => inside += 1,
                _ => {}
            }
            self.stmts(children(stmt), id, inside);
        }
    }
}
