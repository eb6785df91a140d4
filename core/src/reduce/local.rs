//! What concerns only the thread itself.

use crate::sabotage::Sabotage;
use crate::scpl::{Command, Edge, Env, Expr, Layout, Program, Scope};

/// Whether an edge neither sees nor changes anything outside its thread.
pub(super) fn is_local(program: &Program, edge: &Edge) -> bool {
    edge.commands.iter().all(|command| {
        let writes_local = match command {
            Command::Assume(_) | Command::Await(_) => true,
            Command::Assign(place, _) | Command::Havoc(place, _) => {
                program.var(place.var()).scope == Scope::Local
            }
            Command::Create { .. } | Command::Join(_) => false,
        };
        let mut reads_local = true;
        command.for_each_expr(&mut |expr| reads_local &= !program.reads(expr, Scope::Shared));
        writes_local && (reads_local || Sabotage::MergedRead.is_on()) // on in some tests only
    })
}

/// Whether one of the edges can be taken, whatever the values: one of them has no condition, or two
/// begin with opposite ones and have no other.
pub(super) fn is_total(edges: &[&Edge]) -> bool {
    let conditions: Vec<Vec<&Expr>> = edges.iter().map(|edge| conditions(edge)).collect();
    if conditions.iter().any(Vec::is_empty) {
        return true;
    }
    let opens: Vec<&Expr> = edges
        .iter()
        .zip(&conditions)
        .filter(|(_, conditions)| conditions.len() == 1)
        .filter_map(|(edge, _)| match edge.commands.first() {
            Some(Command::Assume(condition) | Command::Await(condition)) => Some(condition),
            _ => None,
        })
        .collect();
    opens.iter().any(|one| opens.iter().any(|other| (*one).clone().negate() == **other))
}

fn conditions(edge: &Edge) -> Vec<&Expr> {
    let conditions = edge.commands.iter().filter_map(|command| match command {
        Command::Assume(condition) | Command::Await(condition) => Some(condition),
        _ => None,
    });
    conditions.collect()
}

/// The value of an expression without variables.
pub(super) fn constant(expr: &Expr) -> Option<u64> {
    let mut is_constant = true;
    expr.walk(&mut |part| {
        is_constant &= !matches!(part, Expr::Var(_) | Expr::Elem(..) | Expr::SelfHandle);
    });
    if !is_constant {
        return None;
    }
    let empty = Program {
        vars: Vec::new(),
        locs: Vec::new(),
        edges: Vec::new(),
        templates: Vec::new(),
        properties: Vec::new(),
        main: crate::scpl::TemplateId(0),
    };
    let env = Env { layout: &Layout::new(&empty), shared: &[], locals: &[], self_handle: 0 };
    Some(env.eval(expr).value)
}
