//! Counters that say how many threads are somewhere.
//!
//! A reader adds one to `readers` when it begins and takes one away when it ends. That `readers` is not 0
//! while a reader is in between is a matter of all readers together, and no view of a few threads shows
//! it. So the number of threads that are in between, each with its weight, is kept in a new variable,
//! and a thread that has weight knows that the number is not less. A predicate that compares the
//! two, `readers == $count:readers`, then says what the counter means.
//!
//! Any weights are right; good ones follow the counter. They are found by walking along the edges from
//! the entries, adding up by how much each edge moves the counter, which may also be a value that was
//! read before, changed, and written later. Threads that are created with weight get it from whoever
//! creates them. Comes last, as `share` does.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::sabotage::Sabotage;
use crate::scpl::{
    BinOp, Bits, COUNT_WIDTH, Command, Edge, Expr, Extend, Init, LocId, LocKind, MAX_COUNTED,
    MAX_WEIGHT, Place, Program, Reduced, Reduction, Scope, Sort, Var, VarId, apply_bin,
};

/// So many counters are looked after.
const MAX_COUNTERS: usize = 4;

/// Weight is handed on from creator to created thread so many times.
const MAX_HANDED_ON: usize = 3;

/// The program with what its counters count, if it has any; and predicates that say what each counter
/// should be, and what was read of it before it is written.
pub fn count(reduced: &Reduced) -> Option<(Reduced, Vec<Expr>)> {
    let mut counted = reduced.clone();
    let mut meanings = Vec::new();
    let mut n_counters = 0;
    for var in (0..reduced.program.vars.len() as u32).map(VarId) {
        if n_counters < MAX_COUNTERS
            && let Some(counter) = Counter::new(&reduced.program, var)
        {
            n_counters += 1;
            meanings.extend(
                counter
                    .read
                    .iter()
                    .map(|local| Expr::bin(BinOp::Eq, Expr::Var(*local), Expr::Var(var))),
            );
            meanings.push(counter.add_to(&mut counted));
        }
    }
    (n_counters > 0).then_some((counted, meanings))
}

/// A shared variable and the weight of the locations that it seems to count.
struct Counter {
    var: VarId,
    width: u8,
    /// What it is before anybody has weight.
    base: u64,
    weights: BTreeMap<LocId, u32>,
    /// Variables of threads that hold what it was when it is written.
    read: BTreeSet<VarId>,
}

impl Counter {
    fn new(program: &Program, var: VarId) -> Option<Self> {
        let declared = program.var(var);
        let Sort::Bits(width @ 8..) = declared.sort else { return None };
        let first = match &declared.init {
            Init::Zero => 0,
            Init::Values(values) => *values.first()?,
            Init::Any => return None,
        };
        if declared.scope != Scope::Shared || declared.len.is_some() {
            return None;
        }
        // Who ends below where it began has begun with weight, and got it from somebody else.
        let mut entries = vec![0; program.templates.len()];
        let mut walk = Walk::new(program, var, &entries)?;
        for _ in 0..MAX_HANDED_ON {
            entries.iter_mut().zip(&walk.least).for_each(|(entry, least)| *entry -= least);
            walk = Walk::new(program, var, &entries)?;
        }
        let in_bounds = 0..=i64::from(MAX_WEIGHT);
        if walk.heights.values().any(|height| !in_bounds.contains(height)) {
            return None;
        }
        let weights: BTreeMap<LocId, u32> = walk
            .heights
            .into_iter()
            .filter(|(_, height)| *height > 0)
            .map(|(loc, height)| (loc, height as u32))
            .collect();
        let of_main = weights.get(&program.template(program.main).entry).copied().unwrap_or(0);
        let base = first.wrapping_sub(u64::from(of_main));
        (!weights.is_empty()).then_some(Self { var, width, base, weights, read: walk.read })
    }

