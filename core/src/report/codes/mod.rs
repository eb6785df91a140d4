//! What each code means, for reading offline.

mod text;

/// The documentation of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explanation {
    pub code: &'static str,
    /// One line, without a final full stop.
    pub summary: &'static str,
    /// What it means and what to do about it.
    pub text: &'static str,
}

/// The documentation of a code, if there is such a code.
pub fn explain(code: &str) -> Option<&'static Explanation> {
    explanations().find(|explanation| explanation.code == code)
}

/// All codes: verdicts first, then what can be wrong with a text in the order of reading it.
pub fn explanations() -> impl Iterator<Item = &'static Explanation> {
    VERDICTS.iter().chain(text::PREPROCESSING).chain(text::MEANING)
}

const VERDICTS: &[Explanation] = &[
    Explanation {
        code: "assertion-violated",
        summary: "An assertion fails in an interleaving that really happens",
        text: "\
Braid found an order in which the threads can run that makes the assertion fail. The run was repeated
step by step by an independent interpreter before it was reported; it is not an approximation.

Read the story from top to bottom: each column is a thread, and only the values that change are shown.
Look for a place where a thread is interrupted between reading a shared variable and using the value:
that is where a lock, an atomic operation or a re-check is missing.",
    },
    Explanation {
        code: "error-reached",
        summary: "A call that must not be reached is reached",
        text: "\
The program calls reach_error() (or a function like it) in an interleaving that really happens. The
story shows how the threads get there.",
    },
    Explanation {
        code: "data-race",
        summary: "Something is accessed without the lock that guards it",
        text: "\
The program says which lock guards a variable, with GUARDED_BY(lock), __guarded_by(lock) or
`// braid: guarded_by(lock)`, and a thread reads or writes it without holding that lock, by whatever name
or pointer. Initialisers are no accesses. PT_GUARDED_BY(lock) is about what a pointer points to. Take the
lock, or drop the annotation if no other thread is there yet.",
    },
    Explanation {
        code: "undefined-behaviour",
        summary: "An operation is carried out for which C defines no result",
        text: "\
An index out of bounds, a null or dangling pointer, a division by zero, a shift that is too wide, the
unlocking of a mutex that is not held, and similar. The run ends there: what a real program does next
is anybody's guess. The story shows how the threads get to the operation.

Memory that is used after it was freed is often used in many places. What is to be mended is one thing, so
the run is told once, at the first place; the others say where that is.",
    },
    Explanation {
        code: "deadlock",
        summary: "All threads that have not ended wait forever",
        text: "\
The usual cause are mutexes that two threads lock in opposite order. Lock them in the same order
everywhere, or hold only one at a time. A thread that returns early without unlocking has the same
effect: the message then says that the lock is held by a thread that has ended.

Another is a signal that is lost: it is sent before the thread waits, to another condition variable, to
one of several threads where all should go on, or not at all. Change what the thread waits for while the
mutex is held, look at it in a loop around the call that waits, and signal after each change.

Braid reports deadlocks that it finds; that it reports none does not mean that there is none.",
    },
    Explanation {
        code: "assertion-may-fail",
        summary: "An assertion fails if a value that Braid only approximates can occur",
        text: "\
The program uses something that Braid does not know, such as a function without a definition. It
assumed that any value can come out. With the values named in the message the assertion fails; whether
they occur, Braid cannot tell, so the verdict is unknown.

Give Braid the definition of the function, or restrict its result with __VERIFIER_assume(...).",
    },
    Explanation {
        code: "operation-may-fail",
        summary: "An operation is undefined if a value that Braid only approximates can occur",
        text: "\
As `assertion-may-fail`, for an operation for which C defines no result with these values, such as an
index out of bounds.",
    },
    Explanation {
        code: "assertion-unproved",
        summary: "No violation was found, and nothing was proved",
        text: "\
The message says how far the search went: up to how many threads, whether every interleaving and every
input was tried, or what stopped it; and, if a proof was tried, what was in its way.

If the budget ran out, raise it. If threads do not get past a line, allow more threads. If a proof would need
to relate two threads, state the relation with the shared variables as BRAID_INVARIANT, or be content with a
number of threads: --threads N.",
    },
    Explanation {
        code: "unused-ignore",
        summary: "A comment ignores something that is not there",
        text: "\
`// braid: ignore[code] reason` hides a finding with that code on its line, or on the next line if the
comment stands alone. There is no such finding: it was mended, or the comment has moved. Remove it, so that
it does not hide something new.",
    },
    Explanation {
        code: "check-interrupted",
        summary: "The check was ended from outside",
        text: "\
The process that checks the file was killed, or could not be started. Nothing is claimed about the file.
Most often memory ran out: check again, and if it happens again, set a smaller `budget`, or check fewer
files at a time.",
    },
    Explanation {
        code: "internal-error",
        summary: "Braid contradicts itself",
        text: "\
A result could not be confirmed by the independent interpreter, or a stage of Braid failed. Nothing is
claimed about the property. This is a bug in Braid: please report it, with the program if you can.",
    },
];
