//! The program graph.

use super::expr::{Bits, Expr};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id!(VarId);
id!(LocId);
id!(EdgeId);
id!(TemplateId);
id!(PropId);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    pub vars: Vec<Var>,
    pub locs: Vec<Loc>,
    /// Sorted by `from`, so that the edges out of a location are neighbours.
    pub edges: Vec<Edge>,
    pub templates: Vec<Template>,
    pub properties: Vec<Property>,
    /// The template that runs in one instance from the start. All others start by `Create`.
    pub main: TemplateId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// One copy, seen by all threads.
    Shared,
    /// One copy per thread, initialised when the thread starts.
    Local,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sort {
    /// A bit vector of this width.
    Bits(u8),
    /// A thread's creation number; only equality is known of it.
    Handle,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Var {
    /// Unique in the program: letters, digits, `_`, `.`, `$`, `:`.
    pub name: String,
    pub scope: Scope,
    pub sort: Sort,
    /// The number of elements, at least 1, if it is an array.
    pub len: Option<u32>,
    pub init: Init,
}

impl Var {
    /// How many scalar values the variable holds.
    pub fn n_cells(&self) -> usize {
        self.len.unwrap_or(1) as usize
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Init {
    /// All bits 0; for a handle, no thread.
    Zero,
    /// One value per element; only for bit vectors.
    Values(Vec<u64>),
    /// Any value, chosen when the run (shared) or the thread (local) starts.
    Any,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loc {
    pub kind: LocKind,
    /// A thread here moves on before any other thread does.
    pub atomic: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LocKind {
    Plain,
    /// The thread is over; joins on it succeed. No edges leave.
    Finished,
    /// The whole program is over: no thread moves any more.
    Halted,
    /// The property is violated; the run ends.
    Error(PropId),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    pub from: LocId,
    pub to: LocId,
    pub commands: Vec<Command>,
}

impl Edge {
    /// Calls `visit` for every expression in the edge's commands.
    pub fn for_each_expr(&self, visit: &mut dyn FnMut(&Expr)) {
        self.commands.iter().for_each(|command| command.for_each_expr(visit));
    }
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    Var(VarId),
    /// An array element; a write outside the bounds has no effect.
    Elem(VarId, Expr),
}

impl Place {
    pub fn var(&self) -> VarId {
        match self {
            Place::Var(var) | Place::Elem(var, _) => *var,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// The step is only taken if this holds. A thread stuck here is not deadlocked: such a run is
    /// one that the program says does not happen, or a branch that is not taken.
    Assume(Expr),
    /// The step waits until this holds. Threads that all wait are deadlocked.
    Await(Expr),
    Assign(Place, Expr),
    /// Any value of the place's sort (not for handles).
    Havoc(Place, Source),
    /// An idle thread starts at the template's entry: its locals take their initial values, except
    /// those given here (evaluated in the creating thread); `handle` receives its creation number.
    /// Not enabled if no thread is idle.
    Create {
        template: TemplateId,
        args: Vec<(VarId, Expr)>,
        handle: Option<Place>,
    },
    /// Waits until every thread with this handle has finished.
    Join(Expr),
}

impl Command {
    /// Calls `visit` for every expression in the command, indices of written places included, but not for
    /// the parts of an expression.
    pub fn for_each_expr(&self, visit: &mut dyn FnMut(&Expr)) {
        let in_place = |place: &Place, visit: &mut dyn FnMut(&Expr)| {
            if let Place::Elem(_, index) = place {
                visit(index);
            }
        };
        match self {
            Command::Assume(expr) | Command::Await(expr) | Command::Join(expr) => visit(expr),
            Command::Assign(place, value) => {
                in_place(place, visit);
                visit(value);
            }
            Command::Havoc(place, _) => in_place(place, visit),
            Command::Create { args, handle, .. } => {
                args.iter().for_each(|(_, value)| visit(value));
                handle.iter().for_each(|place| in_place(place, visit));
            }
        }
    }

    /// The same, in the same order, to change them.
    pub fn for_each_expr_mut(&mut self, visit: &mut dyn FnMut(&mut Expr)) {
        let in_place = |place: &mut Place, visit: &mut dyn FnMut(&mut Expr)| {
            if let Place::Elem(_, index) = place {
                visit(index);
            }
        };
        match self {
            Command::Assume(expr) | Command::Await(expr) | Command::Join(expr) => visit(expr),
            Command::Assign(place, value) => {
                in_place(place, visit);
                visit(value);
            }
            Command::Havoc(place, _) => in_place(place, visit),
            Command::Create { args, handle, .. } => {
                args.iter_mut().for_each(|(_, value)| visit(value));
                handle.iter_mut().for_each(|place| in_place(place, visit));
            }
        }
    }
}

/// Why a value is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// Input, by intention: every value can really occur.
    Input,
    /// Memory that was not initialised: every value can occur.
    Uninit,
    /// Something Braid does not model; perhaps not every value occurs. A violation that needs such
    /// a value is not certain.
    Unmodelled,
    /// Of the values that the same edge goes on to assume, one really occurs; which one is not known, as
    /// with the number of an open file.
    Unspecified,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    /// Unique among templates.
    pub name: String,
    pub entry: LocId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Property {
    pub kind: PropertyKind,
    /// A location of kind `Error` with this property.
    pub error: LocId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PropertyKind {
    Assertion,
    ReachError,
    Undefined,
    /// An access without the lock that the user says guards what is accessed.
    Unguarded,
    /// Getting to something that Braid does not model. Not a property of the user's, but as long as it
    /// can be reached nothing behind it is known.
    Unmodelled,
}

impl Program {
    pub fn var(&self, id: VarId) -> &Var {
        &self.vars[id.index()]
    }

    pub fn loc(&self, id: LocId) -> &Loc {
        &self.locs[id.index()]
    }

    pub fn edge(&self, id: EdgeId) -> &Edge {
        &self.edges[id.index()]
    }

    pub fn template(&self, id: TemplateId) -> &Template {
        &self.templates[id.index()]
    }

    /// The edges that leave a location, by id.
    pub fn edges_from(&self, from: LocId) -> impl Iterator<Item = EdgeId> {
        let start = self.edges.partition_point(|edge| edge.from < from);
        let end = self.edges.partition_point(|edge| edge.from <= from);
        (start..end).map(|idx| EdgeId(idx as u32))
    }

    /// The width of an expression, or `None` for a handle. Relies on a valid program.
    pub fn width(&self, expr: &Expr) -> Option<u8> {
        use super::expr::BinOp::*;
        match expr {
            Expr::Const(Bits { width, .. }) => Some(*width),
            Expr::NoThread | Expr::SelfHandle => None,
            Expr::Var(var) | Expr::Elem(var, _) => match self.var(*var).sort {
                Sort::Bits(width) => Some(width),
                Sort::Handle => None,
            },
            Expr::Un(_, a) => self.width(a),
            Expr::Bin(Eq | Ne | Ult | Ule | Slt | Sle, _, _) => Some(1),
            Expr::Bin(_, a, _) => self.width(a),
            Expr::Ite(_, a, _) => self.width(a),
            Expr::Resize(_, width, _) => Some(*width),
        }
    }
}
