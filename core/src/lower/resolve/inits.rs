//! Initialisers [C17 6.7.9]: braces, designators, elision, strings; flattened to scalar assignments.

use super::super::typed::{InitStep, LKind, LValue, ObjId, ObjStorage, TExpr, TKind};
use super::super::types::{IntTy, QTy, Ty};
use super::Resolver;
use crate::ast::{self, Designator, Init, InitItem};
use crate::text::Span;

/// Whose braces the items of an initialiser stand in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Braces {
    Own,
    /// Those of an aggregate around it; this part is the first to be initialised.
    Outer(u64),
}

impl Resolver<'_> {
    pub fn static_init(&mut self, id: ObjId, init: &Init, span: Span) {
        let steps = self.auto_init(id, init, span);
        self.objects[id.index()].init = steps;
    }

    /// The assignments that an initialiser makes; everything else in the object is zero if it is a
    /// list or a string.
    pub fn auto_init(&mut self, id: ObjId, init: &Init, span: Span) -> Vec<InitStep> {
        if let Some(len) = self.init_len(&self.objects[id.index()].ty.ty.clone(), init) {
            self.complete_array(id, len);
        }
        let target = self.object_lvalue(id, span);
        self.init_steps(target, init)
    }

    pub fn init_steps(&mut self, target: LValue, init: &Init) -> Vec<InitStep> {
        let mut steps = Vec::new();
        self.init_one(&target, init, &mut steps);
        steps
    }

    /// How many elements an initialiser gives an array of unknown size.
    pub fn init_len(&mut self, ty: &Ty, init: &Init) -> Option<u64> {
        let Ty::Array(element, 0) = ty else { return None };
        match init {
            Init::Expr(expr) => string(expr).map(|bytes| bytes.len() as u64 + 1),
            Init::List { items, .. } => {
                if let [InitItem { value: Init::Expr(expr), designators }] = &items[..]
                    && designators.is_empty()
                    && let (Some(bytes), Ty::Int(IntTy { width: 8, .. })) =
                        (string(expr), &element.ty)
                {
                    return Some(bytes.len() as u64 + 1);
                }
                // Elements of struct type may be initialised without braces of their own.
                let scalars = self.n_scalars(&element.ty).max(1);
                let (mut at, mut loose, mut len) = (0u64, 0u64, 0u64);
                for item in items {
                    match item.designators.first() {
                        Some(Designator::Index(index)) => {
                            (at, loose) = (self.const_expr(index)?, 0)
                        }
                        Some(Designator::Range(_, last)) => {
                            (at, loose) = (self.const_expr(last)?, 0)
                        }
                        _ => {}
                    }
                    len = len.max(at + 1);
                    if element.ty.is_scalar() || self.is_whole(&element.ty, &item.value) {
                        at += 1;
                    } else {
                        loose += 1;
                        if loose == scalars {
                            (at, loose) = (at + 1, 0);
                        }
                    }
                }
                Some(len)
            }
        }
    }

    fn n_scalars(&self, ty: &Ty) -> u64 {
        match ty {
            Ty::Array(element, len) => self.n_scalars(&element.ty).saturating_mul(*len),
            Ty::Record(idx) => {
                let fields = self.types.record(*idx).fields.as_deref().unwrap_or_default();
                let n_stored = if self.types.record(*idx).union { 1 } else { fields.len() };
                fields.iter().take(n_stored).map(|field| self.n_scalars(&field.ty.ty)).sum()
            }
            _ => 1,
        }
    }

    /// Whether an initialiser only has zeros: that of a library's object, as some library has it.
    fn is_all_zero(&mut self, init: &Init) -> bool {
        match init {
            Init::Expr(expr) => self.const_expr(expr) == Some(0),
            Init::List { items, .. } => items.iter().all(|item| self.is_all_zero(&item.value)),
        }
    }

    /// The kind that a mutex is initialised with: the only number, or the fifth, as the usual library has
    /// it.
    fn mutex_kind(&mut self, init: &Init) -> Option<u64> {
        let mut numbers = Vec::new();
        self.numbers(init, &mut numbers)?;
        let kind = match numbers[..] {
            [kind] => kind,
            [0, 0, 0, 0, kind, ref rest @ ..] if rest.iter().all(|&number| number == 0) => kind,
            _ => return None,
        };
        // The last one spins for a while, and is a normal one otherwise.
        (kind <= 3).then_some(kind % 3)
    }

    fn numbers(&mut self, init: &Init, found: &mut Vec<u64>) -> Option<()> {
        match init {
            Init::Expr(expr) => found.push(self.const_expr(expr)?),
            Init::List { items, .. } => {
                for item in items {
                    if !item.designators.is_empty() {
                        return None;
                    }
                    self.numbers(&item.value, found)?;
                }
            }
        }
        Some(())
    }

    fn init_one(&mut self, target: &LValue, init: &Init, steps: &mut Vec<InitStep>) {
        match (init, &target.ty.ty) {
            (Init::Expr(expr), Ty::Array(element, len)) => match string(expr) {
                Some(bytes) => self.init_string(target, element, *len, bytes, expr.span, steps),
                None => self.error(expr.span, "an array is initialised by a list or a string"),
            },
            (Init::Expr(expr), _) => self.init_scalar(target, expr, steps),
            // `{0}` for a mutex, a thread handle, or any scalar.
            (Init::List { items, .. }, ty) if ty.is_scalar() => match items.first() {
                Some(_) if *ty == Ty::Mutex && !self.is_all_zero(init) => {
                    let is_static = super::root(target)
                        .is_some_and(|id| self.objects[id.index()].storage != ObjStorage::Auto);
                    if let (Some(kind), true) = (self.mutex_kind(init), is_static) {
                        self.mutex_kinds = true;
                        let value = TExpr::constant(kind, Ty::INT, target.span);
                        steps.push(InitStep { target: target.clone(), value });
                        return;
                    }
                    let message = "a mutex of another kind by its initialiser is not supported yet";
                    let problem = crate::text::Problem::fatal(
                        super::codes::UNSUPPORTED,
                        target.span,
                        message,
                    );
                    self.problems.push(problem.hint("call pthread_mutex_init with attributes"));
                }
                _ if matches!(ty, Ty::Mutex | Ty::Thread) => {}
                Some(InitItem { value, .. }) => self.init_one(target, value, steps),
                None => {
                    let value = TExpr::constant(0, ty.clone(), target.span);
                    steps.push(InitStep { target: target.clone(), value });
                }
            },
            (Init::List { items, .. }, Ty::Array(element, len)) => {
                if let [InitItem { value: Init::Expr(expr), designators }] = &items[..]
                    && designators.is_empty()
                    && let (Some(bytes), Ty::Int(IntTy { width: 8, .. })) =
                        (string(expr), &element.ty)
                {
                    self.init_string(target, element, *len, bytes, expr.span, steps);
                    return;
                }
                let mut items = &items[..];
                self.init_aggregate(target, &mut items, steps, Braces::Own);
            }
            (Init::List { span, .. }, Ty::Record(idx)) if self.types.record(*idx).builtin => {
                if !self.is_all_zero(init) {
                    let message = "this initialiser of a library's object is not supported yet";
                    let problem =
                        crate::text::Problem::fatal(super::codes::UNSUPPORTED, *span, message);
                    self.problems.push(problem.hint("use the library's function for it"));
                }
            }
            (Init::List { items, .. }, Ty::Record(_)) => {
                let mut items = &items[..];
                self.init_aggregate(target, &mut items, steps, Braces::Own);
            }
            (Init::List { .. }, _) => {}
        }
    }

    fn init_scalar(&mut self, target: &LValue, expr: &ast::Expr, steps: &mut Vec<InitStep>) {
        let value = self.expr(expr);
        if matches!(target.ty.ty, Ty::Mutex | Ty::Thread) && matches!(value.ty, Ty::Int(_)) {
            return; // a platform's way of writing the initial state
        }
        let value = self.assigned(value, &target.ty.ty.clone());
        steps.push(InitStep { target: target.clone(), value });
    }

    fn init_string(
        &mut self,
        target: &LValue,
        element: &QTy,
        len: u64,
        bytes: &[u8],
        span: Span,
        steps: &mut Vec<InitStep>,
    ) {
        for (idx, &byte) in bytes.iter().enumerate().take(len as usize) {
            let value = TExpr::constant(u64::from(byte), element.ty.clone(), span);
            steps.push(InitStep { target: self.element(target, idx as u64, span), value });
        }
    }

    /// Initialises the parts of an array or struct in order. With braces of its own it takes all items
    /// and obeys designators; without, it takes as many as it has parts, from a given one on.
    fn init_aggregate(
        &mut self,
        target: &LValue,
        items: &mut &[InitItem],
        steps: &mut Vec<InitStep>,
        braces: Braces,
    ) {
        let braced = braces == Braces::Own;
        let n_parts = match &target.ty.ty {
            Ty::Array(_, len) => *len,
            Ty::Record(idx) => {
                let record = self.types.record(*idx);
                let n_fields = record.fields.as_ref().map_or(0, |fields| fields.len() as u64);
                if record.union { n_fields.min(1) } else { n_fields }
            }
            _ => 0,
        };
        let mut at = match braces {
            Braces::Own => 0,
            Braces::Outer(first) => first,
        };
        while let Some(item) = items.first() {
            if !item.designators.is_empty() {
                if !braced {
                    return;
                }
                let Some(next) = self.init_designated(target, items, steps) else { return };
                at = next;
                continue;
            }
            if at >= n_parts {
                if braced {
                    let span = match &item.value {
                        Init::Expr(expr) => expr.span,
                        Init::List { span, .. } => *span,
                    };
                    self.error(span, "more initialisers than there are elements");
                }
                return;
            }
            let part = self.part(target, at);
            self.init_part(&part, items, steps);
            at += 1;
        }
    }

    /// One part, from one item, or from as many as it needs if its braces are left out.
    fn init_part(&mut self, part: &LValue, items: &mut &[InitItem], steps: &mut Vec<InitStep>) {
        if self.is_whole(&part.ty.ty, &items[0].value) {
            self.init_one(part, &items[0].value, steps);
            *items = &items[1..];
        } else {
            self.init_aggregate(part, items, steps, Braces::Outer(0));
        }
    }

    /// Whether an item initialises a part of this type by itself.
    fn is_whole(&mut self, ty: &Ty, value: &Init) -> bool {
        match (value, ty) {
            (Init::List { .. }, _) => true,
            (Init::Expr(expr), Ty::Array(element, _)) => {
                string(expr).is_some() && matches!(element.ty, Ty::Int(IntTy { width: 8, .. }))
            }
            // A struct may be initialised by another one.
            (Init::Expr(expr), Ty::Record(_)) => {
                let n_problems = self.problems.len();
                let same = self.expr(expr).ty == *ty;
                self.problems.truncate(n_problems);
                same
            }
            _ => true,
        }
    }

    /// Handles one designated item and those that go on inside what it designates; gives the number of
    /// the part that follows.
    fn init_designated(
        &mut self,
        target: &LValue,
        items: &mut &[InitItem],
        steps: &mut Vec<InitStep>,
    ) -> Option<u64> {
        let item = &items[0];
        *items = &items[1..];
        let mut ranges = vec![target.clone()];
        let mut next = 0;
        // The aggregates passed on the way, each with the part of it that comes next [C17 6.7.9].
        let mut passed: Vec<(LValue, u64)> = Vec::new();
        for (depth, designator) in item.designators.iter().enumerate() {
            let (first, last, path) = match designator {
                Designator::Field(name, span) => {
                    let Ty::Record(idx) = ranges[0].ty.ty else {
                        self.error(*span, format!("`.{name}` does not initialise a struct here"));
                        return None;
                    };
                    let Some(path) = self.types.field_path(idx, name) else {
                        self.error(*span, format!("there is no field `{name}`"));
                        return None;
                    };
                    (u64::from(path[0]), u64::from(path[0]), path)
                }
                Designator::Index(index) => {
                    let at = self.designator_index(&ranges[0], index)?;
                    (at, at, Vec::new())
                }
                Designator::Range(first, last) => {
                    let (a, b) = (
                        self.designator_index(&ranges[0], first)?,
                        self.designator_index(&ranges[0], last)?,
                    );
                    (a, b.max(a), Vec::new())
                }
            };
            match (depth, ranges.last()) {
                (0, _) => next = last + 1,
                (_, Some(inner)) => passed.push((inner.clone(), last + 1)),
                _ => {}
            }
            let mut inner = ranges.last().map(|inner| self.part(inner, last));
            for &field in path.iter().skip(1) {
                let Some(part) = inner else { break };
                passed.push((part.clone(), u64::from(field) + 1));
                inner = Some(self.part(&part, u64::from(field)));
            }
            let mut parts = Vec::new();
            for target in &ranges {
                for at in first..=last {
                    let mut part = self.named_part(target, at, steps);
                    for &field in path.iter().skip(1) {
                        part = self.named_part(&part, u64::from(field), steps);
                    }
                    parts.push(part);
                }
            }
            ranges = parts;
        }
        for part in ranges {
            if self.is_whole(&part.ty.ty, &item.value) {
                // A part that is named again starts anew.
                steps.retain(|step| !is_within(&step.target, &part));
                self.init_one(&part, &item.value, steps);
            } else {
                // Its own braces are left out: it takes what follows as well.
                let first = [InitItem { designators: Vec::new(), value: item.value.clone() }];
                let more = items.iter().take_while(|item| item.designators.is_empty()).cloned();
                let all: Vec<InitItem> = first.into_iter().chain(more).collect();
                let mut rest = &all[..];
                self.init_aggregate(&part, &mut rest, steps, Braces::Outer(0));
                *items = &items[(all.len() - rest.len()).saturating_sub(1)..];
            }
        }
        for (inner, at) in passed.into_iter().rev() {
            self.init_aggregate(&inner, items, steps, Braces::Outer(at));
        }
        Some(next)
    }

    /// A part that a designator names. Of the members of a union only the last one that is named counts.
    fn named_part(&mut self, target: &LValue, at: u64, steps: &mut Vec<InitStep>) -> LValue {
        let part = self.part(target, at);
        if matches!(target.ty.ty, Ty::Record(idx) if self.types.record(idx).union) {
            steps.retain(|step| !is_within(&step.target, target) || is_within(&step.target, &part));
        }
        part
    }

    fn designator_index(&mut self, target: &LValue, index: &ast::Expr) -> Option<u64> {
        let value = self.const_expr(index);
        match (value, &target.ty.ty) {
            (Some(value), Ty::Array(_, len)) if value < *len => Some(value),
            _ => {
                self.error(index.span, "this index does not designate an element of the array");
                None
            }
        }
    }

    fn part(&mut self, target: &LValue, at: u64) -> LValue {
        match &target.ty.ty {
            Ty::Record(idx) => {
                let fields = self.types.record(*idx).fields.as_deref().unwrap_or_default();
                let ty = fields[at as usize].ty.clone();
                let stored = match self.types.record(*idx).union {
                    true => self.stored_member(*idx, at as u32),
                    false => Some(at as u32),
                };
                let stored = stored.unwrap_or_else(|| {
                    let message = "an initialiser of this member of a union that differs from its \
                                   first member in layout is not supported yet";
                    let problem = crate::text::Problem::fatal(
                        super::codes::UNSUPPORTED,
                        target.span,
                        message,
                    );
                    self.problems.push(problem.hint("assign it in `main`"));
                    at as u32
                });
                LValue {
                    kind: LKind::Field(Box::new(target.clone()), stored),
                    ty,
                    span: target.span,
                }
            }
            _ => self.element(target, at, target.span),
        }
    }

    fn element(&self, target: &LValue, at: u64, span: Span) -> LValue {
        let element = target.ty.ty.target().expect("only arrays have elements").clone();
        let index = TExpr { kind: TKind::Const(at), ty: Ty::INT, span };
        LValue { kind: LKind::Index(Box::new(target.clone()), Box::new(index)), ty: element, span }
    }
}

/// Whether one lvalue of an initialiser is the other or a part of it.
fn is_within(inner: &LValue, outer: &LValue) -> bool {
    fn path(lvalue: &LValue) -> Vec<u64> {
        let (base, step) = match &lvalue.kind {
            LKind::Field(base, field) => (base, u64::from(*field)),
            LKind::Index(base, index) => match index.kind {
                TKind::Const(at) => (base, at),
                _ => return Vec::new(),
            },
            _ => return Vec::new(),
        };
        let mut steps = path(base);
        steps.push(step);
        steps
    }
    path(inner).starts_with(&path(outer))
}

fn string(expr: &ast::Expr) -> Option<&[u8]> {
    match &expr.kind {
        ast::ExprKind::Str(bytes) => Some(bytes),
        _ => None,
    }
}
