//! Operands whose order C leaves open.
//!
//! The operands of an operator, the arguments of a call and the sides of an assignment may be evaluated in
//! any order [C17 6.5]. The walk takes them from left to right, which is one of the orders. So where one
//! of them may write what another one reads or writes, what the program does is not known, and whoever
//! gets there is lost.
//!
//! What a call may touch is collected from the bodies that it leads to. Memory behind a parameter is told
//! apart by the arguments; memory that a function has just allocated is its own. Locks, and what is only
//! printed, do not count. The order of two reads is not looked at (A3).

use std::collections::BTreeSet;
use std::rc::Rc;

use super::super::codes;
use super::super::intrinsics::Intrinsic;
use super::super::outside;
use super::super::points_to::{Target, view};
use super::super::threads::intrinsic_of;
use super::super::typed::{
    Callee, FuncId, InitStep, LKind, LValue, ObjId, ObjStorage, TExpr, TKind, TStmt, TStmtKind,
    Typed,
};
use super::super::types::Types;
use super::super::walk::{
    for_each_expr, for_each_inner_expr, for_each_stmt, walk_expr, walk_lvalue,
};
use super::super::words::settled;
use super::Emitter;
use crate::ast::BinaryOp;
use crate::text::{Problem, Span};

/// Memory that is touched.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Cell {
    /// A part of a variable: the field numbers from it down.
    Of(ObjId, Vec<u32>),
    /// A part of what a parameter of the function points to.
    Behind(usize, Vec<u32>),
}

/// What evaluating something may touch.
#[derive(Clone, Debug, Default)]
pub(super) struct Touched {
    reads: BTreeSet<Cell>,
    writes: BTreeSet<Cell>,
    /// Counted up or down, and not looked at: the order of two of these does not matter.
    counts: BTreeSet<Cell>,
}

