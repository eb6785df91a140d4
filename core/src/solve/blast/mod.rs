//! Terms to gates, one literal a bit, least significant first.
//!
//! What a term becomes is kept, so a term that occurs in many questions is built once. A symbol becomes
//! as many inputs as it has bits. Quotients and remainders are inputs too, tied to their operands by a
//! condition (`divide.rs`).

mod arith;
mod divide;
mod shift;

use crate::hash::FxHashMap;

use super::aig::{Aig, Lit};
use super::term::{Node, Symbol, Term, Terms};
use crate::scpl::{BinOp, Bits, Extend, UnOp};

/// The bits of a term.
type Word = Vec<Lit>;

#[derive(Clone, Debug)]
pub(super) struct Blaster {
    pub aig: Aig,
    words: FxHashMap<Term, Word>,
    /// Dividend and divisor to quotient and remainder, all unsigned.
    divisions: FxHashMap<(Word, Word), (Word, Word)>,
}

impl Blaster {
    pub fn new() -> Self {
        Self { aig: Aig::new(), words: FxHashMap::default(), divisions: FxHashMap::default() }
    }

    /// The bits of a term.
    pub fn word(&mut self, terms: &Terms, t: Term) -> &[Lit] {
        let missing = terms.cone(&[t], &|t| self.words.contains_key(&t));
        for t in missing {
            let word = self.build(terms, t);
            debug_assert_eq!(word.len(), usize::from(terms.width(t)), "{:?}", terms.node(t));
            self.words.insert(t, word);
        }
        &self.words[&t]
    }

    /// The bits of a symbol, if anybody has asked for a term with it.
    pub fn known(&self, terms: &Terms, symbol: Symbol) -> Option<&[Lit]> {
        self.words.get(&terms.of_symbol(symbol)).map(Vec::as_slice)
    }

    /// The word of a term whose operands have theirs.
    fn build(&mut self, terms: &Terms, t: Term) -> Word {
        let word = |t: Term| self.words[&t].clone();
        match terms.node(t) {
            Node::Const(bits) => constant(bits),
            Node::Symbol(_, width) => (0..width).map(|_| self.aig.input()).collect(),
            Node::Un(UnOp::Not, a) => complement(&word(a)),
            Node::Un(UnOp::Neg, a) => {
                let a = word(a);
                self.negate(&a)
            }
            Node::Bin(BinOp::Add, a, b) => {
                let (a, b) = (word(a), word(b));
                self.sum_of_terms(terms, t, a, b)
            }
            Node::Bin(op, a, b) => {
                let (a, b) = (word(a), word(b));
                self.bin(op, &a, &b)
            }
            Node::Ite(condition, then, otherwise) => {
                let (condition, then, otherwise) = (word(condition), word(then), word(otherwise));
                self.choose(condition[0], &then, &otherwise)
            }
            Node::Resize(extend, width, a) => resize(extend, width, &word(a)),
        }
    }

    /// A sum. `a - b` is spelled `a + -b`, and one adder does both.
    fn sum_of_terms(&mut self, terms: &Terms, t: Term, a: Word, b: Word) -> Word {
        let Node::Bin(_, left, right) = terms.node(t) else { unreachable!("called for sums") };
        if let Node::Un(UnOp::Neg, right) = terms.node(right) {
            let b = complement(&self.words[&right]);
            self.add(&a, &b, Lit::TRUE).0
        } else if let Node::Un(UnOp::Neg, left) = terms.node(left) {
            let a = complement(&self.words[&left]);
            self.add(&b, &a, Lit::TRUE).0
        } else {
            self.add(&a, &b, Lit::FALSE).0
        }
    }

    fn bin(&mut self, op: BinOp, a: &[Lit], b: &[Lit]) -> Word {
        match op {
            BinOp::Add => self.add(a, b, Lit::FALSE).0,
            BinOp::Sub => self.add(a, &complement(b), Lit::TRUE).0,
            BinOp::Mul => self.multiply(a, b),
            BinOp::Udiv => self.divide(a, b).0,
            BinOp::Urem => self.divide(a, b).1,
            BinOp::Sdiv => self.signed_quotient(a, b),
            BinOp::Srem => self.signed_remainder(a, b),
            BinOp::And => self.zip(a, b, Aig::and),
            BinOp::Or => self.zip(a, b, Aig::or),
            BinOp::Xor => self.zip(a, b, Aig::xor),
            BinOp::Shl => self.shift_left(a, b),
            BinOp::Lshr => self.shift_right(a, b, Lit::FALSE),
            BinOp::Ashr => self.shift_right(a, b, a[a.len() - 1]),
            BinOp::Eq => vec![self.equal(a, b)],
            BinOp::Ne => vec![!self.equal(a, b)],
            BinOp::Ult => vec![self.less(a, b)],
            BinOp::Ule => vec![!self.less(b, a)],
            BinOp::Slt => vec![self.less(&shifted_range(a), &shifted_range(b))],
            BinOp::Sle => vec![!self.less(&shifted_range(b), &shifted_range(a))],
        }
    }

    fn zip(&mut self, a: &[Lit], b: &[Lit], gate: fn(&mut Aig, Lit, Lit) -> Lit) -> Word {
        a.iter().zip(b).map(|(&a, &b)| gate(&mut self.aig, a, b)).collect()
    }

    fn choose(&mut self, condition: Lit, then: &[Lit], otherwise: &[Lit]) -> Word {
        self.zip_choice(condition, then.iter().copied(), otherwise.iter().copied())
    }

    fn zip_choice(
        &mut self,
        condition: Lit,
        then: impl Iterator<Item = Lit>,
        otherwise: impl Iterator<Item = Lit>,
    ) -> Word {
        then.zip(otherwise).map(|(then, other)| self.aig.mux(condition, then, other)).collect()
    }
}

fn constant(bits: Bits) -> Word {
    (0..bits.width).map(|idx| Lit::constant(bits.value >> idx & 1 == 1)).collect()
}

/// The value of a word all of whose bits are constant.
fn as_const(word: &[Lit]) -> Option<u64> {
    let bits = word.iter().enumerate();
    bits.map(|(idx, lit)| lit.as_const().map(|bit| u64::from(bit) << idx)).sum()
}

fn complement(word: &[Lit]) -> Word {
    word.iter().map(|&lit| !lit).collect()
}

/// With the sign flipped: the order of these, unsigned, is the signed order of the words.
fn shifted_range(word: &[Lit]) -> Word {
    let mut word = word.to_vec();
    if let Some(sign) = word.last_mut() {
        *sign = !*sign;
    }
    word
}

fn resize(extend: Extend, width: u8, word: &[Lit]) -> Word {
    let fill = match extend {
        Extend::Zero => Lit::FALSE,
        Extend::Sign => word[word.len() - 1],
    };
    (0..usize::from(width)).map(|idx| word.get(idx).copied().unwrap_or(fill)).collect()
}
