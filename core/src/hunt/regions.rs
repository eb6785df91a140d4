//! Values that stand for others.
//!
//! Much input is only compared with constants, or taken modulo a small one: `if (rand() % 2)`. Values
//! that give the same answers there lead to the same runs, so one may stand for all of them, and trying
//! one of each kind is as good as trying every value.
//!
//! Constants cut the numbers of a width into intervals, *regions*; zero and the least negative number
//! cut as well, so that signed and unsigned order agree within a region, and a number extended to
//! another width differs from the original by the same amount everywhere in it. Comparisons give the
//! same answer throughout a region, and remainders repeat in it. So the first numbers of each region,
//! as many as it takes for the remainders to repeat, stand for all.
//!
//! Values are followed through copies, which make variables a *class*. If anything else is done with
//! one of a class, such as adding to it or comparing it with another variable, none of the class has
//! representatives.

use crate::hash::FxHashMap;

use super::classes::Classes;
use crate::scpl::{BinOp, Bits, Command, Expr, Place, Program, VarId};

#[derive(Debug)]
pub(super) struct Regions {
    classes: Classes,
    /// By the variable that stands for a class.
    summaries: FxHashMap<usize, Summary>,
}

/// What is done with the values of a class.
#[derive(Debug)]
struct Summary {
    /// Constants that they are compared with; sorted.
    bounds: Vec<u64>,
    /// After so many values remainders repeat; `None` if there are no representatives.
    period: Option<u64>,
}

impl Default for Summary {
    fn default() -> Self {
        Self { bounds: Vec::new(), period: Some(1) }
    }
}

/// What is done with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    /// It is compared with a constant.
    Bound(u64),
    /// It is taken modulo a constant.
    Period(u64),
    Other,
}

/// Remainders of larger numbers have too many representatives.
const MAX_PERIOD: u64 = 64;

impl Regions {
    pub fn new(program: &Program) -> Self {
        let classes = Classes::new(program.vars.len());
        let mut uses = Uses { program, classes, found: Vec::new() };
        for command in program.edges.iter().flat_map(|edge| &edge.commands) {
            match command {
                Command::Assign(place, value) => {
                    if let Place::Elem(_, index) = place {
                        uses.note(index);
                    }
                    uses.note_copy(value, place.var());
                }
                Command::Create { args, handle, .. } => {
                    if let Some(Place::Elem(_, index)) = handle {
                        uses.note(index);
                    }
                    args.iter().for_each(|(var, value)| uses.note_copy(value, *var));
                }
                _ => command.for_each_expr(&mut |expr| uses.note(expr)),
            }
        }
        uses.sum_up()
    }

    /// Values of the width of the variable that stand for all, unless there are more than so many.
    pub fn representatives(&self, var: VarId, width: u8, n_values: usize) -> Option<Vec<u64>> {
        let none = Summary::default();
        let Summary { bounds, period } = self.summaries.get(&self.classes.of(var)).unwrap_or(&none);
        let period = (*period).filter(|_| bounds.len() <= n_values)?;
        let mask = Bits::mask(width);
        let after = bounds.iter().map(|bound| bound.wrapping_add(1));
        let starts = [0, 1 << (width - 1)].into_iter().chain(bounds.iter().copied()).chain(after);
        let mut values: Vec<u64> = starts
            .flat_map(|start| (0..period).map(move |offset| start.wrapping_add(offset) & mask))
            .collect();
        values.sort_unstable();
        values.dedup();
        (values.len() <= n_values).then_some(values)
    }
}

struct Uses<'p> {
    program: &'p Program,
    classes: Classes,
    found: Vec<(VarId, Use)>,
}

