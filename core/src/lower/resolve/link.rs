//! Several translation units as one program [C17 6.2.2, 6.2.7].
//!
//! Each unit has its own scope; names with external linkage are looked up in those of the units before
//! it. What two units say about such a name must fit: a mismatch is reported where the later one says
//! it. Variables may be defined several times as long as one definition at most has an initialiser, as
//! linkers take it (A21). What a model header defines is there once, however many units include it.
//!
//! Structs of the same tag, or from the same lines of a header, are one type if they look the same. That
//! is not known before the definition is read, but the tag may be used before. So the first try takes
//! every tag of an earlier unit for the same type. Where that turns out wrong, the next unit's struct of that
//! tag is tried, or at last a new one, and everything is resolved again.

use crate::hash::{FxHashMap, FxHashSet};

use super::super::typed::{Func, FuncId, ObjId};
use super::super::types::{FuncTy, IntShape, Layout, NewField, QTy, RecordDef, RecordIdx, Ty};
use super::super::{codes, models};
use super::{Resolver, Symbol, Tag};
use crate::ast::{Name, Record, RecordKind};
use crate::text::{Problem, Span};

/// By unit and tag: how many of the structs that earlier units have of that tag are not the one meant.
pub type Apart = FxHashMap<(u32, Name), usize>;

#[derive(Default)]
pub struct Linkage {
    /// The unit that is being read.
    pub unit: u32,
    pub apart: Apart,
    /// What names with external linkage stand for.
    externals: FxHashMap<Name, Symbol>,
    /// Variables with an initialiser, and where they have it.
    initialised: FxHashMap<ObjId, Span>,
    /// Tags of earlier units; those that differ have several meanings.
    tags: FxHashMap<Name, Vec<RecordIdx>>,
    /// Structs without a tag, by their place.
    untagged: FxHashMap<Span, Vec<RecordIdx>>,
    /// Structs that this unit has defined.
    defined: FxHashSet<RecordIdx>,
    enums: FxHashMap<Vec<(u64, String)>, u32>,
    /// Types that Braid has models of, by their names, as the model headers define them.
    model_types: FxHashMap<Name, QTy>,
    /// Variables of one unit alone.
    internal: Vec<(u32, ObjId)>,
    /// The same, for later.
    pub(super) own: FxHashSet<ObjId>,
}

/// Who can name a function or a variable at file scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Its own unit.
    Unit,
    Program,
}

