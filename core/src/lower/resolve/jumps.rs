//! Jumps that lead nowhere.

use std::collections::BTreeSet;

use super::super::typed::{TKind, TStmt, TStmtKind};
use super::super::walk::{children, for_each_expr};
use super::Resolver;
use crate::ast::Name;
use crate::text::Span;

/// What `break` and `continue` would leave here.
#[derive(Clone, Copy, Debug, Default)]
struct Around {
    is_breakable: bool,
    is_loop: bool,
}

#[derive(Default)]
struct Jumps {
    labels: BTreeSet<Name>,
    gotos: BTreeSet<(Span, Name)>,
    outside: BTreeSet<(Span, &'static str)>,
}

impl Resolver<'_> {
    /// Says which jumps of a function have no target.
    pub(super) fn check_jumps(&mut self, body: &[TStmt]) {
        let mut jumps = Jumps::default();
        jumps.collect(body, Around::default());
        for (span, name) in jumps.gotos {
            if !jumps.labels.contains(&name) {
                self.error(span, format!("there is no label `{name}` in this function"));
            }
        }
        for (span, message) in jumps.outside {
            self.error(span, message);
        }
    }
}

impl Jumps {
    fn collect(&mut self, stmts: &[TStmt], around: Around) {
        for stmt in stmts {
            let inside = match &stmt.kind {
                TStmtKind::While(..) | TStmtKind::DoWhile(..) | TStmtKind::For(..) => {
                    Around { is_breakable: true, is_loop: true }
                }
                TStmtKind::Switch(..) => Around { is_breakable: true, ..around },
                _ => around,
            };
            match &stmt.kind {
                TStmtKind::Label(name, _) => {
                    self.labels.insert(name.clone());
                }
                TStmtKind::Goto(name) => {
                    self.gotos.insert((stmt.span, name.clone()));
                }
                TStmtKind::Break if !around.is_breakable => {
                    self.outside.insert((stmt.span, "`break` outside a loop and a switch"));
                }
                TStmtKind::Continue if !around.is_loop => {
                    self.outside.insert((stmt.span, "`continue` outside a loop"));
                }
                _ => {}
            }
            for child in children(stmt) {
                self.collect(std::slice::from_ref(child), inside);
            }
            let mut blocks = Vec::new();
            for_each_expr(stmt, &mut |expr| {
                if let TKind::StmtExpr(stmts) = &expr.kind {
                    blocks.push(stmts);
                }
            });
            for block in blocks {
                self.collect(block, inside);
            }
        }
    }
}
