//! Decisions taken from bytes.
//!
//! Random tests and fuzzers both have bytes to give, and both shrink them by dropping some and lowering
//! others. So the first alternative of every decision is the simplest one, and what the bytes do not
//! decide any more gets it.

#[derive(Clone, Debug)]
pub struct Dice<'a> {
    bytes: &'a [u8],
}

impl<'a> Dice<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    /// A number below `n`, which is not 0.
    pub fn below(&mut self, n: usize) -> usize {
        let mut value = self.byte();
        if n > 256 {
            value = value << 8 | self.byte();
        }
        value % n
    }

    /// Yes, with the given probability.
    pub fn percent(&mut self, percent: usize) -> bool {
        self.below(100) + percent >= 100
    }

    pub fn pick<'t, T>(&mut self, from: &'t [T]) -> &'t T {
        &from[self.below(from.len())]
    }

    /// A value of the given width: small, close to the greatest, or any.
    pub fn bits(&mut self, width: u8) -> u64 {
        let mask = u64::MAX >> (64 - width);
        let value = match self.below(4) {
            0 | 1 => self.below(4) as u64,
            2 => !(self.below(4) as u64),
            _ => (0..8).fold(0, |value, _| value << 8 | self.byte() as u64),
        };
        value & mask
    }

    fn byte(&mut self) -> usize {
        match self.bytes.split_first() {
            Some((first, rest)) => {
                self.bytes = rest;
                usize::from(*first)
            }
            None => 0,
        }
    }
}
