//! The story of a run, one column per thread.
//!
//! Time runs downwards. Each thread has a lifeline from its creation to its end, thick where it acts;
//! an arrow shows where another thread takes over. Where the columns would get too narrow, the steps
//! are listed below each other under the threads' labels instead (`list.rs`).

use braid_core::report::{Step, StepKind};

use super::list;
use super::paint::{Paint, Style};
use super::story::{Item, Story};
use super::wrap::{width, wrap_clauses, wrap_cut};

/// No more threads than this side by side; people lose the thread before the terminal does.
const MAX_COLUMNS: usize = 4;
/// A statement and the values it changes need about so many cells.
const MIN_COLUMN: usize = 22;
/// Wider columns are no easier to read.
const MAX_COLUMN: usize = 44;

/// The story, in `cells` cells.
pub fn render(story: &Story, cells: usize, paint: Paint) -> String {
    let n_columns = story.columns.len();
    let gutter = story.number_width() + 2;
    if n_columns > MAX_COLUMNS || n_columns * MIN_COLUMN > cells.saturating_sub(gutter) {
        return list::render(story, cells, paint);
    }
    let widths = column_widths(story, cells - gutter);
    Lanes { story, widths, gutter, paint, out: String::new() }.render()
}

/// What a column would like to have, and a fair share where that is too much.
fn column_widths(story: &Story, cells: usize) -> Vec<usize> {
    let wanted: Vec<usize> = (0..story.columns.len())
        .map(|column| story.wanted_width(column).clamp(MIN_COLUMN, MAX_COLUMN))
        .collect();
    let mut widths = vec![0; wanted.len()];
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by_key(|&column| wanted[column]);
    let mut left = cells;
    for (done, &column) in order.iter().enumerate() {
        widths[column] = wanted[column].min(left / (order.len() - done));
        left -= widths[column];
    }
    widths
}

struct Lanes<'a> {
    story: &'a Story<'a>,
    widths: Vec<usize>,
    gutter: usize,
    paint: Paint,
    out: String,
}

/// A piece of a line.
type Piece = (Style, String);

