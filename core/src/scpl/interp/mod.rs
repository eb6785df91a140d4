//! The interpreter: what programs do, in its simplest form.
//!
//! Everything else that claims to know what a program does is compared with this: a reported
//! violation must [`replay`], and on small programs every engine must agree with [`explore`]. So it
//! is written to be obviously right, and nothing in it is clever; it is slow.
//!
//! Three rules go beyond running commands in order:
//! - Nobody moves once a thread is in a location of kind `Halted` or `Error`.
//! - Nobody else moves while a thread is in an atomic location. So what a thread does from leaving a
//!   plain location to reaching the next one is a *macro-step*; states in the middle of it are not
//!   *observable*, and a path that cannot be finished was never begun (`section.rs`).
//! - A value that the program does not determine is a *choice*. Steps take their choices as a list,
//!   in the order of need, and refuse a list that does not fit exactly.
//!
//! Relies on a valid program (`Program::validate`); schedules may be anything.

mod deadlock;
mod explore;
mod replay;
mod section;
mod state;
mod step;
#[cfg(test)]
mod tests;

pub use deadlock::Waiting;
pub use explore::{Coverage, Exploration, explore};
pub use replay::{ReplayError, replay, run};
pub use section::Path;
pub use state::{State, ThreadState};
pub use step::{Disabled, Way};

use super::layout::Layout;
use super::program::Program;

/// A program, ready to run.
#[derive(Clone, Debug)]
pub struct Interpreter<'p> {
    program: &'p Program,
    layout: Layout,
}

/// The values that choices of a given width are made from.
pub type Values<'a> = &'a dyn Fn(u8) -> Vec<u64>;

impl<'p> Interpreter<'p> {
    pub fn new(program: &'p Program) -> Self {
        Self { program, layout: Layout::new(program) }
    }

    pub fn program(&self) -> &'p Program {
        self.program
    }

    pub fn layout(&self) -> &Layout {
        &self.layout
    }
}