/// One of the things that are evaluated in any order.
#[derive(Clone, Copy, Debug)]
pub(super) enum Operand<'a> {
    Value(&'a TExpr),
    /// Where something lies.
    Address(&'a LValue),
    /// Where something lies, and what is in it.
    Content(&'a LValue),
}

impl Operand<'_> {
    fn span(self) -> Span {
        match self {
            Operand::Value(expr) => expr.span,
            Operand::Address(lvalue) | Operand::Content(lvalue) => lvalue.span,
        }
    }

    fn callee(self) -> Option<FuncId> {
        match self {
            Operand::Value(TExpr { kind: TKind::Call(Callee::Func(id), _), .. }) => Some(*id),
            Operand::Value(TExpr { kind: TKind::Cast(inner), .. }) => {
                Operand::Value(inner).callee()
            }
            _ => None,
        }
    }
}

/// Whose body is looked at; none for an expression of the function that is being walked.
type Inside = Option<FuncId>;

/// The functions on the way to the one that is being looked at.
#[derive(Default)]
struct Path {
    open: Vec<FuncId>,
    /// How often a call of one of them has not been followed.
    n_left_out: u32,
}

impl Emitter<'_> {
    /// Loses whoever gets here if the order of the operands matters. Gives whether the walk goes on.
    pub(super) fn any_order(&mut self, operands: &[Operand], span: Span) -> bool {
        self.in_any_order(operands, span, false)
    }

    /// As [`Self::any_order`], where nobody can tell two calls of one function apart.
    pub(super) fn any_symmetric_order(&mut self, operands: &[Operand], span: Span) -> bool {
        self.in_any_order(operands, span, true)
    }

    fn in_any_order(&mut self, operands: &[Operand], span: Span, symmetric: bool) -> bool {
        if self.cur.is_none() || self.pure || self.told.is_some() || operands.len() < 2 {
            return true;
        }
        if !operands.iter().any(|operand| self.acts(*operand)) {
            return true;
        }
        let touched: Vec<Touched> = operands.iter().map(|operand| self.touched(*operand)).collect();
        for (second, after) in touched.iter().enumerate() {
            for (first, before) in touched[..second].iter().enumerate() {
                let (a, b) = (operands[first], operands[second]);
                let same = a.callee().is_some() && a.callee() == b.callee();
                if (symmetric && same) || !(clashes(before, after) || clashes(after, before)) {
                    continue;
                }
                let (a, b) = (self.text(a.span()), self.text(b.span()));
                let what = format!("what depends on whether `{a}` or `{b}` is evaluated first");
                let message = format!(
                    "what this does depends on whether `{a}` or `{b}` is evaluated first, which C leaves open"
                );
                let at = self.told_span(span);
                let hint = "give the values to variables first";
                self.report(Problem::new(codes::UNSUPPORTED, at, message).hint(hint));
                self.lost_silently(span, &what);
                return false;
            }
        }
        true
    }

    fn acts(&self, operand: Operand) -> bool {
        match operand {
            Operand::Value(expr) => self.has_effects(expr),
            Operand::Address(lvalue) | Operand::Content(lvalue) => {
                let mut found = false;
                walk_lvalue(lvalue, &mut |expr| found |= self.has_effects(expr));
                found
            }
        }
    }

    fn touched(&mut self, operand: Operand) -> Touched {
        let mut touched = Touched::default();
        let mut exprs = Vec::new();
        match operand {
            Operand::Value(expr) => walk_expr(expr, &mut |expr| exprs.push(expr)),
            Operand::Address(lvalue) => walk_lvalue(lvalue, &mut |expr| exprs.push(expr)),
            Operand::Content(lvalue) => {
                walk_lvalue(lvalue, &mut |expr| exprs.push(expr));
                touched.reads.extend(self.cells_at(lvalue, None));
            }
        }
        let mut path = Path::default();
        for expr in exprs {
            self.touch(expr, None, &mut path, &mut touched);
        }
        touched
    }

    /// What one expression does itself, without those inside it.
    fn touch(&mut self, expr: &TExpr, inside: Inside, path: &mut Path, touched: &mut Touched) {
        match &expr.kind {
            TKind::Load(lvalue) => touched.reads.extend(self.cells_at(lvalue, inside)),
            TKind::Assign(lvalue, _) => touched.writes.extend(self.cells_at(lvalue, inside)),
            TKind::Compound(_, lvalue, ..) | TKind::IncDec(_, lvalue) => {
                let cells = self.cells_at(lvalue, inside);
                touched.reads.extend(cells.iter().cloned());
                touched.writes.extend(cells);
            }
            TKind::Call(callee, args) => self.touch_by_call(callee, args, inside, path, touched),
            _ => {}
        }
    }

    fn touch_by_call(
        &mut self,
        callee: &Callee,
        args: &[TExpr],
        inside: Inside,
        path: &mut Path,
        touched: &mut Touched,
    ) {
        let typed = self.program.typed;
        if let Some(intrinsic) = intrinsic_of(typed, callee) {
            let (reads, writes) = arguments(intrinsic);
            return self.touch_arguments(args, reads, writes, inside, touched);
        }
        let funcs = match callee {
            Callee::Func(id) => vec![*id],
            Callee::Pointer(pointer) => {
                let (types, threads) = (self.program.types, self.program.threads);
                let targets = self.points_to.targets(typed, types, threads, self.template, pointer);
                let funcs = targets.into_iter().filter_map(|target| match target {
                    Target::Func(func) => Some(func),
                    _ => None,
                });
                funcs.collect()
            }
            Callee::Name(name) => {
                let writes = outside::writes(name).unwrap_or(ALL);
                return self.touch_arguments(args, ALL, writes, inside, touched);
            }
        };
        for func in funcs {
            let def = typed.func(func);
            if def.body.is_none() || def.builtin {
                if !is_of_threads(&def.name) {
                    let writes = outside::writes(&def.name).unwrap_or(ALL);
                    self.touch_arguments(args, ALL, writes, inside, touched);
                }
                continue;
            }
            if path.open.contains(&func) {
                path.n_left_out += 1;
                continue;
            }
            let body = self.touched_by(func, path);
            for (from, to) in [
                (&body.reads, &mut touched.reads),
                (&body.writes, &mut touched.writes),
                (&body.counts, &mut touched.counts),
            ] {
                for cell in from {
                    match cell {
                        Cell::Of(..) => {
                            to.insert(cell.clone());
                        }
                        Cell::Behind(number, below) => {
                            let Some(arg) = args.get(*number) else { continue };
                            to.extend(self.behind(arg, below, inside));
                        }
                    }
                }
            }
        }
    }

    /// What the body of a function touches, variables of its own aside.
    fn touched_by(&mut self, func: FuncId, path: &mut Path) -> Rc<Touched> {
        if let Some(known) = self.touched.get(&(self.template, func)) {
            return Rc::clone(known);
        }
        let typed = self.program.typed;
        let body = typed.func(func).body.as_deref().unwrap_or_default();
        let mut touched = Touched::default();
        let n_before = path.n_left_out;
        path.open.push(func);
        for_each_stmt(body, &mut |stmt| {
            let counted = counted(typed, stmt);
            for_each_expr(stmt, &mut |expr| match counted {
                Some((count, Counted::Place(lvalue))) if std::ptr::eq(count, expr) => {
                    touched.counts.extend(self.cells_at(lvalue, Some(func)));
                }
                Some((count, Counted::Behind(pointer))) if std::ptr::eq(count, expr) => {
                    touched.counts.extend(self.behind(pointer, &[], Some(func)));
                }
                _ => self.touch(expr, Some(func), path, &mut touched),
            });
        });
        path.open.pop();
        let touched = Rc::new(touched);
        // What was found inside a recursion may lack a part.
        if path.open.is_empty() || path.n_left_out == n_before {
            self.touched.insert((self.template, func), Rc::clone(&touched));
        }
        touched
    }

    fn touch_arguments(
        &mut self,
        args: &[TExpr],
        reads: &[usize],
        writes: &[usize],
        inside: Inside,
        touched: &mut Touched,
    ) {
        for (number, arg) in args.iter().enumerate().filter(|(_, arg)| arg.ty.is_pointer()) {
            let is_in = |list: &[usize]| list == ALL || list.contains(&number);
            if !is_in(reads) && !is_in(writes) {
                continue;
            }
            let cells = self.behind(arg, &[], inside);
            if is_in(writes) {
                touched.writes.extend(cells.iter().cloned());
            }
            touched.reads.extend(cells);
        }
    }

    /// What an lvalue may mean, unless it is the function's own.
    fn cells_at(&mut self, lvalue: &LValue, inside: Inside) -> Vec<Cell> {
        let typed = self.program.typed;
        let (origin, below) = origin(self.program.types, lvalue);
        match &origin.kind {
            LKind::Obj(id) => {
                let object = typed.object(*id);
                let is_auto = object.storage == ObjStorage::Auto || typed.lent_in(*id).is_some();
                let is_own = is_auto && object.func == inside;
                // What a call returns is taken from there before there is another one.
                let is_result = object.name == "<result>";
                match (inside.is_some() && is_own) || is_result {
                    true => Vec::new(),
                    false => vec![Cell::Of(*id, below)],
                }
            }
            LKind::Deref(pointer) => self.behind(pointer, &below, inside),
            _ => Vec::new(),
        }
    }

    /// A part of what a pointer may point to.
    fn behind(&mut self, pointer: &TExpr, below: &[u32], inside: Inside) -> Vec<Cell> {
        let (typed, types, threads) =
            (self.program.typed, self.program.types, self.program.threads);
        if let (Some(func), Some(variable)) = (inside, variable(pointer)) {
            let params = &typed.func(func).params;
            let number = params.iter().position(|param| *param == variable);
            if let (Some(number), false) = (number, typed.object(variable).changes) {
                return vec![Cell::Behind(number, below.to_vec())];
            }
            if is_fresh(typed, func, variable) {
                return Vec::new();
            }
        }
        if let TKind::AddrOf(lvalue) = &plain(pointer).kind {
            let mut cells = self.cells_at(lvalue, inside);
            for cell in &mut cells {
                let (Cell::Of(_, path) | Cell::Behind(_, path)) = cell;
                path.extend(below);
            }
            return cells;
        }
        // It may be seen as a pointer to the struct around what it points to.
        let wanted = pointer.ty.target().filter(|_| !below.is_empty()).map(|target| &target.ty);
        let targets = self.points_to.targets(typed, types, threads, self.template, pointer);
        let mut cells = Vec::new();
        for target in targets {
            if let Target::Node(node) | Target::Beside(node, _) = target {
                let node = self.points_to.node_of(node);
                let path = match target {
                    Target::Node(_) => {
                        let object = &typed.object(node.instance.object).ty.ty;
                        let path = wanted.and_then(|ty| view(types, object, &node.path, ty));
                        [path.as_ref().unwrap_or(&node.path), below].concat()
                    }
                    _ => Vec::new(),
                };
                cells.push(Cell::Of(node.instance.object, path));
            }
        }
        cells
    }
}

