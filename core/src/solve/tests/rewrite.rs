//! The constructors change how a term looks, never what it means.

use crate::hash::FxHashMap;
use proptest::prelude::*;

use super::BIN_OPS;
use super::recipe::{follow, number, recipes};
use crate::scpl::{BinOp, Bits, Extend, UnOp, apply_bin, apply_un, resize};
use crate::solve::term::Node;
use crate::solve::{Term, Terms};

/// A term in `x` and `y` together with what it must be for every pair of values.
#[derive(Clone)]
struct Checked {
    term: Term,
    means: Vec<Bits>,
}

/// All terms over two symbols of one width, for all values of them.
struct Bench {
    terms: Terms,
    width: u8,
    x: Checked,
    y: Checked,
    known: FxHashMap<Term, Vec<Bits>>,
}

impl Bench {
    fn new(width: u8) -> Self {
        let mut terms = Terms::new();
        let size = 1 << width;
        let (x, y) = (terms.fresh(width), terms.fresh(width));
        let all = |of: fn(u64, u64) -> u64| {
            (0..size * size).map(|idx| Bits::new(of(idx, size), width)).collect()
        };
        let x = Checked { term: x, means: all(|idx, size| idx % size) };
        let y = Checked { term: y, means: all(|idx, size| idx / size) };
        Self { terms, width, x, y, known: FxHashMap::default() }
    }

    fn constant(&mut self, value: u64) -> Checked {
        let bits = Bits::new(value, self.width);
        Checked { term: self.terms.constant(bits), means: vec![bits; self.x.means.len()] }
    }

    fn bin(&mut self, op: BinOp, a: &Checked, b: &Checked) -> Option<Checked> {
        let is_shift = matches!(op, BinOp::Shl | BinOp::Lshr | BinOp::Ashr);
        if !is_shift && self.terms.width(a.term) != self.terms.width(b.term) {
            return None;
        }
        let term = self.terms.bin(op, a.term, b.term);
        let means = a.means.iter().zip(&b.means).map(|(&a, &b)| apply_bin(op, a, b)).collect();
        Some(self.check(term, means, &format!("{op:?}")))
    }

    fn un(&mut self, op: UnOp, a: &Checked) -> Checked {
        let term = self.terms.un(op, a.term);
        self.check(term, a.means.iter().map(|&a| apply_un(op, a)).collect(), &format!("{op:?}"))
    }

    fn resize(&mut self, extend: Extend, width: u8, a: &Checked) -> Checked {
        let term = self.terms.resize(extend, width, a.term);
        let means = a.means.iter().map(|&a| resize(extend, width, a)).collect();
        self.check(term, means, &format!("{extend:?} {width}"))
    }

    fn ite(&mut self, c: &Checked, a: &Checked, b: &Checked) -> Checked {
        let term = self.terms.ite(c.term, a.term, b.term);
        let choose = |idx| if c.means[idx] == Bits::TRUE { a.means[idx] } else { b.means[idx] };
        self.check(term, (0..a.means.len()).map(choose).collect(), "ite")
    }

    fn check(&mut self, term: Term, means: Vec<Bits>, what: &str) -> Checked {
        self.eval(term);
        let found = &self.known[&term];
        assert!(*found == means, "{what}: {found:?} is not {means:?} in {:?}", self.terms);
        Checked { term, means }
    }

    /// Finds the values of a term for all values of the symbols.
    fn eval(&mut self, t: Term) {
        for at in self.terms.cone(&[t], &|at| self.known.contains_key(&at)) {
            let of = |t: Term| &self.known[&t];
            let values = match self.terms.node(at) {
                Node::Const(bits) => vec![bits; self.x.means.len()],
                Node::Symbol(..) if at == self.x.term => self.x.means.clone(),
                Node::Symbol(..) => self.y.means.clone(),
                Node::Un(op, a) => of(a).iter().map(|&a| apply_un(op, a)).collect(),
                Node::Bin(op, a, b) => {
                    of(a).iter().zip(of(b)).map(|(&a, &b)| apply_bin(op, a, b)).collect()
                }
                Node::Ite(c, a, b) => {
                    let sides = of(a).iter().zip(of(b));
                    let choose = |(&c, (&a, &b))| if c == Bits::TRUE { a } else { b };
                    of(c).iter().zip(sides).map(choose).collect()
                }
                Node::Resize(extend, width, a) => {
                    of(a).iter().map(|&a| resize(extend, width, a)).collect()
                }
            };
            self.known.insert(at, values);
        }
    }

