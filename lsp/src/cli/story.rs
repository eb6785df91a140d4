//! What of a run is shown on the terminal, before it is laid out.

use braid_core::engine::Files;
use braid_core::report::{Memory, Step, StepKind, Trace};
use braid_core::text::FileId;

use super::wrap::{harmless, width};

/// Up to so many steps are all shown; beyond, those that do not matter are folded.
const MAX_UNFOLDED: usize = 12;

/// A story that is too long to be read is shown with so much of its beginning and its end.
const MAX_BEGINNING: usize = 15;
const MAX_END: usize = 40;

/// How much of a run is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    Everything,
    /// Neighbouring steps that do not matter are counted if the run is long.
    Folded,
}

pub struct Story<'a> {
    pub trace: &'a Trace,
    files: &'a Files,
    root: FileId,
    /// The threads that do something, as indices into the trace's.
    pub columns: Vec<usize>,
    pub items: Vec<Item>,
    /// Per column, the cells that line numbers take.
    place_cells: Vec<usize>,
    /// Per column, the steps after which the thread exists, and after which it does not.
    lives: Vec<(usize, usize)>,
}

/// Something that takes a line or two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// An index into the trace's steps.
    Step(usize),
    /// Steps of one thread, from this index on.
    Folded { first: usize, n_steps: usize },
    /// Steps of whatever threads, from this index on.
    Gap { first: usize, n_steps: usize },
}

impl<'a> Story<'a> {
    pub fn new(trace: &'a Trace, files: &'a Files, root: FileId, detail: Detail) -> Self {
        let columns: Vec<usize> = (0..trace.threads.len())
            .filter(|thread| trace.steps.iter().any(|step| step.thread == *thread))
            .collect();
        let fold = detail == Detail::Folded && trace.steps.len() > MAX_UNFOLDED;
        let items = if fold {
            without_middle(folded(trace))
        } else {
            (0..trace.steps.len()).map(Item::Step).collect()
        };
        let lives = columns.iter().map(|&thread| life(trace, thread)).collect();
        let n_columns = columns.len();
        let mut story = Self { trace, files, root, columns, items, place_cells: Vec::new(), lives };
        let cells =
            |column| story.steps_of(column).map(|step| width(&story.line(step))).max().unwrap_or(0);
        story.place_cells = (0..n_columns).map(cells).collect();
        story
    }

    pub fn label(&self, column: usize) -> &str {
        &self.trace.threads[self.columns[column]].label
    }

    pub fn column_of(&self, item: &Item) -> usize {
        let thread = self.trace.steps[first(item)].thread;
        self.columns.iter().position(|&column| column == thread).unwrap_or(0)
    }

    /// Threads that exist but have not done anything worth telling.
    pub fn bystanders(&self) -> Vec<&str> {
        let threads = self.trace.threads.iter().enumerate();
        let idle = threads.filter(|(idx, _)| !self.columns.contains(idx));
        idle.map(|(_, thread)| thread.label.as_str()).collect()
    }

