//! What the front stages make of the text.

use super::config::Config;
use super::trusted;
use crate::ast::Unit;
use crate::frontend;
use crate::lower::{self, Hint, Limit, Sharing, ThreadInfo};
use crate::preprocess;
use crate::scpl::{
    Afterwards, Edge, EdgeOrigin, Loc, LocId, LocKind, Origins, Program, PropId, Property,
    PropertyOrigin, Shown, StepKind, Template, TemplateId, TemplateOrigin, Var, VarOrigin,
};
use crate::text::{FileId, Problem, Sources, Span, Tokens, Wakeups};

/// A program as the engine explores it, with what a person needs to know about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    pub program: Program,
    pub origins: Origins,
    /// What every verdict about the program trusts, a sentence each.
    pub assumptions: Vec<String>,
    /// What proofs trust besides: they take memory to be sequentially consistent.
    pub weak_orders: Option<String>,
    /// Which variables are shared, and why.
    pub sharing: Vec<Sharing>,
    /// Which functions run as threads.
    pub threads: Vec<ThreadInfo>,
    /// Assertions in functions that no thread calls.
    pub uncalled: Vec<Span>,
    /// Predicates that the user thinks matter; candidates, never trusted.
    pub hints: Vec<Hint>,
    /// Which properties say that a place of the heap has room enough.
    pub limits: Vec<(PropId, Limit)>,
    /// The same program with threads that go on only when they are signalled, if it has any that wait
    /// for a condition variable: where they wait for ever is looked for in this one.
    pub signalled: Option<Box<Model>>,
    /// Which of the two this is.
    pub wakeups: Wakeups,
}

/// A model, and what is wrong with the text it was made from.
pub(super) struct Read {
    pub model: Model,
    /// In order of their places.
    pub problems: Vec<Problem>,
}

/// Preprocesses, parses and lowers. After a fatal problem the later stages are left out: what they
/// said would be about another text.
pub(super) fn read(sources: &Sources, roots: &[FileId], config: &Config) -> Read {
    let (mut read, waits) = read_with(sources, roots, config, Wakeups::Anytime);
    if waits {
        let (signalled, _) = read_with(sources, roots, config, Wakeups::Signalled);
        // What is wrong with the text has been said.
        let is_fine = signalled.model.program.validate().is_ok();
        read.model.signalled = is_fine.then(|| Box::new(signalled.model));
    }
    read
}

/// Also says whether a thread may wait for a signal for ever.
fn read_with(
    sources: &Sources,
    roots: &[FileId],
    config: &Config,
    wakeups: Wakeups,
) -> (Read, bool) {
    let mut problems = Vec::new();
    let mut units = Vec::new();
    for &root in roots {
        let (_, unit, more) = parse(sources, root, config, wakeups);
        problems.extend(more);
        units.push(unit);
    }
    if problems.iter().any(|problem: &Problem| problem.fatal) {
        let root = roots.first().copied().unwrap_or(FileId(0));
        let read = Read { model: Model::empty(root), problems: tidy(problems, roots) };
        return (read, false);
    }
    let (units, unit_roots) = with_models(sources, units, roots, config, wakeups);
    let config = lower::Config {
        data_model: config.data_model,
        atomicity: config.atomicity,
        heap: config.heap.clone(),
        names: config.names.clone(),
        wakeups,
    };
    let lowered = lower::lower(&units, &unit_roots, sources, &config);
    problems.extend(lowered.problems);
    let problems = tidy(problems, roots);
    let mut assumptions = lowered.assumptions;
    assumptions.extend(trusted::sentences(&units, sources, &lowered.origins));
    let model = Model {
        program: lowered.program,
        origins: lowered.origins,
        assumptions,
        weak_orders: lowered.weak_orders,
        sharing: lowered.sharing,
        threads: lowered.threads,
        uncalled: lowered.uncalled,
        hints: lowered.hints,
        limits: lowered.limits,
        signalled: None,
        wakeups,
    };
    let waits = lowered.waits && !problems.iter().any(|problem| problem.fatal);
    (Read { model, problems }, waits)
}