const ALL: &[usize] = &[usize::MAX];

/// The arguments through which an operation reads and writes.
fn arguments(intrinsic: Intrinsic) -> (&'static [usize], &'static [usize]) {
    use Intrinsic::*;
    match intrinsic {
        Load => (&[0], &[]),
        Store | Clear | TestAndSet | Exchange | FetchOp(..) | OpFetch(_) | FetchNand
        | NandFetch | BoolCompareAndSwap | ValCompareAndSwap => (&[0], &[0]),
        CompareExchange { .. } => (&[0, 1], &[0, 1]),
        LoadInto => (&[0], &[1]),
        StoreFrom => (&[1], &[0]),
        ExchangeInto => (&[0, 1], &[0, 2]),
        CompareExchangeFrom => (&[0, 1, 2], &[0, 1]),
        SetBytes => (&[], &[0]),
        CopyBytes | MoveBytes => (&[1], &[0]),
        Scan => (&[], ALL),
        _ => (&[], &[]),
    }
}

/// Functions that work on locks and threads, and on nothing else that a program looks at.
fn is_of_threads(name: &str) -> bool {
    ["pthread_", "sem_", "mtx_", "cnd_", "thrd_", "tss_", "call_once", "__braid_"]
        .iter()
        .any(|prefix| name.starts_with(prefix))
}

