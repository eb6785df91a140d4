//! Values that are not known: a number between two others, plus another one.
//!
//! A *symbol* stands for a number that was chosen. What is known of it is its range, and which cells
//! hold it, or it plus a constant; so what is learnt about one of them is known of all. Sums with
//! constants, comparisons with constants and changes of width are followed. Where one of them cannot be
//! answered for the whole range, it can be for parts of it: a [`Split`] says where to cut. Everything
//! else that is made from a symbol is *lost*: any value of its width may come of it.

use crate::scpl::{BinOp, Bits, Extend, UnOp, apply_bin, apply_un, resize};

/// Numbers from `low` to `high`, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Range {
    pub low: i128,
    pub high: i128,
}

/// What is known of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    Known(Bits),
    /// The low `width` bits of a symbol plus a number.
    Open {
        symbol: usize,
        plus: i128,
        width: u8,
    },
    Lost {
        width: u8,
    },
}

/// An answer depends on whether this symbol is below `at`; both happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    pub symbol: usize,
    pub at: i128,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    Signed,
    Unsigned,
}

impl Range {
    /// All values of a width, as signed numbers.
    pub fn all(width: u8) -> Self {
        let half = 1 << (width - 1);
        Self { low: -half, high: half - 1 }
    }

    pub fn n_values(self) -> i128 {
        self.high - self.low + 1
    }

    /// The number in the range that is next to this one.
    pub fn nearest(self, to: i128) -> i128 {
        to.clamp(self.low, self.high)
    }

    pub fn shifted(self, by: i128) -> Self {
        Self { low: self.low + by, high: self.high + by }
    }

    /// The part below, and the rest.
    pub fn cut(self, at: i128) -> [Self; 2] {
        [Self { high: at - 1, ..self }, Self { low: at, ..self }]
    }
}

impl Value {
    pub fn width(self) -> u8 {
        match self {
            Value::Known(bits) => bits.width,
            Value::Open { width, .. } | Value::Lost { width } => width,
        }
    }

    fn is(self, value: u64) -> bool {
        matches!(self, Value::Known(bits) if bits.value == value & Bits::mask(bits.width))
    }
}

/// What is known of all symbols.
pub struct Ranges<'a> {
    pub ranges: &'a [Range],
    /// Ranges of so many values may be cut until single values are left.
    pub max_tried: i128,
}

