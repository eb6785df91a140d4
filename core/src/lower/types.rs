//! Semantic types: what the syntax of a type means under a data model.

use std::rc::Rc;

use super::typed::ObjId;
use crate::ast::Name;
use crate::text::DataModel;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ty {
    Void,
    Int(IntTy),
    /// Floating point, by size; values of it are not modelled.
    Float(u8),
    Ptr(Rc<QTy>),
    Array(Rc<QTy>, u64),
    /// An array of which the length, or that of its elements, is known only when the program gets there.
    /// An lvalue of such a type is that of its first element that is none.
    Vla(Rc<QTy>, Length),
    Record(RecordIdx),
    Func(Rc<FuncTy>),
    /// `pthread_t`
    Thread,
    /// `pthread_mutex_t`
    Mutex,
    /// Not supported, or in error; a problem has been reported.
    Error,
}

/// How many elements an array of variable length has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    Constant(u64),
    /// What is in a variable of the model, which nobody writes again.
    Variable(ObjId),
}

/// A type with what is said about it that changes what a program does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QTy {
    pub ty: Ty,
    pub atomic: bool,
    /// The alignment in bytes, if it is not that of the type.
    pub align: Option<u64>,
}

/// A field of a record that is about to be laid out.
#[derive(Debug)]
pub struct NewField {
    pub name: Option<Name>,
    pub ty: QTy,
    /// May lie at any byte.
    pub packed: bool,
    /// Lies at a multiple of this.
    pub at_least: u64,
    pub unit: Option<BitField>,
}

/// A field that is a part of a unit of its type.
#[derive(Clone, Copy, Debug)]
pub struct BitField {
    /// 0 closes the unit.
    pub width: u8,
    pub named: bool,
}

/// What is said about the layout of a whole record.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// Its fields may lie at any byte.
    pub packed: bool,
    /// Its alignment is a multiple of this.
    pub at_least: u64,
    /// No field is aligned to more than this.
    pub at_most: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IntTy {
    pub width: u8,
    pub signed: bool,
    /// Conversion rank [C17 6.3.1.1].
    pub rank: u8,
    pub shape: IntShape,
}

/// What kind of integer it is to the reader; `Bool` also changes conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntShape {
    Plain,
    Bool,
    Char,
    Enum(u32),
    /// A part of an object of which every thread has its own; only in model headers.
    Own,
    /// Some bits of a unit.
    BitField,
    /// A `va_list`: the number of the next argument.
    List,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecordIdx(pub u32);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FuncTy {
    pub result: Ty,
    pub params: Vec<QTy>,
    /// Also true for functions declared without parameters, `f()`.
    pub variadic: bool,
}

#[derive(Clone, Debug)]
pub struct RecordDef {
    pub name: String,
    pub union: bool,
    /// `None` until the definition is seen.
    pub fields: Option<Vec<FieldDef>>,
    pub size: u64,
    pub align: u64,
    /// A field has a type that is not supported.
    pub unknown_size: bool,
    /// Defined in a model header: its fields have no names that the user knows.
    pub builtin: bool,
    /// The same with an open array at its end, of which this has some elements.
    pub extends: Option<RecordIdx>,
    /// The first bits and the ends of the memory locations that bit-fields share.
    pub runs: Vec<(u64, u64)>,
    /// For a union that is stored as words: which field these are.
    pub words: Option<u32>,
}

#[derive(Clone, Debug)]
pub struct FieldDef {
    /// `None` for an anonymous struct member, whose fields are found through it.
    pub name: Option<Name>,
    pub ty: QTy,
    pub offset: u64,
    /// The same in bits.
    pub bit: u64,
    /// For a bit-field: which memory location it shares with those around it [C17 3.14]. They are counted
    /// from 0 in each record.
    pub run: Option<u32>,
}

impl IntTy {
    /// One bit in the model, one byte in memory.
    pub const BOOL: IntTy = IntTy { width: 1, signed: false, rank: 0, shape: IntShape::Bool };
    pub const CHAR: IntTy = IntTy { width: 8, signed: true, rank: 1, shape: IntShape::Char };
    pub const INT: IntTy = IntTy::plain(32, true, 3);
    pub const UINT: IntTy = IntTy::plain(32, false, 3);