impl Lanes<'_> {
    fn render(mut self) -> String {
        self.header();
        let mut active: Option<usize> = None;
        for (at, item) in self.story.items.iter().enumerate() {
            let column = self.story.column_of(item);
            if let Some(before) = active
                && before != column
            {
                self.arrow(at, before, column);
            }
            active = Some(column);
            match *item {
                Item::Step(idx) => self.step(at, column, idx),
                Item::Gap { n_steps, .. } => {
                    let told = list::gap(n_steps);
                    let margin = " ".repeat(self.gutter);
                    self.finish(vec![(Style::Plain, margin), (Style::Faint, told)]);
                    active = None;
                }
                Item::Folded { n_steps, .. } => {
                    let told = vec![(Style::Faint, format!("⋮ {n_steps} more steps"))];
                    self.row(at, "", column, Style::Faint, "┃", told);
                }
            }
        }
        self.out
    }

    fn header(&mut self) {
        let mut line = vec![(Style::Plain, " ".repeat(self.gutter))];
        for (column, &cells) in self.widths.iter().enumerate() {
            let label = wrap_cut(self.story.label(column), cells - 1, 1).remove(0);
            let pad = " ".repeat(cells - width(&label));
            line.push((Style::ThreadBold(column), label));
            line.push((Style::Plain, pad));
        }
        self.finish(line);
    }

    fn step(&mut self, at: usize, column: usize, idx: usize) {
        let step = &self.story.trace.steps[idx];
        let place = self.story.place(step, column);
        let indent = width(&place);
        let cells = self.widths[column].saturating_sub(4 + indent).max(8);
        let look = Look::of(step, column);
        let number = (idx + 1).to_string();

        let mut lines: Vec<Piece> = Vec::new();
        if let Some(statement) = self.story.statement(step) {
            let cut = wrap_cut(&statement, cells, 2).into_iter();
            lines.extend(cut.map(|line| (look.statement, line)));
        }
        let effect = wrap_clauses(&self.story.effect(step), cells).into_iter();
        lines.extend(effect.map(|line| (look.effect, line)));
        for (nth, line) in lines.into_iter().enumerate() {
            let (number, margin) = match nth {
                0 => (number.as_str(), place.clone()),
                _ => ("", " ".repeat(indent)),
            };
            let pieces = vec![(Style::Faint, format!("{margin} ")), line];
            self.row(at, number, column, look.bar, "┃", pieces);
        }
    }

    /// A line in which one thread acts.
    fn row(
        &mut self,
        at: usize,
        number: &str,
        active: usize,
        style: Style,
        bar: &str,
        told: Vec<Piece>,
    ) {
        let number = format!("{number:>cells$}  ", cells = self.gutter - 2);
        let mut line = vec![(Style::Faint, number)];
        for (column, &cells) in self.widths.iter().enumerate() {
            if column != active {
                line.push((Style::Faint, pad(self.lifeline(at, column), cells)));
                continue;
            }
            line.push((style, format!("{bar} ")));
            let used: usize = told.iter().map(|(_, text)| width(text)).sum();
            line.extend(told.iter().cloned());
            line.push((Style::Plain, " ".repeat(cells.saturating_sub(used + 2))));
        }
        self.finish(line);
    }

    /// The line in which another thread takes over.
    fn arrow(&mut self, at: usize, from: usize, to: usize) {
        let mut line = vec![(Style::Plain, " ".repeat(self.gutter))];
        let (left, right) = (from.min(to), from.max(to));
        for (column, &cells) in self.widths.iter().enumerate() {
            let alive = self.story.is_alive(at, column);
            let crossing = match (column == from, from < to) {
                _ if column == to => "│",
                (true, true) => {
                    if alive {
                        "├"
                    } else {
                        "└"
                    }
                }
                (true, false) => {
                    if alive {
                        "┤"
                    } else {
                        "┘"
                    }
                }
                _ if left < column && column < right => {
                    if alive {
                        "┼"
                    } else {
                        "─"
                    }
                }
                _ => self.lifeline(at, column),
            };
            let rest = cells - 1;
            let rest = if column < left || column >= right {
                " ".repeat(rest)
            } else if from < to && column + 1 == to {
                format!("{}▶", "─".repeat(rest - 1))
            } else if from > to && column == to {
                format!("◀{}", "─".repeat(rest - 1))
            } else {
                "─".repeat(rest)
            };
            line.push((Style::Faint, format!("{crossing}{rest}")));
        }
        self.finish(line);
    }

    fn lifeline(&self, at: usize, column: usize) -> &'static str {
        if self.story.is_alive(at, column) { "│" } else { " " }
    }

    fn finish(&mut self, mut line: Vec<Piece>) {
        while let Some((_, text)) = line.last_mut() {
            text.truncate(text.trim_end().len());
            if !text.is_empty() {
                break;
            }
            line.pop();
        }
        for (style, text) in line {
            self.out.push_str(&self.paint.apply(style, &text));
        }
        self.out.push('\n');
    }
}

fn pad(text: &str, cells: usize) -> String {
    format!("{text}{}", " ".repeat(cells.saturating_sub(width(text))))
}

/// The styles of a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pub bar: Style,
    pub statement: Style,
    pub effect: Style,
}

impl Look {
    pub fn of(step: &Step, column: usize) -> Self {
        let thread = Style::Thread(column);
        match step.kind {
            StepKind::Fail | StepKind::Wait => {
                Look { bar: Style::Error, statement: Style::Bold, effect: Style::Error }
            }
            _ if step.essential => Look { bar: thread, statement: Style::Plain, effect: thread },
            _ => Look { bar: thread, statement: Style::Faint, effect: Style::Faint },
        }
    }
}

#[cfg(test)]
mod tests {
    use braid_core::text::FileId;

    use super::*;
    use crate::cli::sample;
    use crate::cli::story::Detail;

    fn rendered(n_workers: usize, cells: usize) -> String {
        let (trace, files) = (sample::trace(n_workers), sample::files());
        let story = Story::new(&trace, &files, FileId(0), Detail::Folded);
        render(&story, cells, Paint::Nothing)
    }

    #[test]
    fn two_workers_in_80_cells() {
        insta::assert_snapshot!(rendered(2, 80));
    }

    #[test]
    fn two_workers_in_120_cells() {
        insta::assert_snapshot!(rendered(2, 120));
    }

    #[test]
    fn three_workers_in_120_cells() {
        insta::assert_snapshot!(rendered(3, 120));
    }

    #[test]
    fn three_workers_in_80_cells_are_listed() {
        insta::assert_snapshot!(rendered(3, 80));
    }

    #[test]
    fn many_workers_are_listed() {
        insta::assert_snapshot!(rendered(5, 120));
    }
}