impl Ranges<'_> {
    /// A symbol plus a number; known if only one value is left.
    pub fn open(&self, symbol: usize, plus: i128, width: u8) -> Value {
        match self.ranges[symbol] {
            Range { low, high } if low == high => Value::Known(bits(low + plus, width)),
            _ => Value::Open { symbol, plus, width },
        }
    }

    pub fn un(&self, op: UnOp, a: Value) -> Result<Value, Split> {
        match a {
            Value::Known(a) => Ok(Value::Known(apply_un(op, a))),
            _ => self.lost(&[a], a.width()),
        }
    }

    pub fn bin(&self, op: BinOp, a: Value, b: Value) -> Result<Value, Split> {
        use BinOp::{Add, And, Eq, Mul, Ne, Or, Shl, Sle, Slt, Sub, Ule, Ult, Xor};
        if let (Value::Known(a), Value::Known(b)) = (a, b) {
            return Ok(Value::Known(apply_bin(op, a, b)));
        }
        match op {
            And | Mul if a.is(0) || b.is(0) => return Ok(Value::Known(Bits::new(0, a.width()))),
            Or if a.is(u64::MAX) || b.is(u64::MAX) => {
                return Ok(Value::Known(Bits::new(u64::MAX, a.width())));
            }
            And if a.is(u64::MAX) => return Ok(b),
            And if b.is(u64::MAX) => return Ok(a),
            Add | Or | Xor if a.is(0) => return Ok(b),
            Add | Sub | Or | Xor | Shl if b.is(0) => return Ok(a),
            _ => {}
        }
        match (op, a, b) {
            (Add, Value::Open { symbol, plus, width }, Value::Known(other))
            | (Add, Value::Known(other), Value::Open { symbol, plus, width }) => {
                Ok(Value::Open { symbol, plus: plus + i128::from(other.signed()), width })
            }
            (Sub, Value::Open { symbol, plus, width }, Value::Known(other)) => {
                Ok(Value::Open { symbol, plus: plus - i128::from(other.signed()), width })
            }
            (
                Sub,
                Value::Open { symbol, plus, width },
                Value::Open { symbol: other, plus: minus, .. },
            ) if symbol == other => Ok(Value::Known(bits(plus - minus, width))),
            (Eq, ..) => self.equal(a, b),
            (Ne, ..) => Ok(match self.equal(a, b)? {
                Value::Known(holds) => Value::Known(apply_un(UnOp::Not, holds)),
                lost => lost,
            }),
            (Slt, ..) => self.less(a, b, Reading::Signed),
            (Ult, ..) => self.less(a, b, Reading::Unsigned),
            (Sle, ..) => self.at_most(a, b, Reading::Signed),
            (Ule, ..) => self.at_most(a, b, Reading::Unsigned),
            _ => self.lost(&[a, b], a.width()),
        }
    }

    pub fn resize(&self, extend: Extend, to: u8, a: Value) -> Result<Value, Split> {
        match a {
            Value::Known(a) => Ok(Value::Known(resize(extend, to, a))),
            Value::Open { symbol, plus, width } if to <= width => {
                Ok(Value::Open { symbol, plus, width: to })
            }
            Value::Open { symbol, plus, width } => {
                let reading = match extend {
                    Extend::Sign => Reading::Signed,
                    Extend::Zero => Reading::Unsigned,
                };
                let plus = self.unwrapped(symbol, plus, width, reading)?;
                Ok(Value::Open { symbol, plus, width: to })
            }
            Value::Lost { .. } => Ok(Value::Lost { width: to }),
        }
    }

    /// Whatever comes of these is not followed, unless single values can be tried.
    fn lost(&self, from: &[Value], width: u8) -> Result<Value, Split> {
        let is_lost = |value: &Value| matches!(value, Value::Lost { .. });
        if !from.iter().any(is_lost) {
            for value in from {
                self.tried(*value)?;
            }
        }
        Ok(Value::Lost { width })
    }

    /// Cuts the range of a value that has few.
    pub fn tried(&self, value: Value) -> Result<(), Split> {
        match value {
            Value::Open { symbol, .. } => {
                let range = self.ranges[symbol];
                match range.n_values() <= self.max_tried {
                    true => Err(Split { symbol, at: range.low + range.n_values() / 2 }),
                    false => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }

    /// What to add so that the sum is the number that the bits are read as, for the whole range.
    fn unwrapped(
        &self,
        symbol: usize,
        plus: i128,
        width: u8,
        reading: Reading,
    ) -> Result<i128, Split> {
        let n_values = 1_i128 << width;
        let least = if reading == Reading::Signed { -(n_values / 2) } else { 0 };
        let range = self.ranges[symbol];
        let n_rounds = (range.low + plus - least).div_euclid(n_values);
        let plus = plus - n_rounds * n_values;
        match range.high + plus < least + n_values {
            true => Ok(plus),
            false => Err(Split { symbol, at: least + n_values - plus }),
        }
    }

    fn number(&self, bits: Bits, reading: Reading) -> i128 {
        match reading {
            Reading::Signed => bits.signed().into(),
            Reading::Unsigned => bits.value.into(),
        }
    }

    /// Whether a < b.
    fn less(&self, a: Value, b: Value, reading: Reading) -> Result<Value, Split> {
        match (a, b) {
            (Value::Open { symbol, plus, width }, Value::Known(bound)) => {
                let plus = self.unwrapped(symbol, plus, width, reading)?;
                self.is_below(symbol, self.number(bound, reading) - plus)
            }
            (Value::Known(bound), Value::Open { symbol, plus, width }) => {
                let plus = self.unwrapped(symbol, plus, width, reading)?;
                let at_most = self.is_below(symbol, self.number(bound, reading) + 1 - plus)?;
                self.un(UnOp::Not, at_most)
            }
            _ => self.compared(a, b, reading, |a, b| match () {
                () if a.high < b.low => Some(true),
                () if b.high <= a.low => Some(false),
                () => None,
            }),
        }
    }

    /// Whether a <= b.
    fn at_most(&self, a: Value, b: Value, reading: Reading) -> Result<Value, Split> {
        match self.less(b, a, reading)? {
            Value::Known(holds) => Ok(Value::Known(apply_un(UnOp::Not, holds))),
            lost => Ok(lost),
        }
    }

    fn equal(&self, a: Value, b: Value) -> Result<Value, Split> {
        match (a, b) {
            (Value::Open { symbol, plus, width }, Value::Known(other))
            | (Value::Known(other), Value::Open { symbol, plus, width }) => {
                let plus = self.unwrapped(symbol, plus, width, Reading::Signed)?;
                let wanted = self.number(other, Reading::Signed) - plus;
                let is_less = self.is_below(symbol, wanted)?;
                if is_less.is(1) {
                    return Ok(Value::Known(Bits::FALSE));
                }
                self.is_below(symbol, wanted + 1)
            }
            _ => self.compared(a, b, Reading::Signed, |a, b| match () {
                () if a.high < b.low || b.high < a.low => Some(false),
                () if a == b && a.low == a.high => Some(true),
                () => None,
            }),
        }
    }

    /// Whether a symbol is below a number.
    fn is_below(&self, symbol: usize, at: i128) -> Result<Value, Split> {
        match self.ranges[symbol] {
            Range { high, .. } if high < at => Ok(Value::Known(Bits::TRUE)),
            Range { low, .. } if low >= at => Ok(Value::Known(Bits::FALSE)),
            _ => Err(Split { symbol, at }),
        }
    }

    /// Two values that are not known. `decide` is for ranges of which one may be a single number.
    fn compared(
        &self,
        a: Value,
        b: Value,
        reading: Reading,
        decide: impl Fn(Range, Range) -> Option<bool>,
    ) -> Result<Value, Split> {
        let (
            Value::Open { symbol: one, plus, width },
            Value::Open { symbol: other, plus: more, .. },
        ) = (a, b)
        else {
            return Ok(Value::Lost { width: 1 });
        };
        let plus = self.unwrapped(one, plus, width, reading)?;
        let more = self.unwrapped(other, more, width, reading)?;
        let single = |number| Range { low: number, high: number };
        let decided = match one == other {
            // They differ by a constant.
            true => decide(single(plus), single(more)),
            false => decide(self.ranges[one].shifted(plus), self.ranges[other].shifted(more)),
        };
        match decided {
            Some(holds) => Ok(Value::Known(if holds { Bits::TRUE } else { Bits::FALSE })),
            None => self.lost(&[a, b], 1),
        }
    }
}

/// The low bits of a number.
pub fn bits(number: i128, width: u8) -> Bits {
    Bits::new(number as u64, width)
}
