//! C objects as SCPL variables, and addresses as numbers.
//!
//! Every scalar of an object is a variable of its own: a struct's fields are separate, an array is an
//! array variable, an array of structs one array per field. Objects lie at fixed addresses, laid out
//! as a compiler would, with gaps between them, so that pointers are numbers, pointer arithmetic is
//! arithmetic, and a pointer past the end of one object is not one to the next.

use std::collections::BTreeMap;

use crate::hash::{FxHashMap, FxHashSet};

use super::points_to::{Instance, leaves, path_type};
use super::sharing::Scopes;
use super::threads::Threads;
use super::typed::{ObjStorage, Typed};
use super::types::{IntShape, QTy, Ty, Types};
use crate::scpl::{AddressRange, Expr, Init, Scope, Shown, Sort, Thing, Var, VarId, VarOrigin};

/// Objects start here: high enough that small integers are no addresses.
const FIRST_ADDRESS: u64 = 0x1000_0000;

/// And those that are far apart here, behind everything else.
const FIRST_FAR_ADDRESS: u64 = 1 << 46;
/// At least so many bytes are free behind an object.
const GAP: u64 = 32;

#[derive(Debug)]
pub struct Memory {
    pub vars: Vec<Var>,
    pub origins: Vec<VarOrigin>,
    objects: FxHashMap<Instance, Cells>,
    by_address: BTreeMap<u64, Instance>,
    names: FxHashSet<String>,
    /// Variables that no store through a pointer and no copy of a struct can change.
    steady: FxHashSet<VarId>,
    /// Shared variables of an atomic type, or that atomic operations are used on.
    atomics: FxHashSet<VarId>,
    next_address: u64,
    next_far_address: u64,
}

/// The variables of an object.
#[derive(Clone, Debug)]
pub struct Cells {
    pub base: u64,
    pub leaves: Vec<Leaf>,
}

/// Where pointers to variables that are gone point. Nothing ever lies there.
pub const NOWHERE: u64 = 0xffd0_0000;

/// Functions lie here, far from all objects.
pub const FIRST_FUNCTION: u64 = 0xffe0_0000;
pub const FUNCTION_SIZE: u64 = 16;

/// One scalar of an object, or the array of those that differ only in indices.
#[derive(Clone, Debug)]
pub struct Leaf {
    pub path: Vec<u32>,
    pub dims: Vec<Dim>,
    pub ty: QTy,
    pub var: VarId,
    pub scope: Scope,
    /// For a mutex: whether the thread itself holds it.
    pub held: Option<VarId>,
    /// For a mutex of a program with several kinds of them.
    pub kinds: Option<Kinds>,
}

/// What kind of mutex it is, and how often the thread that holds it has locked it again.
#[derive(Clone, Copy, Debug)]
pub struct Kinds {
    pub kind: VarId,
    pub depth: VarId,
}

/// The width of how often: nobody locks a mutex so often that it does not fit.
pub const DEPTH_WIDTH: u8 = 32;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dim {
    pub count: u64,
    pub stride: u64,
}

/// What the layout needs to know of the program.
#[derive(Clone, Copy)]
pub struct Program<'a> {
    pub typed: &'a Typed,
    pub types: &'a Types,
    pub threads: &'a Threads,
    pub scopes: &'a Scopes,
}

/// The elements of longer arrays have no names of their own.
const MAX_NAMED: u64 = 64;

impl Memory {
    pub fn new() -> Self {
        Memory {
            vars: Vec::new(),
            origins: Vec::new(),
            objects: FxHashMap::default(),
            by_address: BTreeMap::new(),
            names: FxHashSet::default(),
            steady: FxHashSet::default(),
            atomics: FxHashSet::default(),
            next_address: FIRST_ADDRESS,
            next_far_address: FIRST_FAR_ADDRESS,
        }
    }

    pub fn known(&self, instance: Instance) -> Option<&Cells> {
        self.objects.get(&instance)
    }

