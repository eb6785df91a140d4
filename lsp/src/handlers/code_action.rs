use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, Command, Diagnostic,
    DiagnosticSeverity, NumberOrString, Range, TextEdit, Url, WorkspaceEdit,
};

use super::execute_command::{CHECK, SHOW_TRACE, STOP, THREADS};
use super::hover::point_at;
use crate::convert::summary;
use crate::convert::to_lsp::SOURCE;
use crate::server::State;
use crate::server::answer::{Class, Verdict};
use crate::server::board::{Board, Row, Shown};

/// More predicates than this make no menu.
const MAX_PREDICATES: usize = 5;
/// What the engine tries for any number of threads; one more is news.
const TRIED_FOR_ANY: u32 = 4;

pub fn code_action(state: &State, params: &CodeActionParams) -> Option<Vec<CodeActionOrCommand>> {
    let uri = &params.text_document.uri;
    let mut actions = all(state, uri, params.range, &params.context.diagnostics)?;
    let wanted = params.context.only.as_ref();
    actions.retain(|action| {
        let kind = action.kind.as_ref().map_or("", CodeActionKind::as_str);
        let fits = |only: &CodeActionKind| kind.starts_with(only.as_str());
        wanted.is_none_or(|kinds| kinds.iter().any(fits))
    });
    if state.client().resolve_edits {
        let (_, revision) = state.versions(uri)?;
        for action in actions.iter_mut().filter(|action| action.edit.is_some()) {
            action.edit = None;
            let question = Question { uri: uri.clone(), revision, range: params.range };
            action.data = serde_json::to_value(question).ok();
        }
    }
    Some(actions.into_iter().map(CodeActionOrCommand::CodeAction).collect())
}

/// Under which circumstances an action was offered without its edit.
#[derive(Debug, Serialize, Deserialize)]
struct Question {
    uri: Url,
    revision: u64,
    range: Range,
}

/// The edit of an action, if the text is still the one for which it was offered.
pub fn code_action_resolve(state: &State, action: CodeAction) -> Result<CodeAction> {
    let Some(data) = &action.data else { return Ok(action) };
    let question = serde_json::from_value::<Question>(data.clone());
    let question = question.map_err(|_| Error::invalid_params("no action of ours"))?;
    let modified = || Error {
        code: ErrorCode::ServerError(CONTENT_MODIFIED),
        message: "the text has changed since this was offered".into(),
        data: None,
    };
    let versions = state.versions(&question.uri);
    if versions.is_none_or(|(_, revision)| revision != question.revision) {
        return Err(modified());
    }
    let diagnostics = action.diagnostics.clone().unwrap_or_default();
    let offered = all(state, &question.uri, question.range, &diagnostics).unwrap_or_default();
    let same = offered.into_iter().find(|one| one.title == action.title && one.edit.is_some());
    let edit = same.ok_or_else(modified)?.edit;
    Ok(CodeAction { edit, ..action })
}

/// The protocol's number for an answer that would be about another text.
const CONTENT_MODIFIED: i64 = -32801;

/// From what explains to what hides; of all programs that are shown here.
fn all(
    state: &State,
    uri: &Url,
    range: Range,
    diagnostics: &[Diagnostic],
) -> Option<Vec<CodeAction>> {
    let boards = state.boards_in(uri);
    let (mut actions, mut hides) = (Vec::new(), Vec::new());
    let add = |actions: &mut Vec<CodeAction>, new: Vec<CodeAction>| {
        for action in new {
            if !actions.iter().any(|known| same(known, &action)) {
                actions.push(action);
            }
        }
    };
    for (program, board) in &boards {
        let asked = state.options(program).threads;
        let program = &state.meant_by(uri, program);
        let menu = Menu { uri, program, board, range, diagnostics };
        for row in board.rows.iter().filter(|row| menu.touches(row)) {
            add(&mut actions, menu.about_property(row, asked));
        }
        add(&mut actions, menu.annotations());
        add(&mut actions, menu.predicates());
        add(&mut hides, diagnostics.iter().filter_map(|one| menu.ignore(one)).collect());
        let about = menu.ours().next();
        let name = vec![json!(program)];
        if board.busy {
            add(&mut actions, vec![command("Stop checking", STOP, name, about)]);
        } else if !board.is_settled() && actions.iter().chain(&hides).next().is_some() {
            add(&mut actions, vec![command("Check now", CHECK, name, about)]);
        }
    }
    actions.extend(hides);
    (!boards.is_empty()).then_some(actions)
}

