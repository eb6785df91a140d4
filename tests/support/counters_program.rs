//! Small programs with counters that say how many threads are somewhere.
//!
//! Threads add to a counter when they enter and take away when they leave: in one step, under a lock, in a
//! section, or in two steps that others can come between; by one or by two, and one counter inside
//! another. A creator may enter for the thread that it creates, which leaves. Writers wait until a counter
//! says that nobody is there. Some threads forget to leave, leave too much, or enter too late. This is
//! what `Reduction::Count` is for, and it must take part in nothing that is not so.
//!
//! A seed gives the same program for ever, as long as nobody changes this file.

use std::fmt::Write;

use braid_core::scpl::Program;

use crate::dice::Dice;
use crate::mutate::mutate;
use crate::small_program::bytes;

/// The program of a seed.
pub fn counters_program(seed: u64) -> Program {
    let bytes = bytes(seed ^ 0xC0_07);
    let mut dice = Dice::new(&bytes);
    let width = *dice.pick(&[32, 32, 32, 8, 16]);
    let n_counters = 1 + usize::from(dice.percent(35));
    let finished = [("L0: finished".to_owned(), Vec::new())];
    let maker = Maker {
        dice: &mut dice,
        width,
        n_counters,
        locs: finished.into(),
        errors: Vec::new(),
        atomic: false,
        room: 2,
    };
    let text = maker.text();
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
    /// Of counters.
    width: u8,
    n_counters: usize,
    /// The locations as they are written, with their edges. At the first one threads finish.
    locs: Vec<(String, Vec<String>)>,
    /// By property.
    errors: Vec<usize>,
    /// Whether new locations are in a section.
    atomic: bool,
    /// How many more statements threads may have inside others.
    room: usize,
}

