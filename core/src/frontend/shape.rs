//! tree-sitter's tree, flat and in terms of tokens.
//!
//! One walk copies what matters of the tree into an array, in the order of the text: a node's
//! children follow it, and `next` leads past them. Punctuation and comments are dropped; what is
//! left knows its tokens instead of its bytes. The walk is a loop, so the depth of the tree does
//! not matter here.

use std::ops::Range;

use tree_sitter::Tree;

use super::grammar::{Kind, Role, Tables};
use super::respell::{Class, Respelled};

/// A node, by its place in [`Shape`].
pub type NodeIdx = usize;

#[derive(Clone, Copy, Debug)]
pub struct Node {
    pub kind: Kind,
    pub role: Role,
    /// The first of its tokens, and the one behind the last, tails included. A node of padding only
    /// is empty.
    pub start: u32,
    pub end: u32,
    /// Behind the node and all that is in it.
    next: u32,
}

impl Node {
    pub fn is_padding(&self) -> bool {
        self.start == self.end
    }

    pub fn tokens(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// What tree-sitter could not fit into its grammar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// Tokens that fit nowhere.
    Extra { start: u32, end: u32 },
    /// A token that is not there; the last one before the gap.
    Missing { after: u32, what: String },
}

pub struct Shape {
    pub nodes: Vec<Node>,
    pub misfits: Vec<Misfit>,
}

impl Shape {
    pub const ROOT: NodeIdx = 0;

    pub fn children(&self, node: NodeIdx) -> Children<'_> {
        Children { shape: self, at: node + 1, end: self.nodes[node].next as usize }
    }

    pub fn child(&self, node: NodeIdx, role: Role) -> Option<NodeIdx> {
        self.children(node).find(|&child| self.nodes[child].role == role)
    }

    /// The only child, or the first one.
    pub fn first(&self, node: NodeIdx) -> Option<NodeIdx> {
        self.children(node).next()
    }
}

#[derive(Clone)]
pub struct Children<'s> {
    shape: &'s Shape,
    at: NodeIdx,
    end: NodeIdx,
}

impl Iterator for Children<'_> {
    type Item = NodeIdx;

    fn next(&mut self) -> Option<NodeIdx> {
        let node = self.at;
        if node >= self.end {
            return None;
        }
        self.at = self.shape.nodes[node].next as usize;
        Some(node)
    }
}

/// Copies the tree.
pub fn flatten(tree: &Tree, respelled: &Respelled, classes: &[Class]) -> Shape {
    let tables = Tables::get();
    let check_missing = tree.root_node().has_error();
    let mut places = Places { places: &respelled.places, classes, at: 0, end: 0 };
    let mut shape = Shape { nodes: Vec::new(), misfits: Vec::new() };
    // The nodes around the current one; `None` for those that are dropped.
    let mut open: Vec<Option<NodeIdx>> = Vec::new();
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        let kind = tables.kind(node.kind_id());
        let role = cursor.field_id().map_or(Role::None, |id| tables.role(id.get()));
        let start = places.find(node.start_byte() as u32);
        let kept = match kind {
            Kind::Comment => false,
            Kind::Token => role == Role::Operator,
            _ => true,
        };
        let inside = cursor.goto_first_child();
        if !inside && kind != Kind::Comment {
            if check_missing && node.is_missing() {
                let what = if node.is_named() { "" } else { node.kind() }.to_owned();
                let after = places.end.saturating_sub(1);
                shape.misfits.push(Misfit::Missing { after, what });
            } else {
                places.pass(node.start_byte() as u32);
            }
        }
        let idx = kept.then(|| {
            let end = start.max(places.end);
            shape.nodes.push(Node { kind, role, start, end, next: shape.nodes.len() as u32 + 1 });
            shape.nodes.len() - 1
        });
        if inside {
            open.push(idx);
            continue;
        }
        if kind == Kind::Error {
            shape.misfits.push(Misfit::Extra { start, end: start.max(places.end) });
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return shape;
            }
            if let Some(idx) = open.pop().flatten() {
                let next = shape.nodes.len() as u32;
                let node = &mut shape.nodes[idx];
                node.next = next;
                node.end = node.start.max(places.end);
                if node.kind == Kind::Error {
                    shape.misfits.push(Misfit::Extra { start: node.start, end: node.end });
                }
            }
        }
    }
}

/// Follows the tokens along with the walk.
struct Places<'a> {
    places: &'a [(u32, u32)],
    classes: &'a [Class],
    /// The first token that does not end before the current byte.
    at: usize,
    /// Behind the last token that was passed, tails included.
    end: u32,
}

impl Places<'_> {
    /// The token at a byte, or the next one; bytes only grow.
    fn find(&mut self, offset: u32) -> u32 {
        while self.places.get(self.at).is_some_and(|&(_, end)| end <= offset) {
            self.at += 1;
        }
        self.at as u32
    }

    /// Passes the leaf that starts at a byte, unless it is padding.
    fn pass(&mut self, offset: u32) {
        let at = self.find(offset) as usize;
        if self.places.get(at).is_none_or(|&(start, _)| start > offset) {
            return;
        }
        let mut end = at + 1;
        let mut next = end;
        while let Some(&class) = self.classes.get(next) {
            next += 1;
            if class.is_tail() {
                end = next;
            } else if class != Class::Mark {
                break;
            }
        }
        self.end = end as u32;
    }
}
