//! Names, types and conversions: the syntax tree to the typed tree.
//!
//! This is C's static semantics [C17 6.2 to 6.8], as far as it decides what a program does. It is no
//! compiler: a program that a compiler accepts is understood as the compiler would, one that it
//! rejects is reported where that is easy to see.

mod around_main;
mod consts;
mod conversions;
mod decls;
mod exprs;
mod formats;
mod generic;
mod guards;
mod heap;
mod heap_sizes;
mod heap_types;
mod inits;
mod jumps;
mod link;
mod lvalues;
mod operators;
mod overflow;
mod records;
mod stmts;
mod subclasses;
mod syscalls;
mod types;
mod variadic;
mod vlas;
mod wrappers;

pub use consts::const_value;
pub use heap::new_pool;
pub use heap_sizes::{count_elements, counted, make_room};
pub use lvalues::root;
pub use vlas::make_room_for_vlas;

use std::collections::{BTreeMap, BTreeSet};

use crate::hash::{FxHashMap, FxHashSet};

use super::codes;
use super::typed::{
    Cases, Func, FuncId, Guards, ObjId, Object, TExpr, TStmt, Typed, Vla, WrittenText,
};
use super::types::{IntTy, QTy, RecordIdx, Ty, Types};
use super::words::store_as_words;
use super::{Config, Heap};
use crate::ast::{Item, Name, Unit};
use crate::text::{Problem, Span};
use link::Linkage;

/// The typed program, its types, and what was wrong with it. `unit_names` are what the units are called.
pub fn resolve(
    units: &[Unit],
    unit_names: &[String],
    config: &Config,
    is_builtin: &dyn Fn(Span) -> bool,
) -> (Typed, Types, Vec<Problem>) {
    let mut apart = link::Apart::default();
    let mut called_by_pointer = BTreeSet::new();
    loop {
        let mut resolver = Resolver::new(config, is_builtin);
        resolver.linkage.apart = apart.clone();
        resolver.called_by_pointer.clone_from(&called_by_pointer);
        for (number, unit) in (0..).zip(units) {
            resolver.enter_unit(number);
            resolver.note_variadic(unit);
            unit.items.iter().for_each(|item| resolver.item(item));
            resolver.read_copies();
        }
        if resolver.linkage.apart == apart && resolver.called_by_pointer == called_by_pointer {
            resolver.name_apart(unit_names);
            return resolver.finish(unit_names);
        }
        apart = resolver.linkage.apart;
        called_by_pointer = resolver.called_by_pointer;
    }
}

impl<'a> Resolver<'a> {
    fn new(config: &Config, is_builtin: &'a dyn Fn(Span) -> bool) -> Self {
        Resolver {
            types: Types::new(config.data_model),
            objects: Vec::new(),
            funcs: Vec::new(),
            func_ids: FxHashMap::default(),
            invariants: Vec::new(),
            problems: Vec::new(),
            scopes: vec![FxHashMap::default()],
            tags: vec![FxHashMap::default()],
            occurrences: FxHashMap::default(),
            func: None,
            results: FxHashMap::default(),
            common_results: FxHashMap::default(),
            called_by_pointer: BTreeSet::new(),
            switches: Vec::new(),
            mutex_kinds: false,
            detached: false,
            destructors: false,
            guards: Guards::default(),
            strings: BTreeMap::new(),
            written: FxHashMap::default(),
            fixed: FxHashMap::default(),
            sizes: Vec::new(),
            vlas: BTreeMap::new(),
            vla_types: FxHashMap::default(),
            wrappers: wrappers::Wrappers::default(),
            variadic: variadic::Variadic::default(),
            linkage: Linkage::default(),
            worded: Vec::new(),
            heap: config.heap.clone(),
            n_places: 0,
            sized: FxHashMap::default(),
            first_types: FxHashMap::default(),
            aliases: config.names.iter().cloned().collect(),
            trusted: BTreeSet::new(),
            is_builtin,
        }
    }

    fn finish(mut self, unit_names: &[String]) -> (Typed, Types, Vec<Problem>) {
        self.tell_unread();
        self.infer_heap_types();
        self.infer_subclasses();
        for (union, words) in self.worded {
            store_as_words(&mut self.types, union, words);
        }
        let is_end = |func: &Func| func.builtin && &*func.name == "__braid_thread_ends";
        let ends = self.funcs.iter().position(|func| is_end(func) && func.body.is_some());
        let ends = ends.filter(|_| self.destructors).map(|idx| FuncId(idx as u32));
        let mut typed = Typed {
            objects: self.objects,
            funcs: self.funcs,
            invariants: self.invariants,
            mutex_kinds: self.mutex_kinds,
            detached: self.detached,
            thread_ends: ends,
            program_ends: None,
            guards: self.guards,
            strings: self.strings,
            written: self.written,
            trusted: self.trusted.into_iter().collect(),
            unit_names: unit_names.to_vec(),
            own: self.linkage.own,
            once: FxHashSet::default(),
            vlas: self.vlas,
            n_places: self.n_places,
            lent: BTreeMap::new(),
        };
        around_main::add(&mut typed);
        (typed, self.types, self.problems)
    }
}

