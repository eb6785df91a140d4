//! Small programs in which handles are passed around and threads are joined in many ways.
//!
//! Threads are joined in different orders, inside sections, by others than their creator, again, and by
//! themselves; handles are copied, chosen between, compared, kept in shared variables and in arrays, and
//! given to threads that are created, `main` once more among them. Between joins threads do things of
//! their own, which is what listing puts them behind at once (`certify/states/ahead.rs`); and threads that
//! differ only in who they are change places (`certify/states/alike.rs`).
//!
//! A seed gives the same program for ever, as long as nobody changes this file.

use std::fmt::Write;

use braid_core::scpl::Program;

use crate::dice::Dice;
use crate::mutate::mutate;
use crate::small_program::bytes;

const HANDLES: [&str; 6] = ["a", "b", "g", "k", "hs[0:i1]", "hs[1:i1]"];

/// The program of a seed.
pub fn joins_program(seed: u64) -> Program {
    let bytes = bytes(seed ^ 0x70_1B);
    let mut dice = Dice::new(&bytes);
    let ends = ["L0: finished", "L1: halted"].map(|head| (head.to_owned(), Vec::new()));
    let text = Maker { dice: &mut dice, locs: ends.into(), errors: Vec::new(), room: 3 }.text();
    let mut program: Program = match text.parse() {
        Ok(program) => program,
        Err(error) => panic!("{error:?}\n{text}"),
    };
    if dice.percent(25) {
        let mutant = mutate(&program, &mut dice);
        if mutant.validate().is_ok() {
            program = mutant;
        }
    }
    program
}

/// A program that is being made.
struct Maker<'d, 'b> {
    dice: &'d mut Dice<'b>,
    /// The locations as they are written, with their edges. At the first threads finish, at the second the
    /// program ends.
    locs: Vec<(String, Vec<String>)>,
    /// By property.
    errors: Vec<usize>,
    /// How many more loops and branches there may be.
    room: usize,
}

impl Maker<'_, '_> {
    fn text(mut self) -> String {
        let worker = self.thread(1);
        let n_steps = self.dice.below(2);
        let other = self.thread(1 + n_steps);
        let main = self.main();
        let mut text =
            String::from("shared i2 s\nshared i1 flag\nshared thread g\nshared thread k\n");
        text += "local i2 x\nlocal i2 me\nlocal thread a\nlocal thread b\nlocal thread[2] hs\n";
        let templates =
            [("main", main, " (initial)"), ("worker", worker, ""), ("other", other, "")];
        for (name, entry, mark) in templates {
            let _ = writeln!(text, "template {name} at L{entry}{mark}");
        }
        for (idx, error) in self.errors.iter().enumerate() {
            let _ = writeln!(text, "property P{idx} assertion at L{error}");
        }
        for (head, edges) in &self.locs {
            let _ = writeln!(text, "{head}");
            edges.iter().for_each(|edge| text += edge);
        }
        text
    }

    /// Creates two or three, and joins some of them in some order.
    fn main(&mut self) -> usize {
        let main = self.fresh("");
        let mut at = main;
        let mut kept: Vec<&str> = Vec::new();
        for _ in 0..2 + usize::from(self.dice.percent(40)) {
            let to = *self.dice.pick(&HANDLES);
            kept.push(to);
            at = self.create(at, to);
            if self.dice.percent(25) {
                at = self.statement(at);
            }
        }
        if self.dice.percent(50) {
            kept.reverse();
        }
        for handle in kept {
            if self.dice.percent(70) {
                at = self.join(at, handle);
            }
            if self.dice.percent(30) {
                at = self.statement(at);
            }
        }
        at = self.assert(at);
        let end = usize::from(self.dice.percent(20));
        self.edge(at, end, "");
        main
    }

    fn thread(&mut self, n_steps: usize) -> usize {
        let entry = self.fresh("");
        let mut at = entry;
        for _ in 0..n_steps + self.dice.below(2) {
            at = self.statement(at);
        }
        if self.dice.percent(60) {
            let value = self.value();
            at = self.then(at, &format!("s := {value}"));
        }
        self.edge(at, 0, "");
        entry
    }

    fn create(&mut self, at: usize, to: &str) -> usize {
        let template = match self.dice.below(30) {
            0 => "main",
            1..=10 => "other",
            _ => "worker",
        };
        let mut args = Vec::new();
        if self.dice.percent(60) {
            args.push(format!("me = {}:i2", self.dice.below(3)));
        }
        for given in ["a", "b"] {
            if self.dice.percent(35) {
                let handle = self.handle();
                args.push(format!("{given} = {handle}"));
            }
        }
        self.then(at, &format!("create {template}({}) -> {to}", args.join(", ")))
    }

    /// A join: by itself, in a section, with steps of its own around it.
    fn join(&mut self, at: usize, handle: &str) -> usize {
        match self.dice.below(8) {
            0 => {
                // What is read before is written when the thread has ended.
                let inside = self.fresh(" (atomic)");
                self.edge(at, inside, "x := s");
                let last = self.fresh(" (atomic)");
                self.edge(inside, last, &format!("join {handle}"));
                self.then(last, "s := x + 1:i2")
            }
            1 => {
                let inside = self.fresh(" (atomic)");
                self.edge(at, inside, &format!("join {handle}"));
                self.then(inside, "x := s")
            }
            2 => {
                let at = self.then(at, &format!("join {handle}"));
                self.then(at, "x := x + 1:i2")
            }
            3 => {
                let other = self.handle();
                self.then(at, &format!("join {handle}; join {other}"))
            }
            4 => self.then(at, &format!("join {handle}; x := s")),
            _ => self.then(at, &format!("join {handle}")),
        }
    }

