//! Expressions over cells.
//!
//! The variables of an expression are resolved to cells once; constants are folded. Evaluation stops
//! at the first open cell it needs: the value of the expression depends on what is decided there.

use super::row::{At, Cell, Packing, Range, Row};
use crate::scpl::{BinOp, Bits, Extend, UnOp, apply_bin, apply_un, resize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct NodeId(u32);

#[derive(Clone, Copy, Debug)]
pub(super) enum Node {
    Const(u64),
    /// The active thread's own name; see `names.rs`.
    Me,
    Cell(At),
    /// A cell that is never open.
    Decided(Row, Range),
    Elem(Elem),
    /// An element of an array that never changes, from `Code::tables`.
    Table {
        first: u32,
        len: u32,
        index: NodeId,
    },
    Un(UnOp, u8, NodeId),
    /// The width is that of the left operand.
    Bin(BinOp, u8, NodeId, NodeId),
    Ite(NodeId, NodeId, NodeId),
    Resize {
        extend: Extend,
        from: u8,
        to: u8,
        operand: NodeId,
    },
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Elem {
    pub row: Row,
    pub first: u32,
    pub len: u32,
    pub index: NodeId,
}

#[derive(Debug, Default)]
pub(super) struct Code {
    nodes: Vec<Node>,
    tables: Vec<u64>,
}

/// What the expressions of one thread can see.
#[derive(Clone, Copy, Debug)]
pub(super) struct View<'a> {
    pub packings: &'a Packings,
    pub shared: &'a [u64],
    pub local: &'a [u64],
    pub me: u64,
}

/// How the rows are packed.
#[derive(Debug)]
pub(super) struct Packings {
    pub shared: Packing,
    pub local: Packing,
}

impl Packings {
    pub fn of(&self, row: Row) -> &Packing {
        match row {
            Row::Shared => &self.shared,
            Row::Local => &self.local,
        }
    }
}

impl View<'_> {
    fn read(&self, at: At) -> Result<u64, At> {
        let cell = match at.row {
            Row::Shared => self.packings.shared.get(self.shared, at.cell),
            Row::Local => self.packings.local.get(self.local, at.cell),
        };
        match cell {
            Cell::Is(value) => Ok(value),
            Cell::Open(..) => Err(at),
        }
    }
}

impl Code {
    pub fn node(&self, id: NodeId) -> Node {
        self.nodes[id.0 as usize]
    }

    pub fn add(&mut self, node: Node) -> NodeId {
        let node = match self.fold(node) {
            Some(value) => Node::Const(value),
            None => node,
        };
        self.nodes.push(node);
        NodeId(self.nodes.len() as u32 - 1)
    }

    pub fn add_table(&mut self, values: impl IntoIterator<Item = u64>) -> u32 {
        let first = self.tables.len() as u32;
        self.tables.extend(values);
        first
    }

    pub fn as_const(&self, id: NodeId) -> Option<u64> {
        match self.node(id) {
            Node::Const(value) => Some(value),
            _ => None,
        }
    }

    /// The value of a node whose operands are constants.
    fn fold(&self, node: Node) -> Option<u64> {
        let value = match node {
            Node::Const(_) | Node::Me | Node::Cell(_) | Node::Decided(..) | Node::Elem(_) => {
                return None;
            }
            Node::Table { first, len, index } => self.entry(first, len, self.as_const(index)?),
            Node::Un(op, width, a) => apply_un(op, bits(self.as_const(a)?, width)).value,
            Node::Bin(op, width, a, b) => binary(op, width, self.as_const(a)?, self.as_const(b)?),
            Node::Ite(condition, then, otherwise) => {
                let chosen = if self.as_const(condition)? == 1 { then } else { otherwise };
                self.as_const(chosen)?
            }
            Node::Resize { extend, from, to, operand } => {
                resize(extend, to, bits(self.as_const(operand)?, from)).value
            }
        };
        Some(value)
    }

    fn entry(&self, first: u32, len: u32, index: u64) -> u64 {
        if index < u64::from(len) { self.tables[first as usize + index as usize] } else { 0 }
    }

    /// The value, or the open cell that it depends on.
    pub fn eval(&self, id: NodeId, view: &View) -> Result<u64, At> {
        Ok(match self.node(id) {
            Node::Const(value) => value,
            Node::Me => view.me,
            Node::Cell(at) => view.read(at)?,
            Node::Decided(Row::Shared, range) => range.get(view.shared),
            Node::Decided(Row::Local, range) => range.get(view.local),
            Node::Elem(elem) => match self.element(elem, view)? {
                Some(at) => view.read(at)?,
                None => 0,
            },
            Node::Table { first, len, index } => self.entry(first, len, self.eval(index, view)?),
            Node::Un(op, width, a) => apply_un(op, bits(self.eval(a, view)?, width)).value,
            Node::Bin(op, width, a, b) => {
                let a = self.eval(a, view)?;
                match op {
                    // The right operand is then not needed, and may be open.
                    BinOp::And if a == 0 => 0,
                    BinOp::Or if width == 1 && a == 1 => 1,
                    _ => binary(op, width, a, self.eval(b, view)?),
                }
            }
            Node::Ite(condition, then, otherwise) => {
                let chosen = if self.eval(condition, view)? == 1 { then } else { otherwise };
                self.eval(chosen, view)?
            }
            Node::Resize { extend, from, to, operand } => {
                resize(extend, to, bits(self.eval(operand, view)?, from)).value
            }
        })
    }

    /// The cell, if it may be open, that a conditional expression turns out to be a plain copy of.
    pub fn copied(&self, mut id: NodeId, view: &View) -> Result<Option<At>, At> {
        if !matches!(self.node(id), Node::Ite(..)) {
            return Ok(None);
        }
        while let Node::Ite(condition, then, otherwise) = self.node(id) {
            id = if self.eval(condition, view)? == 1 { then } else { otherwise };
        }
        match self.node(id) {
            Node::Cell(at) => Ok(Some(at)),
            Node::Elem(elem) => self.element(elem, view),
            _ => Ok(None),
        }
    }

    /// The cell of an array element, if the index is within the bounds.
    pub fn element(&self, elem: Elem, view: &View) -> Result<Option<At>, At> {
        let index = self.eval(elem.index, view)?;
        let within = index < u64::from(elem.len);
        Ok(within.then(|| At { row: elem.row, cell: elem.first + index as u32 }))
    }
}

fn bits(value: u64, width: u8) -> Bits {
    Bits { value, width }
}

fn binary(op: BinOp, width: u8, a: u64, b: u64) -> u64 {
    // The amount of a shift may have another width, which plays no role.
    apply_bin(op, bits(a, width), bits(b, width)).value
}