    /// Lays out an object that is not known yet.
    pub fn add(&mut self, program: Program, instance: Instance) -> &Cells {
        let object = program.typed.object(instance.object);
        let ty = &object.ty;
        let size = program.types.size(&ty.ty);
        let next = match program.types.far_apart() {
            Some(far) if size >= far => &mut self.next_far_address,
            _ => &mut self.next_address,
        };
        let base = next.next_multiple_of(program.types.align(ty).max(16));
        *next = base + size + GAP;
        self.by_address.insert(base, instance);
        let scope = program.scopes.scope(program.typed, instance);
        let name = self.object_name(program, instance);
        let mut cells = Cells { base, leaves: Vec::new() };
        for path in leaves(program.types, &ty.ty) {
            let leaf = self.leaf(program, instance, path, &name, scope);
            cells.leaves.push(leaf);
        }
        self.objects.entry(instance).or_insert(cells)
    }

    fn leaf(
        &mut self,
        program: Program,
        instance: Instance,
        path: Vec<u32>,
        name: &str,
        scope: Scope,
    ) -> Leaf {
        let object = program.typed.object(instance.object);
        let Place { dims, ty, suffix, role, part_of, .. } =
            locate(program.types, &object.ty, &path);
        // Parts of a library's object are only accessed by the library.
        let role_given = role.is_some();
        let n_cells: u64 = dims.iter().map(|dim| dim.count).product();
        // An array of no or unknown length has a cell that nobody gets to.
        let len = (!dims.is_empty()).then_some(n_cells.max(1) as u32);
        let scope = match &ty.ty {
            Ty::Int(int) if int.shape == IntShape::Own => Scope::Local,
            _ => scope,
        };
        let sort = match program.types.width(&ty.ty) {
            Some(width) => Sort::Bits(width),
            None if ty.ty == Ty::Thread => Sort::Handle,
            None => Sort::Bits(32),
        };
        let var = self.new_var(
            Var {
                name: format!("{name}{}", suffix.replace("[]", "")),
                scope,
                sort,
                len,
                init: Init::Zero,
            },
            VarOrigin {
                name: format!("{}{}", object.name, suffix.strip_suffix("[]").unwrap_or(&suffix)),
                counts: match &dims[..] {
                    [] | [_] => Vec::new(),
                    dims => dims.iter().map(|dim| dim.count).collect(),
                },
                shown: if object.name.starts_with('<') {
                    Shown::Hidden
                } else {
                    role.unwrap_or_else(|| shown(program.types, &ty.ty))
                },
                part_of,
                atomic: ty.atomic || ty.ty == Ty::Mutex || role_given || object.name == "<given>",
                span: Some(object.span),
                function: object.func.map(|func| program.typed.func(func).name.to_string()),
            },
        );
        if ty.atomic && scope == Scope::Shared {
            self.atomics.insert(var);
        }
        if object.ty.ty.is_scalar() && object.storage == ObjStorage::Auto && !object.address_taken {
            self.steady.insert(var);
        }
        let held = (ty.ty == Ty::Mutex).then(|| {
            let name = format!("held:{}", self.vars[var.index()].name);
            let origin = VarOrigin { shown: Shown::Hidden, ..self.origins[var.index()].clone() };
            self.new_var(Var { name, scope: Scope::Local, sort, len, init: Init::Zero }, origin)
        });
        let kinds = (ty.ty == Ty::Mutex && program.typed.mutex_kinds).then(|| {
            let mut companion = |what: &str, scope, width| {
                let name = format!("{what}:{}", self.vars[var.index()].name);
                let origin =
                    VarOrigin { shown: Shown::Hidden, ..self.origins[var.index()].clone() };
                let sort = Sort::Bits(width);
                self.new_var(Var { name, scope, sort, len, init: Init::Zero }, origin)
            };
            let kind = companion("kind", scope, 2);
            Kinds { kind, depth: companion("depth", Scope::Local, DEPTH_WIDTH) }
        });
        Leaf { path, dims, ty, var, scope, held, kinds }
    }

    /// The shared variables in an expression are what an atomic operation is used on.
    pub fn synchronises(&mut self, target: &Expr) {
        target.for_each_var(&mut |var| {
            if self.vars[var.index()].scope == Scope::Shared {
                self.origins[var.index()].atomic = true;
                self.atomics.insert(var);
            }
        });
    }

    /// Whether there is more than one shared variable that is of an atomic type, or used as if.
    pub fn has_several_atomics(&self) -> bool {
        let n_cells = |var: &VarId| self.vars[var.index()].len.unwrap_or(1);
        self.atomics.iter().map(n_cells).sum::<u32>() > 1
    }

