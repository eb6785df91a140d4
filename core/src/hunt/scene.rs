//! Edges at work: what a thread does to the shared variables, itself, and the threads it creates.
//!
//! A *scene* is the part of a state that a macro-step can change. The other threads are in it only as
//! far as the active one can see them: which names are taken, and who has finished.

use super::code::View;
use super::model::{Command, Kind, Model, Target};
use super::row::{Age, At, Cell, Origin, Row};
use super::values::Values;
use super::{Unmodelled, names};

#[derive(Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Thread {
    pub loc: u32,
    /// 0 if no handle refers to the thread.
    pub name: u8,
    pub cells: Vec<Cell>,
}

#[derive(Debug, Default)]
pub(super) struct Scene {
    pub n_created: u32,
    pub shared: Vec<Cell>,
    /// The active thread, then those created in this macro-step.
    pub threads: Vec<Thread>,
    pub context: Context,
    /// How the scene came about.
    pub log: Vec<Event>,
    /// Whether other values, not tried, might have led further.
    pub trust: Trust,
}

/// What a thread can see of the others, as sets of names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Context {
    pub taken: u64,
    pub finished: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Trust {
    #[default]
    Exact,
    /// A path that ends here does not show that the thread is stuck.
    Doubtful,
}

/// `who` is the index of a thread in the scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    Edge {
        who: u8,
        edge: u32,
    },
    /// The edge makes a choice, which opens this cell (if it matters).
    Choose {
        who: u8,
        at: Option<At>,
    },
    /// An open cell gets its value.
    Decide {
        who: u8,
        at: At,
        value: u64,
    },
}

/// Why paths of a thread end; a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Reasons(u8);

impl Reasons {
    pub const NONE: Self = Self(0);
    pub const ASSUMES: Self = Self(1);
    pub const WAITS: Self = Self(2);
    /// No thread is idle.
    pub const POOL: Self = Self(4);
    /// We did not look further.
    pub const CUT: Self = Self(8);

    pub fn add(&mut self, other: Self) {
        self.0 |= other.0;
    }

    /// Whether the thread waits for another one, and nothing else is the matter.
    pub fn is_waiting(self) -> bool {
        self.0 & !Self::ASSUMES.0 == Self::WAITS.0
    }
}

/// What a search has to know of the steps that it did not see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Notes {
    /// Some values, or some paths, were not tried.
    pub left_out: bool,
    pub pool_exhausted: bool,
}

/// The interpreter proves threads stuck only if choices are not wider than this.
const CHECKED_WIDTH: u8 = 8;

/// Runs edges.
#[derive(Debug)]
pub(super) struct Runner {
    pub model: Model,
    pub values: Values,
    pub unmodelled: Unmodelled,
    pub n_threads: u32,
    pub notes: Notes,
    /// Scenes no longer in use: copying into one of them needs no memory.
    spare: Vec<Scene>,
}

enum Flow {
    Next,
    Ends(Reasons),
    /// The command depends on an open cell, and has done nothing yet.
    Needs(At),
}

impl Runner {
    pub fn new(model: Model, values: Values, unmodelled: Unmodelled, n_threads: u32) -> Self {
        Self { model, values, unmodelled, n_threads, notes: Notes::default(), spare: Vec::new() }
    }

    pub fn copy(&mut self, scene: &Scene) -> Scene {
        let mut copy = self.spare.pop().unwrap_or_default();
        copy.clone_from(scene);
        copy
    }

    /// Gives back a scene that is no longer needed.
    pub fn discard(&mut self, scene: Scene) {
        self.spare.push(scene);
    }

