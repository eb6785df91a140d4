//! Which annotations can be on what, and which contradict each other.

use super::words;
use crate::ast::{Annotation, AnnotationKind};
use crate::frontend::BAD_ANNOTATION;
use crate::text::Problem;

/// What an annotation is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A variable at file scope, or a static one.
    Global,
    /// A variable of which each thread has one.
    ThreadLocal,
    Automatic,
    Function,
    Field,
    Parameter,
    Typedef,
    /// A declaration of nothing but a type.
    Type,
    /// The file as a whole.
    File,
}

/// Removes the annotations that make no sense on the target, and says why.
pub fn admit(annotations: &mut Vec<Annotation>, target: Target, problems: &mut Vec<Problem>) {
    if annotations.is_empty() {
        return;
    }
    annotations.retain(|annotation| match refusal(&annotation.kind, target) {
        None => true,
        Some((message, hint)) => {
            let problem = Problem::new(BAD_ANNOTATION, annotation.span, message);
            problems.push(problem.hint(hint));
            false
        }
    });
    let mut kept: Vec<Annotation> = Vec::with_capacity(annotations.len());
    for annotation in annotations.drain(..) {
        if let Some(other) = kept.iter().find(|other| contradict(&other.kind, &annotation.kind)) {
            let message = format!(
                "`{}` contradicts an earlier `{}`",
                words::name(&annotation.kind),
                words::name(&other.kind)
            );
            let problem = Problem::new(BAD_ANNOTATION, annotation.span, message)
                .hint("Keep one of the two")
                .note(other.span, "the earlier one");
            problems.push(problem);
        } else if !kept.iter().any(|other| other.kind == annotation.kind) {
            kept.push(annotation);
        }
    }
    *annotations = kept;
}

/// Why an annotation is not admitted, and what to do.
fn refusal(kind: &AnnotationKind, target: Target) -> Option<(String, &'static str)> {
    use AnnotationKind::*;
    let fits = match kind {
        Thread(_) | Init | Atomic => target == Target::Function,
        Shared => matches!(target, Target::Global | Target::Automatic | Target::Field),
        Local => matches!(target, Target::ThreadLocal | Target::Automatic),
        GuardedBy(_) | PtGuardedBy(_) => {
            matches!(target, Target::Global | Target::Automatic | Target::Field)
        }
        Invariant(_) => target == Target::File,
        Assume(_) | Assert(_) => false,
    };
    if fits {
        return None;
    }
    let name = words::name(kind);
    let (message, hint) = match (kind, target) {
        (Local, Target::Global) => (
            "`local` would give each thread its own copy, but the program has only one".to_owned(),
            "Write `_Thread_local` instead",
        ),
        (Shared | GuardedBy(_) | PtGuardedBy(_), Target::ThreadLocal) => (
            format!("`{name}` is on a variable of which each thread has its own"),
            "Remove it, or remove `_Thread_local`",
        ),
        (Atomic, Target::Global | Target::Automatic | Target::Field | Target::ThreadLocal) => (
            "`atomic` belongs on a function or a block".to_owned(),
            "Write `_Atomic` for an atomic variable",
        ),
        (Assume(_) | Assert(_), Target::File) => {
            (format!("`{name}` stands outside of all functions"), "Move it to where it should hold")
        }
        (Thread(_) | Init | Atomic, _) => {
            (format!("`{name}` belongs on a function, not on {}", describe(target)), "")
        }
        _ => (format!("`{name}` belongs on a variable, not on {}", describe(target)), ""),
    };
    Some((message, hint))
}

fn contradict(a: &AnnotationKind, b: &AnnotationKind) -> bool {
    use AnnotationKind::*;
    match (a, b) {
        (Shared, Local) | (Local, Shared) => true,
        (Local, GuardedBy(_)) | (GuardedBy(_), Local) => true,
        (Thread(a), Thread(b)) => a != b,
        (Thread(_), Init) | (Init, Thread(_)) => true,
        _ => false,
    }
}

fn describe(target: Target) -> &'static str {
    match target {
        Target::Global | Target::Automatic => "a variable",
        Target::ThreadLocal => "a thread-local variable",
        Target::Function => "a function",
        Target::Field => "a field",
        Target::Parameter => "a parameter",
        Target::Typedef | Target::Type => "a type",
        Target::File => "a file",
    }
}
