use tower_lsp::lsp_types::{
    Hover, HoverContents, HoverParams, MarkupContent, MarkupKind, Position, Range,
};

use crate::convert::summary;
use crate::server::State;
use crate::server::answer::{Point, Span, Variable};
use crate::server::board::{Board, Sheet};

pub fn hover(state: &State, params: &HoverParams) -> Option<Hover> {
    let position = &params.text_document_position_params;
    let boards = state.boards_in(&position.text_document.uri);
    let mut told: Vec<(String, String)> = Vec::new();
    let mut range: Option<Range> = None;
    for (program, board) in &boards {
        let Some((text, at)) = in_program(board, position.position) else { continue };
        range = range.or(at);
        // What holds in all programs alike is told once.
        if !told.iter().any(|(_, known)| *known == text) {
            told.push((state.title(program), text));
        }
    }
    let value = match told.as_slice() {
        [] => return None,
        [(_, text)] => format!("**Braid**\n\n{text}"),
        several => {
            let several =
                several.iter().map(|(title, text)| format!("**Braid**, {title}\n\n{text}"));
            several.collect::<Vec<_>>().join("\n\n---\n\n")
        }
    };
    let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value });
    Some(Hover { contents, range })
}

/// What one program has to say about a place, and about how much of the text.
fn in_program(board: &Board, position: Position) -> Option<(String, Option<Range>)> {
    let places = &board.current.places;
    let offset = places.offset_in_root(position);
    let file = places.root_file()?;
    let mut parts = Vec::new();
    let mut range: Option<Range> = None;
    if let Some((word, name)) = word_at(places.root_text(), file, offset) {
        let found = variable(board.readable(), name, offset);
        if let Some(found) = found {
            let line = |idx: usize| {
                let location = board.readable().places.location(found.accesses[idx].span)?;
                Some(location.range.start.line + 1)
            };
            parts.push(summary::variable(found, line));
            let at = |offset| places.position_in_root(offset);
            range = Some(Range::new(at(word.start), at(word.end)));
        }
    }
    if let Some(row) = board.row_at(file, offset) {
        parts.push(summary::property(row, board.property(row), board.found(row)));
        range = range.or_else(|| board.location(row).map(|location| location.range));
    }
    parts.extend(facts(board, offset));
    (!parts.is_empty()).then(|| (parts.join("\n\n---\n\n"), range))
}

/// The predicates at a place, from the newest answer that has any.
fn facts(board: &Board, offset: usize) -> Option<String> {
    let current = point_at(&board.current, offset)
        .and_then(|point| summary::point(&board.current.answer, point));
    let before = || {
        let old = board.old.as_ref()?;
        let text = summary::point(&old.answer, point_at(old, offset)?)?;
        Some(format!("{text}\n\n(From before the last change.)"))
    };
    match &board.old {
        Some(old) if !old.answer.facts.is_empty() => before().or(current),
        _ => current,
    }
}

/// The smallest statement around a byte of the document.
pub fn point_at(sheet: &Sheet, offset: usize) -> Option<&Point> {
    let file = sheet.places.root_file()?;
    let here = Span { file, start: offset, end: offset };
    let around =
        sheet.answer.points.iter().filter(|point| {
            sheet.places.follow(point.span).is_some_and(|span| span.contains(here))
        });
    around.min_by_key(|point| point.span.len())
}

/// The variable that a name means at a place: one of the function there, or one of file scope.
pub fn variable<'a>(sheet: &'a Sheet, name: &str, offset: usize) -> Option<&'a Variable> {
    let answer = &sheet.answer;
    let named = answer.variables.iter().filter(|variable| variable.name == name);
    let is_here = |variable: &&Variable| {
        let span = sheet.places.follow(variable.span);
        span.is_some_and(|span| span.start <= offset && offset <= span.end)
    };
    let function = function_at(sheet, offset);
    let of_function = |variable: &&Variable| {
        variable.function.is_some() && variable.function.as_deref() == function
    };
    named
        .clone()
        .find(is_here)
        .or_else(|| named.clone().find(of_function))
        .or_else(|| named.clone().find(|variable| variable.function.is_none()))
}

/// The function whose code is around a byte, or before it.
fn function_at(sheet: &Sheet, offset: usize) -> Option<&str> {
    let file = sheet.places.root_file()?;
    let before = sheet.answer.points.iter().filter_map(|point| {
        let span = sheet.places.follow(point.span).filter(|span| span.file == file)?;
        (span.start <= offset).then_some((span.start, point.function.as_str()))
    });
    before.max_by_key(|(start, _)| *start).map(|(_, function)| function)
}

/// The identifier around a byte.
fn word_at(text: &str, file: usize, offset: usize) -> Option<(Span, &str)> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let before = text.get(..offset)?;
    let start = before
        .rfind(|c| !is_word(c))
        .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
    let after = &text[offset..];
    let end = offset + after.find(|c| !is_word(c)).unwrap_or(after.len());
    let word = &text[start..end];
    let is_name = word.starts_with(|c: char| c.is_alphabetic() || c == '_');
    is_name.then_some((Span { file, start, end }, word))
}
