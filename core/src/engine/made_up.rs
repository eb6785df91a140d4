//! Whether a run depends on values that Braid made up.
//!
//! What a function returns that Braid does not model, and of what it models only that it is the number of an
//! open file or an address, is some value of a range. A run shows one of them. If every condition on
//! the way comes out the same whatever the value is, the same steps can be made with the real one.

use crate::hash::FxHashMap;

use super::model::Model;
use super::verdict::Run;
use crate::scpl::{
    Access, BinOp, Bits, Command, Event, Expr, Extend, HANDLE_WIDTH, Place, Program, Scope, Sort,
    Source, ThreadIdx, UnOp, VarId,
};

/// Whether a run depends on one.
pub(super) fn is_approximated(model: &Model, run: &Run) -> bool {
    let mut made_up = MadeUp { program: &model.program, held: FxHashMap::default() };
    run.trace.events.iter().any(|event| made_up.decides(event))
}

/// The unsigned numbers from the first to the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Range {
    low: u64,
    high: u64,
    width: u8,
}

impl Range {
    fn all(width: u8) -> Self {
        Range { low: 0, high: Bits::new(u64::MAX, width).value, width }
    }

    fn only(value: u64, width: u8) -> Self {
        Range { low: value, high: value, width }
    }

    fn known(self) -> Option<u64> {
        (self.low == self.high).then_some(self.low)
    }

    /// Also as signed numbers, if they are in order as such.
    fn signed(self) -> Option<(i64, i64)> {
        let signed = |value| Bits::new(value, self.width).signed();
        let (low, high) = (signed(self.low), signed(self.high));
        (low <= high).then_some((low, high))
    }

    fn truth(value: Option<bool>) -> Self {
        value.map_or(Range::all(1), |value| Range::only(u64::from(value), 1))
    }
}

struct MadeUp<'a> {
    program: &'a Program,
    /// The variables that hold a made up value, or what was computed from one, and what that may be. Of
    /// locals, whose they are. An array counts as one variable.
    held: FxHashMap<(Option<ThreadIdx>, VarId), Range>,
}

impl MadeUp<'_> {
    /// Whether it matters for what happens next that a thread makes this step. If not, takes notice.
    fn decides(&mut self, event: &Event) -> bool {
        let program = self.program;
        let mut unspecified = None;
        program.edge(event.edge).commands.iter().any(|command| match command {
            Command::Assume(expr) if unspecified.is_some_and(|var| speaks_of(expr, var)) => {
                unspecified.is_some_and(|var| self.restrict(expr, var, event))
            }
            Command::Assume(expr) | Command::Await(expr) => {
                self.is_in(expr, event) && self.range(expr, event).known() != Some(1)
            }
            Command::Join(expr) => self.is_in(expr, event),
            Command::Create { args, handle, .. } => {
                args.iter().any(|(_, value)| self.is_in(value, event))
                    || handle.iter().any(|place| self.is_index(place, event))
            }
            Command::Assign(place, value) => {
                let range = self.is_in(value, event).then(|| self.range(value, event));
                self.store(place, range, event);
                self.is_index(place, event)
            }
            Command::Havoc(place, source) => {
                let is_made_up = matches!(source, Source::Unmodelled | Source::Unspecified);
                let range = is_made_up.then(|| self.anything(place.var()));
                self.store(place, range, event);
                if let (Place::Var(var), Source::Unspecified) = (place, source) {
                    unspecified = Some(*var);
                }
                self.is_index(place, event)
            }
        })
    }

    fn store(&mut self, place: &Place, range: Option<Range>, event: &Event) {
        let key = self.key(place.var(), event);
        match (place, range) {
            (Place::Var(_), Some(range)) => {
                self.held.insert(key, range);
            }
            (Place::Var(_), None) => {
                self.held.remove(&key);
            }
            (Place::Elem(var, _), Some(_)) => {
                self.held.insert(key, self.anything(*var));
            }
            (Place::Elem(..), None) => {}
        }
    }

    /// What is assumed of a value that was just chosen says what it may be. Whether that is not understood.
    fn restrict(&mut self, expr: &Expr, var: VarId, event: &Event) -> bool {
        let Expr::Bin(op, left, right) = expr else { return true };
        let all = self.anything(var);
        let most = Bits::new(u64::MAX, all.width).value >> 1;
        let range = match (op, &**left, &**right) {
            (BinOp::Sle, Expr::Const(low), Expr::Var(_)) if low.value <= most => {
                Range { low: low.value, high: most, ..all }
            }
            (BinOp::Ne, Expr::Var(_), Expr::Const(zero))
            | (BinOp::Ne, Expr::Const(zero), Expr::Var(_))
                if zero.value == 0 =>
            {
                Range { low: 1, ..all }
            }
            _ => return true,
        };
        self.held.insert(self.key(var, event), range);
        false
    }

    fn is_index(&self, place: &Place, event: &Event) -> bool {
        match place {
            Place::Var(_) => false,
            Place::Elem(_, index) => self.is_in(index, event),
        }
    }

    fn is_in(&self, expr: &Expr, event: &Event) -> bool {
        let mut found = false;
        expr.for_each_var(&mut |var| found |= self.held.contains_key(&self.key(var, event)));
        found
    }

    /// What an expression may come to.
    fn range(&self, expr: &Expr, event: &Event) -> Range {
        match expr {
            Expr::Const(bits) => Range::only(bits.value, bits.width),
            Expr::Var(var) => match self.held.get(&self.key(*var, event)) {
                Some(range) => *range,
                None => self.seen(*var, event),
            },
            Expr::Elem(var, _) => self.anything(*var),
            Expr::NoThread | Expr::SelfHandle => Range::all(HANDLE_WIDTH),
            Expr::Un(UnOp::Not, inner) => match self.range(inner, event) {
                Range { low, high, width: 1 } => Range { low: 1 - high, high: 1 - low, width: 1 },
                range => Range::all(range.width),
            },
            Expr::Un(UnOp::Neg, inner) => Range::all(self.range(inner, event).width),
            Expr::Bin(op, left, right) => {
                compared(*op, self.range(left, event), self.range(right, event))
            }
            Expr::Ite(condition, then, otherwise) => {
                let (then, otherwise) = (self.range(then, event), self.range(otherwise, event));
                match self.range(condition, event).known() {
                    Some(1) => then,
                    Some(_) => otherwise,
                    None => Range {
                        low: then.low.min(otherwise.low),
                        high: then.high.max(otherwise.high),
                        ..then
                    },
                }
            }
            Expr::Resize(extend, width, inner) => {
                let range = self.range(inner, event);
                let is_positive = range.high <= Bits::new(u64::MAX, range.width).value >> 1;
                let fits = range.high <= Bits::new(u64::MAX, *width).value;
                match fits && (*extend == Extend::Zero || is_positive || *width <= range.width) {
                    true => Range { width: *width, ..range },
                    false => Range::all(*width),
                }
            }
        }
    }

    /// The value of a variable that is not made up, if the step reads it and does not change it.
    fn seen(&self, var: VarId, event: &Event) -> Range {
        let all = self.anything(var);
        let mut read = None;
        for access in &event.accesses {
            match access {
                Access::Read { var: it, index: None, value } if *it == var => read = Some(*value),
                access if access.cell().0 == var => return all,
                _ => {}
            }
        }
        read.map_or(all, |value| Range::only(value, all.width))
    }

    fn anything(&self, var: VarId) -> Range {
        Range::all(match self.program.var(var).sort {
            Sort::Bits(width) => width,
            Sort::Handle => HANDLE_WIDTH,
        })
    }

    fn key(&self, var: VarId, event: &Event) -> (Option<ThreadIdx>, VarId) {
        match self.program.var(var).scope {
            Scope::Shared => (None, var),
            Scope::Local => (Some(event.thread), var),
        }
    }
}