/// Whether two actions do the same: those of several programs mostly do.
fn same(one: &CodeAction, other: &CodeAction) -> bool {
    let arguments = |action: &CodeAction| {
        action.command.as_ref().map(|command| (command.command.clone(), command.arguments.clone()))
    };
    one.title == other.title && arguments(one) == arguments(other)
}

struct Menu<'a> {
    uri: &'a Url,
    /// What commands are about: the document itself, or for a header one that includes it.
    program: &'a Url,
    board: &'a Board,
    range: Range,
    /// As the client knows them.
    diagnostics: &'a [Diagnostic],
}

impl Menu<'_> {
    fn touches(&self, row: &Row) -> bool {
        let location = self.board.location(row).filter(|location| location.uri == *self.uri);
        location.is_some_and(|location| meet(location.range, self.range))
    }

    fn about_property(&self, row: &Row, asked: Option<u32>) -> Vec<CodeAction> {
        let mut actions = Vec::new();
        let found = self.board.found(row);
        let uri = json!(self.program);
        // Some clients put what solves a diagnostic before everything else, whatever our order.
        let location = self.board.location(row);
        let start = location.map(|location| location.range.start);
        let about = self.ours().find(|one| Some(one.range.start) == start);
        if found.is_some_and(|found| found.trace.is_some()) {
            let arguments = vec![uri.clone(), json!(row.id)];
            actions.push(command("Show full trace", SHOW_TRACE, arguments, about));
        }
        let is_open = match row.state {
            // With more threads it may happen in another way.
            Shown::Verdict(Verdict::Bounded | Verdict::Unknown | Verdict::Violated) => true,
            Shown::Verdict(Verdict::Proved) => asked.is_some(),
            Shown::Checking | Shown::Stale | Shown::Unchecked => false,
        };
        if !is_open {
            return actions;
        }
        let n = asked.or(found.and_then(|found| found.threads)).unwrap_or(TRIED_FOR_ANY).max(1);
        for more in [n + 1, n * 2] {
            let title = format!("Check again with {}", summary::threads(Some(more)));
            let action = command(&title, THREADS, vec![uri.clone(), json!(more)], about);
            if !actions.iter().any(|known: &CodeAction| known.title == title) {
                actions.push(action);
            }
        }
        if asked.is_some() {
            let arguments = vec![uri, json!("any")];
            actions.push(command(
                "Check again with any number of threads",
                THREADS,
                arguments,
                about,
            ));
        }
        actions
    }

    /// Our own diagnostics here, without hints.
    fn ours(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics.iter().filter(|diagnostic| self.is_ours(diagnostic))
    }

    fn is_ours(&self, diagnostic: &Diagnostic) -> bool {
        diagnostic.source.as_deref() == Some(SOURCE)
            && diagnostic.severity != Some(DiagnosticSeverity::HINT)
            && meet(diagnostic.range, self.range)
    }

    /// Hides a diagnostic of ours, with a reason that the user fills in.
    fn ignore(&self, diagnostic: &Diagnostic) -> Option<CodeAction> {
        let Some(NumberOrString::String(code)) = &diagnostic.code else { return None };
        let is_about_us =
            matches!(code.as_str(), "unused-ignore" | "internal-error" | "check-interrupted");
        if is_about_us || !self.is_ours(diagnostic) {
            return None;
        }
        let line = self.line(diagnostic.range.start.line)?;
        let indent: String = line.chars().take_while(|c| c.is_whitespace()).collect();
        let text = format!("{indent}// braid: ignore[{code}] TODO: why this does not matter\n");
        let title = format!("Ignore this {code}, with a reason");
        let edit = self.insert_line(diagnostic.range.start.line, text);
        Some(edited(self.uri, title, edit, Some(diagnostic)))
    }

    /// Says in the text what Braid infers.
    fn annotations(&self) -> Vec<CodeAction> {
        let sheet = &self.board.current;
        let mut actions = Vec::new();
        for thread in sheet.answer.threads.iter().filter(|thread| thread.name != "main") {
            let range = sheet.places.range_in_root(thread.span);
            let Some(range) = range.filter(|range| meet(*range, self.range)) else { continue };
            let line = range.start.line;
            let above = line.checked_sub(1).and_then(|above| self.line(above));
            if [self.line(line), above].into_iter().flatten().any(is_annotated) {
                continue;
            }
            let title = format!("Mark `{}` as a thread function", thread.name);
            let edit = self.insert_line(line, "// braid: thread(any)\n".to_owned());
            actions.push(edited(self.uri, title, edit, None));
        }
        for variable in sheet.answer.variables.iter().filter(|variable| variable.shared) {
            let range = sheet.places.range_in_root(variable.span);
            let Some(range) = range.filter(|range| meet(*range, self.range)) else { continue };
            let line = range.start.line;
            let Some(text) = self.line(line).filter(|text| !is_annotated(text)) else { continue };
            // Behind a comment another one would be part of it.
            if text.contains("//") || text.contains("/*") || !text.trim_end().ends_with(';') {
                continue;
            }
            let title = format!("Mark `{}` as shared", variable.name);
            let end = sheet.places.end_of_line_in_root(line);
            let edit = TextEdit::new(Range::new(end, end), " // braid: shared".to_owned());
            actions.push(edited(self.uri, title, edit, None));
            break;
        }
        actions
    }

    /// Keeps predicates that were found here.
    fn predicates(&self) -> Vec<CodeAction> {
        let sheet = &self.board.current;
        let offset = sheet.places.offset_in_root(self.range.start);
        let Some(point) = point_at(sheet, offset) else { return Vec::new() };
        let Some(range) = sheet.places.range_in_root(point.span) else { return Vec::new() };
        let line = range.start.line;
        let Some(text) = self.line(line) else { return Vec::new() };
        let indent: String = text.chars().take_while(|c| c.is_whitespace()).collect();
        let macros = sheet.places.root_text().contains("braid.h\"");
        let facts = sheet.answer.facts.iter().enumerate().filter(|(idx, fact)| {
            let is_here = fact.class == Class::Shared || point.facts.contains(idx);
            // A lock is no condition in C.
            let is_lock = sheet.answer.points.iter().any(|point| point.locks.contains(&fact.text));
            is_here && fact.round.is_some() && !fact.in_words && !is_lock && is_c(&fact.text)
        });
        let actions = facts.take(MAX_PREDICATES).map(|(_, fact)| {
            let statement = match macros {
                true => format!("{indent}BRAID_INVARIANT({});\n", fact.text),
                false => format!("{indent}// braid: invariant({})\n", fact.text),
            };
            let title = format!("Keep `{}` as BRAID_INVARIANT", fact.text);
            edited(self.uri, title, self.insert_line(line, statement), None)
        });
        actions.collect()
    }

    fn line(&self, line: u32) -> Option<&str> {
        self.board.current.places.line_in_root(line)
    }

    fn insert_line(&self, line: u32, text: String) -> TextEdit {
        let at = tower_lsp::lsp_types::Position::new(line, 0);
        TextEdit::new(Range::new(at, at), text)
    }
}

