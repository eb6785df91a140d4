//! Expressions of the program as a C developer would write them.
//!
//! For reading, not for compiling: conversions that C makes by itself are left out, and a value that the
//! program only holds in passing has no name.

use super::{counted, story};
use crate::engine::{Analysis, Model, Tracked};
use crate::scpl::{BinOp, Bits, Expr, Extend, Origins, Program, Shown, UnOp, VarId};

/// How tightly an operator binds; higher binds tighter.
type Level = u8;

const TERNARY: Level = 1;
const UNARY: Level = 12;
const PRIMARY: Level = 13;

/// The expression as C text.
pub(super) fn c_text(model: &Model, expr: &Expr) -> String {
    let of = Reading { origins: &model.origins, program: &model.program, counts: &[] };
    text(&of, expr, 0)
}

/// The same for a predicate of a proof that may count threads.
pub(super) fn counting_text(analysis: &Analysis, tracked: &Tracked, expr: &Expr) -> String {
    let mut vars = Vec::new();
    expr.for_each_var(&mut |var| vars.push(var));
    let counts = tracked.counts.iter().filter(|count| vars.contains(&count.sum));
    let counts: Vec<(VarId, String)> =
        counts.map(|count| (count.sum, counted::threads(analysis, tracked, count))).collect();
    let origins = &analysis.model.origins;
    text(&Reading { origins, program: &tracked.program, counts: &counts }, expr, 0)
}

/// What is needed to read an expression.
struct Reading<'a> {
    origins: &'a Origins,
    program: &'a Program,
    /// Sums over threads, in words.
    counts: &'a [(VarId, String)],
}

fn text(of: &Reading, expr: &Expr, outer: Level) -> String {
    let (level, text) = match expr {
        Expr::Const(bits) => constant(of, *bits),
        Expr::NoThread => (PRIMARY, "no thread".to_owned()),
        Expr::SelfHandle => (PRIMARY, "pthread_self()".to_owned()),
        Expr::Var(var) => (PRIMARY, name(of, *var, None)),
        Expr::Elem(var, index) => match own(of, *var, index) {
            Some(name) => (PRIMARY, name),
            None => (PRIMARY, name(of, *var, Some(text(of, index, 0)))),
        },
        Expr::Un(op, a) => {
            let symbol = match op {
                UnOp::Not if of.program.width(a) == Some(1) => "!",
                UnOp::Not => "~",
                UnOp::Neg => "-",
            };
            (UNARY, format!("{symbol}{}", text(of, a, UNARY)))
        }
        Expr::Bin(op, a, b) => binary(of, *op, a, b),
        Expr::Ite(condition, then, otherwise) => {
            let [condition, then, otherwise] =
                [condition, then, otherwise].map(|part| text(of, part, TERNARY + 1));
            (TERNARY, format!("{condition} ? {then} : {otherwise}"))
        }
        Expr::Resize(extend, width, a) => match of.program.width(a) {
            Some(from) if from > *width => {
                let (level, cast) = match (extend, width) {
                    (_, 1) => (10, format!("{} & 1", text(of, a, 10))),
                    (Extend::Sign, _) => (UNARY, format!("(int{width}_t){}", text(of, a, UNARY))),
                    (Extend::Zero, _) => (UNARY, format!("(uint{width}_t){}", text(of, a, UNARY))),
                };
                (level, cast)
            }
            _ => return text(of, a, outer),
        },
    };
    if level < outer { format!("({text})") } else { text }
}

