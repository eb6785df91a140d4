//! What the stages make of a text, as text.

use std::fmt::Write;

use super::config::Config;
use super::model;
use crate::bbp::{Certificate, Evidence, MAX_PREDICATES};
use crate::budget::Budget;
use crate::check::{self, Views};
use crate::predabs::{Abstraction, Queries, Recorder};
use crate::reduce::reduce;
use crate::scpl::{Class, PropId, Scope};
use crate::text::{FileId, Problem, Sources, Span, Tokens, Wakeups};

/// The size of the views that are shown where nothing was proved with them.
const UNPROVED_K: u32 = 2;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// After the preprocessor, each with its place.
    Tokens,
    /// The syntax tree.
    Ast,
    /// The program that is explored.
    Scpl,
    /// Which variables the threads share, and why.
    Sharing,
    /// Which functions run as threads, and how often.
    Threads,
    /// The program with fewer locations, on which proofs are made, and how it got there.
    Reduced,
    /// The predicates that proofs rest on.
    Predicates,
    /// What is reached of the program seen through them, as a Boolean broadcast program.
    Bbp,
    /// The checked certificates, with all views.
    Views,
}

/// Prints a stage's result, beside the problems met on the way to it.
pub fn dump(
    sources: &Sources,
    roots: impl AsRef<[FileId]>,
    config: &Config,
    stage: Stage,
    budget: &Budget,
) -> (String, Vec<Problem>) {
    let roots = roots.as_ref();
    if let Stage::Tokens | Stage::Ast = stage {
        let (mut text, mut problems) = (String::new(), Vec::new());
        for &root in roots {
            let (tokens, unit, more) = model::parse(sources, root, config, Wakeups::Anytime);
            problems.extend(more);
            if roots.len() > 1 && stage == Stage::Ast {
                let _ = writeln!(text, "// {}", sources.file(root).name);
            }
            match stage {
                Stage::Tokens => text.push_str(&print_tokens(sources, &tokens)),
                _ => text.push_str(&unit.to_string()),
            }
        }
        return (text, problems);
    }
    if let Stage::Predicates | Stage::Bbp | Stage::Views = stage {
        let analysis = super::analyze(sources, roots, config, budget);
        let text = match stage {
            Stage::Predicates => print_predicates(&analysis),
            Stage::Bbp => print_bbp(&analysis, budget),
            _ => super::proof_text(&analysis),
        };
        return (text, analysis.problems);
    }
    let read = model::read(sources, roots, config);
    let text = match stage {
        Stage::Reduced => print_reduced(&read.model),
        Stage::Scpl => read.model.program.to_string(),
        Stage::Sharing => print_sharing(sources, &read.model),
        _ => print_threads(sources, &read.model),
    };
    (text, read.problems)
}

/// One token a line: place, kind, spelling, and the macro it came out of. The model headers, which
/// come first, are left out.
fn print_tokens(sources: &Sources, tokens: &Tokens) -> String {
    let mut text = String::new();
    for token in &tokens.tokens {
        if sources.file(token.origin.file).builtin && token.expansion.is_none() {
            continue;
        }
        let at = place(sources, tokens.shown_at(token));
        let kind = format!("{:?}", token.kind).to_lowercase();
        let spelling = tokens.spelling(token);
        let _ = write!(text, "{at:<16} {kind:<10} {spelling}");
        if let Some(expansion) = token.expansion {
            let _ = write!(text, "    (from {})", tokens.expansions[expansion as usize].name);
        }
        text.push('\n');
    }
    text
}

/// The reductions in order, as in a certificate, and what they come to.
fn print_reduced(model: &model::Model) -> String {
    let program = &model.program;
    let goals: Vec<PropId> = (0..program.properties.len() as u32).map(PropId).collect();
    let reduced = reduce(program, &goals);
    let certificate = Certificate {
        properties: goals,
        steps: reduced.steps,
        evidence: Evidence::States { n_threads: 0 },
    };
    let record: String = certificate
        .print(program)
        .to_string()
        .lines()
        .filter(|line| !line.starts_with("never") && !line.starts_with("states"))
        .map(|line| format!("# {line}\n"))
        .collect();
    format!("{record}{}", reduced.program)
}

