//! Which variables are shared, and why.
//!
//! Static storage is shared, automatic and thread-local storage is not [sapa, Sect. 3]; except that an
//! automatic variable whose address may reach another thread is shared if its function runs in one
//! thread only. With several instances there is no one cell to point to: such variables are moved to pools
//! (`lent/mod.rs`), and those that cannot be are a problem.

use std::collections::BTreeSet;

use crate::hash::{FxHashMap, FxHashSet};

use super::codes;
use super::points_to::{Instance, PointsTo};
use super::threads::Threads;
use super::typed::{ObjId, ObjStorage, Typed};
use crate::scpl::Scope;
use crate::text::{Problem, Span};

/// Why a variable is shared or local, for `braid dump --stage sharing` and for hovers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sharing {
    pub name: String,
    pub function: Option<String>,
    pub span: Span,
    pub scope: Scope,
    pub why: String,
}

#[derive(Debug)]
pub struct Scopes {
    /// Automatic and thread-local variables whose address reaches other threads, and where it leaks.
    escaped: FxHashMap<Instance, Span>,
    /// Those of them that exist once per thread of a template with several threads.
    rejected: FxHashSet<Instance>,
}

impl Scopes {
    pub fn find(typed: &Typed, threads: &Threads, points_to: &PointsTo) -> (Scopes, Vec<Problem>) {
        let mut escaped: FxHashMap<Instance, Span> = FxHashMap::default();
        // Whoever joins a thread gets what it returns, also a thread of the same kind.
        for (target, span) in points_to.returned(threads) {
            if threads.results_matter && typed.object(target.object).storage != ObjStorage::Static {
                escaped.entry(target).or_insert(span);
            }
        }
        let cells: Vec<(Instance, Instance, Span)> = points_to
            .cells()
            .filter_map(|(holder, target, span)| {
                Some((holder.instance, points_to.object_of(target)?, span))
            })
            .collect();
        loop {
            let before = escaped.len();
            for &(holder, target, span) in &cells {
                let object = typed.object(target.object);
                if object.storage == ObjStorage::Static || escaped.contains_key(&target) {
                    continue;
                }
                let holder_storage = typed.object(holder.object).storage;
                let foreign = match object.storage {
                    // Its own copies may be pointed to by what only its own thread sees.
                    ObjStorage::ThreadLocal => {
                        holder_storage == ObjStorage::Static
                            || threads.is_handed_over(typed, holder.template, holder.object)
                    }
                    // What a thread starts with comes from another one, also from one of its own kind.
                    _ => {
                        holder_storage == ObjStorage::Static
                            || holder.template != target.template
                            || threads.is_start_param(typed, holder.template, holder.object)
                    }
                };
                if foreign || escaped.contains_key(&holder) {
                    escaped.insert(target, span);
                }
            }
            if escaped.len() == before {
                break;
            }
        }
        let mut problems = Vec::new();
        let mut rejected = FxHashSet::default();
        let mut in_order: Vec<_> = escaped.iter().collect();
        in_order.sort();
        for (&instance, &span) in in_order {
            let once = instance.template.is_some_and(|template| threads.runs_once(template));
            if once {
                continue;
            }
            rejected.insert(instance);
            let object = typed.object(instance.object);
            let message = format!(
                "the address of `{}` reaches other threads, but each thread has its own `{}`",
                object.name, object.name
            );
            let problem = Problem::new(codes::ESCAPING_LOCAL, span, message)
                .hint("hand on the address of a global, or declare it where no jump leads past it")
                .note(object.span, "declared here");
            problems.push(problem);
        }
        (Scopes { escaped, rejected }, problems)
    }

    pub fn scope(&self, typed: &Typed, instance: Instance) -> Scope {
        match typed.object(instance.object).storage {
            ObjStorage::Static => Scope::Shared,
            ObjStorage::ThreadLocal => Scope::Local,
            ObjStorage::Auto => {
                if self.escaped.contains_key(&instance) && !self.rejected.contains(&instance) {
                    Scope::Shared
                } else {
                    Scope::Local
                }
            }
        }
    }

    /// The automatic variables that other threads have the addresses of, and of which each thread has its
    /// own.
    pub fn rejected(&self) -> BTreeSet<ObjId> {
        self.rejected.iter().map(|instance| instance.object).collect()
    }

    /// Whether pointers to this variable mean nothing in another thread.
    pub fn is_rejected(&self, instance: Instance) -> bool {
        self.rejected.contains(&instance)
    }

    /// The variable's facts, as the user is told them.
    pub fn explain(&self, typed: &Typed, threads: &Threads, instance: Instance) -> Sharing {
        let object = typed.object(instance.object);
        let scope = self.scope(typed, instance);
        let template = instance.template.map(|template| threads.template(template).name.clone());
        let why = match (object.storage, scope) {
            (ObjStorage::Static, _) if typed.lent_in(instance.object).is_some() => format!(
                "its address is handed to other threads: each call of `{}` has one, and all threads that have \
                 its address see it",
                object.func.map_or("", |func| &typed.func(func).name)
            ),
            (ObjStorage::Static, _) if object.func.is_some() => {
                "static: one variable for all calls and all threads".into()
            }
            (ObjStorage::Static, _) if object.heap.is_some() => {
                "allocated: all threads that have its address see it".into()
            }
            (ObjStorage::Static, _) => "declared at file scope: all threads see it".into(),
            (ObjStorage::ThreadLocal, _) => {
                "declared thread-local: every thread has its own".into()
            }
            (ObjStorage::Auto, Scope::Shared) => format!(
                "its address is handed to other threads, and `{}` runs only once",
                template.unwrap_or_default()
            ),
            (ObjStorage::Auto, Scope::Local) if self.is_rejected(instance) => {
                "automatic; its address leaks to other threads, which is reported as a problem"
                    .into()
            }
            (ObjStorage::Auto, Scope::Local) if object.address_taken => {
                "automatic; its address stays within the thread".into()
            }
            (ObjStorage::Auto, Scope::Local) => "automatic: every thread has its own".into(),
        };
        Sharing {
            name: object.name.clone(),
            function: object.func.map(|func| typed.func(func).name.to_string()),
            span: object.span,
            scope,
            why,
        }
    }
}
