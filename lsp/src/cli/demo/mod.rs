//! `braid demo`: what Braid does, in a minute.
//!
//! A program with a bug is checked, its story is told, and the twin without the bug is proved. Both are
//! part of the executable and are checked while the user waits: nothing shown here is canned.

mod web;

use super::args::{self, Args, Command, Demo};
use super::check::{self, explore};
use super::human::{self, Look, Volume};
use super::input::Program;
use super::output::{Exit, complain, print};
use super::paint::{Paint, Style};
use super::results::{FileResult, Outcome};
use super::summary::summary;
use super::terminal_cells;
use super::wrap::wrap;
use crate::server::Options;
use braid_core::report::{Answer, Proof};
use clap::Parser;

const NAME: &str = "handoff.c";
const BUG: &str = include_str!("../../../../tests/corpus/handoff/flag_data_bug.c");
const FIXED: &str = include_str!("../../../../tests/corpus/handoff/flag_data.c");

pub fn demo(args: &Demo) -> Exit {
    if args.web {
        return web::start();
    }
    let look =
        Look { cells: terminal_cells(), paint: Paint::choose(args.color), volume: Volume::Normal };
    match tell(look) {
        Ok(()) => Exit::Proved,
        Err(exit) => exit,
    }
}

fn tell(look: Look) -> Result<(), Exit> {
    let (bug, fixed) = (example(BUG), example(FIXED));
    let line = 1 + bug.lines().take_while(|line| !line.contains("assert(")).count();
    print(&head("A program with threads", look))?;
    print(&prose(
        "A producer hands a value to any number of consumers, and a flag says when it is there:",
        look,
    ))?;
    print(&listing(&bug, look))?;
    print(&prose(
        &format!(
            "Can the assertion in line {line} fail? Tests will hardly tell: it takes a switch \
             between two statements, at the one wrong moment. Braid looks at all moments."
        ),
        look,
    ))?;

    print(&head("The bug", look))?;
    let broken = checked(&bug, look)?;
    if !is_violated(&broken) {
        return Err(unexpected("the violation was not found"));
    }
    print(&prose(
        "Time runs downwards, and each thread has a column. The producer raises the flag first. \
         A consumer that looks just then believes it, and reads data that nobody has written. \
         Braid has replayed this run before telling it.",
        look,
    ))?;

    print(&head("The proof", look))?;
    print(&prose("The data has to be there before the flag says so:", look))?;
    print(&difference(&bug, &fixed, look))?;
    let proved = checked(&fixed, look)?;
    let Some(facts) = proof_of(&proved).map(facts) else {
        return Err(unexpected("the proof was not found"));
    };
    print(&prose(
        &format!(
            "However many consumers there are and however they are scheduled, it holds; no test \
             could tell. Braid found out by itself which facts matter here ({facts}), and an \
             independent checker has confirmed the proof."
        ),
        look,
    ))?;

    print(&head("Your turn", look))?;
    print(&next_steps(web::source_folder().is_some(), look))
}

/// A program of the corpus as a newcomer sees it: without the comment that gives everything away,
/// and without the markers for tests.
fn example(text: &str) -> String {
    let lines = text.lines().skip_while(|line| line.starts_with("//"));
    let plain = lines.map(|line| line.split("//~").next().unwrap_or_default().trim_end());
    plain.map(|line| format!("{line}\n")).collect()
}

/// Checks a text as `braid check` would, and shows what comes out.
fn checked(text: &str, look: Look) -> Result<FileResult, Exit> {
    let command = format!("$ braid check {NAME}");
    print(&format!("{}\n", look.paint.apply(Style::Bold, &command)))?;
    let program = Program { name: NAME.to_owned(), text: text.to_owned() };
    let outcome = explore(&defaults(), &Options::default(), vec![program], None);
    let result = FileResult { path: NAME.to_owned(), outcome };
    print(&human::file(&result, look))?;
    print(&format!("{}\n", summary(std::slice::from_ref(&result), look.paint)))?;
    Ok(result)
}

/// The flags of `braid check` if none are given.
fn defaults() -> args::Check {
    match Args::try_parse_from(["braid", "check", NAME]) {
        Ok(Args { command: Command::Check(check) }) => check,
        other => unreachable!("`braid check FILE` is a valid command: {other:?}"),
    }
}

fn is_violated(result: &FileResult) -> bool {
    result.exit() == Exit::Violated
}

fn proof_of(result: &FileResult) -> Option<&Proof> {
    let Outcome::Answered(answered) = &result.outcome else { return None };
    let all_safe = answered.properties.iter().all(|property| property.answer == Answer::Safe);
    answered.proof.as_ref().filter(|_| result.exit() == Exit::Proved && all_safe)
}

/// The predicates of a proof, in a row.
fn facts(proof: &Proof) -> String {
    let classes = [&proof.shared, &proof.local, &proof.mixed];
    let quoted: Vec<String> =
        classes.into_iter().flatten().map(|fact| format!("`{fact}`")).collect();
    match &quoted[..] {
        [] => "none".to_owned(),
        [one] => one.clone(),
        [some @ .., last] => format!("{} and {last}", some.join(", ")),
    }
}

