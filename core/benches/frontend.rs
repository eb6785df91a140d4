//! How long the front end takes, compared with tree-sitter alone on the same file.
//!
//! Run with `cargo bench -p braid-core --bench frontend`. Times depend on the machine, ratios
//! hardly; `README-frontend.md` keeps both.

#![allow(clippy::print_stdout)]

use std::fmt::Write;
use std::hint::black_box;
use std::time::{Duration, Instant};

use braid_core::text::{FileId, Sources, Tokens};
use braid_core::{frontend, preprocess};

fn main() {
    // `cargo test --benches` asks for a quick run.
    let quick = std::env::args().any(|arg| arg == "--test");
    // Small files take so little time that a busy machine matters: more runs for them.
    let n_runs = |n_lines: usize| if quick { 1 } else { (100_000 / n_lines).clamp(15, 200) };
    println!("plain files, medians of 15 to 200 runs");
    println!(
        "{:>7} {:>9} {:>12} {:>12} {:>12} {:>7} {:>7}",
        "lines", "kB", "tree-sitter", "preprocess", "parse", "parse", "all"
    );
    for n_lines in [100, 1_000, 5_000, 20_000] {
        row(n_lines, &program(n_lines), n_runs(n_lines));
    }
    println!("the same files with a token lost every 50 lines");
    for n_lines in [100, 1_000, 5_000, 20_000] {
        row(n_lines, &damaged(&program(n_lines)), n_runs(n_lines));
    }
}

/// Measures one file.
fn row(n_lines: usize, text: &str, n_runs: usize) {
    let mut times = [(); 3].map(|()| Vec::new());
    for _ in 0..n_runs {
        times[0].push(time(|| tree_sitter_alone(text)));
        let mut tokens = Tokens::default();
        times[1].push(time(|| tokens = preprocessed(text)));
        times[2].push(time(|| frontend::parse(&tokens)));
    }
    let [alone, before, parse] = times.map(median);
    let ratio = |time: Duration| time.as_secs_f64() / alone.as_secs_f64();
    println!(
        "{n_lines:>7} {:>9.1} {alone:>12.2?} {before:>12.2?} {parse:>12.2?} {:>7.2} {:>7.2}",
        text.len() as f64 / 1000.0,
        ratio(parse),
        ratio(before + parse),
    );
}

fn tree_sitter_alone(text: &str) -> Option<tree_sitter::Tree> {
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&tree_sitter_c::LANGUAGE.into()).ok()?;
    parser.parse(text, None)
}

fn preprocessed(text: &str) -> Tokens {
    let sources = Sources::single("bench.c", text);
    preprocess::expand(&sources, FileId(0), &preprocess::Config::default()).0
}

fn time<T>(work: impl FnOnce() -> T) -> Duration {
    let start = Instant::now();
    let result = black_box(work());
    let elapsed = start.elapsed();
    drop(result);
    elapsed
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

/// A program of about so many lines, of the kind that Braid is for.
fn program(n_lines: usize) -> String {
    let mut text = String::from(
        "typedef unsigned long word;\ntypedef struct node { struct node *next; word key; int n; } node;\n\
         struct queue { node *head, *tail; int size; };\nstatic struct queue queues[8];\n\
         extern int lock(int), unlock(int);\nextern void *get(word size);\n\n",
    );
    let mut number = 0;
    while text.lines().count() < n_lines {
        // Counting lines for every function would be quadratic.
        for _ in 0..(n_lines / 400).max(1) {
            let _ = write!(text, "{}", function(number));
            number += 1;
        }
    }
    text
}

fn function(number: usize) -> String {
    format!(
        "/* Puts a key into queue {number}. */
static int put_{number}(struct queue *queue, word key, int n)
{{
    node *fresh = (node *) get(sizeof(node));
    int steps = 0, found = 0;
    if (fresh == 0 || n < 0)
        return -1;
    fresh->key = key * 31 + (word) n % 17;
    fresh->n = n & 0xff;
    fresh->next = 0;
    lock({number});
    for (node *at = queue->head; at != 0; at = at->next) {{
        steps++;
        if (at->key == key && at->n == n) {{
            found = 1;
            break;
        }} else if (at->key > key) {{
            at->n += steps << 2; // far enough
        }}
    }}
    if (!found) {{
        if (queue->tail)
            queue->tail->next = fresh;
        else
            queue->head = fresh;
        queue->tail = fresh;
        queue->size = queue->size + 1;
    }}
    switch (steps) {{
    case 0:
        queues[{number} % 8].size = queue->size;
        break;
    case 1:
        found = -found;
        break;
    default:
        while (steps > 0 && queues[steps & 7].size < 10)
            steps -= 2;
    }}
    unlock({number});
    return found ? steps : queue->size - 1;
}}

"
    )
}

/// Removes a semicolon here and a bracket there.
fn damaged(text: &str) -> String {
    let mut damaged = String::with_capacity(text.len());
    for (idx, line) in text.lines().enumerate() {
        let lost = match idx % 100 {
            25 => Some(';'),
            75 => Some(')'),
            _ => None,
        };
        match lost.and_then(|c| line.rfind(c)) {
            Some(at) => {
                damaged.push_str(&line[..at]);
                damaged.push_str(&line[at + 1..]);
            }
            None => damaged.push_str(line),
        }
        damaged.push('\n');
    }
    damaged
}