    /// Adds the number of threads to the program, and gives what the counter should be.
    fn add_to(self, reduced: &mut Reduced) -> Expr {
        let program = &mut reduced.program;
        let name = format!("$count:{}", program.var(self.var).name);
        let number = VarId(program.vars.len() as u32);
        let weight = |loc: LocId| self.weights.get(&loc).copied().unwrap_or(0);
        let of_main = weight(program.template(program.main).entry);
        program.vars.push(Var {
            name: name.clone(),
            scope: Scope::Shared,
            sort: Sort::Bits(COUNT_WIDTH),
            len: None,
            init: Init::Values(vec![u64::from(of_main)]),
        });
        let entries: Vec<u32> = program.templates.iter().map(|it| weight(it.entry)).collect();
        for edge in &mut program.edges {
            // Others that are looked at without this thread do not see that the run is over.
            let ends_run =
                matches!(program.locs[edge.to.index()].kind, LocKind::Halted | LocKind::Error(_));
            let created: u32 = edge
                .commands
                .iter()
                .map(|command| match command {
                    Command::Create { template, .. } => entries[template.index()],
                    _ => 0,
                })
                .sum();
            let (before, after) = (weight(edge.from), weight(edge.to) + created);
            let most = Expr::constant(MAX_COUNTED, COUNT_WIDTH);
            let is_few = Command::Assume(Expr::bin(BinOp::Ule, Expr::Var(number), most));
            edge.commands.insert(0, is_few.clone());
            if before > 0 {
                let least = Expr::constant(u64::from(before), COUNT_WIDTH);
                let is_there = Expr::bin(BinOp::Ule, least, Expr::Var(number));
                edge.commands.insert(1, Command::Assume(is_there));
            }
            if before != after && !ends_run {
                let change =
                    Expr::constant(u64::from(after).wrapping_sub(u64::from(before)), COUNT_WIDTH);
                let sum = Expr::bin(BinOp::Add, Expr::Var(number), change);
                let sum = match Sabotage::OneCounted.is_on() {
                    true => Expr::constant(u64::from(after), COUNT_WIDTH),
                    false => sum,
                };
                edge.commands.push(Command::Assign(Place::Var(number), sum));
                edge.commands.push(is_few);
            }
        }
        let weights: Vec<(LocId, u32)> = self.weights.into_iter().collect();
        reduced.steps.push(Reduction::Count { name, weights });
        let number = match self.width {
            COUNT_WIDTH => Expr::Var(number),
            width => Expr::Resize(Extend::Zero, width, Box::new(Expr::Var(number))),
        };
        let expected = match Bits::new(self.base, self.width).value {
            0 => number,
            base => Expr::bin(BinOp::Add, number, Expr::constant(base, self.width)),
        };
        Expr::bin(BinOp::Eq, Expr::Var(self.var), expected)
    }
}

/// What is known of a thread's variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    /// It is a number.
    Number(Bits),
    /// It is so much more than the counter was when it was read.
    Above(i64),
}

/// By how much a thread has moved the counter when it gets to a location, by the first way there.
struct Walk {
    heights: BTreeMap<LocId, i64>,
    /// By template, the least height on the way, or 0.
    least: Vec<i64>,
    /// What threads have read of the counter when they write it.
    read: BTreeSet<VarId>,
}

type Locals = BTreeMap<VarId, Known>;

impl Walk {
    /// `None` if the counter does not go up and down.
    fn new(program: &Program, var: VarId, entries: &[i64]) -> Option<Self> {
        let mut walk =
            Walk { heights: BTreeMap::new(), least: vec![0; entries.len()], read: BTreeSet::new() };
        let (mut goes_up, mut goes_down) = (false, false);
        for (idx, template) in program.templates.iter().enumerate() {
            let mut pending = VecDeque::from([(template.entry, entries[idx], Locals::new())]);
            while let Some((loc, height, locals)) = pending.pop_front() {
                let is_end = match program.loc(loc).kind {
                    LocKind::Plain => false,
                    LocKind::Finished | LocKind::Halted => true,
                    LocKind::Error(_) => continue,
                };
                walk.least[idx] = walk.least[idx].min(height);
                if is_end || walk.heights.contains_key(&loc) {
                    continue;
                }
                walk.heights.insert(loc, height);
                for edge in program.edges_from(loc) {
                    let edge = program.edge(edge);
                    walk.read.extend(read_before(program, var, edge, &locals));
                    let mut locals = locals.clone();
                    let Some(change) = change(program, var, edge, &mut locals) else { continue };
                    goes_up |= change > 0;
                    goes_down |= change < 0;
                    let given: i64 = edge
                        .commands
                        .iter()
                        .map(|command| match command {
                            Command::Create { template, .. } => entries[template.index()],
                            _ => 0,
                        })
                        .sum();
                    pending.push_back((edge.to, height + change - given, locals));
                }
            }
        }
        (goes_up && goes_down).then_some(walk)
    }
}

