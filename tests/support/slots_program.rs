//! Small programs whose threads keep to cells of their own, or nearly.
//!
//! `main` fills tables, creates workers that are told which slot is theirs, directly or through a table,
//! and joins some of them; workers read tables, write slots, wait for slots, count in loops. Whether a
//! worker stays in its slot is up to the dice. This is what listing states leaves interleavings out for
//! (`certify/states/alone.rs`), so it must be seen to leave out none that matters.
//!
//! A seed gives the same program for ever, as long as nobody changes this file.

use std::fmt::Write;

use braid_core::scpl::Program;

use crate::dice::Dice;
use crate::mutate::mutate;
use crate::small_program::bytes;

/// The program of a seed.
pub fn slots_program(seed: u64) -> Program {
    let bytes = bytes(seed ^ 0x51_07);
    let mut dice = Dice::new(&bytes);
    let ends = ["L0: finished", "L1: halted"].map(|head| (head.to_owned(), Vec::new()));
    let text = Maker { dice: &mut dice, locs: ends.into(), errors: Vec::new() }.text();
    let mut program: Program = match text.parse() {
        Ok(program) => program,
        Err(error) => panic!("{error:?}\n{text}"),
    };
    if dice.percent(30) {
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
}

impl Maker<'_, '_> {
    fn text(mut self) -> String {
        let n_workers = 1 + self.dice.below(3);
        let n_steps = 1 + self.dice.below(3);
        let worker = self.fresh("");
        let mut at = worker;
        for _ in 0..n_steps {
            at = self.statement(at);
        }
        self.edge(at, 0, "");
        let main = self.main(n_workers);
        let mut text = String::from("shared i1[2] table");
        text += if self.dice.percent(30) { " = {1, 0}\n" } else { "\n" };
        text += "shared i2[3] slot\nshared i1 flag\nlocal i2 me\nlocal i2 x\nlocal i2 n\n";
        text += "local thread[3] h\n";
        let _ = writeln!(text, "template main at L{main} (initial)\ntemplate worker at L{worker}");
        for (idx, error) in self.errors.iter().enumerate() {
            let _ = writeln!(text, "property P{idx} assertion at L{error}");
        }
        for (head, edges) in &self.locs {
            let _ = writeln!(text, "{head}");
            edges.iter().for_each(|edge| text += edge);
        }
        text
    }

    fn main(&mut self, n_workers: usize) -> usize {
        let main = self.fresh("");
        let mut at = main;
        for _ in 0..self.dice.below(3) {
            let (idx, value) = (self.dice.below(2), self.dice.below(2));
            at = self.then(at, &format!("table[{idx}:i1] := {value}:i1"));
        }
        for idx in 0..n_workers {
            let me = if self.dice.percent(85) { idx } else { self.dice.below(3) };
            at = self.then(at, &format!("create worker(me = {me}:i2) -> h[{idx}:i2]"));
            if self.dice.percent(15) {
                at = self.statement(at);
            }
        }
        for idx in 0..n_workers {
            if self.dice.percent(70) {
                at = self.then(at, &format!("join h[{idx}:i2]"));
            }
        }
        for _ in 0..self.dice.below(2) {
            at = self.statement(at);
        }
        let idx = self.dice.below(3);
        at = self.then(at, &format!("x := slot[{idx}:i2]"));
        at = self.assert(at);
        let end = usize::from(self.dice.percent(30));
        self.edge(at, end, "");
        main
    }

    /// A statement from here; where it ends.
    fn statement(&mut self, at: usize) -> usize {
        let index = *self.dice.pick(&["me", "me", "me", "x", "n", "1:i2", "zext2(table[x])"]);
        let value = *self.dice.pick(&["x", "me", "(x + 1:i2)", "1:i2", "n"]);
        match self.dice.below(14) {
            0 | 1 => self.then(at, &format!("slot[{index}] := {value}")),
            2 => self.then(at, &format!("x := slot[{index}]")),
            3 => self.then(at, "x := zext2(table[me])"),
            4 => {
                // A store through a pointer.
                let stores = ["0", "1", "2"].map(|idx| {
                    format!("slot[{idx}:i2] := (me == {idx}:i2) ? {value} : slot[{idx}:i2]")
                });
                self.then(at, &stores.join("; "))
            }
            5 => {
                let at = self.then(at, "x := zext2(table[me])");
                self.then(at, &format!("slot[x] := {value}"))
            }
            6 => self.assert(at),
            7 => {
                let bound = 1 + self.dice.below(2);
                let head = self.then(at, "n := 0:i2");
                let body = self.then(head, &format!("assume n <u {bound}:i2"));
                let body = self.statement(body);
                self.edge(body, head, "n := n + 1:i2");
                self.then(head, &format!("assume {bound}:i2 <=u n"))
            }
            8 => {
                let value = self.small();
                self.then(at, &format!("await slot[{index}] == {value}:i2"))
            }
            9 => {
                let locked = self.then(at, "await flag == 0:i1; flag := 1:i1");
                let inside = self.statement(locked);
                self.then(inside, "flag := 0:i1")
            }
            10 => {
                // A section that may block in the middle.
                let inside = self.fresh(" (atomic)");
                self.edge(at, inside, &format!("x := slot[{index}]"));
                let guard = *self.dice.pick(&["", "assume x == 0:i2; ", "await flag == 0:i1; "]);
                self.then(inside, &format!("{guard}slot[me] := x + 1:i2"))
            }
            11 => self.then(at, "havoc x input"),
            12 => {
                let value = self.small();
                let end = self.then(at, &format!("assume x == {value}:i2"));
                self.edge(at, end, "assume x != 0:i2; x := 0:i2");
                if self.dice.percent(20) {
                    self.edge(at, 1, "assume x == 3:i2");
                }
                end
            }
            _ => self.then(at, "x := slot[zext2(table[me])]; slot[me] := x"),
        }
    }

    fn small(&mut self) -> usize {
        self.dice.below(3)
    }

    fn assert(&mut self, at: usize) -> usize {
        let value = *self.dice.pick(&["0:i2", "1:i2", "me", "2:i2"]);
        let condition = ["x <=u {}", "x == {}", "x != {}", "slot[me] <=u {}"][self.dice.below(4)];
        let condition = condition.replace("{}", value);
        let error = self.fresh("");
        self.locs[error].0 += &format!(" error P{}", self.errors.len());
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
