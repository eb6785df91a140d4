//! The parts of states, numbered: shared parts and threads.

use super::expand::Expander;
use super::intern::Interner;
use super::model::{Kind, Model};
use super::scene::Thread;

/// The numbered parts of states.
#[derive(Debug)]
pub(super) struct Rows {
    pub shared: Interner,
    pub threads: Interner,
    /// By number of a thread, from 1.
    infos: Vec<Info>,
    pub most_created: u32,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Info {
    pub loc: u32,
    pub name: u8,
    pub is_finished: bool,
    /// Whether its steps depend on names and ends of others.
    pub needs_context: bool,
    /// Whether it may be enough to let it move; see [`Movers::is_independent`].
    pub is_independent: bool,
    pub sharing: Sharing,
}

/// What a thread's next steps have to do with shared variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sharing {
    Uses,
    /// They only count created threads; once no more can be created, nothing.
    Creates,
    None,
}

const NOBODY: Info = Info {
    loc: 0,
    name: 0,
    is_finished: true,
    needs_context: false,
    is_independent: false,
    sharing: Sharing::None,
};

impl Rows {
    pub fn new(model: &Model) -> Self {
        Self {
            shared: Interner::new(model.packings.shared.n_words()),
            threads: Interner::new(model.packings.local.n_words()),
            infos: vec![NOBODY],
            most_created: 0,
        }
    }

    /// What is known about a thread; 0 is like a finished one.
    pub fn info(&self, thread: u32) -> Info {
        self.infos[thread as usize]
    }

    /// How many threads have been created when the shared part is this.
    pub fn n_created(&self, shared: u32) -> u32 {
        self.shared.head(shared) as u32
    }

    /// 0 for a thread that has finished and that no handle refers to.
    pub fn intern_thread(&mut self, expander: &Expander, thread: &Thread) -> u32 {
        let model = &expander.runner.model;
        let (loc, name) = (thread.loc(), thread.name());
        let is_finished = model.loc(loc).kind == Kind::Finished;
        if is_finished && name == 0 {
            return 0;
        }
        let id = self.threads.intern(&thread.row);
        if id as usize == self.infos.len() {
            let access = &expander.movers.macros[loc as usize];
            let needs_context = access.names || access.joins;
            let sharing = match access {
                _ if !access.reads.is_empty() || !access.writes.is_empty() => Sharing::Uses,
                _ if access.creates => Sharing::Creates,
                _ => Sharing::None,
            };
            let is_independent = !is_finished && expander.movers.is_independent(loc);
            let info = Info { loc, name, is_finished, needs_context, is_independent, sharing };
            self.infos.push(info);
        }
        id
    }
}
