//! Arithmetic types out of the words that name them [C17 6.7.2].

use crate::ast::{FloatKind, IntKind, Type};
use crate::frontend::lex::TypeWord;

/// How often each word was used.
#[derive(Clone, Copy, Debug, Default)]
pub struct TypeWords {
    void: u8,
    char: u8,
    short: u8,
    int: u8,
    long: u8,
    signed: u8,
    unsigned: u8,
    float: u8,
    double: u8,
    bool: u8,
    int128: u8,
    complex: u8,
    other_float: u8,
    other_kind: Option<FloatKind>,
    auto: u8,
}

impl TypeWords {
    pub fn add(&mut self, word: TypeWord) {
        let count = match word {
            TypeWord::Void => &mut self.void,
            TypeWord::Char => &mut self.char,
            TypeWord::Short => &mut self.short,
            TypeWord::Int => &mut self.int,
            TypeWord::Long => &mut self.long,
            TypeWord::Signed => &mut self.signed,
            TypeWord::Unsigned => &mut self.unsigned,
            TypeWord::Float => &mut self.float,
            TypeWord::Double => &mut self.double,
            TypeWord::Bool => &mut self.bool,
            TypeWord::Int128 => &mut self.int128,
            TypeWord::Complex => &mut self.complex,
            TypeWord::OtherFloat(kind) => {
                self.other_kind = Some(kind);
                &mut self.other_float
            }
            TypeWord::Auto => &mut self.auto,
        };
        *count = count.saturating_add(1);
    }

    /// The type; `None` if the words name none.
    pub fn resolve(self) -> Option<Type> {
        use FloatKind::*;
        use IntKind::*;
        let sign = (self.signed, self.unsigned);
        if self.signed + self.unsigned > 1 || self.int > 1 {
            return None;
        }
        let pick = |plain, unsigned| Some(Type::Int(if sign.1 == 1 { unsigned } else { plain }));
        // The words that exclude each other: void, char, short, long, float, double, bool, int128,
        // complex, other_float, auto.
        let rest = [
            self.void,
            self.char,
            self.short,
            self.long,
            self.float,
            self.double,
            self.bool,
            self.int128,
            self.complex,
            self.other_float,
            self.auto,
        ];
        let signless = self.int == 0 && sign == (0, 0);
        match rest {
            [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] if signless => Some(Type::Void),
            [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0] if self.int == 0 => match sign {
                (0, 0) => Some(Type::Int(Char)),
                _ => pick(SignedChar, UnsignedChar),
            },
            [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0] => pick(Short, UnsignedShort),
            [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] => pick(Int, UnsignedInt),
            [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0] => pick(Long, UnsignedLong),
            [0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0] => pick(LongLong, UnsignedLongLong),
            [0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0] if signless => Some(Type::Float(Float)),
            [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0] if signless => Some(Type::Float(Double)),
            [0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0] if signless => Some(Type::Float(LongDouble)),
            [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0] if signless => Some(Type::Bool),
            [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0] if self.int == 0 => pick(Int128, UnsignedInt128),
            [0, 0, 0, long, float, double, 0, 0, 1, 0, 0]
                if signless && float + double <= 1 && long <= double =>
            {
                Some(Type::Float(Complex))
            }
            [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0] if signless => self.other_kind.map(Type::Float),
            [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0] if signless => Some(Type::Float(Complex)),
            [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1] if signless => {
                Some(Type::Unsupported("a deduced type".to_owned()))
            }
            _ => None,
        }
    }
}
