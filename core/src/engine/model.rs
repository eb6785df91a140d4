//! What the front stages make of the text.

use super::config::Config;
use crate::lower::{Sharing, ThreadInfo};
use crate::scpl::{Loc, LocId, LocKind, Origins, Program, Template, TemplateId, TemplateOrigin};
use crate::text::{Code, FileId, Problem, Sources, Span};

/// A program as the engine explores it, with what a person needs to know about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    pub program: Program,
    pub origins: Origins,
    /// What every verdict about the program trusts, a sentence each.
    pub assumptions: Vec<String>,
    /// Which variables are shared, and why.
    pub sharing: Vec<Sharing>,
    /// Which functions run as threads.
    pub threads: Vec<ThreadInfo>,
    /// Assertions in functions that no thread calls.
    pub uncalled: Vec<Span>,
}

/// A model, and what is wrong with the text it was made from.
pub(super) struct Read {
    pub model: Model,
    /// In order of their places.
    pub problems: Vec<Problem>,
}

/// Preprocesses, parses and lowers.
pub(super) fn read(_sources: &Sources, root: FileId, _config: &Config) -> Read {
    let problem = Problem::fatal(
        Code("internal-error"),
        Span::whole(root),
        "this build of Braid cannot read C: the stages before the search are missing",
    );
    Read { model: Model::empty(root), problems: vec![problem] }
}

impl Model {
    /// A program that does nothing, where the text gave none.
    fn empty(root: FileId) -> Self {
        let template = Template { name: "main".to_owned(), entry: LocId(0) };
        let origin = TemplateOrigin { name: "main".to_owned(), span: Span::whole(root) };
        Self {
            program: Program {
                vars: Vec::new(),
                locs: vec![Loc { kind: LocKind::Halted, atomic: false }],
                edges: Vec::new(),
                templates: vec![template],
                properties: Vec::new(),
                main: TemplateId(0),
            },
            origins: Origins { templates: vec![origin], ..Origins::default() },
            assumptions: Vec::new(),
            sharing: Vec::new(),
            threads: Vec::new(),
            uncalled: Vec::new(),
        }
    }
}
