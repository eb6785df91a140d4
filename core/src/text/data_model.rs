//! How wide C's types are.

/// The widths of `long` and of pointers; all other integer types are the same in both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DataModel {
    /// `int`, `long` and pointers have 32 bits.
    Ilp32,
    /// `long` and pointers have 64 bits.
    #[default]
    Lp64,
}

impl DataModel {
    pub fn long_width(self) -> u8 {
        match self {
            DataModel::Ilp32 => 32,
            DataModel::Lp64 => 64,
        }
    }

    /// The width in bits of `long`, of a pointer, of `size_t`.
    pub fn long_bits(self) -> u32 {
        u32::from(self.long_width())
    }

    pub fn pointer_width(self) -> u8 {
        self.long_width()
    }
}
