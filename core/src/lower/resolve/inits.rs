//! Initialisers [C17 6.7.9]: braces, designators, elision, strings; flattened to scalar assignments.

use super::super::typed::{InitStep, LKind, LValue, ObjId, TExpr, TKind};
use super::super::types::{IntTy, QTy, Ty};
use super::Resolver;
use crate::ast::{self, Designator, Init, InitItem};
use crate::text::Span;

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
                    if matches!(item.value, Init::List { .. }) || element.ty.is_scalar() {
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
                fields.iter().map(|field| self.n_scalars(&field.ty.ty)).sum()
            }
            _ => 1,
        }
    }

    fn init_one(&mut self, target: &LValue, init: &Init, steps: &mut Vec<InitStep>) {
        match (init, &target.ty.ty) {
            (Init::Expr(expr), Ty::Array(element, len)) => match string(expr) {
                Some(bytes) => self.init_string(target, element, *len, bytes, expr.span, steps),
                None => self.error(expr.span, "an array is initialised by a list or a string"),
            },
            (Init::Expr(expr), _) => self.init_scalar(target, expr, steps),
            // `{0}` for a mutex, a thread handle, or any scalar.
            (Init::List { items, .. }, ty) if ty.is_scalar() => {
                if let Some(InitItem { value, .. }) = items.first()
                    && !matches!(ty, Ty::Mutex | Ty::Thread)
                {
                    self.init_one(target, value, steps);
                }
            }
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
                self.init_aggregate(target, &mut items, steps, true);
            }
            (Init::List { items, .. }, Ty::Record(_)) => {
                let mut items = &items[..];
                self.init_aggregate(target, &mut items, steps, true);
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
    /// and obeys designators; without, it takes as many as it has parts.
    fn init_aggregate(
        &mut self,
        target: &LValue,
        items: &mut &[InitItem],
        steps: &mut Vec<InitStep>,
        braced: bool,
    ) {
        let n_parts = match &target.ty.ty {
            Ty::Array(_, len) => *len,
            Ty::Record(idx) => {
                self.types.record(*idx).fields.as_ref().map_or(0, |fields| fields.len() as u64)
            }
            _ => 0,
        };
        let mut at = 0;
        while let Some(item) = items.first() {
            if !item.designators.is_empty() {
                if !braced {
                    return;
                }
                let Some(next) = self.init_designated(target, item, steps) else { return };
                at = next;
                *items = &items[1..];
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
        let value = &items[0].value;
        let aggregate = matches!(part.ty.ty, Ty::Array(..) | Ty::Record(_));
        let whole = match value {
            Init::List { .. } => true,
            Init::Expr(expr) if matches!(part.ty.ty, Ty::Array(..)) => string(expr).is_some(),
            // A struct may be initialised by another one.
            Init::Expr(expr) if aggregate => {
                let n_problems = self.problems.len();
                let same = self.expr(expr).ty == part.ty.ty;
                self.problems.truncate(n_problems);
                same
            }
            Init::Expr(_) => true,
        };
        if whole {
            self.init_one(part, value, steps);
            *items = &items[1..];
        } else {
            self.init_aggregate(part, items, steps, false);
        }
    }

    /// Handles one designated item; gives the number of the part that follows it.
    fn init_designated(
        &mut self,
        target: &LValue,
        item: &InitItem,
        steps: &mut Vec<InitStep>,
    ) -> Option<u64> {
        let mut ranges = vec![target.clone()];
        let mut next = 0;
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
            if depth == 0 {
                next = last + 1;
            }
            ranges = ranges
                .iter()
                .flat_map(|target| {
                    (first..=last).map(|at| self.part(target, at)).collect::<Vec<_>>()
                })
                .map(|part| {
                    path.iter()
                        .skip(1)
                        .fold(part, |part, &field| self.part(&part, u64::from(field)))
                })
                .collect();
        }
        for part in ranges {
            self.init_one(&part, &item.value, steps);
        }
        Some(next)
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

    fn part(&self, target: &LValue, at: u64) -> LValue {
        match &target.ty.ty {
            Ty::Record(idx) => {
                let fields = self.types.record(*idx).fields.as_deref().unwrap_or_default();
                let ty = fields[at as usize].ty.clone();
                LValue {
                    kind: LKind::Field(Box::new(target.clone()), at as u32),
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

fn string(expr: &ast::Expr) -> Option<&[u8]> {
    match &expr.kind {
        ast::ExprKind::Str(bytes) => Some(bytes),
        _ => None,
    }
}
