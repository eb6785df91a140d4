//! The story of a run in a single column, for many threads or a narrow terminal.

use super::lanes::Look;
use super::paint::{Paint, Style};
use super::story::{Item, Story};
use super::wrap::{width, wrap, wrap_cut};

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
        let number = paint.apply(Style::Faint, &format!("{:>numbers$}", idx + 1));
        let statement = wrap_cut(&story.statement(step), room, 2);
        for (nth, line) in statement.iter().enumerate() {
            let (number, margin) = match nth {
                0 => (number.clone(), paint.apply(Style::Faint, &place)),
                _ => (" ".repeat(numbers), " ".repeat(indent)),
            };
            let line = paint.apply(look.statement, line);
            out.push_str(&format!("{number}  {} {margin} {line}\n", bar(look.bar)));
        }
        for line in wrap(&story.effect(step), room) {
            let line = paint.apply(look.effect, &line);
            out.push_str(&format!("{:numbers$}  {} {:indent$} {line}\n", "", bar(look.bar), ""));
        }
    }
    out
}