/// The units, behind those of the library that the program declares without our headers.
fn with_models(
    sources: &Sources,
    units: Vec<Unit>,
    roots: &[FileId],
    config: &Config,
    wakeups: Wakeups,
) -> (Vec<Unit>, Vec<FileId>) {
    let is_builtin = |span: Span| sources.file(span.file).builtin;
    let (mut all, mut files) = (Vec::new(), Vec::new());
    for family in lower::models::needed(&units, &is_builtin) {
        let file = sources.add(family.name, family.text, true);
        let config = Config { defines: Vec::new(), unit_defines: Vec::new(), ..config.clone() };
        let (_, unit, _) = parse(sources, file, &config, wakeups);
        if !lower::models::is_own(&units, &unit, &is_builtin) {
            all.push(unit);
            files.push(file);
        }
    }
    all.extend(units);
    files.extend_from_slice(roots);
    (all, files)
}

/// In order of their places. What is wrong with a header is told once, however many units include it.
fn tidy(mut problems: Vec<Problem>, roots: &[FileId]) -> Vec<Problem> {
    problems.sort_by_key(|problem| problem.span);
    // One stage may say again, in other words, what another has said before.
    problems.dedup_by(|later, first| {
        !later.fatal && later.code == first.code && later.span == first.span
    });
    if roots.len() > 1 {
        let mut kept: Vec<Problem> = Vec::new();
        for problem in problems {
            if !kept.iter().rev().take_while(|k| k.span == problem.span).any(|k| *k == problem) {
                kept.push(problem);
            }
        }
        return kept;
    }
    problems
}

/// Preprocesses and parses.
pub(super) fn parse(
    sources: &Sources,
    root: FileId,
    config: &Config,
    wakeups: Wakeups,
) -> (Tokens, Unit, Vec<Problem>) {
    let defines = config.defines_of(&sources.file(root).name);
    let expansion = preprocess::Config { defines, data_model: config.data_model, wakeups };
    let (tokens, mut problems) = preprocess::expand(sources, root, &expansion);
    let (unit, more) = frontend::parse(&tokens);
    // A text that could not be expanded has all kinds of holes; those are not the user's mistakes.
    if !problems.iter().any(|problem| problem.fatal) {
        problems.extend(more);
    }
    problems.sort_by_key(|problem| problem.span);
    (tokens, unit, problems)
}

impl Model {
    /// A program that does nothing, where the text gave none.
    fn empty(root: FileId) -> Self {
        let kinds = [LocKind::Plain, LocKind::Halted];
        let program = Program {
            vars: Vec::new(),
            locs: kinds.map(|kind| Loc { kind, atomic: false }).to_vec(),
            edges: vec![Edge { from: LocId(0), to: LocId(1), commands: Vec::new() }],
            templates: vec![Template { name: "main".to_owned(), entry: LocId(0) }],
            properties: Vec::new(),
            main: TemplateId(0),
        };
        Self::without_text(program, root)
    }

    /// A program that comes from nowhere.
    pub(super) fn without_text(program: Program, root: FileId) -> Self {
        let span = Span::whole(root);
        let template = |template: &Template| TemplateOrigin { name: template.name.clone(), span };
        let edge = |_: &Edge| EdgeOrigin {
            span,
            statement: span,
            function: "main".to_owned(),
            call: None,
            kind: StepKind::Silent,
        };
        let property = |_: &Property| PropertyOrigin {
            span,
            condition: String::new(),
            unsupported: None,
            afterwards: Afterwards::Anywhere,
        };
        let var = |var: &Var| VarOrigin {
            counts: Vec::new(),
            name: var.name.clone(),
            shown: Shown::Unsigned,
            part_of: None,
            atomic: false,
            span: None,
            function: None,
        };
        let origins = Origins {
            vars: program.vars.iter().map(var).collect(),
            edges: program.edges.iter().map(edge).collect(),
            templates: program.templates.iter().map(template).collect(),
            properties: program.properties.iter().map(property).collect(),
            addresses: Vec::new(),
            lent: Vec::new(),
        };
        Self {
            program,
            origins,
            assumptions: Vec::new(),
            weak_orders: None,
            sharing: Vec::new(),
            threads: Vec::new(),
            uncalled: Vec::new(),
            hints: Vec::new(),
            limits: Vec::new(),
            signalled: None,
            wakeups: Wakeups::Anytime,
        }
    }
}
