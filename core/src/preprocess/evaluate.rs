//! The values of integer constant expressions (C11 6.10.1).
//!
//! A recursive descent over the expanded condition, in the widest integers, signed or unsigned.
//! Names that are left count as 0. Operands that cannot matter (after `0 &&`, say) are read but may
//! divide by zero.

use super::literals::{Value, character, integer};
use super::names::Symbol;
use super::spellings::Spellings;
use super::tok::{Kind, Spelling, Tok};
use super::writer::encloses;
use super::{MAX_CONDITION_DEPTH, codes};
use crate::text::{Code, Problem, Span};

type Result<T> = std::result::Result<T, Box<Problem>>;

/// The value of an expanded condition. `span` is its whole directive.
pub fn evaluate(spellings: &Spellings, toks: &[Tok], span: Span) -> Result<Value> {
    let mut reader = Reader { spellings, toks, pos: 0, depth: 0, span };
    let value = reader.comma(Live::Yes)?;
    match reader.toks.get(reader.pos) {
        None => Ok(value),
        Some(tok) => {
            let message = format!("`{}` does not continue the condition", spellings.text(tok));
            Err(reader.problem(codes::BAD_CONDITION, reader.pos, message))
        }
    }
}

/// Whether an operand decides the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Live {
    Yes,
    No,
}

impl Live {
    fn and(self, condition: bool) -> Self {
        if condition { self } else { Live::No }
    }
}

struct Reader<'a> {
    spellings: &'a Spellings,
    toks: &'a [Tok],
    pos: usize,
    depth: usize,
    span: Span,
}

impl Reader<'_> {
    fn problem(&self, code: Code, pos: usize, message: impl Into<String>) -> Box<Problem> {
        // A token out of a macro is shown as the condition in which it ended up.
        let origin = self.toks.get(pos).map(|tok| tok.origin);
        let at = origin.filter(|origin| encloses(self.span, *origin)).unwrap_or(self.span);
        Box::new(Problem::fatal(code, at, message))
    }

    fn peek(&self) -> &str {
        match self.toks.get(self.pos) {
            Some(tok) if matches!(tok.kind, Kind::Punct(_)) => self.spellings.text(tok),
            _ => "",
        }
    }

    fn accept(&mut self, punct: &str) -> bool {
        let found = self.peek() == punct;
        self.pos += usize::from(found);
        found
    }

    fn expect(&mut self, punct: &str) -> Result<()> {
        if self.accept(punct) {
            return Ok(());
        }
        let message = format!("`{punct}` is missing in this condition");
        Err(self.problem(codes::BAD_CONDITION, self.pos, message))
    }

    fn comma(&mut self, live: Live) -> Result<Value> {
        let mut value = self.ternary(live)?;
        while self.accept(",") {
            value = self.ternary(live)?;
        }
        Ok(value)
    }

    fn ternary(&mut self, live: Live) -> Result<Value> {
        let condition = self.binary(0, live)?;
        if !self.accept("?") {
            return Ok(condition);
        }
        self.nest()?;
        let holds = condition.bits != 0;
        let yes = self.comma(live.and(holds))?;
        self.expect(":")?;
        let no = self.ternary(live.and(!holds))?;
        self.depth -= 1;
        let unsigned = yes.unsigned || no.unsigned;
        Ok(Value { unsigned, ..if holds { yes } else { no } })
    }

    /// Operators of at least a precedence, left to right.
    fn binary(&mut self, least: usize, live: Live) -> Result<Value> {
        let mut left = self.unary(live)?;
        loop {
            let at = self.pos;
            let Some((precedence, operator)) = precedence(self.peek()) else {
                return Ok(left);
            };
            if precedence < least {
                return Ok(left);
            }
            self.pos += 1;
            let live = match operator {
                "&&" => live.and(left.bits != 0),
                "||" => live.and(left.bits == 0),
                _ => live,
            };
            let right = self.binary(precedence + 1, live)?;
            left = match apply(operator, left, right) {
                Some(value) => value,
                None if live == Live::No => {
                    Value { bits: 0, unsigned: left.unsigned || right.unsigned }
                }
                None => {
                    let code = codes::CONDITION_DIVIDES_BY_ZERO;
                    return Err(self.problem(code, at, "The condition divides by zero"));
                }
            };
        }
    }

    fn unary(&mut self, live: Live) -> Result<Value> {
        let operator = match self.peek() {
            "!" => |value: Value| Value::signed(i64::from(value.bits == 0)),
            "-" => |value: Value| Value { bits: value.bits.wrapping_neg(), ..value },
            "~" => |value: Value| Value { bits: !value.bits, ..value },
            "+" => |value: Value| value,
            _ => return self.primary(live),
        };
        self.nest()?;
        self.pos += 1;
        let value = self.unary(live)?;
        self.depth -= 1;
        Ok(operator(value))
    }

    fn primary(&mut self, live: Live) -> Result<Value> {
        if self.accept("(") {
            self.nest()?;
            let value = self.comma(live)?;
            self.expect(")")?;
            self.depth -= 1;
            return Ok(value);
        }
        let at = self.pos;
        let Some(tok) = self.toks.get(at) else {
            return Err(self.problem(codes::BAD_CONDITION, at, "The condition lacks a value"));
        };
        self.pos += 1;
        let text = self.spellings.text(tok);
        let value = match (tok.kind, tok.spelling) {
            (Kind::Number, _) => integer(text),
            (Kind::Char, _) => character(text),
            (Kind::Word, Spelling::Name(Symbol::DEFINED)) => {
                Err("`defined` needs the name of a macro".to_owned())
            }
            (Kind::Word, Spelling::Name(Symbol::HAS_INCLUDE)) => {
                Err("`__has_include` needs a header in parentheses".to_owned())
            }
            (Kind::Word, _) => Ok(Value::signed(0)),
            _ => Err(format!("`{text}` has no value in a condition")),
        };
        value.map_err(|message| self.problem(codes::BAD_CONDITION, at, message))
    }

    /// Goes one level deeper. Only levels that are left without a problem are counted back.
    fn nest(&mut self) -> Result<()> {
        self.depth += 1;
        if self.depth > MAX_CONDITION_DEPTH {
            let message = format!("The condition is nested more than {MAX_CONDITION_DEPTH} deep");
            return Err(self.problem(codes::BAD_CONDITION, self.pos, message));
        }
        Ok(())
    }
}