impl Resolver<'_> {
    /// Starts a unit: nothing of the one before is in scope.
    pub(super) fn enter_unit(&mut self, unit: u32) {
        let tags = std::mem::take(&mut self.tags[0]);
        for (name, tag) in tags {
            let Tag::Record(idx) = tag else { continue };
            let known = self.linkage.tags.entry(name).or_default();
            if !known.contains(&idx) {
                known.push(idx);
            }
        }
        self.linkage.unit = unit;
        self.linkage.defined.clear();
        self.scopes[0].clear();
        self.func_ids.clear();
        self.occurrences.clear();
    }

    /// The function of another unit that a declaration is about.
    pub(super) fn linked_func(&mut self, name: &Name, at: Span) -> Option<FuncId> {
        match self.linkage.externals.get(name)? {
            Symbol::Func(id) => Some(*id),
            Symbol::Object(id) => {
                let other = self.objects[id.index()].span;
                self.clash(at, format!("`{name}` is a variable elsewhere"), other);
                None
            }
            _ => None,
        }
    }

    /// The variable of another unit that a declaration is about.
    pub(super) fn linked_object(&mut self, name: &Name, at: Span) -> Option<ObjId> {
        match self.linkage.externals.get(name)? {
            Symbol::Object(id) => Some(*id),
            // A model header's function is not in the way of a variable.
            Symbol::Func(id) if self.funcs[id.index()].builtin => None,
            Symbol::Func(id) => {
                let other = self.funcs[id.index()].name_span;
                self.clash(at, format!("`{name}` is a function elsewhere"), other);
                None
            }
            _ => None,
        }
    }

    /// The type that a typedef names. A type of a model header is what that says, whatever the program
    /// (or the system's header in it, already expanded) thinks it looks like inside.
    pub(super) fn model_type(&mut self, name: &Name, ty: QTy, at: Span) -> QTy {
        if (self.is_builtin)(at) {
            self.linkage.model_types.insert(name.clone(), ty.clone());
            return ty;
        }
        let known = self.meant(name);
        match self.linkage.model_types.get(&known) {
            Some(model) if models::is_type(&known) => model.clone(),
            _ => ty,
        }
    }

    /// Other units can see it from now on.
    pub(super) fn export(&mut self, name: &Name, symbol: Symbol) {
        self.linkage.externals.insert(name.clone(), symbol);
    }

    pub(super) fn keep_in_unit(&mut self, object: ObjId) {
        self.linkage.internal.push((self.linkage.unit, object));
        self.linkage.own.insert(object);
    }

    /// A variable gets an initialiser; whether it is the first.
    pub(super) fn first_initialiser(&mut self, object: ObjId, at: Span) -> bool {
        let Some(first) = self.linkage.initialised.insert(object, at) else { return true };
        let message = format!("`{}` is defined twice", self.objects[object.index()].name);
        self.clash(at, message, first);
        false
    }

    /// Two declarations of a variable must give it the same type.
    pub(super) fn check_same_object(&mut self, id: ObjId, ty: &QTy, at: Span) {
        let object = &self.objects[id.index()];
        let is_ours = (self.is_builtin)(object.span) || (self.is_builtin)(at);
        if !is_ours && !compatible(&object.ty, ty) {
            let (one, other) = (self.types.describe(&ty.ty), self.types.describe(&object.ty.ty));
            let message = match one == other {
                true => format!("`{}` has another type elsewhere", object.name),
                false => format!("`{}` is `{one}` here and `{other}` elsewhere", object.name),
            };
            let first = object.span;
            self.clash(at, message, first);
        }
    }

    /// Two declarations of a function must give it the same type.
    pub(super) fn check_same_func(&mut self, id: FuncId, ty: &FuncTy, at: Span) {
        let Func { name, ty: other, builtin, name_span, .. } = &self.funcs[id.index()];
        if !builtin && !(self.is_builtin)(at) && !same_function(other, ty) {
            let message = format!("`{name}` is declared with another type elsewhere");
            self.clash(at, message, *name_span);
        }
    }

    fn clash(&mut self, at: Span, message: String, other: Span) {
        let problem = Problem::fatal(codes::TYPE_ERROR, at, message).note(other, "here");
        self.problems.push(problem);
    }

    /// The record that a tag at file scope stands for in the units before this one.
    pub(super) fn record_of_earlier_units(&self, record: &Record) -> Option<RecordIdx> {
        let tag = record.tag.as_ref().filter(|_| self.tags.len() == 1)?;
        let is_union = record.kind == RecordKind::Union;
        let known = self.linkage.tags.get(tag)?;
        let same_kind = known.iter().filter(|idx| self.types.record(**idx).union == is_union);
        let n_apart = self.linkage.apart.get(&(self.linkage.unit, tag.clone()));
        same_kind.copied().nth(n_apart.copied().unwrap_or(0))
    }

    /// Gives a record its fields. If an earlier unit has defined the same one, that is what it is.
    pub(super) fn define_record(
        &mut self,
        record: &Record,
        idx: RecordIdx,
        fields: Vec<NewField>,
        layout: Layout,
    ) -> RecordIdx {
        let is_first = self.linkage.defined.insert(idx);
        let is_defined = self.types.record(idx).fields.is_some();
        if is_defined && !is_first {
            let message = format!("`{}` is defined twice", self.types.record(idx).name);
            self.error(record.span, message);
            return idx;
        }
        if is_defined {
            let old = self.types.record(idx);
            let fresh = RecordDef { fields: None, ..old.clone() };
            self.types.records.push(fresh);
            let last = RecordIdx(self.types.records.len() as u32 - 1);
            self.types.complete(last, fields, layout);
            let is_same = self.same_record(last, idx);
            self.types.records.pop();
            if let (false, Some(tag)) = (is_same, &record.tag) {
                *self.linkage.apart.entry((self.linkage.unit, tag.clone())).or_default() += 1;
            }
            return idx;
        }
        self.types.complete(idx, fields, layout);
        if record.tag.is_some() || self.tags.len() > 1 {
            return idx;
        }
        let earlier = self.linkage.untagged.entry(record.span).or_default().clone();
        let same = earlier
            .into_iter()
            .find(|&other| !self.linkage.defined.contains(&other) && self.same_record(other, idx));
        let result = same.unwrap_or(idx);
        self.linkage.defined.insert(result);
        if same.is_none() {
            self.linkage.untagged.entry(record.span).or_default().push(idx);
        }
        result
    }

    fn same_record(&self, one: RecordIdx, other: RecordIdx) -> bool {
        let (one, other) = (self.types.record(one), self.types.record(other));
        let (Some(fields), Some(others)) = (&one.fields, &other.fields) else { return false };
        let mut pairs = fields.iter().zip(others);
        (one.union, one.size, one.align) == (other.union, other.size, other.align)
            && fields.len() == others.len()
            && pairs.all(|(a, b)| (&a.name, &a.ty, a.offset) == (&b.name, &b.ty, b.offset))
    }

    /// The number of an enumeration; the same for those that look the same.
    pub(super) fn enum_number(&mut self, values: Vec<(u64, String)>) -> u32 {
        let next = self.types.enums.len() as u32;
        let number = *self.linkage.enums.entry(values.clone()).or_insert(next);
        if number == next {
            self.types.enums.push(values);
        }
        number
    }

    /// Variables of different units that have the same name are told apart by their units.
    pub(super) fn name_apart(&mut self, unit_names: &[String]) {
        if unit_names.len() < 2 {
            return;
        }
        let internal = std::mem::take(&mut self.linkage.internal);
        let mut uses: FxHashMap<String, u32> = FxHashMap::default();
        for (_, id) in &internal {
            *uses.entry(self.objects[id.index()].name.clone()).or_default() += 1;
        }
        for (unit, id) in internal {
            let name = self.objects[id.index()].name.clone();
            let is_shared = match self.linkage.externals.get(name.as_str()) {
                Some(Symbol::Object(other)) => !(self.is_builtin)(self.objects[other.index()].span),
                _ => false,
            };
            if uses[&name] > 1 || is_shared {
                let object = &mut self.objects[id.index()];
                object.name = format!("{}:{name}", unit_names[unit as usize]);
            }
        }
    }
}