/// The example cannot fail to be as it is, unless Braid is broken.
fn unexpected(what: &str) -> Exit {
    let failure = check::internal(NAME, what);
    complain(&failure.message);
    complain(&failure.hint);
    Exit::Error
}

fn head(text: &str, look: Look) -> String {
    let rule = "─".repeat(look.cells.saturating_sub(text.len() + 4));
    let rule = look.paint.apply(Style::Faint, &rule);
    format!("{} {} {rule}\n\n", look.paint.apply(Style::Faint, "──"), {
        look.paint.apply(Style::Bold, text)
    })
}

fn prose(text: &str, look: Look) -> String {
    let lines: String = wrap(text, look.cells).iter().map(|line| format!("{line}\n")).collect();
    format!("{lines}\n")
}

/// The functions of the threads, with line numbers. Only `main` is left out, which says nothing that
/// the text above has not said.
fn listing(text: &str, look: Look) -> String {
    let mut listed = String::new();
    let threads = text.split("\nint main").next().unwrap_or_default().trim_end();
    for (idx, line) in threads.lines().enumerate() {
        if line.starts_with('#') || listed.is_empty() && line.is_empty() {
            continue;
        }
        let number = look.paint.apply(Style::Faint, &format!("{:>4}", idx + 1));
        let style = if line.contains("assert(") { Style::Bold } else { Style::Plain };
        listed.push_str(format!("{number}  {}", look.paint.apply(style, line)).trim_end());
        listed.push('\n');
    }
    format!("{listed}\n")
}

/// The lines that differ, as they were and as they are now.
fn difference(old: &str, new: &str, look: Look) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let before = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let behind = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new);
    let behind = behind.count().min(old.len() - before).min(new.len() - before);
    let line = |mark: char, style, line: &&str| {
        format!("{}\n", look.paint.apply(style, &format!("  {mark} {line}")))
    };
    let gone = old[before..old.len() - behind].iter().map(|text| line('-', Style::Error, text));
    let come = new[before..new.len() - behind].iter().map(|text| line('+', Style::Info, text));
    format!("{}\n", gone.chain(come).collect::<String>())
}

/// How to go on, with or without Braid's own folder at hand.
fn next_steps(in_source_folder: bool, look: Look) -> String {
    let (run, folder) = match in_source_folder {
        true => ("cargo run --release -- ", ""),
        false => ("braid ", "in Braid's source folder: "),
    };
    let mut steps = vec![
        ("Try it".to_owned(), format!("{run}demo --web starts VS Code in your browser")),
        ("Your code".to_owned(), format!("{run}check FILE.c")),
        (
            "VS Code".to_owned(),
            format!(
                "{folder}editors/vscode/package, \
                 then code --install-extension target/editors/braid.vsix"
            ),
        ),
        (
            "Neovim".to_owned(),
            "put the folder editors/nvim on the runtime path; :help braid has the rest".to_owned(),
        ),
        (
            "Others".to_owned(),
            "braid lsp is a language server; editors/README.md has Helix, Emacs and Kate"
                .to_owned(),
        ),
    ];
    if in_source_folder {
        let install = "cargo install --path lsp puts braid on your path".to_owned();
        steps.push(("To stay".to_owned(), install));
    }
    let mut text = String::new();
    for (name, how) in steps {
        let name = look.paint.apply(Style::Bold, &format!("{name:<11}"));
        let lines = wrap(&how, look.cells.saturating_sub(11));
        text.push_str(&format!("{name}{}\n", lines.join(&format!("\n{:11}", ""))));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOOK: Look = Look { cells: 80, paint: Paint::Nothing, volume: Volume::Normal };

    #[test]
    fn a_newcomer_sees_no_markers_and_no_spoilers() {
        for text in [BUG, FIXED] {
            let shown = example(text);
            assert!(shown.starts_with("#include"), "{shown}");
            assert!(!shown.contains("//") && shown.contains("assert(data == 42);\n"), "{shown}");
        }
    }

    #[test]
    fn what_differs_is_what_the_text_says() {
        let shown = difference(&example(BUG), &example(FIXED), LOOK);
        let store = "atomic_store_explicit(&ready, true, memory_order_release);";
        let expected =
            format!("  -     {store}\n  -     data = 42;\n  +     data = 42;\n  +     {store}\n\n");
        assert_eq!(shown, expected);
        assert_eq!(difference("a\na\n", "a\na\na\n", LOOK), "  + a\n\n");
    }

    #[test]
    fn the_listing_has_both_threads_and_their_line_numbers() {
        let bug = example(BUG);
        let shown = listing(&bug, LOOK);
        for word in ["producer", "consumer", "assert(data == 42)"] {
            let line = shown.lines().find(|line| line.contains(word)).expect(word);
            let (number, text) = line.trim_start().split_once("  ").expect("a number");
            let number: usize = number.parse().expect("a number");
            assert_eq!(bug.lines().nth(number - 1), Some(text));
        }
        assert!(!shown.contains("main"));
    }
}