/// What an ordinary identifier stands for.
#[derive(Clone)]
enum Symbol {
    Object(ObjId),
    Func(FuncId),
    Typedef(QTy),
    Enumerator(i64, IntTy),
}

/// What a tag stands for.
#[derive(Clone, Copy)]
enum Tag {
    Record(RecordIdx),
    Enum(IntTy),
}

struct Resolver<'a> {
    types: Types,
    objects: Vec<Object>,
    funcs: Vec<Func>,
    /// Those that this unit can name; there may be tens of thousands.
    func_ids: FxHashMap<Name, FuncId>,
    invariants: Vec<TExpr>,
    problems: Vec<Problem>,
    /// Innermost last.
    scopes: Vec<FxHashMap<Name, Symbol>>,
    tags: Vec<FxHashMap<Name, Tag>>,
    /// Struct and enum definitions already seen, by their number in the unit.
    occurrences: FxHashMap<(bool, u32), Tag>,
    func: Option<FuncId>,
    /// Where functions that return structs leave them.
    results: FxHashMap<FuncId, ObjId>,
    common_results: FxHashMap<RecordIdx, ObjId>,
    /// What functions return that are called by pointers.
    called_by_pointer: BTreeSet<RecordIdx>,
    /// The switches around the current statement: the type of the value, the labels so far.
    switches: Vec<(IntTy, Cases)>,
    mutex_kinds: bool,
    /// Whether an attribute may say that a thread is detached.
    detached: bool,
    /// Whether thread-specific data has destructors.
    destructors: bool,
    guards: Guards,
    written: FxHashMap<FuncId, WrittenText>,
    strings: BTreeMap<ObjId, Vec<u8>>,
    /// The values of `const` variables, as far as they are constant.
    fixed: FxHashMap<ObjId, u64>,
    /// Declarations of the lengths of arrays that are not constant. They are computed where the type
    /// stands, whatever becomes of it.
    sizes: Vec<TStmt>,
    vlas: BTreeMap<ObjId, Vla>,
    /// The types of those as the program sees them.
    vla_types: FxHashMap<ObjId, QTy>,
    wrappers: wrappers::Wrappers,
    variadic: variadic::Variadic,
    linkage: Linkage,
    /// Unions that are stored as words of these types.
    worded: Vec<(RecordIdx, QTy)>,
    /// How much room each allocating place has, and how many such places there were so far.
    heap: Heap,
    n_places: u32,
    /// The structs of which a size was asked last, and where.
    sized: FxHashMap<Span, RecordIdx>,
    /// What the addresses of memory from the heap are first converted to pointers to, by its pools.
    first_types: FxHashMap<ObjId, Ty>,
    /// What the program's own names stand for.
    aliases: FxHashMap<String, String>,
    /// Those that are called.
    trusted: BTreeSet<(Name, Name)>,
    is_builtin: &'a dyn Fn(Span) -> bool,
}

impl Resolver<'_> {
    fn item(&mut self, item: &Item) {
        match item {
            Item::Function(function) => self.function(function),
            Item::Declaration(declaration) => {
                self.file_declaration(declaration);
            }
            Item::StaticAssert { condition, span } => self.static_assert(condition, *span),
            Item::Annotation(annotation) => self.file_annotation(annotation),
        }
    }

    fn lookup(&self, name: &str) -> Option<&Symbol> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name))
    }

    fn declare(&mut self, name: Name, symbol: Symbol) {
        self.scopes.last_mut().expect("there is always a scope").insert(name, symbol);
    }

    fn in_scope<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        self.scopes.push(FxHashMap::default());
        self.tags.push(FxHashMap::default());
        let result = run(self);
        self.tags.pop();
        self.scopes.pop();
        result
    }

    fn new_object(&mut self, object: Object) -> ObjId {
        self.objects.push(object);
        ObjId(self.objects.len() as u32 - 1)
    }

    fn error(&mut self, span: Span, message: impl Into<String>) {
        self.problems.push(Problem::fatal(codes::TYPE_ERROR, span, message));
    }

    fn unsupported(&mut self, span: Span, what: &str, hint: &str) {
        let message = format!("{what} is not supported yet");
        self.problems.push(Problem::new(codes::UNSUPPORTED, span, message).hint(hint));
    }
}
