//! Small programs in which threads meet: made to be proved or broken, and small enough to enumerate.
//!
//! `random_program` makes anything that can be written down, and most of that is broken or does nothing.
//! Here programs are made of what C programs are made of: locks, flags, counters, retry loops, sections,
//! creation in loops, joins. Left alone most of them hold, and for reasons that take a few predicates;
//! with a random statement in between, or a mutation afterwards, many do not. `statements.rs` has the
//! pieces, `values.rs` conditions and values.
//!
//! A seed gives the same program for ever, as long as nobody changes these files.

mod statements;
mod values;

use braid_core::scpl::{
    Command, Edge, Expr, Init, Loc, LocId, LocKind, Place, Program, PropId, Property, PropertyKind,
    Scope, Sort, Template, TemplateId, Var, VarId,
};

use crate::dice::Dice;
use crate::mutate::mutate;

/// How many bytes a program can use up; after that everything is as simple as it gets.
const N_BYTES: usize = 3000;

/// The program of a seed.
pub fn small_program(seed: u64) -> Program {
    let bytes = bytes(seed);
    let mut dice = Dice::new(&bytes);
    let mut program = Maker::new(&mut dice).program();
    if dice.percent(30) {
        // Invalid results are left out; a mutant that is no program tells nothing.
        for _ in 0..=dice.below(2) {
            let mutant = mutate(&program, &mut dice);
            if mutant.validate().is_ok() {
                program = mutant;
            }
        }
    }
    program
}

/// Bytes that look random, from a seed.
pub fn bytes(seed: u64) -> Vec<u8> {
    (0..N_BYTES as u64).map(|idx| (scramble(seed ^ scramble(idx + 1)) >> 32) as u8).collect()
}