    pub const fn plain(width: u8, signed: bool, rank: u8) -> Self {
        IntTy { width, signed, rank, shape: IntShape::Plain }
    }

    pub fn long(model: DataModel, signed: bool) -> Self {
        IntTy::plain(model.long_bits() as u8, signed, 4)
    }

    pub fn long_long(signed: bool) -> Self {
        IntTy::plain(64, signed, 5)
    }

    /// The rank of the first type of 64 bits.
    pub fn wide_rank(model: DataModel) -> u8 {
        match model {
            DataModel::Ilp32 => 5,
            DataModel::Lp64 => 4,
        }
    }

    /// `size_t` or `ptrdiff_t`.
    pub fn pointer_sized(model: DataModel, signed: bool) -> Self {
        match model {
            DataModel::Ilp32 => IntTy::plain(32, signed, 3),
            DataModel::Lp64 => IntTy::plain(64, signed, 4),
        }
    }

    /// Integer promotion [C17 6.3.1.1]: what fits in `int` becomes `int`.
    pub fn promoted(self) -> Self {
        if self.rank < IntTy::INT.rank || self.shape != IntShape::Plain {
            let int = if self.width < 32 || self.signed { IntTy::INT } else { IntTy::UINT };
            int.at_least(self)
        } else {
            self
        }
    }

    /// `self`, unless `other` is wider (an enum over a wide type).
    fn at_least(self, other: IntTy) -> Self {
        if other.width > self.width { IntTy { shape: IntShape::Plain, ..other } } else { self }
    }

    /// The common type of the usual arithmetic conversions [C17 6.3.1.8].
    pub fn common(self, other: Self) -> Self {
        let (a, b) = (self.promoted(), other.promoted());
        if a == b {
            return a;
        }
        if a.signed == b.signed {
            return if a.rank >= b.rank { a } else { b };
        }
        let (signed, unsigned) = if a.signed { (a, b) } else { (b, a) };
        if unsigned.rank >= signed.rank {
            unsigned
        } else if signed.width > unsigned.width {
            signed
        } else {
            IntTy { signed: false, ..signed }
        }
    }
}

impl QTy {
    pub fn plain(ty: Ty) -> Self {
        QTy { ty, atomic: false, align: None }
    }
}

impl Ty {
    pub const INT: Ty = Ty::Int(IntTy::INT);

    pub fn pointer_to(ty: QTy) -> Ty {
        Ty::Ptr(Rc::new(ty))
    }

    pub fn is_pointer(&self) -> bool {
        matches!(self, Ty::Ptr(_))
    }

    pub fn is_scalar(&self) -> bool {
        matches!(self, Ty::Int(_) | Ty::Float(_) | Ty::Ptr(_) | Ty::Thread | Ty::Mutex)
    }

    /// What a pointer points to, or an array's elements.
    pub fn target(&self) -> Option<&QTy> {
        match self {
            Ty::Ptr(target) | Ty::Array(target, _) | Ty::Vla(target, _) => Some(target),
            _ => None,
        }
    }

    /// Whether it is an array of variable length, or points to one.
    pub fn is_variable(&self) -> bool {
        match self {
            Ty::Vla(..) => true,
            Ty::Ptr(target) | Ty::Array(target, _) => target.ty.is_variable(),
            _ => false,
        }
    }

    /// What an array of variable length is made of, however many dimensions it has.
    pub fn flat(&self) -> &Ty {
        match self {
            Ty::Vla(element, _) => element.ty.flat(),
            other => other,
        }
    }
}

/// The records and enums of a program, and the sizes of everything.
#[derive(Debug)]
pub struct Types {
    pub model: DataModel,
    pub records: Vec<RecordDef>,
    /// Enumerators by value, for showing values.
    pub enums: Vec<Vec<(u64, String)>>,
}

impl Types {
    pub fn new(model: DataModel) -> Self {
        Types { model, records: Vec::new(), enums: Vec::new() }
    }

    pub fn record(&self, idx: RecordIdx) -> &RecordDef {
        &self.records[idx.0 as usize]
    }