impl Maker<'_, '_> {
    fn text(mut self) -> String {
        let is_handed_on = self.dice.percent(30);
        let worker = self.worker();
        let other = if is_handed_on { self.heir() } else { self.writer() };
        let main = self.main(is_handed_on);
        if self.errors.is_empty() {
            let condition = self.condition(0);
            let end = self.assert_that(worker, &condition);
            self.edge(end, 0, "");
        }
        let mut text = String::new();
        for idx in 0..self.n_counters {
            let first = *self.dice.pick(&[0, 0, 0, 0, 1, 2]);
            let _ = writeln!(text, "shared i{} n{idx} = {first}", self.width);
        }
        text += "shared i1 lock\nshared i1 writing\nlocal i1 f\n";
        let _ = writeln!(text, "local i{} x", self.width);
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

    /// Creates threads, one by one or without end, and perhaps asks how many are there.
    fn main(&mut self, is_handed_on: bool) -> usize {
        let main = self.fresh();
        let mut at = main;
        match self.dice.below(6) {
            0..=2 => {
                let head = self.then(at, "");
                let end = self.create(head, is_handed_on);
                self.edge(end, head, "");
                at = head;
            }
            3 => {
                // Only while few are there.
                let head = self.then(at, "");
                let counter = self.counter();
                let bound = self.number(1, 2);
                let body = self.then(head, &format!("assume {counter} <u {bound}"));
                let end = self.create(body, is_handed_on);
                self.edge(end, head, "");
                at = self.then(head, &format!("assume {bound} <=u {counter}"));
            }
            _ => {
                for _ in 0..1 + self.dice.below(3) {
                    at = self.create(at, is_handed_on);
                }
            }
        }
        if self.dice.percent(40) {
            at = self.statement(at);
        }
        if self.dice.percent(25) {
            at = self.around(at);
        }
        self.edge(at, 0, "");
        main
    }

    fn create(&mut self, at: usize, is_handed_on: bool) -> usize {
        match self.dice.below(4) {
            0 | 1 if is_handed_on => {
                let by = self.by();
                let entered = self.change(at, 0, "+", by);
                self.then(entered, "create other()")
            }
            0 => self.then(at, "create other()"),
            _ => self.then(at, "create worker()"),
        }
    }

    /// Enters and leaves, once or again and again.
    fn worker(&mut self) -> usize {
        let worker = self.fresh();
        let mut at = worker;
        if self.dice.percent(20) {
            at = self.statement(at);
        }
        at = self.around(at);
        if self.dice.percent(20) {
            at = self.around(at);
        }
        let to = if self.dice.percent(20) { worker } else { 0 };
        self.edge(at, to, "");
        worker
    }

    /// Only leaves: who created it has entered.
    fn heir(&mut self) -> usize {
        let heir = self.fresh();
        let mut at = heir;
        for _ in 0..1 + self.dice.below(2) {
            at = self.statement(at);
        }
        let by = self.by();
        at = self.change(at, 0, "-", by);
        if self.dice.percent(20) {
            at = self.statement(at);
        }
        self.edge(at, 0, "");
        heir
    }

    /// Waits until nobody is there.
    fn writer(&mut self) -> usize {
        let writer = self.fresh();
        let counter = self.counter();
        let none = self.number(0, 1);
        let free = match self.dice.below(3) {
            0 => format!("await {counter} == {none}; writing := 1:i1"),
            1 => format!("await ({counter} == {none}) & (writing == 0:i1); writing := 1:i1"),
            _ => {
                let seen = format!("assume {counter} == {none}; writing := 1:i1");
                self.edge(writer, writer, &format!("assume {counter} != {none}"));
                seen
            }
        };
        let mut at = self.then(writer, &free);
        for _ in 0..1 + self.dice.below(2) {
            at = self.statement(at);
        }
        at = self.then(at, "writing := 0:i1");
        let to = if self.dice.percent(20) { writer } else { 0 };
        self.edge(at, to, "");
        writer
    }

    /// Enters, does something, leaves.
    fn around(&mut self, at: usize) -> usize {
        let counter = self.dice.below(self.n_counters);
        let by = self.by();
        let mut at = match self.dice.below(8) {
            0 => {
                let guarded = self.guard(at, counter);
                self.change(guarded, counter, "+", by)
            }
            1 => {
                // At once, if it is allowed.
                let bound = self.number(1, 3);
                let by = self.constant(by);
                self.then(
                    at,
                    &format!("await n{counter} <u {bound}; n{counter} := n{counter} + {by}"),
                )
            }
            2 => {
                let by = self.constant(by);
                self.then(at, &format!("await writing == 0:i1; n{counter} := n{counter} + {by}"))
            }
            _ => self.change(at, counter, "+", by),
        };
        for _ in 0..1 + self.dice.below(2) {
            at = self.statement(at);
        }
        if self.dice.percent(8) {
            // Forgets to leave.
            self.edge(at, 0, "assume f == 1:i1");
        }
        if by == 2 && self.dice.percent(50) {
            let half = self.change(at, counter, "-", 1);
            return self.change(half, counter, "-", 1);
        }
        let by = if self.dice.percent(6) { 3 - by } else { by };
        self.change(at, counter, "-", by)
    }

    fn guard(&mut self, at: usize, counter: usize) -> usize {
        let bound = self.number(1, 3);
        self.then(at, &format!("await n{counter} <u {bound}"))
    }

    /// One counter goes up or down.
    fn change(&mut self, at: usize, counter: usize, op: &str, by: usize) -> usize {
        let by = self.constant(by);
        match self.dice.below(8) {
            0..=3 => self.then(at, &format!("n{counter} := n{counter} {op} {by}")),
            4 | 5 if !self.atomic => {
                let at = self.then(at, "await lock == 0:i1; lock := 1:i1");
                let at = self.then(at, &format!("x := n{counter}"));
                let at = self.then(at, &format!("n{counter} := x {op} {by}"));
                self.then(at, "lock := 0:i1")
            }
            6 if !self.atomic => {
                self.atomic = true;
                let inside = self.then(at, &format!("x := n{counter}"));
                self.atomic = false;
                self.then(inside, &format!("n{counter} := x {op} {by}"))
            }
            _ if self.dice.percent(25) => {
                // Others can come between.
                let at = self.then(at, &format!("x := n{counter}"));
                self.then(at, &format!("n{counter} := x {op} {by}"))
            }
            _ => self.then(at, &format!("n{counter} := n{counter} {op} {by}")),
        }
    }

    /// A statement from here; where it ends.
    fn statement(&mut self, at: usize) -> usize {
        match self.dice.below(12) {
            0..=4 => {
                let counter = self.dice.below(self.n_counters);
                let condition = self.condition(counter);
                self.assert_that(at, &condition)
            }
            5 | 6 if self.room > 0 => {
                self.room -= 1;
                self.around(at)
            }
            7 if self.room > 0 => {
                self.room -= 1;
                let end = self.then(at, "assume f == 1:i1");
                let other = self.then(at, "assume f == 0:i1");
                let inside = self.around(other);
                self.edge(inside, end, "f := 1:i1");
                end
            }
            8 => {
                let counter = self.counter();
                self.then(at, &format!("x := {counter}"))
            }
            9 => {
                let counter = self.counter();
                let value = self.number(0, 3);
                self.then(at, &format!("f := {counter} == {value}"))
            }
            10 if self.dice.percent(20) => self.then(at, "create worker()"),
            10 => self.assert_that(at, "writing == 0:i1"),
            _ => {
                let counter = self.counter();
                let value = self.number(1, 2);
                self.then(at, &format!("await {value} <=u {counter}"))
            }
        }
    }

    fn condition(&mut self, counter: usize) -> String {
        let other = self.dice.below(self.n_counters);
        let (small, value) = (self.number(1, 2), self.number(0, 3));
        match self.dice.below(10) {
            0..=3 => format!("{small} <=u n{counter}"),
            4 => format!("n{counter} != {value}"),
            5 => format!("n{counter} <=u {value}"),
            6 => format!("n{counter} == {value}"),
            7 => format!("n{other} <=u n{counter}"),
            8 => format!("x <=u n{counter}"),
            _ => "writing == 0:i1".to_owned(),
        }
    }

    fn counter(&mut self) -> String {
        format!("n{}", self.dice.below(self.n_counters))
    }

    fn by(&mut self) -> usize {
        1 + usize::from(self.dice.percent(15))
    }

    fn constant(&self, value: usize) -> String {
        format!("{value}:i{}", self.width)
    }

    /// One of `n` numbers from `least` on.
    fn number(&mut self, least: usize, n: usize) -> String {
        let value = least + self.dice.below(n);
        self.constant(value)
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
        let to = self.fresh();
        self.edge(at, to, commands);
        to
    }

    fn fresh(&mut self) -> usize {
        let loc = self.locs.len();
        let atomic = if self.atomic { " (atomic)" } else { "" };
        self.locs.push((format!("L{loc}{atomic}:"), Vec::new()));
        loc
    }

    fn edge(&mut self, from: usize, to: usize, commands: &str) {
        let colon = if commands.is_empty() { "" } else { ": " };
        self.locs[from].1.push(format!("  -> L{to}{colon}{commands}\n"));
    }
}
