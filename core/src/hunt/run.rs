//! Edges at work: what a thread does to the shared variables, itself, and the threads it creates.

use super::Unmodelled;
use super::code::{NodeId, View};
use super::model::{Command, Model, Target};
use super::row::{Age, At, Cell, Origin, Row, clear};
use super::scene::{Event, Reasons, Scene, Thread, Trust};
use super::values::{Pool, Values};

/// What a search has to know of the steps that it did not see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Notes {
    /// Some values, or some paths, were not tried.
    pub left_out: bool,
    pub pool_exhausted: bool,
}

/// The interpreter proves threads stuck only if choices are not wider than this.
const CHECKED_WIDTH: u8 = 8;

/// The most scenes that are kept for use as copies.
const MAX_SPARE: usize = 64;

/// The most ways to take an edge, by the values that are decided on it.
const MAX_WAYS: usize = 10_000;

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

/// What comes after a command.
pub(super) enum Flow {
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

    /// Gives back a scene that is no longer needed. Not all come from [`Self::copy`], so only some are
    /// kept for it.
    pub fn discard(&mut self, scene: Scene) {
        if self.spare.len() < MAX_SPARE {
            self.spare.push(scene);
        }
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
        while let Some(command @ (Command::Assume(_) | Command::Await(_))) = self.command(edge, idx)
        {
            match self.guard(scene, who, command) {
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
                    match scene.get(&self.model.packings, who, at) {
                        Cell::Open(Origin::Unmodelled, _) if self.unmodelled == Unmodelled::Cut => {
                            self.notes.left_out = true;
                            reasons.add(Reasons::CUT);
                        }
                        Cell::Open(_, Age::Old) => return Err(at),
                        // Several values to be decided on one edge have very many combinations.
                        _ if out.len() + pending.len() >= MAX_WAYS => {
                            self.notes.left_out = true;
                            reasons.add(Reasons::CUT);
                        }
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

    /// Makes the assignments of an edge whose guards hold, and that does nothing else, in place. If a
    /// value has to be decided first, the answer is no, and the scene of no more use.
    pub fn pass(&self, scene: &mut Scene, edge: u32) -> bool {
        for command in &self.model.edge(edge).commands {
            if let Command::Assign(target, value) = command
                && self.assign(scene, 0, *target, *value).is_err()
            {
                return false;
            }
        }
        self.arrive(scene, 0, edge);
        true
    }

    /// The scene with each of the values that an open cell may have.
    pub fn decide(&mut self, scene: &Scene, who: usize, at: At) -> Vec<Scene> {
        let shapes = match at.row {
            Row::Shared => &self.model.shared.shapes,
            Row::Local => &self.model.local.shapes,
        };
        let Pool { values, is_complete } = self.values.of(shapes[at.cell as usize].var);
        self.notes.left_out |= !is_complete;
        let packings = &self.model.packings;
        let decide = |&value: &u64| {
            let mut scene = scene.clone();
            scene.put(packings, who, at, Cell::Is(value));
            scene.log.push(Event::Decide { who: who as u8, at, value });
            if !is_complete {
                scene.trust = Trust::Doubtful;
            }
            scene
        };
        values.iter().map(decide).collect()
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

    /// Commands that are no guards let everything pass.
    pub fn guard(&self, scene: &Scene, who: usize, command: &Command) -> Flow {
        let (condition, reason) = match command {
            Command::Assume(condition) => (*condition, Reasons::ASSUMES),
            Command::Await(condition) => (*condition, Reasons::WAITS),
            _ => return Flow::Next,
        };
        match self.model.code.eval(condition, &scene.view(&self.model.packings, who)) {
            Ok(0) => Flow::Ends(reason),
            Ok(_) => Flow::Next,
            Err(at) => Flow::Needs(at),
        }
    }

    fn run(&mut self, scene: &mut Scene, who: usize, edge: u32, idx: usize) -> Flow {
        let command = &self.model.edge(edge).commands[idx];
        let result = match command {
            Command::Assume(_) | Command::Await(_) => return self.guard(scene, who, command),
            Command::Assign(target, value) => self.assign(scene, who, *target, *value),
            Command::Havoc { target, width, origin } => {
                self.havoc(scene, who, *target, *width, *origin)
            }
            Command::Create { .. } if scene.n_created() >= self.n_threads => {
                self.notes.pool_exhausted = true;
                return Flow::Ends(Reasons::POOL);
            }
            Command::Create { .. } => self.create(scene, who, edge, idx),
            Command::Join(handle) => {
                match self.model.code.eval(*handle, &scene.view(&self.model.packings, who)) {
                    Ok(name) if name == 0 || scene.context.finished >> name & 1 == 1 => Ok(()),
                    Ok(_) => return Flow::Ends(Reasons::WAITS),
                    Err(at) => Err(at),
                }
            }
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
        value: NodeId,
    ) -> Result<(), At> {
        let view = &scene.view(&self.model.packings, who);
        let code = &self.model.code;
        let Some(at) = self.resolve(target, view)? else { return Ok(()) };
        // `w := (p == &w) ? e : w` must not decide `w` where it only keeps it.
        if code.copied(value, view)? != Some(at) {
            let value = code.eval(value, view)?;
            scene.put(&self.model.packings, who, at, Cell::Is(value));
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
            Some(target) => self.resolve(target, &scene.view(&self.model.packings, who))?,
            None => None,
        };
        if let Some(at) = at {
            scene.put(&self.model.packings, who, at, Cell::Open(origin, Age::New));
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
        let packings = &self.model.packings;
        let mut created = Thread::start(template);
        for (cell, value) in args {
            let value = self.model.code.eval(*value, &scene.view(packings, who))?;
            packings.local.put(&mut created.row, *cell, Cell::Is(value));
        }
        let handle = match handle {
            Some(target) => self.resolve(*target, &scene.view(&self.model.packings, who))?,
            None => None,
        };
        scene.shared[0] += 1;
        let new = scene.threads.len();
        scene.threads.push(created);
        for choice in choices {
            let at = choice.cell.map(|cell| At { row: Row::Local, cell });
            scene.log.push(Event::Choose { who: new as u8, at });
            if choice.width > CHECKED_WIDTH {
                scene.trust = Trust::Doubtful;
            }
        }
        if let Some(at) = handle {
            let name = scene.name(new);
            scene.put(packings, who, at, Cell::Is(u64::from(name)));
        }
        Ok(())
    }

    fn resolve(&self, target: Target, view: &View) -> Result<Option<At>, At> {
        match target {
            Target::Cell(at) => Ok(Some(at)),
            Target::Elem(elem) => self.model.code.element(elem, view),
        }
    }

    fn arrive(&self, scene: &mut Scene, who: usize, edge: u32) {
        let edge = self.model.edge(edge);
        let thread = &mut scene.threads[who];
        thread.set_loc(edge.to);
        clear(&mut thread.row, &edge.dead);
    }
}
