//! The story of a run in a single column, for many threads or a narrow terminal.

use super::lanes::Look;
use super::paint::{Paint, Style};
use super::progress::grouped;
use super::story::{Item, Story};
use super::wrap::{width, wrap_clauses, wrap_cut};

/// Statements are shown on one line, their effects below.
pub fn render(story: &Story, cells: usize, paint: Paint) -> String {
    let mut out = String::new();
    let mut active: Option<usize> = None;
    let numbers = story.number_width();
    for item in &story.items {
        let column = story.column_of(item);
        if active != Some(column) {
            let label = paint.apply(Style::ThreadBold(column), story.label(column));
            out.push_str(&format!("{:numbers$}  {label}\n", ""));
            active = Some(column);
        }
        let bar = |style| paint.apply(style, "┃");
        let idx = match *item {
            Item::Step(idx) => idx,
            Item::Gap { n_steps, .. } => {
                let told = paint.apply(Style::Faint, &gap(n_steps));
                out.push_str(&format!("{:numbers$}  {told}\n", ""));
                active = None;
                continue;
            }
            Item::Folded { n_steps, .. } => {
                let told = paint.apply(Style::Faint, &format!("⋮ {n_steps} more steps"));
                out.push_str(&format!("{:numbers$}  {} {told}\n", "", bar(Style::Faint)));
                continue;
            }
        };
        let step = &story.trace.steps[idx];
        let look = Look::of(step, column);
        let place = story.place(step, column);
        let indent = width(&place);
        let room = cells.saturating_sub(numbers + 5 + indent).max(20);
        let mut lines: Vec<String> = Vec::new();
        if let Some(statement) = story.statement(step) {
            let cut = wrap_cut(&statement, room, 2);
            lines.extend(cut.iter().map(|line| paint.apply(look.statement, line)));
        }
        let effect = wrap_clauses(&story.effect(step), room);
        lines.extend(effect.iter().map(|line| paint.apply(look.effect, line)));
        for (nth, line) in lines.iter().enumerate() {
            let (number, margin) = match nth {
                0 => (format!("{:>numbers$}", idx + 1), place.clone()),
                _ => (" ".repeat(numbers), " ".repeat(indent)),
            };
            let number = paint.apply(Style::Faint, &number);
            let margin = paint.apply(Style::Faint, &margin);
            out.push_str(&format!("{number}  {} {margin} {line}\n", bar(look.bar)));
        }
    }
    out
}

/// What stands in place of the middle of a very long story.
pub(super) fn gap(n_steps: usize) -> String {
    format!("⋮ {} steps are left out, -v shows them", grouped(n_steps as u64))
}
