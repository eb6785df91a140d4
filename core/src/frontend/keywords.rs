//! Words with a meaning of their own.

use super::lex::{Lex, TypeWord};
use crate::ast::{FloatKind, RecordKind, Storage};

/// The keywords of C17, C23 and GNU C that Braid knows, in all their spellings.
pub const KEYWORDS: &[(&str, Lex)] = &[
    ("void", Lex::TypeWord(TypeWord::Void)),
    ("char", Lex::TypeWord(TypeWord::Char)),
    ("short", Lex::TypeWord(TypeWord::Short)),
    ("int", Lex::TypeWord(TypeWord::Int)),
    ("long", Lex::TypeWord(TypeWord::Long)),
    ("signed", Lex::TypeWord(TypeWord::Signed)),
    ("__signed", Lex::TypeWord(TypeWord::Signed)),
    ("__signed__", Lex::TypeWord(TypeWord::Signed)),
    ("unsigned", Lex::TypeWord(TypeWord::Unsigned)),
    ("float", Lex::TypeWord(TypeWord::Float)),
    ("double", Lex::TypeWord(TypeWord::Double)),
    ("_Bool", Lex::TypeWord(TypeWord::Bool)),
    ("__int128", Lex::TypeWord(TypeWord::Int128)),
    ("__int128_t", Lex::TypeWord(TypeWord::Int128)),
    ("_Complex", Lex::TypeWord(TypeWord::Complex)),
    ("__complex__", Lex::TypeWord(TypeWord::Complex)),
    ("_Float32x", Lex::TypeWord(TypeWord::OtherFloat(FloatKind::Double))),
    ("_Float64x", Lex::TypeWord(TypeWord::OtherFloat(FloatKind::LongDouble))),
    ("_Float16", Lex::TypeWord(TypeWord::OtherFloat(FloatKind::Half))),
    ("_Float32", Lex::TypeWord(TypeWord::OtherFloat(FloatKind::Float))),
    ("_Float64", Lex::TypeWord(TypeWord::OtherFloat(FloatKind::Double))),
    ("_Float128", Lex::TypeWord(TypeWord::OtherFloat(FloatKind::Quadruple))),
    ("__float128", Lex::TypeWord(TypeWord::OtherFloat(FloatKind::Quadruple))),
    ("_Decimal32", Lex::TypeWord(TypeWord::OtherFloat(FloatKind::Float))),
    ("_Decimal64", Lex::TypeWord(TypeWord::OtherFloat(FloatKind::Double))),
    ("_Decimal128", Lex::TypeWord(TypeWord::OtherFloat(FloatKind::Quadruple))),
    ("__auto_type", Lex::TypeWord(TypeWord::Auto)),
    ("const", Lex::Const),
    ("__const", Lex::Const),
    ("__const__", Lex::Const),
    ("constexpr", Lex::Const),
    ("volatile", Lex::Volatile),
    ("__volatile", Lex::Volatile),
    ("__volatile__", Lex::Volatile),
    ("restrict", Lex::Restrict),
    ("__restrict", Lex::Restrict),
    ("__restrict__", Lex::Restrict),
    ("static", Lex::Storage(Storage::Static)),
    ("extern", Lex::Storage(Storage::Extern)),
    ("typedef", Lex::Storage(Storage::Typedef)),
    ("register", Lex::Storage(Storage::Register)),
    ("auto", Lex::Storage(Storage::Auto)),
    ("inline", Lex::Inline),
    ("__inline", Lex::Inline),
    ("__inline__", Lex::Inline),
    ("_Noreturn", Lex::Noreturn),
    ("_Thread_local", Lex::ThreadLocal),
    ("__thread", Lex::ThreadLocal),
    ("thread_local", Lex::ThreadLocal),
    ("_Atomic", Lex::Atomic),
    ("_Alignas", Lex::Alignas),
    ("alignas", Lex::Alignas),
    ("__attribute__", Lex::Attribute),
    ("__attribute", Lex::Attribute),
    ("__extension__", Lex::Extension),
    ("struct", Lex::Record(RecordKind::Struct)),
    ("union", Lex::Record(RecordKind::Union)),
    ("enum", Lex::Enum),
    ("typeof", Lex::Typeof),
    ("__typeof", Lex::Typeof),
    ("__typeof__", Lex::Typeof),
    ("typeof_unqual", Lex::Typeof),
    ("sizeof", Lex::Sizeof),
    ("_Alignof", Lex::Alignof),
    ("alignof", Lex::Alignof),
    ("__alignof", Lex::Alignof),
    ("__alignof__", Lex::Alignof),
    ("_Generic", Lex::Generic),
    ("__builtin_offsetof", Lex::Offsetof),
    ("offsetof", Lex::Offsetof),
    ("__builtin_va_arg", Lex::TypeCall),
    ("va_arg", Lex::TypeCall),
    ("__builtin_types_compatible_p", Lex::TypeCall),
    ("__builtin_choose_expr", Lex::TypeCall),
    ("__builtin_convertvector", Lex::TypeCall),
    ("__builtin_bit_cast", Lex::TypeCall),
    ("__real__", Lex::ComplexPart),
    ("__imag__", Lex::ComplexPart),
    ("_Static_assert", Lex::StaticAssert),
    ("static_assert", Lex::StaticAssert),
    ("asm", Lex::Asm),
    ("__asm", Lex::Asm),
    ("__asm__", Lex::Asm),
    ("__label__", Lex::LocalLabel),
    ("if", Lex::If),
    ("else", Lex::Else),
    ("switch", Lex::Switch),
    ("case", Lex::Case),
    ("default", Lex::Default),
    ("while", Lex::While),
    ("do", Lex::Do),
    ("for", Lex::For),
    ("return", Lex::Return),
    ("goto", Lex::Goto),
    ("break", Lex::Break),
    ("continue", Lex::Continue),
];

/// Identifiers for Braid that tree-sitter's grammar takes for types, constants or keywords of other
/// compilers. `bool`, `true`, `false` and `nullptr` are words that a program may redefine.
#[rustfmt::skip]
pub const RESERVED: &[&str] = &[
    "bool", "true", "false", "nullptr", "TRUE", "FALSE", "NULL", "size_t", "ssize_t", "ptrdiff_t",
    "intptr_t", "uintptr_t", "charptr_t", "nullptr_t", "max_align_t", "int8_t", "int16_t",
    "int32_t", "int64_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t", "char8_t", "char16_t",
    "char32_t", "char64_t", "noreturn", "_Nonnull", "__forceinline", "__cdecl", "__clrcall",
    "__stdcall", "__fastcall", "__thiscall", "__vectorcall", "__uptr", "__sptr", "_unaligned",
    "__unaligned", "__based", "__declspec", "__try", "__except", "__finally", "__leave", "_alignof",
    "defined",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_is_listed_twice() {
        let mut words: Vec<&str> =
            KEYWORDS.iter().map(|&(word, _)| word).chain(RESERVED.iter().copied()).collect();
        let n_words = words.len();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), n_words);
    }
}
