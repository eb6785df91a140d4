//! Values of variables: as cells to compute with, and packed into words to be stored.
//!
//! A value that the program takes from anywhere is not decided when it is taken but when it is first
//! looked at; until then its cell is *open*. Most such values are overwritten before anybody looks,
//! or never matter, and cost nothing this way.

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Cell {
    Is(u64),
    Open(Origin, Age),
}

/// Where an open cell's value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Origin {
    /// Input, or memory without an initial value: every value can occur.
    Free,
    Unmodelled,
}

/// Since when a cell is open. Deciding an old one is a step of its own, after which the thread may
/// be stuck; with a new one the macro-step picks a value that gets it through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Age {
    /// Opened in the macro-step under way.
    New,
    Old,
}

impl Cell {
    pub const ZERO: Cell = Cell::Is(0);
}

/// Which row of cells; for `Local`, that of the thread in question.
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

/// How the cells of a row are packed. The first word is left to the caller.
#[derive(Debug)]
pub(super) struct Packing {
    fields: Vec<Field>,
    n_words: usize,
}

#[derive(Clone, Copy, Debug)]
struct Field {
    bits: Range,
    /// Two bits that tell open cells from others; absent if the cell never is.
    mark: Option<Range>,
}

#[derive(Clone, Copy, Debug)]
struct Range {
    word: u32,
    shift: u8,
    width: u8,
}

/// What is known of a cell that is to be packed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub width: u8,
    pub may_be_open: bool,
}

const MARK_FREE: u64 = 1;
const MARK_UNMODELLED: u64 = 2;

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
        let fields: Vec<Field> = shapes
            .iter()
            .map(|shape| Field {
                bits: take(shape.width),
                mark: shape.may_be_open.then(|| take(2)),
            })
            .collect();
        let n_words = if fields.is_empty() { 1 } else { word as usize + 1 };
        Self { fields, n_words }
    }

    pub fn n_words(&self) -> usize {
        self.n_words
    }

    /// Replaces `words`; the first one is `head`.
    pub fn pack(&self, head: u64, cells: &[Cell], words: &mut Vec<u64>) {
        words.clear();
        words.resize(self.n_words, 0);
        words[0] = head;
        for (field, cell) in self.fields.iter().zip(cells) {
            match *cell {
                Cell::Is(value) => field.bits.put(words, value),
                Cell::Open(origin, _) => {
                    let mark = match origin {
                        Origin::Free => MARK_FREE,
                        Origin::Unmodelled => MARK_UNMODELLED,
                    };
                    let range = field.mark;
                    debug_assert!(range.is_some(), "a cell is open that never should be");
                    range.inspect(|range| range.put(words, mark));
                }
            }
        }
    }

    /// The cells; open ones are old.
    pub fn unpack(&self, words: &[u64], cells: &mut Vec<Cell>) {
        cells.clear();
        cells.extend(self.fields.iter().map(|field| field.get(words)));
    }
}

impl Field {
    fn get(self, words: &[u64]) -> Cell {
        match self.mark.map_or(0, |mark| mark.get(words)) {
            0 => Cell::Is(self.bits.get(words)),
            MARK_FREE => Cell::Open(Origin::Free, Age::Old),
            _ => Cell::Open(Origin::Unmodelled, Age::Old),
        }
    }
}

impl Range {
    fn mask(self) -> u64 {
        u64::MAX >> (64 - self.width)
    }

    fn get(self, words: &[u64]) -> u64 {
        words[self.word as usize] >> self.shift & self.mask()
    }

    fn put(self, words: &mut [u64], value: u64) {
        debug_assert!(value <= self.mask(), "{value} does not fit into {} bits", self.width);
        let word = &mut words[self.word as usize];
        *word = *word & !(self.mask() << self.shift) | value << self.shift;
    }
}