    /// Takes an edge in all ways; the results go to `out`. An error is an old open cell that has to
    /// be decided first.
    pub fn take(
        &mut self,
        scene: &Scene,
        who: usize,
        edge: u32,
        out: &mut Vec<Scene>,
    ) -> Result<Reasons, At> {
        let mut reasons = Reasons::NONE;
        let mut idx = 0;
        // Most edges that are not taken fail at the first guard; no need for a copy then.
        while let Some(Command::Assume(_) | Command::Await(_)) = self.command(edge, idx) {
            match self.guard(scene, who, edge, idx) {
                Flow::Next => idx += 1,
                Flow::Ends(reason) => return Ok(self.ended(scene, reason)),
                Flow::Needs(_) => break,
            }
        }
        let mut first = self.copy(scene);
        first.log.push(Event::Edge { who: who as u8, edge });
        if self.model.edge(edge).stores_self {
            first.name(who);
        }
        // Where a value has to be decided there are several ways to go on.
        let mut pending = Vec::new();
        let mut next = Some((first, idx));
        while let Some((mut scene, mut idx)) = next {
            let flow = loop {
                if self.command(edge, idx).is_none() {
                    break Flow::Next;
                }
                match self.run(&mut scene, who, edge, idx) {
                    Flow::Next => idx += 1,
                    other => break other,
                }
            };
            match flow {
                Flow::Next => {
                    self.arrive(&mut scene, who, edge);
                    out.push(scene);
                }
                Flow::Ends(reason) => {
                    reasons.add(self.ended(&scene, reason));
                    self.discard(scene);
                }
                Flow::Needs(at) => {
                    match scene.cell(who, at) {
                        Cell::Open(Origin::Unmodelled, _) if self.unmodelled == Unmodelled::Cut => {
                            self.notes.left_out = true;
                            reasons.add(Reasons::CUT);
                        }
                        Cell::Open(_, Age::Old) => return Err(at),
                        _ => {
                            let decided = self.decide(&scene, who, at);
                            pending.extend(decided.into_iter().rev().map(|scene| (scene, idx)));
                        }
                    }
                    self.discard(scene);
                }
            }
            next = pending.pop();
        }
        Ok(reasons)
    }

    /// The scene with each of the values that an open cell may have.
    pub fn decide(&mut self, scene: &Scene, who: usize, at: At) -> Vec<Scene> {
        let shapes = match at.row {
            Row::Shared => &self.model.shared.shapes,
            Row::Local => &self.model.local.shapes,
        };
        let width = shapes[at.cell as usize].width;
        let is_complete = self.values.is_complete(width);
        self.notes.left_out |= !is_complete;
        let decide = |&value: &u64| {
            let mut scene = scene.clone();
            *scene.cell_mut(who, at) = Cell::Is(value);
            scene.log.push(Event::Decide { who: who as u8, at, value });
            if !is_complete {
                scene.trust = Trust::Doubtful;
            }
            scene
        };
        self.values.of_width(width).iter().map(decide).collect()
    }

    fn ended(&self, scene: &Scene, mut reason: Reasons) -> Reasons {
        if scene.trust == Trust::Doubtful {
            reason.add(Reasons::CUT);
        }
        reason
    }

    fn command(&self, edge: u32, idx: usize) -> Option<&Command> {
        self.model.edge(edge).commands.get(idx)
    }

    fn guard(&self, scene: &Scene, who: usize, edge: u32, idx: usize) -> Flow {
        let (condition, reason) = match self.command(edge, idx) {
            Some(Command::Assume(condition)) => (*condition, Reasons::ASSUMES),
            Some(Command::Await(condition)) => (*condition, Reasons::WAITS),
            _ => return Flow::Next,
        };
        match self.model.code.eval(condition, scene.view(who)) {
            Ok(0) => Flow::Ends(reason),
            Ok(_) => Flow::Next,
            Err(at) => Flow::Needs(at),
        }
    }

    fn run(&mut self, scene: &mut Scene, who: usize, edge: u32, idx: usize) -> Flow {
        let result = match &self.model.edge(edge).commands[idx] {
            Command::Assume(_) | Command::Await(_) => return self.guard(scene, who, edge, idx),
            Command::Assign(target, value) => self.assign(scene, who, *target, *value),
            Command::Havoc { target, width, origin } => {
                self.havoc(scene, who, *target, *width, *origin)
            }
            Command::Create { .. } if scene.n_created >= self.n_threads => {
                self.notes.pool_exhausted = true;
                return Flow::Ends(Reasons::POOL);
            }
            Command::Create { .. } => self.create(scene, who, edge, idx),
            Command::Join(handle) => match self.model.code.eval(*handle, scene.view(who)) {
                Ok(name) if name == 0 || scene.context.finished >> name & 1 == 1 => Ok(()),
                Ok(_) => return Flow::Ends(Reasons::WAITS),
                Err(at) => Err(at),
            },
        };
        match result {
            Ok(()) => Flow::Next,
            Err(at) => Flow::Needs(at),
        }
    }

    fn assign(
        &self,
        scene: &mut Scene,
        who: usize,
        target: Target,
        value: super::code::NodeId,
    ) -> Result<(), At> {
        let view = scene.view(who);
        let code = &self.model.code;
        let Some(at) = self.resolve(target, view)? else { return Ok(()) };
        // `w := (p == &w) ? e : w` must not decide `w` where it only keeps it.
        if code.copied(value, view)? != Some(at) {
            let value = code.eval(value, view)?;
            *scene.cell_mut(who, at) = Cell::Is(value);
        }
        Ok(())
    }