impl Uses<'_> {
    fn sum_up(self) -> Regions {
        let Self { classes, found, .. } = self;
        let mut summaries: FxHashMap<usize, Summary> = FxHashMap::default();
        for (var, what) in found {
            let summary = summaries.entry(classes.of(var)).or_default();
            match what {
                Use::Bound(bound) => summary.bounds.push(bound),
                Use::Period(other) => {
                    let period = summary.period.map(|period| lcm(period, other));
                    summary.period = period.filter(|&period| period <= MAX_PERIOD);
                }
                Use::Other => summary.period = None,
            }
        }
        for summary in summaries.values_mut() {
            summary.bounds.sort_unstable();
            summary.bounds.dedup();
        }
        Regions { classes, summaries }
    }

    /// What happens to the variables in an expression, other than being its value.
    fn note(&mut self, expr: &Expr) {
        match expr {
            Expr::Const(_) | Expr::NoThread | Expr::SelfHandle => {}
            Expr::Var(var) => self.found.push((*var, Use::Other)),
            Expr::Elem(var, index) => {
                self.found.push((*var, Use::Other));
                self.note(index);
            }
            Expr::Un(_, a) | Expr::Resize(_, _, a) => self.note(a),
            Expr::Bin(op, a, b) => match self.harmless(*op, a, b) {
                Some((var, what)) => {
                    self.found.push((var, what));
                    self.note_index(a);
                    self.note_index(b);
                }
                None => {
                    self.note(a);
                    self.note(b);
                }
            },
            Expr::Ite(condition, then, otherwise) => {
                self.note(condition);
                self.note(then);
                self.note(otherwise);
            }
        }
    }

    fn note_copy(&mut self, value: &Expr, to: VarId) {
        match (value, self.read(value)) {
            (_, Some(from)) => {
                self.classes.unite(from, to);
                self.note_index(value);
            }
            (Expr::Ite(condition, then, otherwise), None) => {
                self.note(condition);
                self.note_copy(then, to);
                self.note_copy(otherwise, to);
            }
            _ => self.note(value),
        }
    }

    /// Of what is read: the index.
    fn note_index(&mut self, read: &Expr) {
        match read {
            Expr::Elem(_, index) => self.note(index),
            Expr::Resize(_, _, a) => self.note_index(a),
            _ => {}
        }
    }

    /// The variable that is read, possibly to be extended; nothing else is done with it.
    fn read(&self, expr: &Expr) -> Option<VarId> {
        match expr {
            Expr::Var(var) | Expr::Elem(var, _) => Some(*var),
            Expr::Resize(_, to, a) if self.program.width(a).is_some_and(|from| from <= *to) => {
                self.read(a)
            }
            _ => None,
        }
    }

    /// The variable that an operation with a constant looks at, and how.
    fn harmless(&self, op: BinOp, a: &Expr, b: &Expr) -> Option<(VarId, Use)> {
        let (var, constant, is_left) = match (self.read(a), a, self.read(b), b) {
            (Some(var), _, _, Expr::Const(bits)) => (var, *bits, true),
            (_, Expr::Const(bits), Some(var), _) => (var, *bits, false),
            _ => return None,
        };
        let what = match op {
            BinOp::Eq | BinOp::Ne | BinOp::Ult | BinOp::Ule | BinOp::Slt | BinOp::Sle => {
                Use::Bound(constant.value)
            }
            BinOp::Urem if is_left => period(constant.value)?,
            BinOp::Srem if is_left => period(constant.signed().unsigned_abs())?,
            // The low bits.
            BinOp::And => period(constant.value.checked_add(1)?.checked_next_power_of_two()?)?,
            _ => return None,
        };
        Some((var, what))
    }
}

fn period(number: u64) -> Option<Use> {
    (1..=MAX_PERIOD).contains(&number).then_some(Use::Period(number))
}

/// The least common multiple; of small numbers.
fn lcm(a: u64, b: u64) -> u64 {
    let (mut greater, mut divisor) = (a, b);
    while divisor != 0 {
        (greater, divisor) = (divisor, greater % divisor);
    }
    a / greater * b
}