fn speaks_of(expr: &Expr, var: VarId) -> bool {
    let mut found = false;
    expr.for_each_var(&mut |other| found |= other == var);
    found
}

/// What an operation on numbers of these ranges may come to.
fn compared(op: BinOp, left: Range, right: Range) -> Range {
    let less = |or_equal: bool| match (left, right) {
        _ if left.high < right.low || (or_equal && left.high == right.low) => Some(true),
        _ if right.high < left.low || (!or_equal && right.high == left.low) => Some(false),
        _ => None,
    };
    let less_signed = |or_equal: bool| {
        let ((a, b), (c, d)) = (left.signed()?, right.signed()?);
        match () {
            _ if b < c || (or_equal && b == c) => Some(true),
            _ if d < a || (!or_equal && d == a) => Some(false),
            _ => None,
        }
    };
    let equal = match (left.known(), right.known()) {
        (Some(left), Some(right)) => Some(left == right),
        _ if left.high < right.low || right.high < left.low => Some(false),
        _ => None,
    };
    match op {
        BinOp::Eq => Range::truth(equal),
        BinOp::Ne => Range::truth(equal.map(|equal| !equal)),
        BinOp::Ult => Range::truth(less(false)),
        BinOp::Ule => Range::truth(less(true)),
        BinOp::Slt => Range::truth(less_signed(false)),
        BinOp::Sle => Range::truth(less_signed(true)),
        BinOp::And if left.width == 1 => {
            Range { low: left.low & right.low, high: left.high & right.high, width: 1 }
        }
        BinOp::Or if left.width == 1 => {
            Range { low: left.low | right.low, high: left.high | right.high, width: 1 }
        }
        _ => Range::all(left.width),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever two numbers of the ranges are compared, the answer is among those that are possible.
    #[test]
    fn comparisons_hold_for_all_numbers() {
        let ranges: Vec<Range> = (0..8)
            .flat_map(|low| (low..8).map(move |high| Range { low, high, width: 3 }))
            .collect();
        for op in [BinOp::Eq, BinOp::Ne, BinOp::Ult, BinOp::Ule, BinOp::Slt, BinOp::Sle] {
            for (a, b) in ranges.iter().flat_map(|a| ranges.iter().map(move |b| (*a, *b))) {
                let possible = compared(op, a, b);
                for (x, y) in (a.low..=a.high).flat_map(|x| (b.low..=b.high).map(move |y| (x, y))) {
                    let (s, t) = (Bits::new(x, 3).signed(), Bits::new(y, 3).signed());
                    let holds = match op {
                        BinOp::Eq => x == y,
                        BinOp::Ne => x != y,
                        BinOp::Ult => x < y,
                        BinOp::Ule => x <= y,
                        BinOp::Slt => s < t,
                        _ => s <= t,
                    };
                    let holds = u64::from(holds);
                    assert!(possible.low <= holds && holds <= possible.high, "{op:?} {a:?} {b:?}");
                }
            }
        }
    }
}
