//! The user's text with what is to be said about it, drawn by `ariadne`.

use std::ops::Range;

use ariadne::{Color, Config, IndexType, Label, Report, ReportKind};
use braid_core::engine::Files;
use braid_core::report::{Finding, Severity, StepKind, Trace};
use braid_core::text::Span;

use super::paint::{Paint, Style, thread_color};
use super::results::place;
use super::wrap::{harmless, wrap_cut};

/// Lines longer than this would fill the screen.
const MAX_LINE: usize = 300;

/// Longer messages quote something that nobody wants to read.
const MAX_MESSAGE: usize = 500;

/// Something to say about a place.
struct Note {
    span: Span,
    message: String,
    color: Color,
}

/// A finding with the text around it. For a run, the end of it and what led there directly.
pub fn render(files: &Files, finding: &Finding, trace: Option<&Trace>, paint: Paint) -> String {
    let (word, color, style) = match finding.severity {
        Severity::Error => ("error", Color::Red, Style::Error),
        Severity::Warning => ("warning", Color::Yellow, Style::Warning),
        Severity::Information => ("note", Color::Blue, Style::Info),
    };
    let head = paint.apply(style, &format!("{word}[{}]", finding.code));
    let message = brief(&finding.message);
    let message = wrap_cut(&harmless(message), MAX_MESSAGE, 1).remove(0);
    let message = paint.apply(Style::Bold, &message);
    let head = format!("{head}: {message}\n");
    let notes = match trace {
        Some(trace) => end_of_run(trace),
        None => problem(finding, color),
    };
    let mut notes: Vec<Note> =
        notes.into_iter().filter(|note| is_drawable(files, note.span)).collect();
    // In the order of the text, or `ariadne` would show it in pieces.
    notes.sort_by_key(|note| (note.span.file != finding.span.file, note.span));
    if !is_drawable(files, finding.span) {
        let hint = if finding.hint.is_empty() {
            String::new()
        } else {
            format!("\n  help: {}", harmless(&finding.hint))
        };
        return format!("{head}  at {}{hint}\n", place(files, finding.span));
    }

    let config = Config::default()
        .with_color(paint == Paint::Ansi)
        .with_index_type(IndexType::Byte)
        .with_tab_width(4);
    let mut report =
        Report::build(ReportKind::Error, located(files, finding.span)).with_config(config);
    let mut used = vec![finding.span.file];
    for (order, note) in notes.into_iter().enumerate() {
        used.push(note.span.file);
        report.add_label(
            Label::new(located(files, note.span))
                .with_message(harmless(&note.message))
                .with_color(note.color)
                .with_order(order as i32),
        );
    }
    if !finding.hint.is_empty() {
        report.set_help(harmless(&finding.hint));
    }
    let sources = files.iter().filter(|(id, _)| used.contains(id));
    let sources = sources.map(|(_, file)| (file.name.clone(), harmless(&file.text)));
    let mut out = Vec::new();
    // Writing to memory does not fail.
    let _ = report.finish().write(ariadne::sources(sources.collect::<Vec<_>>()), &mut out);
    let drawn = String::from_utf8_lossy(&out).into_owned();
    // The first line is `ariadne`'s own headline, which we have written already.
    let lines = drawn.lines().skip(1).map(|line| format!("{}\n", line.trim_end()));
    head + &lines.collect::<String>()
}

/// The message without what the code or the verdict says as well.
pub fn brief(message: &str) -> &str {
    let heads = ["assertion can fail", "deadlock", "undefined behaviour", "error reached"];
    match message.split_once(": ") {
        Some((head, told)) if heads.iter().any(|known| head.starts_with(known)) => told,
        _ => message,
    }
}

/// A span as `ariadne` wants it. An empty one would not be seen.
fn located(files: &Files, span: Span) -> (String, Range<usize>) {
    let file = files.file(span.file);
    let (start, mut end) = (span.start as usize, span.end as usize);
    if start == end {
        let next = file.text[start..].chars().next().filter(|ch| *ch != '\n' && *ch != '\r');
        end = start + next.map_or(0, char::len_utf8);
    }
    (file.name.clone(), start..end)
}

fn is_drawable(files: &Files, span: Span) -> bool {
    let file = files.file(span.file);
    let line = file.lines.line_range(files.start(span).line);
    !file.builtin && line.len() <= MAX_LINE && (span.end as usize) <= file.text.len()
}

fn problem(finding: &Finding, color: Color) -> Vec<Note> {
    let message = if finding.related.is_empty() { "here" } else { "this" };
    let mut notes = vec![Note { span: finding.span, message: message.to_owned(), color }];
    notes.extend(finding.related.iter().map(|related| Note {
        span: related.span,
        message: related.message.clone(),
        color: Color::Blue,
    }));
    notes
}

/// The last steps: the failure and the other threads' writes that it saw, or who freed what it uses, or who
/// waits where.
fn end_of_run(trace: &Trace) -> Vec<Note> {
    let mut shown: Vec<usize> = Vec::new();
    for (idx, step) in trace.steps.iter().enumerate() {
        if matches!(step.kind, StepKind::Fail | StepKind::Wait) {
            shown.push(idx);
        }
    }
    if let Some((end, step)) = trace.steps.iter().enumerate().next_back()
        && step.kind == StepKind::Fail
    {
        for read in step.reads.iter().filter(|read| read.shared) {
            let writes = |idx: &usize| trace.steps[*idx].writes.iter().any(|w| w.name == read.name);
            let last = (0..end).rev().find(writes);
            shown.extend(last.filter(|&idx| trace.steps[idx].thread != step.thread));
        }
    }
    shown.extend(trace.blamed);
    shown.sort_unstable();
    shown.dedup();
    let column = |thread: usize| {
        let acts = |t: &usize| trace.steps.iter().any(|step| step.thread == *t);
        (0..thread).filter(acts).count()
    };
    shown
        .into_iter()
        .map(|idx| {
            let step = &trace.steps[idx];
            let label = &trace.threads[step.thread].label;
            let ends = matches!(step.kind, StepKind::Fail | StepKind::Wait);
            Note {
                span: step.span,
                message: format!("step {}: {label} {}", idx + 1, step.effect),
                color: if ends { Color::Red } else { thread_color(column(step.thread)) },
            }
        })
        .collect()
}
