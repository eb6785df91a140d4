//! From C to SCPL [design, Sect. 2].
//!
//! Seven steps. `resolve` gives names and expressions their meaning and types. `recursion` copies functions
//! that call themselves. `threads` finds the functions that run as threads. `points_to` bounds what pointers can point to, and from that
//! `sharing` decides which variables are shared; `lent` finds a place for those of which there is one for
//! each call. `emit` then walks each thread function, calls
//! inlined, and writes the graph, in which every plain access is a step of its own.
//!
//! Lowering always gives a program. What it cannot express is reported as a problem and becomes a
//! location of its own kind (`PropertyKind::Unmodelled`), so that nothing behind it is ever claimed.
//!
//! Must not know: the preprocessor, tree-sitter, any search or proof.

mod codes;
mod creations;
mod emit;
mod fold;
mod formats;
mod graph;
mod intrinsics;
mod lent;
mod memory;
pub mod models;
mod once;
mod outside;
mod points_to;
mod recursion;
mod resolve;
mod room;
mod settled;
mod sharing;
mod threads;
mod typed;
mod types;
mod unread;
mod walk;
mod words;

#[cfg(test)]
mod tests;

pub use room::{Heap, Limit};
pub use sharing::Sharing;

use crate::hash::FxHashSet;

use crate::ast;
use crate::scpl;
use crate::text::{DataModel, FileId, Problem, Sources, Span, Wakeups};
use creations::Instances;
use threads::{TemplateKind, Threads};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Config {
    pub data_model: DataModel,
    pub atomicity: Atomicity,
    pub heap: Heap,
    /// Names of the program's own, and the known functions and types that they stand for.
    pub names: Vec<(String, String)>,
    pub wakeups: Wakeups,
}

/// What one indivisible step is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Atomicity {
    /// A read or a write of one shared scalar, as in C.
    #[default]
    Access,
    /// A whole statement, as in the papers.
    Statement,
}

#[derive(Clone, Debug)]
pub struct Lowered {
    pub program: scpl::Program,
    pub origins: scpl::Origins,
    pub problems: Vec<Problem>,
    pub sharing: Vec<Sharing>,
    pub threads: Vec<ThreadInfo>,
    /// What the answers trust, in words.
    pub assumptions: Vec<String>,
    /// What proofs trust besides, where atomic operations name a weaker order.
    pub weak_orders: Option<String>,
    /// Candidate predicates from the user.
    pub hints: Vec<Hint>,
    /// The properties that say that a place of the heap has room enough.
    pub limits: Vec<(scpl::PropId, Limit)>,
    /// Assertions in functions that no thread calls.
    pub uncalled: Vec<Span>,
    /// Whether a thread can wait for a signal for ever in the program as it is: it has a `main`, and does
    /// not stand for others with more threads.
    pub waits: bool,
}

/// A candidate predicate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    pub predicate: scpl::Expr,
    pub span: Span,
}

/// Whether what looks like an assertion calls a function that the program defines, whose own assertions
/// count, or stands in the body of one that means what its name says whatever its body.
fn is_of_own_function(typed: &typed::Typed, sources: &Sources, span: Span) -> bool {
    let text = sources.text(span);
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    typed.funcs.iter().filter(|func| func.body.is_some() && !func.builtin).any(|func| {
        let is_named = intrinsics::lookup(&func.name).is_some_and(intrinsics::overrides_body);
        let is_inside = func.span.file == span.file
            && func.span.start <= span.start
            && span.end <= func.end.end;
        (*func.name == text[..end] && !is_named) || (is_inside && is_named)
    })
}

/// A thread template, as the user is told about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadInfo {
    pub name: String,
    pub span: Span,
    /// "once", "at most 3 times", "any number of times".
    pub instances: String,
    pub created_at: Vec<Span>,
}

