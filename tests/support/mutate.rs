//! Small changes to programs: what a slip of the programmer, or of a stage, would do.
//!
//! A mutant keeps the shape of the program, so that whatever was needed to prove or break the program is
//! still around, and only one thing is different. It may be invalid; the caller looks.

use braid_core::scpl::{BinOp, Command, Edge, Expr, Init, LocId, LocKind, Program, Sort, Source};

use crate::dice::Dice;

/// The program with one thing changed, or as it was if the change does not apply.
pub fn mutate(program: &Program, dice: &mut Dice) -> Program {
    let mut mutant = program.clone();
    if mutant.edges.is_empty() {
        return mutant;
    }
    let edge = dice.below(mutant.edges.len());
    match dice.below(12) {
        0 | 1 => drop_command(&mut mutant.edges[edge], dice),
        2 | 3 => on_condition(&mut mutant.edges[edge], dice, &|condition, _| condition.negate()),
        4 => on_condition(&mut mutant.edges[edge], dice, &|condition, _| other_order(condition)),
        5 => change_constant(&mut mutant.edges[edge], dice),
        6 => drop_atomic(&mut mutant, dice),
        7 => retarget(&mut mutant, edge, dice),
        8 => widen(&mut mutant, edge),
        9 => swap(&mut mutant.edges[edge], dice),
        10 => {
            mutant.edges.remove(edge);
        }
        _ => change_init(&mut mutant, dice),
    }
    mutant
}

fn drop_command(edge: &mut Edge, dice: &mut Dice) {
    if !edge.commands.is_empty() {
        edge.commands.remove(dice.below(edge.commands.len()));
    }
}

fn on_condition(edge: &mut Edge, dice: &mut Dice, change: &dyn Fn(Expr, &mut Dice) -> Expr) {
    for command in &mut edge.commands {
        if let Command::Assume(condition) | Command::Await(condition) = command {
            *condition = change(condition.clone(), dice);
            return;
        }
    }
}

/// `<` for `<=` and the other way round.
fn other_order(condition: Expr) -> Expr {
    match condition {
        Expr::Bin(BinOp::Ult, a, b) => Expr::Bin(BinOp::Ule, a, b),
        Expr::Bin(BinOp::Ule, a, b) => Expr::Bin(BinOp::Ult, a, b),
        Expr::Bin(BinOp::Slt, a, b) => Expr::Bin(BinOp::Sle, a, b),
        Expr::Bin(BinOp::Sle, a, b) => Expr::Bin(BinOp::Slt, a, b),
        Expr::Bin(BinOp::Eq, a, b) => Expr::Bin(BinOp::Ne, a, b),
        other => other,
    }
}

fn change_constant(edge: &mut Edge, dice: &mut Dice) {
    let change = dice.below(3) as u64;
    let mut done = false;
    for command in &mut edge.commands {
        command.for_each_expr_mut(&mut |expr| {
            bump_constant(expr, change, &mut done);
        });
    }
}

fn bump_constant(expr: &mut Expr, change: u64, done: &mut bool) {
    match expr {
        Expr::Const(bits) if !*done => {
            *done = true;
            let value = match change {
                0 => bits.value.wrapping_add(1),
                1 => bits.value.wrapping_sub(1),
                _ => 0,
            };
            *expr = Expr::constant(value, bits.width);
        }
        Expr::Elem(_, a) | Expr::Un(_, a) | Expr::Resize(_, _, a) => bump_constant(a, change, done),
        Expr::Bin(_, a, b) => {
            bump_constant(a, change, done);
            bump_constant(b, change, done);
        }
        Expr::Ite(a, b, c) => {
            for part in [a, b, c] {
                bump_constant(part, change, done);
            }
        }
        _ => {}
    }
}

fn drop_atomic(program: &mut Program, dice: &mut Dice) {
    let atomic: Vec<usize> =
        (0..program.locs.len()).filter(|&idx| program.locs[idx].atomic).collect();
    if !atomic.is_empty() {
        program.locs[*dice.pick(&atomic)].atomic = false;
    }
}

/// To a location near the old one: mostly of the same template.
fn retarget(program: &mut Program, edge: usize, dice: &mut Dice) {
    let to = program.edges[edge].to.index() as i64;
    let near = to + dice.below(5) as i64 - 2;
    if (0..program.locs.len() as i64).contains(&near)
        && !matches!(program.locs[near as usize].kind, LocKind::Error(_))
    {
        program.edges[edge].to = LocId(near as u32);
    }
}

/// Any value in place of a computed one.
fn widen(program: &mut Program, edge: usize) {
    for command in &mut program.edges[edge].commands {
        if let Command::Assign(place, _) = command
            && program.vars[place.var().index()].sort != Sort::Handle
        {
            *command = Command::Havoc(place.clone(), Source::Input);
            return;
        }
    }
}

fn swap(edge: &mut Edge, dice: &mut Dice) {
    if edge.commands.len() > 1 {
        let first = dice.below(edge.commands.len() - 1);
        edge.commands.swap(first, first + 1);
    }
}

fn change_init(program: &mut Program, dice: &mut Dice) {
    if program.vars.is_empty() {
        return;
    }
    let idx = dice.below(program.vars.len());
    let var = &mut program.vars[idx];
    if let Sort::Bits(width) = var.sort {
        let value = dice.below(1 << width.min(3)) as u64;
        var.init = Init::Values(vec![value; var.n_cells()]);
    }
}
