//! What the syntax of a type means.

use std::rc::Rc;

use super::super::codes;
use super::super::typed::{InitStep, LKind, ObjId, ObjStorage, Object, TExpr, TKind};
use super::super::types::{
    BitField, FuncTy, IntShape, IntTy, Layout, Length, NewField, QTy, RecordDef, RecordIdx, Ty,
};
use super::consts::const_value;
use super::{Resolver, Symbol, Tag};
use crate::ast::{self, IntKind, RecordKind, Type};
use crate::hash::FxHashMap;
use crate::text::{DataModel, Problem, Span};

/// No object may be larger: its elements become values of the model.
const MAX_ELEMENTS: u64 = 1 << 16;
/// No object may be aligned to more: the addresses of the model do not go on for ever.
const MAX_ALIGN: u64 = 1 << 16;

impl Resolver<'_> {
    pub fn qual_type(&mut self, syntax: &ast::QualType) -> QTy {
        let resolved = match &syntax.ty {
            Type::Named(name) => self.named(name, syntax.span),
            ty => QTy::plain(self.ty(ty, syntax.span)),
        };
        QTy { atomic: resolved.atomic || syntax.atomic, ..resolved }
    }

    fn named(&mut self, name: &ast::Name, span: Span) -> QTy {
        match &**name {
            "__braid_thread_t" => return QTy::plain(Ty::Thread),
            "__braid_mutex_t" => return QTy::plain(Ty::Mutex),
            "__braid_own_t" => {
                let own = IntTy { shape: IntShape::Own, ..IntTy::plain(32, false, 4) };
                return QTy::plain(Ty::Int(own));
            }
            "__builtin_va_list" => {
                return self.list_type(name).unwrap_or(QTy::plain(Ty::Error));
            }
            _ => {}
        }
        if let Some(Symbol::Typedef(QTy { ty: Ty::Error, .. })) = self.lookup(name)
            && let Some(list) = self.list_type(name)
        {
            return list;
        }
        match self.lookup(name) {
            Some(Symbol::Typedef(ty)) => ty.clone(),
            _ => {
                let ty = match &**name {
                    // Names that the parser knows as types; used without their header.
                    "bool" => Some(Ty::Int(IntTy::BOOL)),
                    "size_t" | "uintptr_t" => {
                        Some(Ty::Int(IntTy::pointer_sized(self.types.model, false)))
                    }
                    "ssize_t" | "ptrdiff_t" | "intptr_t" => {
                        Some(Ty::Int(IntTy::pointer_sized(self.types.model, true)))
                    }
                    _ => None,
                };
                let ty = ty.unwrap_or_else(|| {
                    let message = format!("unknown type `{name}`");
                    let hint = "include the header that declares it, or declare it with `typedef`";
                    self.problems
                        .push(Problem::fatal(codes::UNKNOWN_NAME, span, message).hint(hint));
                    Ty::Error
                });
                QTy::plain(ty)
            }
        }
    }

    fn ty(&mut self, ty: &Type, span: Span) -> Ty {
        match ty {
            Type::Void => Ty::Void,
            Type::Bool => Ty::Int(IntTy::BOOL),
            Type::Int(kind) => self.int(*kind, span),
            Type::Float(ast::FloatKind::Float) => Ty::Float(4),
            Type::Float(ast::FloatKind::LongDouble) => {
                Ty::Float(if self.types.model == DataModel::Ilp32 { 12 } else { 16 })
            }
            Type::Float(ast::FloatKind::Half) => Ty::Float(2),
            Type::Float(ast::FloatKind::Quadruple) => Ty::Float(16),
            Type::Float(_) => Ty::Float(8),
            Type::Named(name) => self.named(name, span).ty,
            Type::Record(record) => self.record(record),
            Type::Enum(definition) => self.enumeration(definition),
            Type::Pointer(target) => Ty::Ptr(Rc::new(self.qual_type(target))),
            Type::Array(element, len) => self.array(element, len.as_deref(), span),
            Type::Function(function) => Ty::Func(Rc::new(self.function_type(function))),
            Type::Typeof(expr) => {
                let value = self.expr_keeping_arrays(expr);
                self.only_measured(&value);
                value.ty
            }
            Type::Unsupported(what) => {
                self.unsupported(
                    span,
                    what,
                    "use an ordinary integer, pointer, array or struct type",
                );
                Ty::Error
            }
        }
    }

    fn int(&mut self, kind: IntKind, span: Span) -> Ty {
        let model = self.types.model;
        Ty::Int(match kind {
            IntKind::Char => IntTy::CHAR,
            IntKind::SignedChar => IntTy::plain(8, true, 1),
            IntKind::UnsignedChar => IntTy::plain(8, false, 1),
            IntKind::Short => IntTy::plain(16, true, 2),
            IntKind::UnsignedShort => IntTy::plain(16, false, 2),
            IntKind::Int => IntTy::INT,
            IntKind::UnsignedInt => IntTy::UINT,
            IntKind::Long => IntTy::long(model, true),
            IntKind::UnsignedLong => IntTy::long(model, false),
            IntKind::LongLong => IntTy::long_long(true),
            IntKind::UnsignedLongLong => IntTy::long_long(false),
            IntKind::Int128 | IntKind::UnsignedInt128 => {
                self.unsupported(span, "a 128-bit integer", "use 64 bits");
                return Ty::Error;
            }
        })
    }

    /// The length of an array: a constant, made of variables that keep one constant value, or what is
    /// computed where the type stands.
    fn array_len(&mut self, len: &ast::Expr) -> Option<Length> {
        let mut value = self.expr(len);
        self.fix(&mut value);
        match const_value(&self.types, &value) {
            Some(constant) => Some(Length::Constant(constant)),
            None => self.variable_length(value),
        }
    }

    /// Replaces `const` variables by their values.
    pub(super) fn fix(&self, expr: &mut TExpr) {
        match &mut expr.kind {
            TKind::Load(lvalue) => {
                if let LKind::Obj(id) = lvalue.kind
                    && let Some(&value) = self.fixed.get(&id)
                {
                    expr.kind = TKind::Const(value);
                }
            }
            TKind::Cast(a) => self.fix(a),
            TKind::Bin(_, a, b) => {
                self.fix(a);
                self.fix(b);
            }
            _ => {}
        }
    }

    /// Remembers the value of a `const` variable.
    pub(super) fn keep_fixed(&mut self, id: ObjId, ty: &ast::QualType, init: &[InitStep]) {
        if let (true, false, [InitStep { target, value }]) = (ty.constant, ty.volatile, init)
            && let (LKind::Obj(_), Ty::Int(_)) = (&target.kind, &target.ty.ty)
            && let Some(value) = const_value(&self.types, value)
        {
            self.fixed.insert(id, value);
        }
    }

    fn array(&mut self, element: &ast::QualType, len: Option<&ast::Expr>, span: Span) -> Ty {
        let element = self.qual_type(element);
        let len = match len {
            // Completed by the initialiser, or a parameter, where it does not matter.
            None => 0,
            Some(len) => match self.array_len(len) {
                Some(Length::Constant(value)) if (value as i64) < 0 => {
                    self.error(len.span, "the size of an array cannot be negative");
                    return Ty::Error;
                }
                Some(length) if matches!(element.ty, Ty::Vla(..)) => {
                    return Ty::Vla(Rc::new(element), length);
                }
                Some(length @ Length::Variable(_)) => return Ty::Vla(Rc::new(element), length),
                Some(Length::Constant(value)) => value,
                None => {
                    let hint = "give the array a constant size";
                    self.unsupported(len.span, "an array whose size is not constant", hint);
                    return Ty::Error;
                }
            },
        };
        let n_elements = self.n_elements(&element.ty).saturating_mul(len);
        if n_elements > MAX_ELEMENTS {
            let what = format!("an array of {n_elements} elements");
            self.unsupported(span, &what, &format!("use at most {MAX_ELEMENTS}"));
            return Ty::Error;
        }
        Ty::Array(Rc::new(element), len)
    }

    fn n_elements(&self, ty: &Ty) -> u64 {
        match ty {
            Ty::Array(element, len) => self.n_elements(&element.ty).saturating_mul(*len),
            _ => 1,
        }
    }

    pub fn function_type(&mut self, syntax: &ast::FunctionType) -> FuncTy {
        let result = self.qual_type(&syntax.result).ty;
        let n_sizes = self.sizes.len();
        let mut params = match syntax.params.iter().any(|param| has_inner_array(&param.ty)) {
            true => self.params_with_names(&syntax.params),
            false => syntax.params.iter().map(|param| self.param_type(&param.ty)).collect(),
        };
        // They are computed by a call, if the function is defined here.
        self.sizes.truncate(n_sizes);
        if let [only] = &params[..]
            && only.ty == Ty::Void
        {
            params.clear();
        }
        FuncTy { result, params, variadic: syntax.variadic || syntax.unspecified }
    }

    /// The types of parameters where that of one may be made with the names of those before it, as in
    /// `int m[rows][cols]`.
    fn params_with_names(&mut self, params: &[ast::Param]) -> Vec<QTy> {
        self.scopes.push(FxHashMap::default());
        let mut types = Vec::new();
        for param in params {
            let ty = self.param_type(&param.ty);
            if let Some(name) = &param.name {
                let object = self.new_object(Object {
                    name: name.to_string(),
                    ty: ty.clone(),
                    storage: ObjStorage::Auto,
                    init: Vec::new(),
                    annotations: Vec::new(),
                    span: param.span,
                    func: None,
                    changes: true,
                    address_taken: false,
                    external: false,
                    named: false,
                    heap: None,
                });
                self.declare(name.clone(), Symbol::Object(object));
            }
            types.push(ty);
        }
        self.scopes.pop();
        types
    }

    /// Arrays and functions as parameters are pointers [C17 6.7.6.3].
    pub fn param_type(&mut self, syntax: &ast::QualType) -> QTy {
        // The outermost size of an array parameter means nothing, and may be anything.
        if let Type::Array(element, _) = &syntax.ty {
            let element = self.qual_type(element);
            return QTy::plain(Ty::pointer_to(element));
        }
        let ty = self.qual_type(syntax);
        match ty.ty {
            Ty::Array(element, _) | Ty::Vla(element, _) => QTy::plain(Ty::Ptr(element)),
            Ty::Func(_) => QTy::plain(Ty::pointer_to(ty)),
            _ => ty,
        }
    }

    fn record(&mut self, record: &ast::Record) -> Ty {
        Ty::Record(self.record_idx(record))
    }

    fn record_idx(&mut self, record: &ast::Record) -> RecordIdx {
        if let Some(Tag::Record(idx)) = self.occurrences.get(&(false, record.id)) {
            return *idx;
        }
        let idx = self.record_for_tag(record);
        self.occurrences.insert((false, record.id), Tag::Record(idx));
        if let Some(fields) = &record.fields {
            let mut resolved = Vec::new();
            for field in fields {
                let mut ty = self.qual_type(&field.ty);
                let mut unit = None;
                if let Some(bits) = &field.bits {
                    let Some(width) = self.bit_field(&ty, bits, field) else { continue };
                    unit = Some(BitField { width, named: field.name.is_some() });
                }
                if ty.ty == Ty::Void || matches!(ty.ty, Ty::Func(_)) || self.is_incomplete(&ty.ty) {
                    self.error(field.span, "a field cannot have this type");
                    ty.ty = Ty::Error;
                }
                if ty.ty.is_variable() {
                    let what = "an array whose size is not constant";
                    self.unsupported(field.span, what, "give the array a constant size");
                    ty.ty = Ty::Error;
                }
                let at_least = self.multiple(&field.alignment);
                let packed = field.alignment.packed;
                resolved.push(NewField { name: field.name.clone(), ty, packed, at_least, unit });
            }
            let layout = Layout {
                packed: record.alignment.packed,
                at_least: self.multiple(&record.alignment),
                at_most: record.pack.map(u64::from),
            };
            let same = self.define_record(record, idx, resolved, layout);
            self.guard_fields(same, fields);
            self.occurrences.insert((false, record.id), Tag::Record(same));
            return same;
        }
        idx
    }

    /// The width of a bit-field; its type becomes one of that width when it is laid out.
    fn bit_field(&mut self, ty: &QTy, bits: &ast::Expr, field: &ast::Field) -> Option<u8> {
        let Ty::Int(int) = ty.ty else {
            if ty.ty != Ty::Error {
                self.error(field.span, "a bit-field is an integer");
            }
            return None;
        };
        let most = if int.shape == IntShape::Bool { 1 } else { int.width };
        match self.const_expr(bits) {
            Some(0) if field.name.is_some() => {
                self.error(bits.span, "a bit-field of width 0 has no name");
                None
            }
            Some(width) if width <= u64::from(most) => Some(width as u8),
            _ => {
                self.error(bits.span, "the width of a bit-field must be a constant that fits");
                None
            }
        }
    }

    /// What the attributes of a declaration make of its type: a variable is aligned to more than its
    /// type, a typedef to just what it says.
    pub fn aligned(&mut self, ty: QTy, declaration: &ast::Declaration) -> QTy {
        if declaration.alignment.multiples.is_empty() {
            return ty;
        }
        let multiple = self.multiple(&declaration.alignment);
        let align = match declaration.storage {
            ast::Storage::Typedef => multiple,
            _ => multiple.max(self.types.align(&ty)),
        };
        QTy { align: Some(align), ..ty }
    }

    /// The least alignment that something may have.
    fn multiple(&mut self, alignment: &ast::Alignment) -> u64 {
        let mut least = 1;
        for multiple in &alignment.multiples {
            match self.const_expr(multiple) {
                Some(0) => {} // no effect [C17 6.7.5]
                Some(n) if n.is_power_of_two() && n <= MAX_ALIGN => least = least.max(n),
                _ => self.error(multiple.span, "an alignment must be a constant power of two"),
            }
        }
        least
    }

    /// Whether the type has no size because a struct is not defined (yet).
    pub fn is_incomplete(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Record(idx) => self.types.record(*idx).fields.is_none(),
            Ty::Array(element, _) | Ty::Vla(element, _) => self.is_incomplete(&element.ty),
            _ => false,
        }
    }

    /// The record a tag names: the one in scope, or a new one [C17 6.7.2.3].
    fn record_for_tag(&mut self, record: &ast::Record) -> RecordIdx {
        let union = record.kind == RecordKind::Union;
        if let Some(tag) = &record.tag {
            let known = if record.fields.is_some() {
                self.tags.last().and_then(|scope| scope.get(tag)).copied()
            } else {
                self.tags.iter().rev().find_map(|scope| scope.get(tag)).copied()
            };
            if let Some(Tag::Record(idx)) = known {
                return idx;
            }
            if let (None, Some(idx)) = (known, self.record_of_earlier_units(record)) {
                self.tags[0].insert(tag.clone(), Tag::Record(idx));
                return idx;
            }
        }
        let name = record.tag.as_deref().unwrap_or("<unnamed>").to_owned();
        self.types.records.push(RecordDef {
            name,
            union,
            fields: None,
            size: 1,
            align: 1,
            unknown_size: false,
            builtin: record.tag.as_deref().is_some_and(|tag| tag.starts_with("__braid_"))
                && (self.is_builtin)(record.span),
            extends: None,
            runs: Vec::new(),
            words: None,
        });
        let idx = RecordIdx(self.types.records.len() as u32 - 1);
        if let Some(tag) = &record.tag {
            self.tags
                .last_mut()
                .expect("there is always a scope")
                .insert(tag.clone(), Tag::Record(idx));
        }
        idx
    }

    fn enumeration(&mut self, definition: &ast::Enum) -> Ty {
        if let Some(Tag::Enum(int)) = self.occurrences.get(&(true, definition.id)) {
            return Ty::Int(*int);
        }
        let Some(enumerators) = &definition.enumerators else {
            let known = definition
                .tag
                .as_ref()
                .and_then(|tag| self.tags.iter().rev().find_map(|scope| scope.get(tag)));
            return Ty::Int(match known {
                Some(Tag::Enum(int)) => *int,
                _ => IntTy::UINT,
            });
        };
        let mut next = 0i64;
        let mut values = Vec::new();
        for (name, value, span) in enumerators {
            if let Some(value) = value {
                match self.const_expr(value) {
                    Some(value) => next = value as i64,
                    None => self.error(*span, "the value of an enumerator must be constant"),
                }
            }
            let int = if i32::try_from(next).is_ok() { IntTy::INT } else { IntTy::long_long(true) };
            self.declare(name.clone(), Symbol::Enumerator(next, int));
            values.push((next, name.clone()));
            next = next.wrapping_add(1);
        }
        // As gcc chooses: unsigned int if it holds all values, else int, else a wider type; the
        // enumerators that are no int have that type too.
        let (low, high) =
            values.iter().fold((0, 0), |(low, high), &(v, _)| (v.min(low), v.max(high)));
        let (width, signed, rank) = match (low, high) {
            (0, 0..=0xff) if definition.packed => (8, false, 1),
            (-0x80.., ..=0x7f) if definition.packed => (8, true, 1),
            (0, 0..=0xffff) if definition.packed => (16, false, 2),
            (-0x8000.., ..=0x7fff) if definition.packed => (16, true, 2),
            (0, high) if high <= i64::from(u32::MAX) => (32, false, 3),
            (low, high) if i32::try_from(low).is_ok() && i32::try_from(high).is_ok() => {
                (32, true, 3)
            }
            (low, _) => (64, low < 0, IntTy::wide_rank(self.types.model)),
        };
        let plain = IntTy::plain(width, signed, rank);
        for (value, name) in values.iter().filter(|(value, _)| i32::try_from(*value).is_err()) {
            self.declare(name.clone(), Symbol::Enumerator(*value, plain));
        }
        let mask = crate::scpl::Bits::mask(width);
        let values = values.into_iter().map(|(v, name)| (v as u64 & mask, name.to_string()));
        let shape = IntShape::Enum(self.enum_number(values.collect()));
        let int = IntTy { width, signed, rank, shape };
        self.occurrences.insert((true, definition.id), Tag::Enum(int));
        if let Some(tag) = &definition.tag {
            self.tags
                .last_mut()
                .expect("there is always a scope")
                .insert(tag.clone(), Tag::Enum(int));
        }
        Ty::Int(int)
    }
}

/// Whether a parameter points to arrays, whose sizes matter.
pub(super) fn has_inner_array(ty: &ast::QualType) -> bool {
    match &ty.ty {
        Type::Array(inner, _) | Type::Pointer(inner) => matches!(inner.ty, Type::Array(..)),
        _ => false,
    }
}