    pub fn pointer_width(&self) -> u8 {
        self.model.long_bits() as u8
    }

    /// How far apart objects from the heap lie whose size is not constant, if there are addresses enough for that.
    /// So an address within what was asked for is never one within another object, whatever there is room for.
    pub fn far_apart(&self) -> Option<u64> {
        (self.pointer_width() == 64).then_some(1 << 40)
    }

    /// The width of a scalar's bit vector; `None` for what is no bit vector.
    pub fn width(&self, ty: &Ty) -> Option<u8> {
        match ty {
            Ty::Int(int) => Some(int.width),
            Ty::Float(bytes) => Some(bytes.saturating_mul(8).min(64)),
            Ty::Ptr(_) | Ty::Func(_) => Some(self.pointer_width()),
            Ty::Mutex => Some(1),
            _ => None,
        }
    }

    pub fn size(&self, ty: &Ty) -> u64 {
        match ty {
            Ty::Void | Ty::Func(_) => 1, // as gcc has it
            // What is computed from a bit-field is as wide as the field, and lies in an ordinary integer.
            Ty::Int(int) => u64::from(int.width.div_ceil(8)).next_power_of_two(),
            Ty::Float(bytes) => u64::from(*bytes),
            Ty::Ptr(_) => u64::from(self.pointer_width() / 8),
            Ty::Array(element, len) => self.size(&element.ty).saturating_mul(*len),
            Ty::Vla(..) => self.size(ty.flat()),
            Ty::Record(idx) => self.record(*idx).size,
            Ty::Thread => u64::from(self.pointer_width() / 8),
            Ty::Mutex if self.model == DataModel::Ilp32 => 24,
            Ty::Mutex => 40,
            Ty::Error => 4,
        }
    }

    pub fn align(&self, ty: &QTy) -> u64 {
        if let Some(align) = ty.align {
            return align;
        }
        // On 32-bit machines, nothing needs more than a word.
        let most = if self.model == DataModel::Ilp32 { 4 } else { 16 };
        match &ty.ty {
            Ty::Array(element, _) | Ty::Vla(element, _) => self.align(element),
            Ty::Record(idx) => self.record(*idx).align,
            Ty::Mutex => most.min(8),
            other => self.size(other).clamp(1, most),
        }
    }