fn meet(one: Range, other: Range) -> bool {
    one.start <= other.end && other.start <= one.end
}

fn is_annotated(line: &str) -> bool {
    line.contains("braid:") || line.contains("BRAID_")
}

/// Whether a predicate can be written in the text: some speak of what has no name there.
fn is_c(text: &str) -> bool {
    !["value just read", "in atomic section", "holds ", "no thread", "pthread_self"]
        .iter()
        .any(|words| text.contains(words))
}

fn command(
    title: &str,
    command: &str,
    arguments: Vec<Value>,
    diagnostic: Option<&Diagnostic>,
) -> CodeAction {
    let arguments = Some(arguments);
    CodeAction {
        title: title.to_owned(),
        kind: Some(CodeActionKind::QUICKFIX),
        command: Some(Command { title: title.to_owned(), command: command.to_owned(), arguments }),
        diagnostics: diagnostic.map(|diagnostic| vec![diagnostic.clone()]),
        ..Default::default()
    }
}

fn edited(uri: &Url, title: String, edit: TextEdit, about: Option<&Diagnostic>) -> CodeAction {
    let changes = HashMap::from([(uri.clone(), vec![edit])]);
    CodeAction {
        title,
        kind: Some(if about.is_some() {
            CodeActionKind::QUICKFIX
        } else {
            CodeActionKind::REFACTOR_REWRITE
        }),
        edit: Some(WorkspaceEdit { changes: Some(changes), ..Default::default() }),
        diagnostics: about.map(|diagnostic| vec![diagnostic.clone()]),
        ..Default::default()
    }
}
