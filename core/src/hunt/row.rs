//! Values of variables, packed into words.
//!
//! A row holds the values of all shared variables, or of one thread's locals, in *cells*; its first
//! word is its *head*, which is not a cell. Rows are computed on as they are stored: unpacking them
//! first would cost more than all the rest.
//!
//! A value that the program takes from anywhere is not decided when it is taken but when it is first
//! looked at; until then its cell is *open*. Most such values are overwritten before anybody looks,
//! or never matter, and cost nothing this way.

use crate::scpl::VarId;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    Is(u64),
    Open(Origin, Age),
}

/// Where an open cell's value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// Input, or memory without an initial value: every value can occur.
    Free,
    Unmodelled,
}

/// Since when a cell is open. Deciding an old one is a step of its own, after which the thread may
/// be stuck; with a new one the macro-step picks a value that gets it through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Age {
    /// Opened in the macro-step under way.
    New,
    Old,
}

/// Which row; for `Local`, that of the thread in question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Row {
    Shared,
    Local,
}

/// A cell's address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct At {
    pub row: Row,
    pub cell: u32,
}

/// What is known of a cell that is to be packed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub var: VarId,
    pub width: u8,
    pub may_be_open: bool,
}

/// How the cells of a row are packed.
#[derive(Debug)]
pub(super) struct Packing {
    fields: Vec<Field>,
    n_words: usize,
    /// The bits that say that an open cell is new.
    new: Vec<Mask>,
}

#[derive(Clone, Copy, Debug)]
struct Field {
    bits: Range,
    /// Tells open cells from others; absent if the cell never is open.
    mark: Option<Range>,
}

/// Where in a row a number is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Range {
    word: u32,
    shift: u8,
    width: u8,
}

/// Some bits of a word of a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mask {
    word: u32,
    bits: u64,
}

const MARK_WIDTH: u8 = 3;
const MARK_OPEN: u64 = 1;
const MARK_UNMODELLED: u64 = 2;
const MARK_NEW: u64 = 4;

impl Packing {
    pub fn new(shapes: &[Shape]) -> Self {
        let (mut word, mut used) = (1, 0);
        let mut take = |width: u8| {
            if used + width > 64 {
                (word, used) = (word + 1, 0);
            }
            used += width;
            Range { word, shift: used - width, width }
        };
        let field = |shape: &Shape| Field {
            bits: take(shape.width),
            mark: shape.may_be_open.then(|| take(MARK_WIDTH)),
        };
        let fields: Vec<Field> = shapes.iter().map(field).collect();
        let new = fields.iter().filter_map(|field| field.mark);
        let new = merge(new.map(|mark| Mask { word: mark.word, bits: MARK_NEW << mark.shift }));
        let n_words = if fields.is_empty() { 1 } else { word as usize + 1 };
        Self { fields, n_words, new }
    }

    pub fn n_words(&self) -> usize {
        self.n_words
    }

    /// Where the cell is, if it is never open.
    pub fn decided(&self, cell: u32) -> Option<Range> {
        let field = self.fields[cell as usize];
        field.mark.is_none().then_some(field.bits)
    }

    pub fn get(&self, row: &[u64], cell: u32) -> Cell {
        let field = self.fields[cell as usize];
        match field.mark.map_or(0, |mark| mark.get(row)) {
            0 => Cell::Is(field.bits.get(row)),
            mark => {
                let is = |bit| mark & bit != 0;
                let origin = if is(MARK_UNMODELLED) { Origin::Unmodelled } else { Origin::Free };
                Cell::Open(origin, if is(MARK_NEW) { Age::New } else { Age::Old })
            }
        }
    }

    pub fn put(&self, row: &mut [u64], cell: u32, value: Cell) {
        let field = self.fields[cell as usize];
        let (value, mark) = match value {
            Cell::Is(value) => (value, 0),
            Cell::Open(origin, age) => {
                let mut mark = MARK_OPEN;
                mark |= if origin == Origin::Unmodelled { MARK_UNMODELLED } else { 0 };
                mark |= if age == Age::New { MARK_NEW } else { 0 };
                (0, mark)
            }
        };
        field.bits.put(row, value);
        match field.mark {
            Some(range) => range.put(row, mark),
            None => debug_assert_eq!(mark, 0, "a cell is open that never should be"),
        }
    }

    /// The bits of these cells.
    pub fn masks(&self, cells: &[u32]) -> Vec<Mask> {
        let ranges = cells.iter().flat_map(|&cell| {
            let field = self.fields[cell as usize];
            [Some(field.bits), field.mark]
        });
        merge(
            ranges
                .flatten()
                .map(|range| Mask { word: range.word, bits: range.mask() << range.shift }),
        )
    }

    /// Makes all open cells old.
    pub fn age(&self, row: &mut [u64]) {
        clear(row, &self.new);
    }
}

/// Sets bits to 0.
pub(super) fn clear(row: &mut [u64], masks: &[Mask]) {
    for mask in masks {
        row[mask.word as usize] &= !mask.bits;
    }
}

fn merge(masks: impl Iterator<Item = Mask>) -> Vec<Mask> {
    let mut merged: Vec<Mask> = Vec::new();
    for mask in masks {
        match merged.iter_mut().find(|known| known.word == mask.word) {
            Some(known) => known.bits |= mask.bits,
            None => merged.push(mask),
        }
    }
    merged
}

impl Range {
    fn mask(self) -> u64 {
        u64::MAX >> (64 - self.width)
    }

    pub fn get(self, row: &[u64]) -> u64 {
        row[self.word as usize] >> self.shift & self.mask()
    }

    fn put(self, row: &mut [u64], value: u64) {
        debug_assert!(value <= self.mask(), "{value} does not fit into {} bits", self.width);
        let word = &mut row[self.word as usize];
        *word = *word & !(self.mask() << self.shift) | value << self.shift;
    }
}