/// Lowers the units of a program, whose main files are `roots`. `sources` are where the spans point, for
/// the words of messages.
pub fn lower(units: &[ast::Unit], roots: &[FileId], sources: &Sources, config: &Config) -> Lowered {
    let is_builtin = |span: Span| sources.file(span.file).builtin;
    let names: Vec<String> = roots.iter().map(|&root| short_name(sources, root)).collect();
    let (mut typed, mut types, mut problems) = resolve::resolve(units, &names, config, &is_builtin);
    resolve::make_room(&mut typed, &mut types);
    resolve::count_elements(&mut typed, &types);
    resolve::make_room_for_vlas(&mut typed, &types);
    let as_written = Threads::find(&typed);
    let n_circles = recursion::unroll(&mut typed);
    let threads = Threads::find(&typed);
    once::narrow(&mut typed, &threads);
    let (points_to, scopes, escapes) = loop {
        let points_to = points_to::PointsTo::analyse(&typed, &types, &threads);
        let (scopes, escapes) = sharing::Scopes::find(&typed, &threads, &points_to);
        if !lent::lend(&mut typed, &mut types, &threads, &scopes, &config.heap) {
            break (points_to, scopes, escapes);
        }
    };
    problems.extend(escapes);
    problems.extend(nothing_to_run(&typed, &threads));
    let program =
        memory::Program { typed: &typed, types: &types, threads: &threads, scopes: &scopes };
    let mut emitted = emit::emit(program, points_to, n_circles, sources, config);
    unread::drop_unread(&mut emitted.program);
    settled::close_settled(&mut emitted.program);
    problems.extend(emitted.problems);
    let mut sharing: Vec<Sharing> = Vec::new();
    for &instance in &emitted.instances {
        let object = typed.object(instance.object);
        let is_number = typed.lent.contains_key(&instance.object);
        if object.name.starts_with('<') || is_number || is_builtin(object.span) {
            continue;
        }
        let explained = scopes.explain(&typed, &threads, instance);
        let is_copy = object.func.is_some_and(|func| typed.func(func).is_copy());
        if !is_copy || !sharing.contains(&explained) {
            sharing.push(explained);
        }
    }
    let claimed: FxHashSet<Span> = emitted.origins.properties.iter().map(|p| p.span).collect();
    let uncalled = units.iter().flat_map(|unit| unit.assertions.iter().copied());
    let is_own = |span: &Span| is_of_own_function(&typed, sources, *span);
    let mut uncalled: Vec<Span> = uncalled
        .filter(|span| !is_builtin(*span) && !claimed.contains(span) && !is_own(span))
        .collect();
    if units.len() > 1 {
        // A header's are there once for each unit that includes it.
        uncalled.sort();
        uncalled.dedup();
    }
    let mut assumptions = emitted.assumptions;
    for (name, known) in &typed.trusted {
        assumptions.push(format!("`{name}` is taken to be `{known}`, as the settings say"));
    }
    if config.atomicity == Atomicity::Statement {
        assumptions.push("every statement is taken to be one indivisible step".into());
    }
    debug_assert_eq!(emitted.program.validate(), Ok(()), "lowering gives valid programs");
    Lowered {
        program: emitted.program,
        origins: emitted.origins,
        problems,
        sharing,
        threads: threads.templates.iter().zip(&as_written.templates).map(describe).collect(),
        assumptions,
        weak_orders: emitted.weak_orders,
        hints: emitted.hints,
        limits: emitted.limits,
        uncalled,
        waits: emitted.waits
            && matches!(threads.templates[0].kind, TemplateKind::Main(Some(_)))
            && !typed.funcs.iter().any(stands_for_many),
    }
}

/// Whether any number of threads may run the function, whatever the program creates.
fn stands_for_many(func: &typed::Func) -> bool {
    matches!(func.thread, Some((ast::InstanceCount::Any, _)))
}

/// What a unit is called where its name tells two things apart.
fn short_name(sources: &Sources, root: FileId) -> String {
    let name = &sources.file(root).name;
    name.rsplit('/').next().unwrap_or(name).to_owned()
}

/// A program without `main` and without marked threads has nothing to run.
fn nothing_to_run(typed: &typed::Typed, threads: &Threads) -> Option<Problem> {
    let TemplateKind::Main(None) = threads.templates[0].kind else { return None };
    if typed.funcs.iter().any(|func| func.thread.is_some() && func.body.is_some()) {
        return None;
    }
    let message = "there is no `main` and no function marked as a thread";
    let problem = Problem::fatal(codes::NO_ENTRY, threads.templates[0].span, message)
        .hint("mark thread functions with `// braid: thread(any)`, or add a `main`");
    Some(problem)
}

fn describe((template, as_written): (&threads::TemplateDef, &threads::TemplateDef)) -> ThreadInfo {
    // What recursive calls create is counted only as deep as they are followed.
    let instances = match template.instances == as_written.instances {
        true => template.instances,
        false => Instances::Any,
    };
    let instances = match instances {
        Instances::AtMost(0) => "never".to_owned(),
        Instances::AtMost(1) => "once".to_owned(),
        Instances::AtMost(n) => format!("at most {n} times"),
        Instances::Any => "any number of times".to_owned(),
    };
    ThreadInfo {
        name: template.name.clone(),
        span: template.span,
        instances,
        created_at: template.created_at.clone(),
    }
}
