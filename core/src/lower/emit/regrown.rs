//! Memory that takes the place of other memory: `realloc`.
//!
//! As much as fits is taken over piece by piece: elements of an array, or the members of a struct that ends in
//! an array without a length, and then that array's elements. Whether a piece is there depends on how many
//! bytes were asked for, then and now.

use std::collections::BTreeSet;

use super::super::fold;
use super::super::memory::Dim;
use super::super::points_to::Instance;
use super::super::typed::TExpr;
use super::super::types::{QTy, RecordIdx, Ty};
use super::Emitter;
use super::heap::{Asked, Block};
use super::places::{Alternative, Region};
use crate::scpl::{BinOp, Expr};
use crate::text::Span;

/// Part of what is in memory, that is taken over as a whole or not at all.
#[derive(Clone)]
struct Piece {
    /// Numbers of fields.
    path: Vec<u32>,
    /// Which element of an array.
    index: Option<u64>,
    ty: QTy,
    /// How many bytes there must be for it.
    end: u64,
}

impl Emitter<'_> {
    /// What is in old memory goes to new memory, as much as fits; the old memory is freed.
    pub(super) fn taken_over(
        &mut self,
        pool: Instance,
        new: &Expr,
        asked: Option<&Expr>,
        address: Expr,
        old: &TExpr,
        span: Span,
    ) -> Option<()> {
        let width = self.program.types.pointer_width();
        let unit = self.program.typed.object(pool.object).heap?.unit;
        let (blocks, unknown) = self.blocks_of(old, &address)?;
        let (done, given) = (self.new_label(), self.new_label());
        let null = fold::bin(BinOp::Eq, address.clone(), Expr::constant(0, width));
        self.branch(null, done, given, span);
        self.place_if_reached(given);
        let pools: BTreeSet<Instance> = blocks.iter().map(|block| block.pool).collect();
        let both = || std::iter::once(&pool).chain(&pools);
        let open = both().find_map(|pool| self.extended(*pool));
        let pieces = self.pieces(pool, open)?;
        let mut sources = Vec::new();
        for &from in &pools {
            let own = self.pieces(from, open)?;
            if own.iter().zip(&pieces).any(|(own, piece)| own.ty.ty != piece.ty.ty) {
                self.lost(span, "memory that changes its type", "allocate new memory");
                return None;
            }
            sources.push((from, own));
        }
        for block in &blocks {
            self.must_be_kept(block, span)?;
        }
        for (number, piece) in pieces.iter().enumerate() {
            let to = self.piece_of(pool, new, piece);
            let from: Vec<Alternative> = sources
                .iter()
                .filter_map(|(from, own)| Some((*from, own.get(number)?)))
                .flat_map(|(from, own)| self.piece_of(from, &address, own))
                .collect();
            if from.is_empty() {
                break;
            }
            let end = Expr::constant(piece.end, width);
            let mut there = Expr::FALSE;
            for one in &from {
                let holds = match self.asked(one) {
                    Some(asked) => fold::and(one.guard.clone(), asked.reaches(end.clone())),
                    None => one.guard.clone(),
                };
                there = fold::bin(BinOp::Or, there, holds);
            }
            if let Some(count) = asked {
                let asked = Asked { count: count.clone(), unit, width };
                there = fold::and(there, asked.reaches(end));
            }
            let (yes, no) = (self.new_label(), self.new_label());
            self.branch(there, yes, no, span);
            self.place_if_reached(yes);
            let region = |alternatives| Region { alternatives, ty: piece.ty.clone(), valid: None };
            self.copy_region(&region(to), &region(from), span);
            self.jump(no, span);
            self.place_if_reached(no);
        }
        self.release(blocks, unknown, old, span);
        self.place(done);
        self.cur.map(|_| ())
    }

    /// Goes on if there is room for all that an object has been asked for with, if it is this one: what is beyond is
    /// not known.
    fn must_be_kept(&mut self, block: &Block, span: Span) -> Option<()> {
        let types = self.program.types;
        let Some(asked) = self.asked_in(block.pool, &block.index) else { return Some(()) };
        let room = types.size(&self.data_type(block.pool)?) / asked.unit;
        let fits = fold::bin(BinOp::Ule, asked.count, Expr::constant(room, asked.width));
        let holds = fold::bin(BinOp::Or, fold::not(block.guard.clone()), fits);
        let given = self.program.typed.object(block.pool.object).span;
        self.must_have_room(block.pool, holds, given, span)
    }

    /// The struct with an array without a length that the objects of a pool are, with room in that array.
    fn extended(&self, pool: Instance) -> Option<RecordIdx> {
        let Ty::Record(record) = self.data_type(pool)? else { return None };
        self.program.types.record(record).extends
    }

    /// What the objects of a pool consist of; if they are structs that end in such an array, member by member.
    fn pieces(&self, pool: Instance, open: Option<RecordIdx>) -> Option<Vec<Piece>> {
        let types = self.program.types;
        let elements = |path: Vec<u32>, element: &QTy, n: u64, start: u64| {
            let size = types.size(&element.ty).max(1);
            let piece = move |number| Piece {
                path: path.clone(),
                index: Some(number),
                ty: element.clone(),
                end: start + (number + 1) * size,
            };
            (0..n).map(piece).collect::<Vec<_>>()
        };
        let whole = match self.data_type(pool)? {
            Ty::Array(element, n) => return Some(elements(Vec::new(), &element, n, 0)),
            Ty::Record(record) => {
                let def = types.record(record);
                let is_open = open.is_some_and(|open| open == record || def.extends == Some(open));
                match (is_open, def.fields.as_ref()?.split_last()) {
                    (true, Some((last, members))) => {
                        let Ty::Array(element, n) = &last.ty.ty else { return None };
                        let mut pieces: Vec<Piece> = (0..)
                            .zip(members)
                            .map(|(number, member)| Piece {
                                path: vec![number],
                                index: None,
                                ty: member.ty.clone(),
                                end: (member.offset + types.size(&member.ty.ty)).min(last.offset),
                            })
                            .collect();
                        let path = vec![members.len() as u32];
                        pieces.extend(elements(path, element, *n, last.offset));
                        return Some(pieces);
                    }
                    _ => Ty::Record(record),
                }
            }
            other => other,
        };
        let end = types.size(&whole).max(1);
        Some(vec![Piece { path: Vec::new(), index: None, ty: QTy::plain(whole), end }])
    }

    /// A piece of each object of a pool, if the object starts at an address.
    fn piece_of(&mut self, pool: Instance, address: &Expr, piece: &Piece) -> Vec<Alternative> {
        let width = self.program.types.pointer_width();
        let Dim { count, stride } = self.pool_dim(pool);
        let base = self.cells(pool).base;
        let path: Vec<u32> = std::iter::once(0).chain(piece.path.iter().copied()).collect();
        let block = |block| {
            let start = Expr::constant(base + block * stride, width);
            let indices = std::iter::once(block).chain(piece.index);
            Alternative {
                guard: fold::bin(BinOp::Eq, address.clone(), start),
                instance: pool,
                path: path.clone(),
                indices: indices.map(|index| Expr::constant(index, width)).collect(),
                slice: None,
            }
        };
        (0..count).map(block).collect()
    }
}
