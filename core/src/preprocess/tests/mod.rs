//! Tests of the whole stage: text in, tokens and problems out.

use super::splice::cleaned;
use super::tok::Kind;
use super::{Config, expand, lex};
use crate::text::{IncludeKind, Loader, Problem, Sources, Tokens};

mod conditionals;
mod includes;
mod layout;
mod limits;
mod macros;
mod origins;
mod problems;
mod random;

/// Files by name, found wherever they are asked for.
struct Files(Vec<(String, String)>);

impl Loader for Files {
    fn include(&self, _: &str, name: &str, _: IncludeKind) -> Option<(String, String)> {
        self.0.iter().find(|(known, _)| known == name).cloned()
    }
}

/// Expands `main.c`, the first of the files.
fn run_files(files: &[(&str, &str)], config: &Config) -> (Sources, Tokens, Vec<Problem>) {
    let owned = files.iter().map(|(name, text)| (name.to_string(), text.to_string())).collect();
    let sources = Sources::new(Box::new(Files(owned)));
    let root = sources.add(files[0].0, files[0].1, false);
    let (tokens, problems) = expand(&sources, root, config);
    validate(&sources, &tokens);
    (sources, tokens, problems)
}

fn run(input: &str) -> (Sources, Tokens, Vec<Problem>) {
    run_files(&[("main.c", input)], &Config::default())
}

/// Expands a text that has no problems, and compares the tokens; white space does not matter.
fn check(input: &str, expect: &str) {
    check_files(&[("main.c", input)], expect);
}

fn check_files(files: &[(&str, &str)], expect: &str) {
    check_config(files, &Config::default(), expect);
}

fn check_config(files: &[(&str, &str)], config: &Config, expect: &str) {
    let (_, tokens, problems) = run_files(files, config);
    assert_eq!(problems, [], "in {}", files[0].1);
    let actual: Vec<&str> = tokens.tokens.iter().map(|token| tokens.spelling(token)).collect();
    assert_eq!(actual.join(" "), split(expect).join(" "), "from {}", files[0].1);
}

/// Expands a text and compares its problems, each as `code: the text it is about`. Fatal ones have
/// an exclamation mark after the code.
fn check_problems(input: &str, expect: &[&str]) {
    let (sources, _, problems) = run(input);
    assert_eq!(listed(&sources, &problems), expect, "in {input}");
}

fn listed(sources: &Sources, problems: &[Problem]) -> Vec<String> {
    let line = |problem: &Problem| {
        let mark = if problem.fatal { "!" } else { "" };
        format!("{}{mark}: {}", problem.code.0, sources.text(problem.span))
    };
    problems.iter().map(line).collect()
}

/// The spellings of a text's tokens.
fn split(text: &str) -> Vec<String> {
    let mut pos = 0;
    let mut spellings = Vec::new();
    loop {
        let lexeme = lex::lex(text, pos);
        pos = lexeme.end;
        match lexeme.kind {
            Kind::End => return spellings,
            Kind::Newline => {}
            _ => spellings.push(text[lexeme.start..lexeme.end].to_owned()),
        }
    }
}

/// What holds for every result: the text splits into the tokens again, and a token that came out of
/// no macro is spelled as at its origin.
fn validate(sources: &Sources, tokens: &Tokens) {
    let spellings: Vec<&str> = tokens.tokens.iter().map(|token| tokens.spelling(token)).collect();
    assert_eq!(split(&tokens.text), spellings);
    for token in &tokens.tokens {
        let written = sources.text(token.origin);
        let written = match &*cleaned(&written) {
            "<:" => "[".to_owned(),
            ":>" => "]".to_owned(),
            "<%" => "{".to_owned(),
            "%>" => "}".to_owned(),
            other => other.to_owned(),
        };
        let made = token.expansion.is_some_and(|_| split(&written) != [tokens.spelling(token)]);
        assert!(made || written == tokens.spelling(token), "{written}");
    }
}
