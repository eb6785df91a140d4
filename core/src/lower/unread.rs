//! Values from outside that nobody looks at.
//!
//! What `printf` returns, what an unknown function leaves in `errno`, and a buffer that is read into and
//! then only printed have any value. Nothing depends on it; but every search would carry it along, and a
//! run with such a value would look as if it rested on it.

use rustc_hash::FxHashMap;

use crate::scpl::{Command, Expr, Place, Program, Scope, Source, VarId};

/// Programs for which more than this would have to be computed are left as they are.
const MAX_BITS: usize = 50_000_000;

/// Removes the choices of a thread's own variables that are not read before they are overwritten.
pub fn drop_unread(program: &mut Program) {
    let numbers = made_up(program);
    if numbers.is_empty() || numbers.len() * program.locs.len() > MAX_BITS {
        return;
    }
    let live = live(program, &numbers);
    for edge in &mut program.edges {
        let mut now = live[edge.to.index()].clone();
        let is_kept = before_all(&edge.commands, &numbers, &mut now);
        let mut is_kept = is_kept.into_iter().rev();
        edge.commands.retain(|_| is_kept.next() == Some(true));
    }
}

/// Where a command stores something, if all that it does is to choose or compute that.
fn written(command: &Command) -> Option<&Place> {
    match command {
        Command::Assign(place, _) => Some(place),
        Command::Havoc(place, source) if *source != Source::Uninit => Some(place),
        _ => None,
    }
}

/// The threads' own variables that get values from outside, or what is computed from such, and numbers for
/// them.
fn made_up(program: &Program) -> FxHashMap<VarId, usize> {
    let mut numbers: FxHashMap<VarId, usize> = FxHashMap::default();
    loop {
        let before = numbers.len();
        for command in program.edges.iter().flat_map(|edge| &edge.commands) {
            let (place, is_made_up) = match command {
                Command::Havoc(place, source) => (place, *source != Source::Uninit),
                Command::Assign(place, value) => {
                    let mut found = false;
                    value.for_each_var(&mut |var| found |= numbers.contains_key(&var));
                    (place, found)
                }
                _ => continue,
            };
            if is_made_up && program.var(place.var()).scope == Scope::Local {
                let next = numbers.len();
                numbers.entry(place.var()).or_insert(next);
            }
        }
        if numbers.len() == before {
            return numbers;
        }
    }
}

/// By location, which of the variables may be read before they are overwritten.
fn live(program: &Program, numbers: &FxHashMap<VarId, usize>) -> Vec<Vec<bool>> {
    let mut live = vec![vec![false; numbers.len()]; program.locs.len()];
    let mut into: Vec<Vec<usize>> = vec![Vec::new(); program.locs.len()];
    for (idx, edge) in program.edges.iter().enumerate() {
        into[edge.to.index()].push(idx);
    }
    let mut pending: Vec<usize> = (0..program.locs.len()).rev().collect();
    while let Some(loc) = pending.pop() {
        for &idx in &into[loc] {
            let edge = &program.edges[idx];
            let mut now = live[loc].clone();
            before_all(&edge.commands, numbers, &mut now);
            let from = edge.from.index();
            let mut grows = false;
            for (known, new) in live[from].iter_mut().zip(now) {
                grows |= new && !*known;
                *known |= new;
            }
            if grows {
                pending.push(from);
            }
        }
    }
    live
}

/// What is live before commands, given what is behind them; and which of them make a difference, from the
/// last to the first.
fn before_all(
    commands: &[Command],
    numbers: &FxHashMap<VarId, usize>,
    live: &mut [bool],
) -> Vec<bool> {
    let mut is_kept = Vec::with_capacity(commands.len());
    for (idx, command) in commands.iter().enumerate().rev() {
        let chosen = idx.checked_sub(1).map(|before| &commands[before]);
        let is_unread = |var: &VarId| numbers.get(var).is_some_and(|&number| !live[number]);
        let is_moot = match (chosen, command) {
            // Which values a function may return does not matter if nobody looks at it.
            (
                Some(Command::Havoc(Place::Var(var), Source::Unspecified | Source::Unmodelled)),
                Command::Assume(expr),
            ) => is_unread(var) && speaks_only_of(expr, *var),
            _ => false,
        };
        is_kept.push(!is_moot && before(command, numbers, live));
    }
    is_kept
}

fn speaks_only_of(expr: &Expr, var: VarId) -> bool {
    let mut only = true;
    expr.for_each_var(&mut |other| only &= other == var);
    only
}

/// What is live before a command, given what is behind it; and whether it makes a difference.
fn before(command: &Command, numbers: &FxHashMap<VarId, usize>, live: &mut [bool]) -> bool {
    let number = written(command).and_then(|place| numbers.get(&place.var()));
    if number.is_some_and(|&number| !live[number]) {
        return false;
    }
    let mut written = |place: &Place| match place {
        Place::Var(var) => {
            if let Some(&number) = numbers.get(var) {
                live[number] = false;
            }
        }
        Place::Elem(..) => {}
    };
    match command {
        Command::Assign(place, _) | Command::Havoc(place, _) => written(place),
        Command::Create { handle: Some(place), .. } => written(place),
        _ => {}
    }
    let mut reads = |expr: &Expr| {
        expr.for_each_var(&mut |var| {
            if let Some(&number) = numbers.get(&var) {
                live[number] = true;
            }
        });
    };
    match command {
        Command::Assume(expr) | Command::Await(expr) | Command::Join(expr) => reads(expr),
        Command::Assign(place, value) => {
            reads(value);
            index(place).into_iter().for_each(reads);
        }
        Command::Havoc(place, _) => index(place).into_iter().for_each(reads),
        Command::Create { args, handle, .. } => {
            args.iter().for_each(|(_, value)| reads(value));
            handle.iter().filter_map(index).for_each(reads);
        }
    }
    true
}

fn index(place: &Place) -> Option<&Expr> {
    match place {
        Place::Var(_) => None,
        Place::Elem(_, index) => Some(index),
    }
}
