//! Types as they are written.

use std::sync::Arc;

use super::{Annotation, Expr, Name, Span};

#[derive(Clone, Debug, PartialEq)]
pub struct QualType {
    pub ty: Type,
    pub atomic: bool,
    pub constant: bool,
    pub volatile: bool,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    Void,
    Bool,
    Int(IntKind),
    Float(FloatKind),
    /// A typedef, or a type that only Braid's model headers use (`__braid_mutex_t`).
    Named(Name),
    /// Shared by all declarators of a declaration, so that an anonymous struct is one type.
    Record(Arc<Record>),
    Enum(Arc<Enum>),
    Pointer(Box<QualType>),
    /// Element and size; no size for `[]`.
    Array(Box<QualType>, Option<Box<Expr>>),
    Function(Box<FunctionType>),
    Typeof(Box<Expr>),
    /// Something not understood, named for the user: "a vector type".
    Unsupported(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IntKind {
    /// Plain `char`, whose sign is the platform's.
    Char,
    SignedChar,
    UnsignedChar,
    Short,
    UnsignedShort,
    Int,
    UnsignedInt,
    Long,
    UnsignedLong,
    LongLong,
    UnsignedLongLong,
    /// `__int128`
    Int128,
    UnsignedInt128,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatKind {
    Float,
    Double,
    LongDouble,
    /// `_Float16`
    Half,
    /// `_Float128` and `_Decimal128`
    Quadruple,
    Complex,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordKind {
    Struct,
    Union,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    pub kind: RecordKind,
    pub tag: Option<Name>,
    /// `None` if this only names the tag.
    pub fields: Option<Vec<Field>>,
    pub alignment: Alignment,
    /// The most that its fields are aligned to, by `#pragma pack`.
    pub pack: Option<u32>,
    /// Unique in the unit: two records with the same number are the same occurrence in the text.
    pub id: u32,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// `None` for an anonymous struct or union member.
    pub name: Option<Name>,
    pub ty: QualType,
    /// The width of a bit-field.
    pub bits: Option<Expr>,
    pub alignment: Alignment,
    pub annotations: Vec<Annotation>,
    pub span: Span,
}

/// What attributes and `_Alignas` say about where something may lie.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Alignment {
    /// `__attribute__((packed))`: at any byte; for a record, so are its fields.
    pub packed: bool,
    /// Multiples of each of these.
    pub multiples: Vec<Expr>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Enum {
    pub tag: Option<Name>,
    /// Enumerators with their values where given; `None` if this only names the tag.
    pub enumerators: Option<Vec<(Name, Option<Expr>, Span)>>,
    /// `__attribute__((packed))`: no wider than its values need.
    pub packed: bool,
    /// Unique in the unit, as for records.
    pub id: u32,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub struct FunctionType {
    pub result: QualType,
    pub params: Vec<Param>,
    pub variadic: bool,
    /// `f()`: declared without saying anything about the parameters; with parameters, an old-style
    /// definition, of which callers know no more.
    pub unspecified: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    pub name: Option<Name>,
    pub ty: QualType,
    pub span: Span,
}
