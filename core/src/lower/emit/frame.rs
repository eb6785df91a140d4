//! Functions being walked.

use crate::hash::{FxHashMap, FxHashSet};

use super::super::points_to::Target;
use super::super::typed::{FuncId, ObjId, TExpr};
use super::Label;
use super::jumps::Jumps;
use crate::ast::Name;
use crate::scpl::{Expr, VarId};
use crate::text::Span;

/// A function being walked, inlined into those below.
pub(super) struct Frame {
    pub(super) func: FuncId,
    pub(super) exit: Exit,
    /// Where it is called; none for a thread's own function.
    pub(super) call: Option<Span>,
    pub(super) labels: FxHashMap<Name, Label>,
    /// Those of them that have been met.
    pub(super) placed: Vec<Label>,
    /// Where `break` and `continue` go; a switch has no `continue` of its own.
    pub(super) loops: Vec<Loop>,
    /// The variables of the open blocks that can be outlived.
    pub(super) declared: Vec<ObjId>,
    /// Calls to make when the open blocks are left, the last first, and the variables they are for.
    pub(super) cleanups: Vec<(ObjId, TExpr)>,
    /// How many of them are of the outermost block, which no jump leaves.
    pub(super) n_outermost: usize,
    pub(super) cases: Vec<Vec<Label>>,
    /// What the pointers point to that a model function is given.
    pub(super) given: Vec<(ObjId, Vec<Target>)>,
    /// Variables that keep one constant value for the whole activation.
    pub(super) constants: FxHashMap<ObjId, Expr>,
    /// What the function returns, if that is a scalar. Each call in an expression has its own, so that
    /// none overwrites what another has returned before it is used.
    pub(super) result: Option<VarId>,
    pub(super) jumps: Jumps,
    /// Variables of the blocks around the current statement whose declarations a jump leads past.
    pub(super) open: FxHashSet<ObjId>,
}

/// A loop or switch being walked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Loop {
    pub(super) done: Label,
    pub(super) next: Option<Label>,
    /// How many variables of `Frame::declared` lie outside.
    pub(super) n_outside: usize,
    /// The same for `Frame::cleanups`.
    pub(super) n_cleanups: usize,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Exit {
    Return(Label),
    FinishThread,
    HaltProgram,
}

impl Frame {
    pub(super) fn new(func: FuncId, exit: Exit) -> Self {
        Frame {
            func,
            exit,
            call: None,
            labels: FxHashMap::default(),
            placed: Vec::new(),
            loops: Vec::new(),
            declared: Vec::new(),
            cleanups: Vec::new(),
            n_outermost: 0,
            cases: Vec::new(),
            given: Vec::new(),
            constants: FxHashMap::default(),
            result: None,
            jumps: Jumps::default(),
            open: FxHashSet::default(),
        }
    }
}
