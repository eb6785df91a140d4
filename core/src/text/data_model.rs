//! How wide C's integer types and pointers are.

/// The data model a program is compiled for. `char` has 8 bits, `short` 16, `int` 32 and
/// `long long` 64 in both; `long` and pointers are what differs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DataModel {
    /// 32-bit `long` and pointers, as on i386.
    Ilp32,
    /// 64-bit `long` and pointers, as on x86-64 Linux.
    #[default]
    Lp64,
}

impl DataModel {
    /// The width in bits of `long`, of a pointer, of `size_t`.
    pub fn long_bits(self) -> u32 {
        match self {
            DataModel::Ilp32 => 32,
            DataModel::Lp64 => 64,
        }
    }
}