    /// Everything that one operation makes of the symbols and a constant.
    fn layer(&mut self, constants: &[Checked]) -> Vec<Checked> {
        let (x, y) = (self.x.clone(), self.y.clone());
        let mut made = vec![x.clone()];
        made.extend(constants.iter().cloned());
        for op in [UnOp::Not, UnOp::Neg] {
            made.push(self.un(op, &x));
        }
        for op in BIN_OPS {
            made.extend(self.bin(op, &x, &y));
            for constant in constants {
                made.extend(self.bin(op, &x, constant));
                made.extend(self.bin(op, constant, &x));
            }
        }
        for width in 1..=self.width + 2 {
            for extend in [Extend::Zero, Extend::Sign] {
                made.push(self.resize(extend, width, &x));
            }
        }
        let less = self.bin(BinOp::Slt, &x, &y).expect("equal widths");
        for constant in constants {
            made.push(self.ite(&less, &x, constant));
            made.push(self.ite(&less, constant, &constants[0]));
        }
        let mut seen = std::collections::HashSet::new();
        made.retain(|made| seen.insert(made.term));
        made
    }
}

/// Any two operations on top of each other, with any constants, for all values.
fn two_operations(width: u8) {
    let mut bench = Bench::new(width);
    let constants: Vec<Checked> = (0..1 << width).map(|value| bench.constant(value)).collect();
    let (x, y) = (bench.x.clone(), bench.y.clone());
    for a in bench.layer(&constants) {
        let a_width = bench.terms.width(a.term);
        let others: Vec<Checked> = (0..1 << a_width)
            .map(|value| {
                let bits = Bits::new(value, a_width);
                Checked { term: bench.terms.constant(bits), means: vec![bits; x.means.len()] }
            })
            .chain([x.clone(), y.clone()])
            .collect();
        for op in [UnOp::Not, UnOp::Neg] {
            bench.un(op, &a);
        }
        for op in BIN_OPS {
            for other in &others {
                bench.bin(op, &a, other);
                bench.bin(op, other, &a);
            }
        }
        for to in 1..=a_width + 2 {
            for extend in [Extend::Zero, Extend::Sign] {
                bench.resize(extend, to, &a);
            }
        }
        if a_width == 1 {
            bench.ite(&a, &x, &y);
        }
        if a_width == width {
            let equal = bench.bin(BinOp::Eq, &x, &y).expect("equal widths");
            bench.ite(&equal, &a, &x);
            bench.ite(&equal, &y, &a);
        }
    }
}

#[test]
fn two_operations_on_one_and_two_bits() {
    two_operations(1);
    two_operations(2);
}

#[test]
fn two_operations_on_three_bits() {
    two_operations(3);
}

#[test]
fn two_operations_on_four_bits() {
    two_operations(4);
}

/// Two operands that were each made by an operation: where the two-sided rules are.
#[test]
fn pairs_of_operations() {
    for width in 1..=3 {
        let mut bench = Bench::new(width);
        let picked = [0, 1, (1 << width) - 1, 1 << (width - 1)].map(|value| bench.constant(value));
        let layer = bench.layer(&picked[1..]);
        for a in &layer {
            for b in &layer {
                for op in BIN_OPS {
                    bench.bin(op, a, b);
                }
            }
        }
    }
}

const WIDTHS: &[u8] = &[1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 24, 31, 32, 33, 63, 64];

/// Compares the terms of a recipe with what they mean.
fn check(recipe: &super::recipe::Recipe, values: &[Vec<u64>]) -> Result<(), TestCaseError> {
    let mut terms = Terms::new();
    let made = follow(&mut terms, recipe, values);
    let symbols: Vec<_> =
        made[..recipe.symbols.len()].iter().map(|made| terms.symbol(made.term)).collect();
    for made in &made {
        for (idx, &bits) in made.means.iter().enumerate() {
            let value = |symbol| {
                let at = symbols.iter().position(|&other| other == Some(symbol));
                at.map_or(0, |at| values[idx][at])
            };
            prop_assert_eq!(terms.eval(made.term, &value), bits);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn random_terms_of_all_widths(
        recipe in recipes(WIDTHS, 24),
        values in prop::collection::vec(prop::collection::vec(number(), 4), 12),
    ) {
        check(&recipe, &values)?;
    }

    /// Few widths make operands fit, so that more rules apply.
    #[test]
    fn random_terms_of_few_widths(
        recipe in recipes(&[1, 3, 5], 24),
        values in prop::collection::vec(prop::collection::vec(any::<u64>(), 4), 12),
    ) {
        check(&recipe, &values)?;
    }
}
