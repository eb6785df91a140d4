//! The program with its names resolved and its conversions spelled out.
//!
//! Between the syntax tree and the graph: every expression has its C type, arithmetic operands have
//! been converted to their common type, an lvalue is a variable or what a pointer points to, with
//! fields and elements selected from it, and reading one is an explicit `Load`. Whether a variable is
//! shared is not decided here.

use std::collections::BTreeMap;

use crate::hash::{FxHashMap, FxHashSet};

use super::types::{FuncTy, QTy, RecordIdx, Ty};
use crate::ast::{Annotation, BinaryOp, IncDec, InstanceCount, Name, Runs};
use crate::text::Span;

macro_rules! id {
    ($name:ident) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id!(ObjId);
id!(FuncId);

#[derive(Debug)]
pub struct Typed {
    pub objects: Vec<Object>,
    pub funcs: Vec<Func>,
    /// Candidate predicates at file scope.
    pub invariants: Vec<TExpr>,
    /// Whether some mutexes are recursive or check for errors.
    pub mutex_kinds: bool,
    /// Whether threads may be created that nobody can join.
    pub detached: bool,
    /// What the model does at the end of a thread, if there is anything to do.
    pub thread_ends: Option<FuncId>,
    /// What runs when the program ends, if there is anything.
    pub program_ends: Option<FuncId>,
    pub guards: Guards,
    /// Calls of these functions are taken to be calls of those.
    pub trusted: Vec<(Name, Name)>,
    /// The bytes of string literals, which are variables that nobody writes.
    pub strings: BTreeMap<ObjId, Vec<u8>>,
    /// What is known of the functions that calls of `snprintf` and `sprintf` have become.
    pub written: FxHashMap<FuncId, WrittenText>,
    /// What the units are called; there is one at least.
    pub unit_names: Vec<String>,
    /// Variables at file scope that only their own unit can name.
    pub own: FxHashSet<ObjId>,
    /// Automatic arrays of variable length.
    pub vlas: BTreeMap<ObjId, Vla>,
    /// Pools of places that are passed at most once, so that one object is enough.
    pub once: FxHashSet<ObjId>,
    /// How many places take memory.
    pub n_places: u32,
    /// Automatic variables that live in pools. Each has become the number of the object that is meant.
    pub lent: BTreeMap<ObjId, Lent>,
}

impl Typed {
    pub fn object(&self, id: ObjId) -> &Object {
        &self.objects[id.index()]
    }

    pub fn func(&self, id: FuncId) -> &Func {
        &self.funcs[id.index()]
    }

    /// The function as the user wrote it.
    pub fn original(&self, id: FuncId) -> FuncId {
        self.func(id).level.map_or(id, |level| level.of)
    }

    /// The variable that an lvalue is, be it one that lives in a pool.
    pub fn variable(&self, lvalue: &LValue) -> Option<ObjId> {
        match &lvalue.kind {
            LKind::Obj(id) => Some(*id),
            LKind::Field(object, 0) => match &object.kind {
                LKind::Index(pool, _) => match pool.kind {
                    LKind::Obj(pool) => self.lent_in(pool),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    /// The automatic variable that lives in a pool.
    pub fn lent_in(&self, pool: ObjId) -> Option<ObjId> {
        let mut all = self.lent.iter();
        all.find(|(_, lent)| lent.pool == pool).map(|(&variable, _)| variable)
    }

    pub fn func_named(&self, name: &str) -> Option<FuncId> {
        let idx = self.funcs.iter().position(|func| &*func.name == name)?;
        Some(FuncId(idx as u32))
    }
}

/// What a call of `snprintf` or `sprintf` writes.
#[derive(Clone, Debug)]
pub struct WrittenText {
    /// The largest number of characters, if there is one.
    pub most: Option<u64>,
    /// The arguments that are text.
    pub texts: Vec<usize>,
}

/// The locks that annotations name for variables and fields.
#[derive(Debug, Default)]
pub struct Guards {
    pub objects: FxHashMap<ObjId, Vec<Guard>>,
    pub fields: FxHashMap<(RecordIdx, u32), Vec<Guard>>,
}

impl Guards {
    pub fn is_empty(&self) -> bool {
        self.objects.is_empty() && self.fields.is_empty()
    }
}

#[derive(Clone, Debug)]
pub struct Guard {
    pub by: GuardedBy,
    /// What is guarded.
    pub what: Guarded,
    /// The lock as the user wrote it.
    pub text: Span,
}

#[derive(Clone, Debug)]
pub enum GuardedBy {
    /// A mutex that is always the same.
    Mutex(LValue),
    /// A member of the same record.
    Sibling(Vec<u32>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guarded {
    Itself,
    /// What the pointer points to.
    Target,
}

/// A variable of the C program.
#[derive(Clone, Debug)]
pub struct Object {
    pub name: String,
    pub ty: QTy,
    pub storage: ObjStorage,
    /// For static storage: the initial values of what is not zero.
    pub init: Vec<InitStep>,
    pub annotations: Vec<Annotation>,
    pub span: Span,
    /// The function it is declared in.
    pub func: Option<FuncId>,
    /// Whether it is ever written after its initialisation, or its address is taken: if neither, its
    /// value never changes.
    pub changes: bool,
    pub address_taken: bool,
    /// Declared `extern` and not defined here.
    pub external: bool,
    /// Whether an expression names it.
    pub named: bool,
    /// For a pool of objects from the heap.
    pub heap: Option<HeapMemory>,
}

/// What is known of a pool of objects from the heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeapMemory {
    /// The number of the allocation.
    pub place: u32,
    /// How many bytes each object was asked for, or has room for if that is not constant.
    pub bytes: u64,
    /// If it is not constant, how much is asked for is counted in so many bytes.
    pub unit: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjStorage {
    Static,
    ThreadLocal,
    Auto,
}

#[derive(Clone, Debug)]
pub struct Func {
    pub name: Name,
    pub ty: FuncTy,
    pub params: Vec<ObjId>,
    pub body: Option<Vec<TStmt>>,
    /// Marked to run as so many threads.
    pub thread: Option<(InstanceCount, Span)>,
    pub init: Option<Span>,
    /// Whether it runs before `main` or after it.
    pub runs: Runs,
    pub atomic: bool,
    pub noreturn: bool,
    /// The unit that defines or first declares it.
    pub unit: u32,
    /// It has another name in the object file, under which something else may be meant.
    pub renamed: bool,
    /// Declared in one of Braid's model headers.
    pub builtin: bool,
    /// Other units can call it by its name.
    pub exported: bool,
    /// For one that may call itself.
    pub level: Option<Level>,
    pub name_span: Span,
    pub span: Span,
    pub end: Span,
}

/// Which of the calls of a recursive function that are under way at the same time it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// The circle of calls.
    pub circle: u32,
    /// How often it has been gone round; 0 for the function itself.
    pub depth: u32,
    /// How many depths there are. Functions of this depth are only there to be called, and must not be
    /// entered: they have no statements.
    pub n_levels: u32,
    /// The function as the user wrote it.
    pub of: FuncId,
}

impl Func {
    /// Whether it is a copy of a function that the user wrote once.
    pub fn is_copy(&self) -> bool {
        self.level.is_some_and(|level| level.depth > 0)
    }
}

/// One scalar or struct of an initialiser.
#[derive(Clone, Debug)]
pub struct InitStep {
    pub target: LValue,
    pub value: TExpr,
}

#[derive(Clone, Debug)]
pub struct LValue {
    pub kind: LKind,
    pub ty: QTy,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum LKind {
    Obj(ObjId),
    Field(Box<LValue>, u32),
    /// An element of an array; the index has any integer type.
    Index(Box<LValue>, Box<TExpr>),
    Deref(Box<TExpr>),
}

#[derive(Clone, Debug)]
pub struct TExpr {
    pub kind: TKind,
    pub ty: Ty,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum TKind {
    /// An integer or a pointer made from one; the low bits count.
    Const(u64),
    /// The address of a string literal.
    Str,
    FuncAddr(FuncId),
    AddrOf(Box<LValue>),
    Load(Box<LValue>),
    Neg(Box<TExpr>),
    BitNot(Box<TExpr>),
    /// `!`, giving an `int`
    Not(Box<TExpr>),
    /// Operands of one type, except for shifts; comparisons give an `int`.
    Bin(BinaryOp, Box<TExpr>, Box<TExpr>),
    And(Box<TExpr>, Box<TExpr>),
    Or(Box<TExpr>, Box<TExpr>),
    Comma(Box<TExpr>, Box<TExpr>),
    /// Condition, then, else, the latter two of the expression's type.
    Cond(Box<TExpr>, Box<TExpr>, Box<TExpr>),
    /// Conversion to the expression's type.
    Cast(Box<TExpr>),
    /// Pointer plus integer (already of pointer width and signed) times the size of its target.
    PtrAdd(Box<TExpr>, Box<TExpr>, u64),
    /// Difference in elements of this size.
    PtrDiff(Box<TExpr>, Box<TExpr>, u64),
    Assign(Box<LValue>, Box<TExpr>),
    /// `lvalue op= value`: the operation is done in the given type; the value has been converted to
    /// it (for shifts, promoted on its own; for pointers, to a signed integer of pointer width).
    Compound(BinaryOp, Box<LValue>, Box<TExpr>, Ty),
    IncDec(IncDec, Box<LValue>),
    Call(Callee, Vec<TExpr>),
    StmtExpr(Vec<TStmt>),
    /// The address of memory from the heap: the next object of a pool.
    Alloc(Alloc),
    /// A number that must not be negative and must be less than the other one, which have one type.
    Within(Box<TExpr>, Box<TExpr>),
    /// A problem has been reported.
    Unsupported(String),
}

/// An automatic array of variable length. The variable has room for some elements.
#[derive(Clone, Debug)]
pub struct Vla {
    /// Its number among all places that take memory.
    pub place: u32,
    /// How long it is in each dimension, as numbers with a sign; read where it is declared.
    pub lengths: Vec<TExpr>,
    /// As they are written.
    pub written: Vec<Span>,
    pub room: VlaRoom,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VlaRoom {
    /// For no more than a few elements.
    Some,
    /// For as many elements as it always has.
    Exact(u64),
}

/// A place that allocates memory.
#[derive(Clone, Debug)]
pub struct Alloc {
    /// Its number among all such places.
    pub place: u32,
    /// An array of records of the memory itself and of whether it is in use.
    pub pool: ObjId,
    /// How many of them have been given out.
    pub n_given: ObjId,
    /// Whether the memory starts with zeros.
    pub zeroed: bool,
    /// How many bytes are asked for, if that is not constant.
    pub bytes: Option<Box<TExpr>>,
    /// What it takes the place of, with what is in there.
    pub old: Option<Box<TExpr>>,
    pub size: AllocSize,
}

/// Where an automatic variable lives whose address reaches other threads, in a function that several threads
/// run (`lent/mod.rs`).
#[derive(Clone, Copy, Debug)]
pub struct Lent {
    /// Its number among all places that take memory.
    pub place: u32,
    /// As for memory from the heap.
    pub pool: ObjId,
    pub n_given: ObjId,
}

/// How the size of memory is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AllocSize {
    /// Something, and more of something else.
    Sum,
    /// A number of equal things.
    Product,
    /// One struct: `sizeof` of it.
    Struct(RecordIdx),
    Other,
}

#[derive(Clone, Debug)]
pub enum Callee {
    /// A function of the program or of a model header.
    Func(FuncId),
    /// A name that is declared nowhere: a built-in, or implicitly declared.
    Name(Name),
    /// Through a pointer.
    Pointer(Box<TExpr>),
}

/// The ranges of a switch's labels; `None` is `default`.
pub type Cases = Vec<Option<(u64, u64)>>;

#[derive(Clone, Debug)]
pub struct TStmt {
    pub kind: TStmtKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum TStmtKind {
    Empty,
    Expr(TExpr),
    /// A variable comes to life: with its initialiser, or with any value.
    Decl(ObjId, Option<Vec<InitStep>>),
    /// From here on the call is made when the variable's scope is left.
    Cleanup(ObjId, TExpr),
    Block(Vec<TStmt>),
    If(TExpr, Box<TStmt>, Option<Box<TStmt>>),
    While(TExpr, Box<TStmt>),
    DoWhile(Box<TStmt>, TExpr),
    For(Vec<TStmt>, Option<TExpr>, Option<TExpr>, Box<TStmt>),
    /// The value and each label's range, both promoted to the value's type; `None` is `default`.
    Switch(TExpr, Cases, Box<TStmt>),
    /// A label of the enclosing switch, by its number in the list.
    Case(usize, Box<TStmt>),
    Label(Name, Box<TStmt>),
    Goto(Name),
    Break,
    Continue,
    Return(Option<TExpr>),
    /// An indivisible block.
    Atomic(Box<TStmt>),
    Assume(TExpr),
    Assert(TExpr),
    Invariant(TExpr),
    /// Something not modelled, by name: whoever gets here is lost.
    Unsupported(String),
}

impl TExpr {
    pub fn constant(value: u64, ty: Ty, span: Span) -> Self {
        TExpr { kind: TKind::Const(value), ty, span }
    }
}