    /// Adds a variable; its name is made unique.
    pub fn new_var(&mut self, mut var: Var, origin: VarOrigin) -> VarId {
        let base = var.name.clone();
        let mut number = 1;
        while !self.names.insert(var.name.clone()) {
            number += 1;
            var.name = format!("{base}${number}");
        }
        self.vars.push(var);
        self.origins.push(origin);
        VarId(self.vars.len() as u32 - 1)
    }

    pub fn name(&self, var: VarId) -> &str {
        &self.vars[var.index()].name
    }

    pub fn origin(&self, var: VarId) -> &VarOrigin {
        &self.origins[var.index()]
    }

    /// A variable for a value in between.
    pub fn new_temp(&mut self, var: Var, origin: VarOrigin) -> VarId {
        let var = self.new_var(var, origin);
        self.steady.insert(var);
        var
    }

    /// Whether the value stays the same while one assignment is carried out, however many steps it takes.
    pub fn is_steady(&self, expr: &Expr) -> bool {
        let mut steady = true;
        expr.for_each_var(&mut |var| steady &= self.steady.contains(&var));
        steady
    }

    fn object_name(&self, program: Program, instance: Instance) -> String {
        let object = program.typed.object(instance.object);
        let name = if object.name.starts_with('<') { "literal" } else { &object.name };
        let func = object.func.map(|func| &*program.typed.func(func).name);
        let template = instance.template.map(|template| &*program.threads.template(template).name);
        match (template, func) {
            (Some(template), Some(func)) if template != func => format!("{template}:{func}.{name}"),
            (_, Some(func)) => format!("{func}.{name}"),
            (_, None) => name.to_owned(),
        }
    }

    /// What each address stands for, for showing pointers.
    pub fn addresses(&self, program: Program) -> Vec<AddressRange> {
        let mut ranges = Vec::new();
        for (&base, &instance) in &self.by_address {
            let object = program.typed.object(instance.object);
            let size = program.types.size(&object.ty.ty);
            let text = program.typed.strings.get(&instance.object);
            match &object.ty.ty {
                _ if text.is_some() => {
                    let bytes = text.map_or(&[][..], |bytes| &bytes[..bytes.len() - 1]);
                    let name = format!("\"{}\"", bytes.escape_ascii());
                    ranges.push(AddressRange { start: base, end: base + size, name });
                }
                Ty::Array(element, len) if *len <= MAX_NAMED => {
                    let stride = program.types.size(&element.ty);
                    for idx in 0..*len {
                        let start = base + idx * stride;
                        ranges.push(AddressRange {
                            start,
                            end: start + stride,
                            name: format!("{}[{idx}]", object.name),
                        });
                    }
                }
                _ => ranges.push(AddressRange {
                    start: base,
                    end: base + size,
                    name: object.name.clone(),
                }),
            }
            add_members(program.types, &object.ty.ty, base, &object.name, &mut ranges);
        }
        let gone = "(gone)".to_owned();
        ranges.push(AddressRange { start: NOWHERE, end: NOWHERE + 1, name: gone });
        for (number, func) in (0..).zip(&program.typed.funcs) {
            let start = FIRST_FUNCTION + number * FUNCTION_SIZE;
            let end = start + FUNCTION_SIZE;
            ranges.push(AddressRange { start, end, name: func.name.to_string() });
        }
        ranges.sort_by_key(|range| range.start);
        ranges
    }

    /// The instances laid out so far, in order of their addresses.
    pub fn instances(&self) -> impl Iterator<Item = Instance> {
        self.by_address.values().copied()
    }
}

/// Where a path of fields leads in a type.
pub struct Place {
    pub offset: u64,
    /// The arrays passed on the way, outermost first.
    pub dims: Vec<Dim>,
    pub ty: QTy,
    /// As written behind the variable's name: `[].next`.
    pub suffix: String,
    /// How a part of a library's object is shown.
    pub role: Option<Shown>,
    /// Which object of the library it is a part of.
    pub part_of: Option<Thing>,
}

