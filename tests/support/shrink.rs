//! The smallest program that still shows what a larger one showed.
//!
//! Greedy: every deletion that keeps it is kept, until none is left. `shows` must be the same question for
//! all of them ("this disagreement"), or the search wanders off to another problem.

use braid_core::scpl::{Command, Edge, Expr, Init, LocId, Program, VarId};

/// `shows` is asked of valid programs only.
pub fn shrink(program: &Program, shows: &mut dyn FnMut(&Program) -> bool) -> Program {
    let mut best = program.clone();
    loop {
        let mut changed = false;
        for make in [edges, commands, parts, flags, expressions] {
            let mut at = 0;
            // Positions move when something goes, so the same one is tried again after a success.
            while let Some(smaller) = make(&best, at) {
                if smaller != best && smaller.validate().is_ok() && shows(&smaller) {
                    best = smaller;
                    changed = true;
                } else {
                    at += 1;
                }
            }
        }
        if !changed {
            break;
        }
    }
    let tidy = tidied(&best);
    if tidy.validate().is_ok() && shows(&tidy) { tidy } else { best }
}

/// Without an edge.
fn edges(program: &Program, at: usize) -> Option<Program> {
    let mut smaller = program.clone();
    (at < program.edges.len()).then(|| smaller.edges.remove(at))?;
    Some(smaller)
}

/// Without a command.
fn commands(program: &Program, at: usize) -> Option<Program> {
    let mut smaller = program.clone();
    let mut left = at;
    for edge in &mut smaller.edges {
        if left < edge.commands.len() {
            edge.commands.remove(left);
            return Some(smaller);
        }
        left -= edge.commands.len();
    }
    None
}

/// Without an argument or the place for a handle.
fn parts(program: &Program, at: usize) -> Option<Program> {
    let mut smaller = program.clone();
    let mut left = at;
    for command in smaller.edges.iter_mut().flat_map(|edge| &mut edge.commands) {
        if let Command::Create { args, handle, .. } = command {
            if left < args.len() {
                args.remove(left);
                return Some(smaller);
            }
            left -= args.len();
            if handle.is_some() {
                if left == 0 {
                    *handle = None;
                    return Some(smaller);
                }
                left -= 1;
            }
        }
    }
    None
}

/// With a location less that is atomic, or a variable more that starts as 0; or straight ahead, past an
/// edge that does nothing.
fn flags(program: &Program, at: usize) -> Option<Program> {
    let mut smaller = program.clone();
    let (n_locs, n_vars) = (program.locs.len(), program.vars.len());
    if at < n_locs {
        smaller.locs[at].atomic = false;
    } else if at < n_locs + n_vars {
        smaller.vars[at - n_locs].init = Init::Zero;
    } else if at < n_locs + n_vars + program.edges.len() {
        let Edge { from, to, commands } = program.edges[at - n_locs - n_vars].clone();
        if commands.is_empty() && program.edges_from(from).count() == 1 {
            for edge in smaller.edges.iter_mut().filter(|edge| edge.to == from) {
                edge.to = to;
            }
        }
    } else {
        return None;
    }
    Some(smaller)
}

/// With an operation less: one of its operands in its place.
fn expressions(program: &Program, at: usize) -> Option<Program> {
    let mut smaller = program.clone();
    let mut left = at;
    let mut done = false;
    for command in smaller.edges.iter_mut().flat_map(|edge| &mut edge.commands) {
        command.for_each_expr_mut(&mut |expr| simplify(expr, &mut left, &mut done));
    }
    done.then_some(smaller)
}

fn simplify(expr: &mut Expr, left: &mut usize, done: &mut bool) {
    if *done {
        return;
    }
    let operands: Vec<Expr> = match expr {
        Expr::Un(_, a) => vec![(**a).clone()],
        Expr::Bin(_, a, b) => vec![(**a).clone(), (**b).clone()],
        Expr::Ite(_, b, c) => vec![(**b).clone(), (**c).clone()],
        _ => Vec::new(),
    };
    if *left < operands.len() {
        *expr = operands[*left].clone();
        *done = true;
        return;
    }
    *left -= operands.len();
    match expr {
        Expr::Elem(_, a) | Expr::Un(_, a) | Expr::Resize(_, _, a) => simplify(a, left, done),
        Expr::Bin(_, a, b) => {
            simplify(a, left, done);
            simplify(b, left, done);
        }
        Expr::Ite(a, b, c) => {
            for part in [a, b, c] {
                simplify(part, left, done);
            }
        }
        _ => {}
    }
}

/// Without the variables, locations and properties that nothing mentions, and numbered anew.
fn tidied(program: &Program) -> Program {
    let mut tidy = program.clone();
    for var in (0..program.vars.len() as u32).rev().map(VarId) {
        if !mentions(&tidy, var) {
            tidy.vars.remove(var.index());
            renumber_vars(&mut tidy, var);
        }
    }
    for loc in (0..program.locs.len() as u32).rev().map(LocId) {
        let is_used = tidy.edges.iter().any(|edge| edge.from == loc || edge.to == loc)
            || tidy.templates.iter().any(|template| template.entry == loc)
            || tidy.properties.iter().any(|property| property.error == loc);
        if !is_used {
            tidy.locs.remove(loc.index());
            let shift = |at: &mut LocId| at.0 -= u32::from(*at > loc);
            tidy.edges.iter_mut().for_each(|edge| {
                shift(&mut edge.from);
                shift(&mut edge.to);
            });
            tidy.templates.iter_mut().for_each(|template| shift(&mut template.entry));
            tidy.properties.iter_mut().for_each(|property| shift(&mut property.error));
        }
    }
    tidy
}

fn mentions(program: &Program, var: VarId) -> bool {
    let mut found = false;
    for command in program.edges.iter().flat_map(|edge| &edge.commands) {
        let mut command = command.clone();
        command.for_each_expr_mut(&mut |expr| expr.for_each_var(&mut |read| found |= read == var));
        found |= match &command {
            Command::Assign(place, _) | Command::Havoc(place, _) => place.var() == var,
            Command::Create { args, handle, .. } => {
                args.iter().any(|(to, _)| *to == var)
                    || handle.as_ref().is_some_and(|place| place.var() == var)
            }
            _ => false,
        };
    }
    found
}

fn renumber_vars(program: &mut Program, gone: VarId) {
    use braid_core::scpl::Place;
    fn in_expr(expr: &mut Expr, gone: VarId) {
        match expr {
            Expr::Var(var) => var.0 -= u32::from(*var > gone),
            Expr::Elem(var, a) => {
                var.0 -= u32::from(*var > gone);
                in_expr(a, gone);
            }
            Expr::Un(_, a) | Expr::Resize(_, _, a) => in_expr(a, gone),
            Expr::Bin(_, a, b) => {
                in_expr(a, gone);
                in_expr(b, gone);
            }
            Expr::Ite(a, b, c) => {
                for part in [a, b, c] {
                    in_expr(part, gone);
                }
            }
            _ => {}
        }
    }
    let in_place = |place: &mut Place| match place {
        Place::Var(var) | Place::Elem(var, _) => var.0 -= u32::from(*var > gone),
    };
    for command in program.edges.iter_mut().flat_map(|edge| &mut edge.commands) {
        command.for_each_expr_mut(&mut |expr| in_expr(expr, gone));
        match command {
            Command::Assign(place, _) | Command::Havoc(place, _) => in_place(place),
            Command::Create { args, handle, .. } => {
                args.iter_mut().for_each(|(to, _)| to.0 -= u32::from(*to > gone));
                handle.iter_mut().for_each(in_place);
            }
            _ => {}
        }
    }
}