/// One predicate a line, with its class and the round that found it.
fn print_predicates(analysis: &super::Analysis) -> String {
    let Some(refinement) = &analysis.refinement else { return String::new() };
    let mut text = String::new();
    for (_, predicate) in refinement.predicates.iter() {
        let class = class_name(predicate.class);
        let found = refinement.found(&predicate.expr);
        let found = found.map_or("property".to_owned(), |found| format!("round {}", found.round));
        let expr = refinement.reduced.program.print(&predicate.expr);
        let _ = writeln!(text, "{class:<7} {found:<9} {expr}");
    }
    text
}

/// The predicates as comments, and what the views of the last predicates are made of. A search that
/// ends early leaves what it came to.
fn print_bbp(analysis: &super::Analysis, budget: &Budget) -> String {
    let Some(refinement) = &analysis.refinement else {
        return "# nothing was abstracted\n".to_owned();
    };
    let program = &refinement.reduced.program;
    let mut of_this = analysis
        .certificates
        .iter()
        .filter(|certificate| certificate.steps == refinement.reduced.steps);
    let proof = of_this.find_map(|certificate| match &certificate.evidence {
        Evidence::Views(invariant) => {
            Some((&certificate.properties, invariant.k, &invariant.predicates))
        }
        Evidence::States { .. } => None,
    });
    let all: Vec<PropId> = (0..program.properties.len() as u32).map(PropId).collect();
    // A loop may end because there are more than can be handled.
    let mut found = refinement.predicates.clone();
    found.truncate(MAX_PREDICATES);
    let (goals, k, predicates) = proof.unwrap_or((&all, UNPROVED_K, &found));
    let mut queries = Queries::new(program);
    let mut recorder = Recorder::new(Abstraction::new(&mut queries, predicates, goals));
    let views = check::views(&mut recorder, k, budget);
    let mut text = String::new();
    for (id, predicate) in predicates.iter() {
        let class = class_name(predicate.class);
        let _ = writeln!(text, "# p{:<3} {class:<7} {}", id.0, program.print(&predicate.expr));
    }
    let reached = match views {
        Ok(Views::Closed(views)) => format!("all {} views of {k} threads", views.len()),
        Ok(Views::Bad(_)) => format!("views of {k} threads, up to a bad one"),
        Err(_) => format!("views of {k} threads, until the budget was spent"),
    };
    let _ = write!(text, "# reached: {reached}\n{}", recorder.program());
    text
}

fn class_name(class: Class) -> &'static str {
    match class {
        Class::Shared => "shared",
        Class::Local => "local",
        Class::Mixed => "mixed",
    }
}

fn print_sharing(sources: &Sources, model: &model::Model) -> String {
    let mut text = String::new();
    for variable in &model.sharing {
        let at = place(sources, variable.span);
        let scope = match variable.scope {
            Scope::Shared => "shared",
            Scope::Local => "local",
        };
        let name = match &variable.function {
            Some(function) => format!("{function}.{}", variable.name),
            None => variable.name.clone(),
        };
        let _ = writeln!(text, "{at:<16} {scope:<7} {name:<20} {}", variable.why);
    }
    text
}

fn print_threads(sources: &Sources, model: &model::Model) -> String {
    let mut text = String::new();
    for thread in &model.threads {
        let at = place(sources, thread.span);
        let _ = write!(text, "{at:<16} {:<20} {}", thread.name, thread.instances);
        if !thread.created_at.is_empty() {
            let places: Vec<String> =
                thread.created_at.iter().map(|&span| place(sources, span)).collect();
            let _ = write!(text, ", created at {}", places.join(", "));
        }
        text.push('\n');
    }
    text
}

/// `file.c:3:5`, counted from 1, the column in bytes.
fn place(sources: &Sources, span: Span) -> String {
    let file = sources.file(span.file);
    let at = file.lines.line_col(span.start);
    format!("{}:{}:{}", file.name, at.line + 1, at.column + 1)
}