pub fn locate(types: &Types, ty: &QTy, path: &[u32]) -> Place {
    let mut place = Place {
        offset: 0,
        dims: Vec::new(),
        ty: ty.clone(),
        suffix: String::new(),
        role: None,
        part_of: None,
    };
    let mut path = path.iter();
    loop {
        while let Ty::Array(element, count) = place.ty.ty.clone() {
            place.dims.push(Dim { count, stride: types.size(&element.ty) });
            place.suffix.push_str("[]");
            place.ty = QTy { atomic: element.atomic || place.ty.atomic, ..(*element).clone() };
        }
        let (Some(&number), Ty::Record(idx)) = (path.next(), &place.ty.ty) else { return place };
        let Some(field) =
            types.record(*idx).fields.as_ref().and_then(|fields| fields.get(number as usize))
        else {
            return place;
        };
        place.offset += field.offset;
        if types.record(*idx).name == "<heap>" && number >= 1 {
            place.role = Some(Shown::Hidden);
        }
        if let Some(name) = &field.name
            && types.record(*idx).builtin
        {
            place.part_of = thing(&types.record(*idx).name);
            place.role = match &**name {
                name if name.starts_with("__") => Some(Shown::Hidden),
                name if name.starts_with("locked") => Some(Shown::Mutex),
                _ => None,
            };
        } else if let Some(name) = &field.name {
            place.suffix.push('.');
            place.suffix.push_str(name);
        }
        place.ty = QTy { atomic: field.ty.atomic || place.ty.atomic, ..field.ty.clone() };
    }
}

/// The members of an object that do not lie at its start, with those of members.
fn add_members(types: &Types, ty: &Ty, base: u64, name: &str, ranges: &mut Vec<AddressRange>) {
    match ty {
        Ty::Array(element, len) if *len <= MAX_NAMED => {
            let stride = types.size(&element.ty);
            for idx in 0..*len {
                let name = format!("{name}[{idx}]");
                add_members(types, &element.ty, base + idx * stride, &name, ranges);
            }
        }
        Ty::Record(idx) if !types.record(*idx).builtin && !types.record(*idx).union => {
            for field in types.record(*idx).fields.iter().flatten() {
                let start = base + field.offset;
                let name = match &field.name {
                    Some(field) => format!("{name}.{field}"),
                    None if field.offset == 0 => name.to_owned(),
                    None => continue,
                };
                match &field.ty.ty {
                    // An array is where its first element is, and that is what pointers are to. If it comes
                    // first, so is the struct.
                    Ty::Array(element, len) if *len > 0 && *len <= MAX_NAMED => {
                        let stride = types.size(&element.ty);
                        for idx in u64::from(field.offset == 0)..*len {
                            let start = start + idx * stride;
                            let name = format!("{name}[{idx}]");
                            ranges.push(AddressRange { start, end: start + stride, name });
                        }
                    }
                    ty if field.offset > 0 => {
                        let end = start + types.size(ty);
                        ranges.push(AddressRange { start, end, name: name.clone() });
                    }
                    _ => {}
                }
                add_members(types, &field.ty.ty, start, &name, ranges);
            }
        }
        _ => {}
    }
}

/// What a type of the model headers is the type of.
pub fn thing(record: &str) -> Option<Thing> {
    match record {
        "__braid_rwlock" => Some(Thing::ReadWriteLock),
        "__braid_semaphore" => Some(Thing::Semaphore),
        "__braid_barrier" => Some(Thing::Barrier),
        "__braid_cond" | "__braid_cnd" => Some(Thing::Condition),
        _ => None,
    }
}

/// The type at a path, for checking an access against it.
pub fn type_at(program: Program, instance: Instance, path: &[u32]) -> Ty {
    path_type(program.types, &program.typed.object(instance.object).ty.ty, path)
}

pub fn shown(types: &Types, ty: &Ty) -> Shown {
    match ty {
        Ty::Int(int) => match int.shape {
            IntShape::Bool => Shown::Bool,
            IntShape::Char => Shown::Char,
            IntShape::Enum(number) => Shown::Enum(types.enums[number as usize].clone()),
            IntShape::Own => Shown::Hidden,
            IntShape::Plain | IntShape::List | IntShape::BitField if int.signed => Shown::Signed,
            IntShape::Plain | IntShape::List | IntShape::BitField => Shown::Unsigned,
        },
        Ty::Ptr(_) => Shown::Pointer,
        Ty::Mutex => Shown::Mutex,
        Ty::Thread => Shown::Thread,
        _ => Shown::Unsigned,
    }
}