    /// A statement from here; where it ends.
    fn statement(&mut self, at: usize) -> usize {
        match self.dice.below(24) {
            0..=3 => {
                let handle = self.handle();
                self.join(at, &handle)
            }
            4 | 5 => {
                let (to, from) = (*self.dice.pick(&HANDLES), self.handle());
                self.then(at, &format!("{to} := {from}"))
            }
            6 => {
                let to = *self.dice.pick(&HANDLES);
                let (one, other, condition) = (self.handle(), self.handle(), self.condition());
                self.then(at, &format!("{to} := ({condition}) ? {one} : {other}"))
            }
            7 => self.then(at, "havoc x input"),
            8 | 9 => self.assert(at),
            10 => {
                let value = self.value();
                self.then(at, &format!("x := {value}"))
            }
            11 | 12 => {
                let value = self.value();
                self.then(at, &format!("s := {value}"))
            }
            13 | 14 if self.room > 0 => {
                self.room -= 1;
                let condition = self.condition();
                let then = self.then(at, &format!("assume {condition}"));
                let end = self.statement(then);
                self.edge(at, end, &format!("assume !({condition})"));
                end
            }
            15 if self.room > 0 => {
                // Joins what an array holds.
                self.room -= 1;
                let head = self.then(at, "x := 0:i2");
                let body = self.then(head, "assume x <u 2:i2");
                let body = self.then(body, "join hs[x]");
                self.edge(body, head, "x := x + 1:i2");
                self.then(head, "assume 2:i2 <=u x")
            }
            16 if self.dice.percent(40) => {
                let to = *self.dice.pick(&HANDLES);
                self.create(at, to)
            }
            17 => self.then(at, "flag := 1:i1"),
            18 => self.then(at, "await flag == 1:i1"),
            19..=21 => self.either(at),
            _ => self.then(at, "s := s + 1:i2"),
        }
    }

    /// One of two handles, which of them is known later.
    fn either(&mut self, at: usize) -> usize {
        let to = *self.dice.pick(&HANDLES);
        let (one, other) = (*self.dice.pick(&HANDLES), *self.dice.pick(&HANDLES));
        let at = self.then(at, "havoc x input");
        let mut at = self.then(at, &format!("{to} := ((x * x) == 1:i2) ? {one} : {other}"));
        if self.dice.percent(70) {
            let same = if self.dice.percent(20) { 1 } else { 0 };
            self.edge(at, same, &format!("assume {to} == {one}"));
            at = self.then(at, &format!("assume {to} != {one}"));
        }
        if self.dice.percent(70) {
            at = match self.dice.below(4) {
                0 => self.then(at, "await flag == 1:i1"),
                1 => self.then(at, "await s != 0:i2"),
                _ => self.join(at, one),
            };
        }
        self.assert_that(at, &format!("{to} != {other}"))
    }

    fn value(&mut self) -> String {
        (*self.dice.pick(&["x", "me", "1:i2", "(s + 1:i2)", "(x + me)"])).to_owned()
    }

    fn handle(&mut self) -> String {
        match self.dice.below(12) {
            0 => "@self".to_owned(),
            1 if self.dice.percent(30) => "@none".to_owned(),
            1 => "hs[x]".to_owned(),
            _ => (*self.dice.pick(&HANDLES)).to_owned(),
        }
    }

    fn condition(&mut self) -> String {
        let value = format!("{}:i2", self.dice.below(3));
        match self.dice.below(8) {
            0 | 1 => {
                let (one, other) = (self.handle(), self.handle());
                let op = *self.dice.pick(&["==", "!="]);
                format!("{one} {op} {other}")
            }
            2 => format!("s == {value}"),
            3 => format!("s <=u {value}"),
            4 => format!("me == {value}"),
            5 => format!("(x * x) == {value}"),
            6 => "flag == 0:i1".to_owned(),
            _ => format!("x != {value}"),
        }
    }

    fn assert(&mut self, at: usize) -> usize {
        let condition = self.condition();
        self.assert_that(at, &condition)
    }

    fn assert_that(&mut self, at: usize, condition: &str) -> usize {
        let error = self.locs.len();
        self.locs.push((format!("L{error}: error P{}", self.errors.len()), Vec::new()));
        self.errors.push(error);
        self.edge(at, error, &format!("assume !({condition})"));
        self.then(at, &format!("assume {condition}"))
    }

    /// A new location behind an edge with these commands.
    fn then(&mut self, at: usize, commands: &str) -> usize {
        let to = self.fresh("");
        self.edge(at, to, commands);
        to
    }

    fn fresh(&mut self, atomic: &str) -> usize {
        let loc = self.locs.len();
        self.locs.push((format!("L{loc}{atomic}:"), Vec::new()));
        loc
    }

    fn edge(&mut self, from: usize, to: usize, commands: &str) {
        let colon = if commands.is_empty() { "" } else { ": " };
        self.locs[from].1.push(format!("  -> L{to}{colon}{commands}\n"));
    }
}
