//! The one trace model: a run, told in the user's words.
//!
//! The story on the terminal, related information in an editor, the trace document and whatever comes
//! later are views of this. No internal name occurs in it.

use std::ops::Range;

use crate::text::Span;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// `main` first, then the others in the order of their creation.
    pub threads: Vec<Thread>,
    /// In the order in which they happen. The last one is the failure; in a deadlock, one step per
    /// waiting thread ends the story.
    pub steps: Vec<Step>,
    /// The id of the property that this run violates.
    pub property: String,
    /// The step that freed the memory that is missing at the end, if that is what goes wrong.
    pub blamed: Option<usize>,
    /// What was taken from the heap, in order.
    pub memory: Vec<Memory>,
}

/// A piece of memory from the heap, which has no name in the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Memory {
    /// As values name it: `session[0]`.
    pub name: String,
    /// Who allocated it, an index into [`Trace::threads`], and where.
    pub thread: usize,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thread {
    /// The thread function.
    pub template: String,
    /// Counted from 1 among the threads that run the same function.
    pub instance: u32,
    /// `main`, `worker#1`.
    pub label: String,
    /// The thread function's text.
    pub span: Span,
}

/// What one thread does in one statement without being interrupted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Index into [`Trace::threads`].
    pub thread: usize,
    /// The C function that the statement stands in.
    pub function: String,
    /// The statement or condition.
    pub span: Span,
    /// The statement as the user wrote it, on one line.
    pub text: String,
    pub kind: StepKind,
    pub reads: Vec<Value>,
    pub writes: Vec<Change>,
    /// Whether another thread took the step before.
    pub switch: bool,
    /// Whether the thread began this statement in an earlier step, and was interrupted or has called a
    /// function since.
    pub resumed: bool,
    /// Whether the failure would not be understood without this step.
    pub essential: bool,
    /// What happens, in few words: `reads seed = 1, sets v = 2`. For where the thread and the
    /// statement are shown beside it.
    pub effect: String,
    /// What happens, in a sentence that stands alone: `worker#2 reads seed = 1`.
    pub sentence: String,
    /// The run's events that this step tells.
    pub events: Range<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// Evaluates or stores.
    Plain,
    /// Decides a condition.
    Branch {
        taken: bool,
    },
    Lock,
    TryLock,
    Unlock,
    /// Starts another thread.
    Create {
        thread: usize,
    },
    Join,
    Finish,
    /// Ends the program.
    Halt,
    /// Violates the property.
    Fail,
    /// Waits forever.
    Wait,
}

impl StepKind {
    /// The word used in output formats.
    pub fn word(self) -> &'static str {
        match self {
            StepKind::Plain => "plain",
            StepKind::Branch { .. } => "branch",
            StepKind::Lock => "lock",
            StepKind::TryLock => "trylock",
            StepKind::Unlock => "unlock",
            StepKind::Create { .. } => "create",
            StepKind::Join => "join",
            StepKind::Finish => "finish",
            StepKind::Halt => "halt",
            StepKind::Fail => "fail",
            StepKind::Wait => "wait",
        }
    }
}

/// A value that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    pub name: String,
    pub value: String,
    /// Whether all threads see the variable.
    pub shared: bool,
}

/// A value that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub name: String,
    /// `None` where the variable comes into being.
    pub old: Option<String>,
    pub new: String,
    pub shared: bool,
}