const LEVELS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<", "<=", ">", ">="],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

fn precedence(operator: &str) -> Option<(usize, &'static str)> {
    let level = |(level, operators): (usize, &&'static [&'static str])| {
        operators.iter().find(|known| **known == operator).map(|known| (level, *known))
    };
    LEVELS.iter().enumerate().find_map(level)
}

/// `None` for a division by zero.
fn apply(operator: &str, left: Value, right: Value) -> Option<Value> {
    let unsigned = left.unsigned || right.unsigned;
    let (a, b) = (left.bits, right.bits);
    let (signed_a, signed_b) = (a as i64, b as i64);
    let truth = |holds: bool| Value::signed(i64::from(holds));
    let less = |strictly: bool| match (unsigned, strictly) {
        (true, true) => a < b,
        (true, false) => a <= b,
        (false, true) => signed_a < signed_b,
        (false, false) => signed_a <= signed_b,
    };
    let bits = match operator {
        "||" => return Some(truth(a != 0 || b != 0)),
        "&&" => return Some(truth(a != 0 && b != 0)),
        "==" => return Some(truth(a == b)),
        "!=" => return Some(truth(a != b)),
        "<" => return Some(truth(less(true))),
        "<=" => return Some(truth(less(false))),
        ">" => return Some(truth(!less(false))),
        ">=" => return Some(truth(!less(true))),
        "<<" => return Some(left.shifted_left(right)),
        ">>" => return Some(left.shifted_right(right)),
        "|" => a | b,
        "^" => a ^ b,
        "&" => a & b,
        "+" => a.wrapping_add(b),
        "-" => a.wrapping_sub(b),
        "*" => a.wrapping_mul(b),
        "/" if b != 0 && unsigned => a / b,
        "/" if b != 0 => signed_a.wrapping_div(signed_b) as u64,
        "%" if b != 0 && unsigned => a % b,
        "%" if b != 0 => signed_a.wrapping_rem(signed_b) as u64,
        _ => return None,
    };
    Some(Value { bits, unsigned })
}
