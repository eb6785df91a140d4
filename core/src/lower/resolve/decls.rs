//! Declarations and function definitions.

use std::rc::Rc;

use super::super::codes;
use super::super::typed::{Func, FuncId, Guarded, LKind, LValue, ObjId, ObjStorage, Object, TStmt};
use super::super::types::{FuncTy, QTy, Ty};
use super::link::Reach;
use super::types::has_inner_array;
use super::{Resolver, Symbol};
use crate::ast::{self, Annotation, AnnotationKind, Storage};
use crate::text::{Problem, Span};

impl Resolver<'_> {
    pub fn file_annotation(&mut self, annotation: &Annotation) {
        match &annotation.kind {
            AnnotationKind::Invariant(expr) => {
                let expr = self.expr(expr);
                self.invariants.push(expr);
            }
            _ => {
                self.misplaced(annotation.span, "belongs to a variable, a function or a statement")
            }
        }
    }

    fn misplaced(&mut self, span: Span, why: &str) {
        let message = format!("this annotation {why}");
        self.problems.push(Problem::new(codes::BAD_ANNOTATION, span, message));
    }

    pub fn file_declaration(&mut self, declaration: &ast::Declaration) {
        let ty = self.qual_type(&declaration.ty);
        self.sizes.clear();
        let ty = self.aligned(ty, declaration);
        let Some(name) = &declaration.name else { return };
        if declaration.storage == Storage::Typedef {
            let ty = self.model_type(name, ty, declaration.name_span);
            self.declare(name.clone(), Symbol::Typedef(ty));
            return;
        }
        if let Ty::Func(func) = &ty.ty {
            let reach = self.reach(declaration.storage, declaration.name_span);
            let id = self.declare_function(name, (**func).clone(), reach, declaration.name_span);
            self.function_annotations(id, &declaration.annotations);
            let known = &mut self.funcs[id.index()];
            known.renamed |= declaration.renamed;
            known.runs = known.runs.and(declaration.runs);
            return;
        }
        // A file-scope variable may be declared again; one of the declarations may initialise it.
        let reach = self.reach(declaration.storage, declaration.name_span);
        let known = self.known_object(name, &ty, reach, declaration);
        let id = known.unwrap_or_else(|| {
            let id = self.static_object(name, ty.clone(), declaration, None);
            match reach {
                Reach::Unit => self.keep_in_unit(id),
                Reach::Program => self.export(name, Symbol::Object(id)),
            }
            id
        });
        let object = &mut self.objects[id.index()];
        object.external &= declaration.storage == Storage::Extern && declaration.init.is_none();
        if known.is_some() {
            if matches!(object.ty.ty, Ty::Array(_, 0)) {
                object.ty = ty;
            }
            object.annotations.extend(declaration.annotations.iter().cloned());
            self.guard_again(id, &declaration.annotations);
            let object = &mut self.objects[id.index()];
            if declaration.storage != Storage::Extern {
                object.span = declaration.name_span;
            }
        }
        self.declare(name.clone(), Symbol::Object(id));
        if let Some(init) = &declaration.init
            && self.first_initialiser(id, declaration.name_span)
        {
            self.static_init(id, init, declaration.name_span);
            let init = self.objects[id.index()].init.clone();
            self.keep_fixed(id, &declaration.ty, &init);
        }
        self.check_complete(id, declaration);
    }

    /// Who can name something at file scope. What a model header declares is the same for all units.
    fn reach(&self, storage: Storage, at: Span) -> Reach {
        match storage {
            Storage::Static if !(self.is_builtin)(at) => Reach::Unit,
            _ => Reach::Program,
        }
    }

    /// The variable that a declaration at file scope, or an `extern` one, is about.
    fn known_object(
        &mut self,
        name: &ast::Name,
        ty: &QTy,
        reach: Reach,
        declaration: &ast::Declaration,
    ) -> Option<ObjId> {
        let at = declaration.name_span;
        let id = match (self.scopes[0].get(name), reach) {
            (Some(Symbol::Object(id)), _) => *id,
            (Some(_), _) | (None, Reach::Unit) => return None,
            (None, Reach::Program) => {
                let id = self.linked_object(name, at)?;
                let is_own = self.objects[id.index()].storage == ObjStorage::ThreadLocal;
                if is_own != declaration.thread_local {
                    let message = format!("`{name}` is one for all threads in one place only");
                    self.error(at, message);
                }
                id
            }
        };
        self.check_same_object(id, ty, at);
        Some(id)
    }

    /// A variable of a block: its object, and its initialiser if that runs when the declaration does.
    pub fn block_declaration(
        &mut self,
        declaration: &ast::Declaration,
    ) -> Option<(ObjId, Option<Vec<super::super::typed::InitStep>>)> {
        let ty = self.qual_type(&declaration.ty);
        let ty = self.aligned(ty, declaration);
        let name = declaration.name.as_ref()?;
        match (declaration.storage, &ty.ty) {
            (Storage::Typedef, _) => {
                self.declare(name.clone(), Symbol::Typedef(ty));
                None
            }
            (_, Ty::Func(func)) => {
                let reach = Reach::Program;
                self.declare_function(name, (**func).clone(), reach, declaration.name_span);
                None
            }
            (Storage::Extern, _) => {
                let known = self.known_object(name, &ty, Reach::Program, declaration);
                let id = known.unwrap_or_else(|| {
                    let id = self.static_object(name, ty, declaration, None);
                    self.export(name, Symbol::Object(id));
                    id
                });
                // A definition further down means the same variable.
                self.scopes[0].entry(name.clone()).or_insert(Symbol::Object(id));
                self.declare(name.clone(), Symbol::Object(id));
                None
            }
            (Storage::Static, ty_of) if !matches!(ty_of, Ty::Vla(..)) => {
                let id = self.static_object(name, ty, declaration, self.func);
                self.declare(name.clone(), Symbol::Object(id));
                if let Some(init) = &declaration.init {
                    self.static_init(id, init, declaration.name_span);
                    let init = self.objects[id.index()].init.clone();
                    self.keep_fixed(id, &declaration.ty, &init);
                }
                self.check_complete(id, declaration);
                None
            }
            (Storage::None, Ty::Vla(..)) if !declaration.thread_local => {
                self.vla_declaration(name, ty, declaration)
            }
            (_, Ty::Vla(..)) => {
                self.error(declaration.name_span, "only automatic arrays have a variable length");
                None
            }
            _ => {
                let storage = if declaration.thread_local {
                    ObjStorage::ThreadLocal
                } else {
                    ObjStorage::Auto
                };
                let id = self.new_object(Object {
                    name: name.to_string(),
                    ty,
                    storage,
                    init: Vec::new(),
                    annotations: declaration.annotations.clone(),
                    span: declaration.name_span,
                    func: self.func,
                    changes: false,
                    address_taken: false,
                    external: false,
                    named: false,
                    heap: None,
                });
                self.variable_annotations(id);
                // The scope of the name starts before its initialiser [C17 6.2.1].
                self.declare(name.clone(), Symbol::Object(id));
                let init = declaration
                    .init
                    .as_ref()
                    .map(|init| self.auto_init(id, init, declaration.name_span));
                self.keep_fixed(id, &declaration.ty, init.as_deref().unwrap_or_default());
                self.check_complete(id, declaration);
                Some((id, init))
            }
        }
    }

    fn static_object(
        &mut self,
        name: &ast::Name,
        ty: QTy,
        declaration: &ast::Declaration,
        func: Option<FuncId>,
    ) -> ObjId {
        let id = self.new_object(Object {
            name: name.to_string(),
            ty,
            storage: if declaration.thread_local {
                ObjStorage::ThreadLocal
            } else {
                ObjStorage::Static
            },
            init: Vec::new(),
            annotations: declaration.annotations.clone(),
            span: declaration.name_span,
            func,
            changes: true,
            address_taken: false,
            external: true,
            named: false,
            heap: None,
        });
        if declaration.storage != Storage::Extern || declaration.init.is_some() {
            self.objects[id.index()].external = false;
        }
        self.variable_annotations(id);
        id
    }

    fn check_complete(&mut self, id: ObjId, declaration: &ast::Declaration) {
        let object = &self.objects[id.index()];
        let incomplete = self.is_incomplete(&object.ty.ty) || object.ty.ty == Ty::Void;
        let unsized_array = matches!(object.ty.ty, Ty::Array(_, 0)) && !object.external;
        if object.ty.ty == Ty::Void && object.name == "__kept" {
            // `qsort` of a model header, and its like.
            let what = "sorting or searching elements of no type";
            self.unsupported(declaration.name_span, what, "pass a pointer to the elements");
            self.objects[id.index()].ty.ty = Ty::Error;
        } else if (incomplete || unsized_array) && !object.external {
            let message = format!("the type of `{}` is incomplete", object.name);
            self.error(declaration.name_span, message);
            self.objects[id.index()].ty.ty = Ty::Error;
        }
    }

    fn variable_annotations(&mut self, id: ObjId) {
        let object = &self.objects[id.index()];
        let (name, storage) = (object.name.clone(), object.storage);
        for annotation in object.annotations.clone() {
            let span = annotation.span;
            match (annotation.kind, storage) {
                (AnnotationKind::Local, ObjStorage::Static) => {
                    let message =
                        format!("`{name}` is one variable for all threads, so it is not local");
                    let hint = format!(
                        "declare `{name}` with `_Thread_local`, or use BRAID_LOCAL of braid.h"
                    );
                    self.problems
                        .push(Problem::fatal(codes::BAD_ANNOTATION, span, message).hint(hint));
                }
                (AnnotationKind::Shared, ObjStorage::ThreadLocal) => {
                    let message = format!("every thread has its own `{name}`, so it is not shared");
                    let hint = "drop the annotation, or drop `_Thread_local`";
                    self.problems
                        .push(Problem::fatal(codes::BAD_ANNOTATION, span, message).hint(hint));
                }
                (AnnotationKind::GuardedBy(lock), _) => {
                    self.guard_object(id, &lock, Guarded::Itself)
                }
                (AnnotationKind::PtGuardedBy(lock), _) => {
                    self.guard_object(id, &lock, Guarded::Target)
                }
                (AnnotationKind::Local | AnnotationKind::Shared, _) => {}
                _ => self.misplaced(span, "does not apply to a variable"),
            }
        }
    }

    /// The function that a declaration is about; a new one if it is the first. One that this unit has
    /// declared `static` stays its own.
    pub(super) fn declare_function(
        &mut self,
        name: &ast::Name,
        ty: FuncTy,
        reach: Reach,
        name_span: Span,
    ) -> FuncId {
        let linked = match (self.func_ids.get(name), reach) {
            (Some(&id), _) => Some(id),
            (None, Reach::Unit) => None,
            (None, Reach::Program) => self.linked_func(name, name_span),
        };
        if let Some(id) = linked {
            self.check_same_func(id, &ty, name_span);
            self.func_ids.insert(name.clone(), id);
            self.scopes[0].insert(name.clone(), Symbol::Func(id));
            self.declare(name.clone(), Symbol::Func(id));
            return id;
        }
        self.funcs.push(Func {
            name: name.clone(),
            ty,
            params: Vec::new(),
            body: None,
            thread: None,
            init: None,
            runs: ast::Runs::default(),
            atomic: name.starts_with("__VERIFIER_atomic_"),
            noreturn: false,
            renamed: false,
            level: None,
            builtin: (self.is_builtin)(name_span),
            exported: reach == Reach::Program,
            unit: self.linkage.unit,
            name_span,
            span: name_span,
            end: name_span,
        });
        let id = FuncId(self.funcs.len() as u32 - 1);
        self.func_ids.insert(name.clone(), id);
        if reach == Reach::Program {
            self.export(name, Symbol::Func(id));
        }
        // A function declared in a block is still the one of that name.
        self.scopes[0].insert(name.clone(), Symbol::Func(id));
        self.declare(name.clone(), Symbol::Func(id));
        id
    }

    fn function_annotations(&mut self, id: FuncId, annotations: &[Annotation]) {
        for annotation in annotations {
            let span = annotation.span;
            match &annotation.kind {
                AnnotationKind::Thread(count) => {
                    if let Some((other, other_span)) = self.funcs[id.index()].thread
                        && other != *count
                    {
                        let message = "two annotations give different numbers of threads";
                        let problem = Problem::fatal(codes::BAD_ANNOTATION, span, message)
                            .hint("keep one of them")
                            .note(other_span, "the other one");
                        self.problems.push(problem);
                    }
                    self.funcs[id.index()].thread = Some((*count, span));
                }
                AnnotationKind::Init => self.funcs[id.index()].init = Some(span),
                AnnotationKind::Atomic => self.funcs[id.index()].atomic = true,
                AnnotationKind::Invariant(_) => self.file_annotation(annotation),
                _ => self.misplaced(span, "does not apply to a function"),
            }
        }
        let func = &self.funcs[id.index()];
        if let (Some((_, thread)), Some(init)) = (func.thread, func.init) {
            let message = format!("`{}` cannot run both before the threads and as one", func.name);
            let problem = Problem::fatal(codes::BAD_ANNOTATION, init, message)
                .hint("keep one of the two annotations")
                .note(thread, "marked as a thread here");
            self.problems.push(problem);
        }
    }

    pub fn function(&mut self, function: &ast::Function) {
        let ty = self.function_type(&function.ty);
        // A function that is only ever declared `inline` is one of this unit [C17 6.7.4].
        let reach = match (function.inline, function.storage) {
            (true, Storage::None) if !(self.is_builtin)(function.name_span) => Reach::Unit,
            (_, storage) => self.reach(storage, function.name_span),
        };
        // An old-style definition tells callers nothing about the parameters.
        let is_open = function.ty.unspecified && !ty.params.is_empty();
        let told = match is_open {
            true => FuncTy { params: Vec::new(), variadic: true, ..ty.clone() },
            false => ty.clone(),
        };
        let id = self.declare_function(&function.name, told, reach, function.name_span);
        let builtin = (self.is_builtin)(function.name_span);
        let known = &mut self.funcs[id.index()];
        let is_same_text = known.body.is_some() && known.name_span == function.name_span;
        if is_same_text && (builtin || function.inline) || known.body.is_some() && builtin {
            // The model header's, once more, or the program's own in place of it.
            return;
        }
        self.function_annotations(id, &function.annotations);
        let known = &mut self.funcs[id.index()];
        if known.builtin && !builtin {
            // The program has a function of its own in place of the library's.
            known.body = None;
            known.params.clear();
            known.atomic = function.name.starts_with("__VERIFIER_atomic_");
        }
        if known.body.is_some() {
            let message = format!("`{}` is defined twice", function.name);
            let first = known.name_span;
            let problem = Problem::fatal(codes::TYPE_ERROR, function.name_span, message)
                .note(first, "first here");
            self.problems.push(problem);
            return;
        }
        if known.renamed {
            let message = "a name given for the object file is not supported yet";
            let problem = Problem::fatal(codes::UNSUPPORTED, function.name_span, message);
            self.problems.push(problem.hint("use one name"));
            return;
        }
        if !is_open {
            known.ty = FuncTy { variadic: function.ty.variadic, ..ty.clone() };
        }
        known.noreturn |= function.noreturn;
        known.runs = known.runs.and(function.runs);
        known.builtin = builtin;
        known.unit = self.linkage.unit;
        known.name_span = function.name_span;
        known.span = function.span;
        known.end = function.end;
        known.body = Some(Vec::new());
        self.func = Some(id);
        let n_objects = self.objects.len();
        let mut body = self.in_scope(|this| {
            this.params(id, &function.ty.params, &ty.params);
            let sizes = std::mem::take(&mut this.sizes);
            sizes.into_iter().chain(this.stmts(&function.body)).collect::<Vec<TStmt>>()
        });
        self.fall_off(id, &mut body, function.end);
        self.func = None;
        self.check_jumps(&body);
        self.funcs[id.index()].body = Some(body);
        self.note_kept(id, n_objects);
        self.note_wrapper(id, function, n_objects);
    }

    pub(super) fn params(&mut self, func: FuncId, params: &[ast::Param], types: &[QTy]) {
        for (param, ty) in params.iter().zip(types) {
            // What it points to may be as long as another parameter says.
            let ty = match has_inner_array(&param.ty) {
                true => &self.param_type(&param.ty),
                false => ty,
            };
            let id = self.new_object(Object {
                name: param.name.as_deref().unwrap_or("<unnamed>").to_owned(),
                ty: ty.clone(),
                storage: ObjStorage::Auto,
                init: Vec::new(),
                annotations: Vec::new(),
                span: param.span,
                func: Some(func),
                changes: false,
                address_taken: false,
                external: false,
                named: false,
                heap: None,
            });
            self.funcs[func.index()].params.push(id);
            if let Some(name) = &param.name {
                self.declare(name.clone(), Symbol::Object(id));
            }
        }
    }

    pub fn object_lvalue(&self, id: ObjId, span: Span) -> LValue {
        if let Some(ty) = self.vla_types.get(&id) {
            return self.vla_lvalue(id, ty.clone(), span);
        }
        LValue { kind: LKind::Obj(id), ty: self.objects[id.index()].ty.clone(), span }
    }

    /// Gives an array declared without a size the one of its initialiser.
    pub fn complete_array(&mut self, id: ObjId, len: u64) {
        let object = &mut self.objects[id.index()];
        if let Ty::Array(element, 0) = &object.ty.ty {
            object.ty.ty = Ty::Array(Rc::clone(element), len);
        }
    }
}