/// Whether two declarations of one thing can both be right [C17 6.2.7].
fn compatible(one: &QTy, other: &QTy) -> bool {
    one.atomic == other.atomic && compatible_types(&one.ty, &other.ty)
}

fn compatible_types(one: &Ty, other: &Ty) -> bool {
    match (one, other) {
        (Ty::Error, _) | (_, Ty::Error) => true,
        (Ty::Int(a), Ty::Int(b)) => {
            let is_bool = |shape| shape == IntShape::Bool;
            (a.width, a.signed, is_bool(a.shape)) == (b.width, b.signed, is_bool(b.shape))
        }
        (Ty::Ptr(a), Ty::Ptr(b)) => compatible(a, b),
        (Ty::Array(a, n), Ty::Array(b, m)) => (n == m || *n == 0 || *m == 0) && compatible(a, b),
        (Ty::Func(a), Ty::Func(b)) => same_function(a, b),
        _ => one == other,
    }
}

fn same_function(one: &FuncTy, other: &FuncTy) -> bool {
    // Nothing is said about the parameters.
    let open = |ty: &FuncTy| ty.variadic && ty.params.is_empty();
    let mut params = one.params.iter().zip(&other.params);
    compatible_types(&one.result, &other.result)
        && (open(one)
            || open(other)
            || (one.params.len() == other.params.len()
                && one.variadic == other.variadic
                && params.all(|(a, b)| compatible(a, b))))
}