fn binary(of: &Reading, op: BinOp, a: &Expr, b: &Expr) -> (Level, String) {
    let is_bit = of.program.width(a) == Some(1);
    if let Some(told) = truth(of, op, a, b) {
        return told;
    }
    // `x + -1` is what nobody writes.
    if let (BinOp::Add, Expr::Const(bits)) = (op, b)
        && bits.width > 1
        && bits.signed() < 0
        && bits.signed() > i64::MIN
    {
        let amount = Bits { value: bits.signed().unsigned_abs(), ..*bits };
        let (level, amount) = constant(of, amount);
        let amount = if level < 10 { format!("({amount})") } else { amount };
        return (9, format!("{} - {amount}", text(of, a, 9)));
    }
    let (level, symbol) = match op {
        BinOp::Mul => (10, "*"),
        BinOp::Udiv | BinOp::Sdiv => (10, "/"),
        BinOp::Urem | BinOp::Srem => (10, "%"),
        BinOp::Add => (9, "+"),
        BinOp::Sub => (9, "-"),
        BinOp::Shl => (8, "<<"),
        BinOp::Lshr | BinOp::Ashr => (8, ">>"),
        BinOp::Ult | BinOp::Slt => (7, "<"),
        BinOp::Ule | BinOp::Sle => (7, "<="),
        BinOp::Eq => (6, "=="),
        BinOp::Ne => (6, "!="),
        BinOp::And if is_bit => (3, "&&"),
        BinOp::And => (5, "&"),
        BinOp::Xor => (5, "^"),
        BinOp::Or if is_bit => (2, "||"),
        BinOp::Or => (4, "|"),
    };
    let (a, b) = (text(of, a, level), text(of, b, level + 1));
    (level, format!("{a} {symbol} {b}"))
}

/// A comparison of a single bit with a constant is the bit, or its opposite.
fn truth(of: &Reading, op: BinOp, a: &Expr, b: &Expr) -> Option<(Level, String)> {
    let ((Expr::Const(bits), bit) | (bit, Expr::Const(bits))) = (a, b) else { return None };
    if bits.width != 1 {
        return None;
    }
    match (op, bits.value) {
        (BinOp::Eq, 1) | (BinOp::Ne, 0) => Some((0, text(of, bit, 0))),
        (BinOp::Eq, 0) | (BinOp::Ne, 1) => Some((UNARY, format!("!{}", text(of, bit, UNARY)))),
        _ => None,
    }
}

/// A number, or what lies at that address.
fn constant(of: &Reading, bits: Bits) -> (Level, String) {
    match story::address(&of.origins.addresses, bits.value) {
        Some(object) if object.contains('+') => (9, object),
        Some(object) => (UNARY, object),
        None => (PRIMARY, number(bits)),
    }
}

fn number(bits: Bits) -> String {
    if bits.width == 1 { bits.value.to_string() } else { bits.signed().to_string() }
}

/// A thread's own variable, if each call has one and others see it: the index is no constant.
fn own(of: &Reading, var: VarId, index: &Expr) -> Option<String> {
    of.origins.vars.get(var.index())?;
    let pool = of.origins.lent(var)?;
    let is_number = |expr: &Expr| match expr {
        Expr::Var(_) => true,
        Expr::Resize(_, _, inner) => matches!(**inner, Expr::Var(_)),
        _ => false,
    };
    let name = of.origins.name(var);
    match index {
        _ if is_number(index) && var == pool.in_use => Some(format!("{} exists", pool.name)),
        _ if is_number(index) => Some(name),
        Expr::Bin(BinOp::Add, start, inner) => match &**start {
            Expr::Bin(BinOp::Mul, number, _) if is_number(number) => {
                let inner = format!("[{}]", text(of, inner, 0));
                Some(match name.contains("[]") {
                    true => name.replacen("[]", &inner, 1),
                    false => name + &inner,
                })
            }
            _ => None,
        },
        _ => None,
    }
}

/// A variable's name, with its index where it goes.
fn name(of: &Reading, var: VarId, index: Option<String>) -> String {
    let Some(origin) = of.origins.vars.get(var.index()) else {
        // Made by a reduction.
        let count = of.counts.iter().find(|(sum, _)| *sum == var);
        return count.map_or("in atomic section".to_owned(), |(_, words)| words.clone());
    };
    let name = match origin.shown {
        Shown::Hidden => "value just read",
        Shown::Mutex if of.program.var(var).name.starts_with("held:") => {
            return format!("holds {}", origin.name);
        }
        _ => &origin.name,
    };
    match index {
        None => name.to_owned(),
        Some(index) if !origin.counts.is_empty() && index.parse::<u64>().is_ok() => {
            story::element(name, &origin.counts, index.parse().unwrap_or_default())
        }
        Some(index) => match name.split_once("[]") {
            Some((before, after)) => format!("{before}[{index}]{after}"),
            None => format!("{name}[{index}]"),
        },
    }
}