    /// Whether the size depends on something that is not supported.
    pub fn is_unknown_size(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Error => true,
            Ty::Array(element, _) | Ty::Vla(element, _) => self.is_unknown_size(&element.ty),
            Ty::Record(idx) => self.record(*idx).unknown_size,
            _ => false,
        }
    }

    /// Lays out a record's fields in order [C17 6.7.2.1], as the usual ABIs do.
    pub fn complete(&mut self, idx: RecordIdx, fields: Vec<NewField>, layout: Layout) {
        let union = self.record(idx).union;
        let (mut offset, mut size, mut align) = (0u64, 0u64, layout.at_least);
        let mut defs = Vec::with_capacity(fields.len());
        // Where the next bit-field goes, in bits from the start.
        let mut bits: Option<u64> = None;
        let mut n_runs = 0;
        let mut runs: Vec<(u64, u64)> = Vec::new();
        for NewField { name, mut ty, packed, at_least, unit } in fields {
            let own_align = self.align(&ty);
            if let (Some(field), Ty::Int(int)) = (unit, &mut ty.ty) {
                // A field touches no more words of its type's alignment than its type would.
                let (word, n_words) =
                    (own_align * 8, u64::from(int.width.div_ceil(8)).div_ceil(own_align));
                let width = u64::from(field.width);
                let mut at = if union { 0 } else { bits.unwrap_or(offset * 8) };
                let fits = (at % word + width).div_ceil(word) <= n_words;
                if width == 0 || (!layout.packed && !fits) {
                    at = at.next_multiple_of(word);
                }
                bits = Some(at + width);
                offset = (at + width).div_ceil(8);
                size = size.max(offset);
                if width == 0 || union {
                    n_runs += 1;
                }
                if width > 0 {
                    runs.resize(runs.len().max(n_runs as usize + 1), (u64::MAX, 0));
                    let (start, end) = &mut runs[n_runs as usize];
                    (*start, *end) = ((*start).min(at), (*end).max(at + width));
                }
                if field.named {
                    let unit_align = if layout.packed { 1 } else { own_align };
                    align = align.max(unit_align.min(layout.at_most.unwrap_or(u64::MAX)));
                    if int.shape != IntShape::Bool && field.width < int.width {
                        let shape = IntShape::BitField;
                        *int = IntTy { width: field.width, shape, ..*int };
                    }
                    defs.push(FieldDef { name, ty, offset: at / 8, bit: at, run: Some(n_runs) });
                }
                continue;
            }
            (bits, n_runs) = (None, n_runs + 1);
            let own = if packed || layout.packed { 1 } else { own_align };
            let field_align = own.max(at_least).min(layout.at_most.unwrap_or(u64::MAX));
            let at = if union { 0 } else { offset.next_multiple_of(field_align) };
            offset = at.saturating_add(self.size(&ty.ty));
            size = size.max(offset);
            align = align.max(field_align);
            defs.push(FieldDef { name, ty, offset: at, bit: at * 8, run: None });
        }
        let unknown_size = defs.iter().any(|field| self.is_unknown_size(&field.ty.ty));
        let record = &mut self.records[idx.0 as usize];
        record.unknown_size = unknown_size;
        record.size = size.max(1).next_multiple_of(align);
        record.align = align;
        record.fields = Some(defs);
        record.runs = runs;
    }

    /// The fields of a record that have memory of their own. The members of a union lie in one place: they
    /// are all reached through the first, or through its words.
    pub fn stored(&self, idx: RecordIdx) -> std::ops::Range<u32> {
        let record = self.record(idx);
        let n_fields = record.fields.as_ref().map_or(0, Vec::len) as u32;
        match record.words {
            Some(words) => words..words + 1,
            None if record.union => 0..n_fields.min(1),
            None => 0..n_fields,
        }
    }

    /// The field at the start of a record, if it has any.
    pub fn first(&self, idx: RecordIdx) -> Option<u32> {
        self.stored(idx).next()
    }

    /// The path of field numbers that leads to a named field, through anonymous members.
    pub fn field_path(&self, idx: RecordIdx, name: &str) -> Option<Vec<u32>> {
        let fields = self.record(idx).fields.as_ref()?;
        for (number, field) in fields.iter().enumerate() {
            match (&field.name, &field.ty.ty) {
                (Some(field_name), _) if &**field_name == name => return Some(vec![number as u32]),
                (None, Ty::Record(inner)) => {
                    if let Some(rest) = self.field_path(*inner, name) {
                        return Some([vec![number as u32], rest].concat());
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// The type as C writes it, for messages.
    pub fn describe(&self, ty: &Ty) -> String {
        match ty {
            Ty::Void => "void".into(),
            Ty::Int(int) => match (int.shape, int.width, int.signed) {
                (IntShape::Bool, ..) => "_Bool".into(),
                (IntShape::Enum(_), ..) => "enum".into(),
                (IntShape::Char, ..) => "char".into(),
                (_, width, signed) => {
                    let sign = if signed { "" } else { "unsigned " };
                    let base = match (int.rank, width) {
                        (1, _) => "char",
                        (2, _) => "short",
                        (4, _) => "long",
                        (5, _) => "long long",
                        _ => "int",
                    };
                    format!("{sign}{base}")
                }
            },
            Ty::Float(4) => "float".into(),
            Ty::Float(_) => "double".into(),
            Ty::Ptr(target) => format!("{} *", self.describe(&target.ty)),
            Ty::Array(element, len) => format!("{}[{len}]", self.describe(&element.ty)),
            Ty::Vla(element, _) => format!("{}[]", self.describe(&element.ty)),
            Ty::Record(idx) => {
                let record = self.record(*idx);
                format!("{} {}", if record.union { "union" } else { "struct" }, record.name)
            }
            Ty::Func(_) => "function".into(),
            Ty::Thread => "pthread_t".into(),
            Ty::Mutex => "pthread_mutex_t".into(),
            Ty::Error => "unknown type".into(),
        }
    }
}