    /// The memory from the heap that a step that is shown speaks of.
    pub fn memory(&self) -> impl Iterator<Item = &'a Memory> {
        self.trace.memory.iter().filter(|memory| {
            self.items.iter().any(|item| match item {
                Item::Step(idx) => mentions(&self.trace.steps[*idx].effect, &memory.name),
                Item::Folded { .. } | Item::Gap { .. } => false,
            })
        })
    }

    /// Whether a thread exists, and has not ended, when an item is shown.
    pub fn is_alive(&self, at: usize, column: usize) -> bool {
        let now = self.items.get(at).map_or(self.trace.steps.len(), first);
        let (from, to) = self.lives[column];
        from <= now && now < to
    }

    /// The cells that step numbers take.
    pub fn number_width(&self) -> usize {
        self.trace.steps.len().to_string().len().max(2)
    }

    /// The line of a step, padded to the width of its column's.
    pub fn place(&self, step: &Step, column: usize) -> String {
        let cells = self.place_cells[column];
        format!("{:>cells$}", self.line(step))
    }

    /// `17`, or `queue.h:17` outside the main file.
    pub fn line(&self, step: &Step) -> String {
        let line = self.files.line(step.span);
        if step.span.file == self.root {
            return line.to_string();
        }
        let name = &self.files.file(step.span.file).name;
        format!("{}:{line}", name.rsplit('/').next().unwrap_or(name))
    }

    /// The statement, unless the words for it say as much.
    pub fn statement(&self, step: &Step) -> Option<String> {
        match step.kind {
            StepKind::Plain | StepKind::Branch { .. } | StepKind::TryLock | StepKind::Fail => {
                let resumed = if step.resumed { "…" } else { "" };
                Some(format!("{resumed}{}", harmless(&step.text)))
            }
            StepKind::Lock
            | StepKind::Unlock
            | StepKind::Create { .. }
            | StepKind::Join
            | StepKind::Finish
            | StepKind::Halt
            | StepKind::Wait => None,
        }
    }

    pub fn effect(&self, step: &Step) -> String {
        let mark = match step.kind {
            StepKind::Fail => "✗ ",
            StepKind::Wait => "⧗ ",
            _ => "",
        };
        format!("{mark}{}", harmless(&step.effect))
    }

    /// How wide a column would be if nothing in it were wrapped.
    pub fn wanted_width(&self, column: usize) -> usize {
        let steps = self.steps_of(column).map(|step| {
            let statement = self.statement(step).map_or(0, |statement| width(&statement));
            let told = statement.max(width(&self.effect(step)));
            told + width(&self.place(step, column)) + 4
        });
        steps.chain([width(self.label(column)) + 2]).max().unwrap_or(0)
    }

    fn steps_of(&self, column: usize) -> impl Iterator<Item = &'a Step> {
        let thread = self.columns[column];
        self.trace.steps.iter().filter(move |step| step.thread == thread)
    }
}

/// Whether a text names something as a word of its own.
fn mentions(text: &str, name: &str) -> bool {
    let is_name = |ch: char| ch.is_ascii_alphanumeric() || ch == '_';
    text.match_indices(name).any(|(at, _)| !text[..at].ends_with(is_name))
}

/// The steps between which a thread exists.
fn life(trace: &Trace, thread: usize) -> (usize, usize) {
    let created = trace.steps.iter().position(|step| step.kind == StepKind::Create { thread });
    let is_end = |step: &Step| step.thread == thread && step.kind == StepKind::Finish;
    let ended = trace.steps.iter().position(is_end);
    (created.map_or(0, |idx| idx + 1), ended.map_or(usize::MAX, |idx| idx + 1))
}

fn first(item: &Item) -> usize {
    match *item {
        Item::Step(idx) | Item::Folded { first: idx, .. } | Item::Gap { first: idx, .. } => idx,
    }
}

/// Of a very long story, the beginning and the end.
fn without_middle(mut items: Vec<Item>) -> Vec<Item> {
    if items.len() <= MAX_BEGINNING + MAX_END + 1 {
        return items;
    }
    let end = items.split_off(items.len() - MAX_END);
    let gap = first(&items[MAX_BEGINNING]);
    items.truncate(MAX_BEGINNING);
    items.push(Item::Gap { first: gap, n_steps: first(&end[0]) - gap });
    items.extend(end);
    items
}

fn folded(trace: &Trace) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    for (idx, step) in trace.steps.iter().enumerate() {
        let before = items.last_mut();
        match before {
            _ if step.essential => items.push(Item::Step(idx)),
            Some(Item::Folded { first, n_steps }) if trace.steps[*first].thread == step.thread => {
                *n_steps += 1;
            }
            _ => items.push(Item::Folded { first: idx, n_steps: 1 }),
        }
    }
    // A single step is as short as the remark that it is missing.
    for item in &mut items {
        if let Item::Folded { first, n_steps: 1 } = *item {
            *item = Item::Step(first);
        }
    }
    items
}
