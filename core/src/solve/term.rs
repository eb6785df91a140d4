//! Terms: expressions over free symbols, each stored once.
//!
//! A term is an index into a table of nodes, and a node is looked up before it is made, so equal
//! terms are equal numbers. An operand is always older than what it is used in: ascending order is
//! bottom-up order, and nothing here recurses over the depth of a term.
//!
//! Only the normalising constructors (`normal/`) make nodes; they keep few forms alive. What a node
//! may look like is listed at [`Node`], and what it means is `scpl`'s evaluation and nothing else.

use crate::hash::{FxHashMap, FxHashSet};

use crate::scpl::{BinOp, Bits, Extend, UnOp, apply_bin, apply_un, resize};

/// A bit vector of 1 to 64 bits. Only meaningful together with the [`Terms`] that made it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Term(u32);

/// A free variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symbol(u32);

/// What a term is made of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    Const(Bits),
    Symbol(Symbol, u8),
    Un(UnOp, Term),
    Bin(BinOp, Term, Term),
    Ite(Term, Term, Term),
    Resize(Extend, u8, Term),
}

impl Node {
    pub fn operands(self) -> impl Iterator<Item = Term> {
        let [a, b, c] = match self {
            Node::Const(_) | Node::Symbol(..) => [None; 3],
            Node::Un(_, a) | Node::Resize(_, _, a) => [Some(a), None, None],
            Node::Bin(_, a, b) => [Some(a), Some(b), None],
            Node::Ite(a, b, c) => [Some(a), Some(b), Some(c)],
        };
        [a, b, c].into_iter().flatten()
    }
}

/// The table of all terms.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    nodes: Vec<Node>,
    widths: Vec<u8>,
    ids: FxHashMap<Node, Term>,
    /// The term of each symbol.
    symbols: Vec<Term>,
    /// How many constructors are waiting for another one; see `normal/`.
    pub(super) depth: u32,
}

impl Terms {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn constant(&mut self, bits: Bits) -> Term {
        self.intern(Node::Const(bits))
    }

    /// A new symbol, as a term.
    pub fn fresh(&mut self, width: u8) -> Term {
        debug_assert!((1..=64).contains(&width), "widths are between 1 and 64");
        let symbol = Symbol(self.symbols.len() as u32);
        let term = self.intern(Node::Symbol(symbol, width));
        self.symbols.push(term);
        term
    }

    /// The symbol that this term is, if it is one.
    pub fn symbol(&self, t: Term) -> Option<Symbol> {
        match self.node(t) {
            Node::Symbol(symbol, _) => Some(symbol),
            _ => None,
        }
    }

    /// The term that stands for a symbol.
    pub fn of_symbol(&self, symbol: Symbol) -> Term {
        self.symbols[symbol.0 as usize]
    }

    pub fn width(&self, t: Term) -> u8 {
        self.widths[t.0 as usize]
    }

    pub fn as_const(&self, t: Term) -> Option<Bits> {
        match self.node(t) {
            Node::Const(bits) => Some(bits),
            _ => None,
        }
    }

    /// The value of a term, given those of its symbols; bits of these beyond the width are ignored.
    pub fn eval(&self, t: Term, value: &dyn Fn(Symbol) -> u64) -> Bits {
        let mut values = FxHashMap::default();
        self.eval_into(t, value, &mut values)
    }

    /// The same, for many terms under one valuation: `values` keeps what was found.
    pub(super) fn eval_into(
        &self,
        t: Term,
        value: &dyn Fn(Symbol) -> u64,
        values: &mut FxHashMap<Term, Bits>,
    ) -> Bits {
        for at in self.cone(&[t], &|at| values.contains_key(&at)) {
            let bits = match self.node(at) {
                Node::Const(bits) => bits,
                Node::Symbol(symbol, width) => Bits::new(value(symbol), width),
                Node::Un(op, a) => apply_un(op, values[&a]),
                Node::Bin(op, a, b) => apply_bin(op, values[&a], values[&b]),
                Node::Ite(condition, then, otherwise) => match values[&condition] {
                    Bits::TRUE => values[&then],
                    _ => values[&otherwise],
                },
                Node::Resize(extend, width, a) => resize(extend, width, values[&a]),
            };
            values.insert(at, bits);
        }
        values[&t]
    }

    /// The symbols that occur in these terms, ascending.
    pub fn symbols_in(&self, roots: &[Term]) -> Vec<Symbol> {
        let mut symbols: Vec<Symbol> =
            self.cone(roots, &|_| false).into_iter().filter_map(|t| self.symbol(t)).collect();
        symbols.sort_unstable();
        symbols
    }

    /// These terms and what they are made of, operands first. Neither a term that is `known` nor
    /// what it alone is made of is included.
    pub(super) fn cone(&self, roots: &[Term], known: &dyn Fn(Term) -> bool) -> Vec<Term> {
        let mut seen = FxHashSet::default();
        let mut cone = Vec::new();
        let mut waiting = roots.to_vec();
        while let Some(t) = waiting.pop() {
            if !known(t) && seen.insert(t) {
                cone.push(t);
                waiting.extend(self.node(t).operands());
            }
        }
        cone.sort_unstable();
        cone
    }

    pub fn node(&self, t: Term) -> Node {
        self.nodes[t.0 as usize]
    }

    /// The term of a node that cannot be simplified.
    pub(super) fn intern(&mut self, node: Node) -> Term {
        if let Some(&t) = self.ids.get(&node) {
            return t;
        }
        let t = Term(self.nodes.len() as u32);
        self.widths.push(self.width_of(node));
        self.nodes.push(node);
        self.ids.insert(node, t);
        t
    }

    fn width_of(&self, node: Node) -> u8 {
        match node {
            Node::Const(bits) => bits.width,
            Node::Symbol(_, width) | Node::Resize(_, width, _) => width,
            Node::Bin(BinOp::Eq | BinOp::Ne, ..)
            | Node::Bin(BinOp::Ult | BinOp::Ule | BinOp::Slt | BinOp::Sle, ..) => 1,
            Node::Un(_, a) | Node::Bin(_, a, _) | Node::Ite(_, a, _) => self.width(a),
        }
    }
}