/// What an edge writes to the counter may be of a variable that holds what it was.
fn read_before<'a>(
    program: &Program,
    var: VarId,
    edge: &'a Edge,
    locals: &'a Locals,
) -> impl Iterator<Item = VarId> + use<'a> {
    let sort = program.var(var).sort;
    let held: Vec<VarId> = locals
        .iter()
        .filter(|(local, known)| **known == Known::Above(0) && program.var(**local).sort == sort)
        .map(|(local, _)| *local)
        .collect();
    edge.commands.iter().flat_map(move |command| {
        let mut read = Vec::new();
        if let Command::Assign(place, value) = command
            && place.var() == var
        {
            value.for_each_var(&mut |part| read.extend(held.contains(&part).then_some(part)));
        }
        read
    })
}

/// By how much an edge moves the counter; `None` if it cannot be taken with these values, or writes
/// something else.
fn change(program: &Program, var: VarId, edge: &Edge, locals: &mut Locals) -> Option<i64> {
    let mut change = 0;
    for command in &edge.commands {
        match command {
            Command::Assume(condition) | Command::Await(condition) => {
                if let Some(Known::Number(Bits { value: 0, .. })) =
                    known(program, var, change, condition, locals)
                {
                    return None;
                }
            }
            Command::Assign(place, value) if place.var() == var => {
                let Some(Known::Above(height)) = known(program, var, change, value, locals) else {
                    return Some(change);
                };
                change = height;
            }
            Command::Assign(place, value) => {
                match (place, known(program, var, change, value, locals)) {
                    (Place::Var(local), Some(value)) => _ = locals.insert(*local, value),
                    (place, _) => _ = locals.remove(&place.var()),
                }
            }
            Command::Havoc(place, _) => _ = locals.remove(&place.var()),
            Command::Create { handle: Some(place), .. } => _ = locals.remove(&place.var()),
            Command::Create { .. } | Command::Join(_) => {}
        }
    }
    Some(change)
}

fn known(
    program: &Program,
    var: VarId,
    change: i64,
    expr: &Expr,
    locals: &Locals,
) -> Option<Known> {
    let of = |part: &Expr| known(program, var, change, part, locals);
    match expr {
        Expr::Const(bits) => Some(Known::Number(*bits)),
        Expr::Var(read) if *read == var => Some(Known::Above(change)),
        Expr::Var(read) if program.var(*read).scope == Scope::Local => locals.get(read).copied(),
        // A counter that is narrower than an `int` is widened and narrowed.
        Expr::Resize(_, _, inner) => match of(inner)? {
            Known::Above(height) => Some(Known::Above(height)),
            Known::Number(_) => None,
        },
        Expr::Bin(op, a, b) => match (op, of(a)?, of(b)?) {
            (op, Known::Number(a), Known::Number(b)) => Some(Known::Number(apply_bin(*op, a, b))),
            (BinOp::Add, Known::Above(height), Known::Number(by))
            | (BinOp::Add, Known::Number(by), Known::Above(height)) => {
                Some(Known::Above(height + by.signed()))
            }
            (BinOp::Sub, Known::Above(height), Known::Number(by)) => {
                Some(Known::Above(height - by.signed()))
            }
            _ => None,
        },
        _ => None,
    }
}