/// One round of `splitmix64`.
pub fn scramble(seed: u64) -> u64 {
    let mut mixed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

/// A program that is being made.
struct Maker<'d, 'b> {
    dice: &'d mut Dice<'b>,
    /// What most variables hold.
    width: u8,
    vars: Vec<Var>,
    locs: Vec<Loc>,
    edges: Vec<Edge>,
    properties: Vec<Property>,
    entries: Vec<LocId>,
    /// Whether fresh locations are atomic: a section is being made.
    atomic: bool,
    /// Where the statements of a thread end.
    finished: LocId,
    /// The lock, if the program has one.
    lock: Option<VarId>,
    /// How many more statements there may be.
    room: usize,
}

impl<'d, 'b> Maker<'d, 'b> {
    fn new(dice: &'d mut Dice<'b>) -> Self {
        let width = *dice.pick(&[2, 2, 2, 1, 1, 3]);
        Self {
            dice,
            width,
            vars: Vec::new(),
            locs: Vec::new(),
            edges: Vec::new(),
            properties: Vec::new(),
            entries: Vec::new(),
            atomic: false,
            finished: LocId(0),
            lock: None,
            room: 0,
        }
    }

    fn program(mut self) -> Program {
        self.declare();
        let n_workers = 1 + usize::from(self.dice.percent(25));
        for _ in 0..=n_workers {
            let entry = self.fresh();
            self.entries.push(entry);
        }
        self.finished = self.loc(LocKind::Finished);
        for worker in 1..=n_workers {
            self.room = 5;
            let entry = self.entries[worker];
            self.worker(entry);
        }
        self.room = 6;
        self.main();
        if self.properties.is_empty() {
            // Something must be asked, or there is nothing to be wrong about.
            let (from, to) = (self.entries[1], self.finished);
            self.assert(from, to);
        }
        self.assemble()
    }

    fn assemble(mut self) -> Program {
        self.edges.sort_by_key(|edge| edge.from);
        let names = ["main", "worker", "other"];
        let templates = self.entries.iter().zip(names);
        let templates =
            templates.map(|(&entry, name)| Template { name: name.to_owned(), entry }).collect();
        Program {
            vars: self.vars,
            locs: self.locs,
            edges: self.edges,
            templates,
            properties: self.properties,
            main: TemplateId(0),
        }
    }

    fn declare(&mut self) {
        let n_shared = 1 + self.dice.below(2);
        for idx in 0..n_shared {
            let width = if idx > 0 && self.dice.percent(20) { 1 } else { self.width };
            let len = self.dice.percent(8).then_some(2);
            self.var(&format!("s{idx}"), Scope::Shared, width, len);
        }
        if self.dice.percent(70) {
            self.lock = Some(VarId(self.vars.len() as u32));
            let sort = Sort::Bits(1);
            let name = "lock".to_owned();
            self.vars.push(Var { name, scope: Scope::Shared, sort, len: None, init: Init::Zero });
        }
        for idx in 0..1 + self.dice.below(2) {
            let width = if idx > 0 && self.dice.percent(40) { 1 } else { self.width };
            let len = self.dice.percent(4).then_some(2);
            self.var(&format!("l{idx}"), Scope::Local, width, len);
        }
        if self.dice.percent(35) {
            self.handle("h", Scope::Local);
        }
        if self.dice.percent(12) {
            self.handle("g", Scope::Shared);
        }
    }

    fn var(&mut self, name: &str, scope: Scope, width: u8, len: Option<u32>) {
        let init = match self.dice.below(10) {
            0 => Init::Any,
            1 | 2 => {
                let values = (0..len.unwrap_or(1)).map(|_| self.dice.below(1 << width) as u64);
                Init::Values(values.collect())
            }
            _ => Init::Zero,
        };
        let sort = Sort::Bits(width);
        self.vars.push(Var { name: name.to_owned(), scope, sort, len, init });
    }

    fn handle(&mut self, name: &str, scope: Scope) {
        let sort = Sort::Handle;
        self.vars.push(Var { name: name.to_owned(), scope, sort, len: None, init: Init::Zero });
    }

    fn loc(&mut self, kind: LocKind) -> LocId {
        let atomic = self.atomic && kind == LocKind::Plain;
        self.locs.push(Loc { kind, atomic });
        LocId(self.locs.len() as u32 - 1)
    }

    fn fresh(&mut self) -> LocId {
        self.loc(LocKind::Plain)
    }

    fn edge(&mut self, from: LocId, to: LocId, commands: Vec<Command>) {
        self.edges.push(Edge { from, to, commands });
    }

    /// A new property's error location.
    fn error(&mut self) -> LocId {
        let property = PropId(self.properties.len() as u32);
        let error = self.loc(LocKind::Error(property));
        let kinds = [
            PropertyKind::Assertion,
            PropertyKind::Assertion,
            PropertyKind::Assertion,
            PropertyKind::Undefined,
            PropertyKind::ReachError,
        ];
        let kind = *self.dice.pick(&kinds);
        self.properties.push(Property { kind, error });
        error
    }

    /// `main`: it starts threads, one by one or without end, and goes on.
    fn main(&mut self) {
        let entry = self.entries[0];
        let mut at = entry;
        if self.dice.percent(40) {
            let next = self.fresh();
            self.simple(at, next);
            at = next;
        }
        match self.dice.below(4) {
            0 | 1 => {
                for _ in 0..1 + self.dice.below(3) {
                    let next = self.fresh();
                    self.create(at, next);
                    at = next;
                }
            }
            2 => {
                // Without end, and at some time perhaps no longer.
                let head = self.fresh();
                self.edge(at, head, Vec::new());
                self.create(head, head);
                at = head;
            }
            _ => {
                let head = self.fresh();
                self.edge(at, head, Vec::new());
                let body = self.fresh();
                let condition = self.condition();
                self.edge(head, body, vec![Command::Assume(condition.clone())]);
                let again = self.fresh();
                self.create(body, again);
                self.simple(again, head);
                let next = self.fresh();
                self.edge(head, next, vec![Command::Assume(condition.negate())]);
                at = next;
            }
        }
        if self.dice.percent(35) && self.has_handles() {
            let next = self.fresh();
            let joined = self.read_handle();
            self.edge(at, next, vec![Command::Join(joined)]);
            at = next;
        }
        let n_more = self.dice.below(3);
        self.block(at, self.finished, n_more);
    }

    fn worker(&mut self, entry: LocId) {
        if self.dice.percent(15) {
            // Again and again.
            let n_statements = 1 + self.dice.below(2);
            self.block(entry, entry, n_statements);
            return;
        }
        let n_statements = 1 + self.dice.below(3);
        self.block(entry, self.finished, n_statements);
    }

    fn has_handles(&self) -> bool {
        self.vars.iter().any(|var| var.sort == Sort::Handle)
    }

    fn create(&mut self, from: LocId, to: LocId) {
        let template = TemplateId(1 + self.dice.below(self.entries.len() - 1) as u32);
        let mut args: Vec<(VarId, Expr)> = Vec::new();
        for idx in 0..self.vars.len() {
            let Var { scope, len, sort, .. } = self.vars[idx];
            if scope == Scope::Local && len.is_none() && self.dice.percent(25) {
                let value = match sort {
                    Sort::Bits(width) => self.value(width),
                    Sort::Handle => self.read_handle(),
                };
                args.push((VarId(idx as u32), value));
            }
        }
        let handles: Vec<usize> =
            (0..self.vars.len()).filter(|&idx| self.vars[idx].sort == Sort::Handle).collect();
        let handle = (!handles.is_empty() && self.dice.percent(80))
            .then(|| Place::Var(VarId(*self.dice.pick(&handles) as u32)));
        let mut commands = vec![Command::Create { template, args, handle }];
        if self.dice.percent(10) {
            let command = self.command();
            commands.push(command);
        }
        self.edge(from, to, commands);
    }
}