/// What is counted up or down.
#[derive(Clone, Copy)]
enum Counted<'a> {
    Place(&'a LValue),
    Behind(&'a TExpr),
}

/// The expression by which a statement counts, and does nothing else.
fn counted<'a>(typed: &Typed, stmt: &'a TStmt) -> Option<(&'a TExpr, Counted<'a>)> {
    let TStmtKind::Expr(expr) = &stmt.kind else { return None };
    match &expr.kind {
        TKind::IncDec(_, lvalue) | TKind::Compound(BinaryOp::Add | BinaryOp::Sub, lvalue, ..) => {
            Some((expr, Counted::Place(lvalue)))
        }
        TKind::Call(callee, args) => match intrinsic_of(typed, callee)? {
            Intrinsic::FetchOp(BinaryOp::Add | BinaryOp::Sub, _)
            | Intrinsic::OpFetch(BinaryOp::Add | BinaryOp::Sub) => {
                Some((expr, Counted::Behind(args.first()?)))
            }
            _ => None,
        },
        _ => None,
    }
}

/// The variable or pointer that an lvalue is a part of, and the fields from there down. Elements are not
/// told apart.
fn origin<'a>(types: &Types, lvalue: &'a LValue) -> (&'a LValue, Vec<u32>) {
    match &lvalue.kind {
        LKind::Field(base, field) => {
            let (origin, mut below) = origin(types, base);
            below.push(*field);
            // Whatever is in words is in all of them.
            (origin, settled(types, &origin.ty.ty, &below))
        }
        LKind::Index(base, _) => origin(types, base),
        LKind::Obj(_) | LKind::Deref(_) => (lvalue, Vec::new()),
    }
}

/// The pointer, whatever has been added to it.
fn plain(pointer: &TExpr) -> &TExpr {
    match &pointer.kind {
        TKind::PtrAdd(inner, ..) => plain(inner),
        _ => pointer,
    }
}

/// The variable that a pointer is read from.
fn variable(pointer: &TExpr) -> Option<ObjId> {
    let TKind::Load(lvalue) = &plain(pointer).kind else { return None };
    match lvalue.kind {
        LKind::Obj(id) => Some(id),
        _ => None,
    }
}

/// Whether a variable of a function only ever points to what the function has just allocated.
fn is_fresh(typed: &Typed, func: FuncId, variable: ObjId) -> bool {
    let object = typed.object(variable);
    if object.func != Some(func)
        || object.storage != ObjStorage::Auto
        || object.address_taken
        || typed.func(func).params.contains(&variable)
    {
        return false;
    }
    let body = typed.func(func).body.as_deref().unwrap_or_default();
    let mut fresh = true;
    let is_it = |lvalue: &LValue| matches!(lvalue.kind, LKind::Obj(id) if id == variable);
    for_each_stmt(body, &mut |stmt| {
        if let TStmtKind::Decl(_, Some(steps)) = &stmt.kind {
            for InitStep { value, .. } in steps.iter().filter(|step| is_it(&step.target)) {
                fresh &= is_new(value);
            }
        }
    });
    for_each_inner_expr(body, &mut |expr| match &expr.kind {
        TKind::Assign(lvalue, value) if is_it(lvalue) => fresh &= is_new(value),
        TKind::Compound(_, lvalue, ..) | TKind::IncDec(_, lvalue) if is_it(lvalue) => fresh = false,
        _ => {}
    });
    fresh
}

fn is_new(value: &TExpr) -> bool {
    match &value.kind {
        TKind::Alloc(alloc) => alloc.old.is_none(),
        TKind::Const(_) => true,
        TKind::Cast(inner) => is_new(inner),
        _ => false,
    }
}

fn clashes(writer: &Touched, other: &Touched) -> bool {
    let overlap = |a: &Cell, b: &Cell| match (a, b) {
        (Cell::Of(a, above), Cell::Of(b, below)) => {
            a == b && above.iter().zip(below).all(|(a, b)| a == b)
        }
        _ => false,
    };
    let seen = || other.reads.iter().chain(&other.writes);
    writer.writes.iter().any(|cell| seen().chain(&other.counts).any(|at| overlap(cell, at)))
        || writer.counts.iter().any(|cell| seen().any(|at| overlap(cell, at)))
}
