//! Random numbers that are the same everywhere.

/// SplitMix64.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64, case: u64) -> Self {
        let mut rng = Self(seed);
        Self(rng.next() ^ case.wrapping_mul(0x2545_f491_4f6c_dd1d))
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Below `n`; 0 if `n` is.
    pub fn below(&mut self, n: usize) -> usize {
        if n == 0 { 0 } else { (self.next() % n as u64) as usize }
    }

    pub fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn pick<'t, T>(&mut self, from: &'t [T]) -> &'t T {
        &from[self.below(from.len())]
    }

    /// A short range of indices below `n`: mostly one, seldom many.
    pub fn range(&mut self, n: usize) -> std::ops::Range<usize> {
        let start = self.below(n);
        let most = *self.pick(&[1, 1, 1, 2, 4, 10, 40]);
        let len = 1 + self.below(most);
        start..(start + len).min(n)
    }
}