    fn havoc(
        &self,
        scene: &mut Scene,
        who: usize,
        target: Option<Target>,
        width: u8,
        origin: Origin,
    ) -> Result<(), At> {
        let at = match target {
            Some(target) => self.resolve(target, scene.view(who))?,
            None => None,
        };
        if let Some(at) = at {
            *scene.cell_mut(who, at) = Cell::Open(origin, Age::New);
        }
        scene.log.push(Event::Choose { who: who as u8, at });
        if width > CHECKED_WIDTH {
            scene.trust = Trust::Doubtful;
        }
        Ok(())
    }

    fn create(&self, scene: &mut Scene, who: usize, edge: u32, idx: usize) -> Result<(), At> {
        let Command::Create { template, args, choices, handle } =
            &self.model.edge(edge).commands[idx]
        else {
            return Ok(());
        };
        let template = &self.model.templates[*template as usize];
        let mut cells = template.cells.clone();
        for (cell, value) in args {
            let value = self.model.code.eval(*value, scene.view(who))?;
            cells[*cell as usize] = Cell::Is(value);
        }
        let handle = match handle {
            Some(target) => self.resolve(*target, scene.view(who))?,
            None => None,
        };
        scene.n_created += 1;
        let new = scene.threads.len();
        scene.threads.push(Thread { loc: template.entry, name: 0, cells });
        for choice in choices {
            let at = choice.cell.map(|cell| At { row: Row::Local, cell });
            scene.log.push(Event::Choose { who: new as u8, at });
            if choice.width > CHECKED_WIDTH {
                scene.trust = Trust::Doubtful;
            }
        }
        if let Some(at) = handle {
            let name = scene.name(new);
            *scene.cell_mut(who, at) = Cell::Is(u64::from(name));
        }
        Ok(())
    }

    fn resolve(&self, target: Target, view: View) -> Result<Option<At>, At> {
        match target {
            Target::Cell(at) => Ok(Some(at)),
            Target::Elem(elem) => self.model.code.element(elem, view),
        }
    }

    fn arrive(&self, scene: &mut Scene, who: usize, edge: u32) {
        let edge = self.model.edge(edge);
        let thread = &mut scene.threads[who];
        thread.loc = edge.to;
        for &cell in &edge.dead {
            thread.cells[cell as usize] = Cell::ZERO;
        }
    }
}

// By hand, for the sake of `clone_from`: it reuses what is there.
impl Clone for Thread {
    fn clone(&self) -> Self {
        Self { loc: self.loc, name: self.name, cells: self.cells.clone() }
    }

    fn clone_from(&mut self, other: &Self) {
        let Self { loc, name, cells } = other;
        (self.loc, self.name) = (*loc, *name);
        self.cells.clone_from(cells);
    }
}

impl Clone for Scene {
    fn clone(&self) -> Self {
        let mut copy = Self::default();
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, other: &Self) {
        let Self { n_created, shared, threads, context, log, trust } = other;
        (self.n_created, self.context, self.trust) = (*n_created, *context, *trust);
        self.shared.clone_from(shared);
        self.threads.clone_from(threads);
        self.log.clone_from(log);
    }
}

impl Scene {
    pub fn view(&self, who: usize) -> View<'_> {
        let Thread { name, cells, .. } = &self.threads[who];
        let me = if *name == 0 { names::NAMELESS } else { u64::from(*name) };
        View { shared: &self.shared, local: cells, me }
    }

    pub fn cell(&self, who: usize, at: At) -> Cell {
        match at.row {
            Row::Shared => self.shared[at.cell as usize],
            Row::Local => self.threads[who].cells[at.cell as usize],
        }
    }

    fn cell_mut(&mut self, who: usize, at: At) -> &mut Cell {
        match at.row {
            Row::Shared => &mut self.shared[at.cell as usize],
            Row::Local => &mut self.threads[who].cells[at.cell as usize],
        }
    }

    /// The thread's name; one that is free if it has none yet.
    fn name(&mut self, who: usize) -> u8 {
        let thread = &mut self.threads[who];
        if thread.name == 0 {
            thread.name = (self.context.taken | 1).trailing_ones() as u8;
            self.context.taken |= 1 << thread.name;
        }
        thread.name
    }

    /// Ends a macro-step: what was opened in it is old from now on.
    pub fn age(&mut self) {
        let cells = self.threads.iter_mut().flat_map(|thread| &mut thread.cells);
        for cell in self.shared.iter_mut().chain(cells) {
            if let Cell::Open(_, age) = cell {
                *age = Age::Old;
            }
        }
        self.trust = Trust::Exact;
    }

    pub fn kind(&self, model: &Model, who: usize) -> Kind {
        model.loc(self.threads[who].loc).kind
    }
}
