//! Tests of the front end: C in, the printed tree and the problems out.

mod annotations;
mod declarations;
mod depth;
mod expressions;
mod problems;
mod random;
mod statements;
mod traps;
mod whole;

use super::annotate::scan::scan;
use crate::ast::Unit;
use crate::text::{FileId, Problem, Span, Token, TokenKind, Tokens};

/// Tokens of a text without directives or macros; comments go, except for those that speak to Braid.
pub fn tokens(text: &str) -> Tokens {
    let file = FileId(0);
    let mut code = String::new();
    let mut comments: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''));
        let end = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if let Some(quote) = quote {
            let mut end = 1;
            while end < rest.len() && !rest[end..].starts_with(quote) {
                end += if rest[end..].starts_with('\\') { 2 } else { 1 };
                while !rest.is_char_boundary(end.min(rest.len())) {
                    end += 1;
                }
            }
            let end = (end + 1).min(rest.len());
            code.push_str(&rest[..end]);
            at += end;
            continue;
        } else {
            let len = rest.chars().next().map_or(1, char::len_utf8);
            code.push_str(&rest[..len]);
            at += len;
            continue;
        };
        if rest[2..end].trim_start().starts_with("braid:") {
            comments.push((at, at + end));
        }
        // Blanks of the same length, with the same line breaks.
        code.extend(rest[..end].bytes().map(|b| if b == b'\n' { '\n' } else { ' ' }));
        at += end;
    }
    let mut tokens = scan(&code, 0, |range| Span::new(file, range.start as u32, range.end as u32));
    tokens.text = text.to_owned();
    for (start, end) in comments {
        let (start, end) = (start as u32, end as u32);
        let origin = Span::new(file, start, end);
        let kind = TokenKind::Annotation;
        tokens.tokens.push(Token { kind, start, end, origin, expansion: None });
    }
    tokens.tokens.sort_by_key(|token| token.start);
    tokens
}

pub fn parse(text: &str) -> (Unit, Vec<Problem>) {
    super::parse(&tokens(text))
}

/// A problem on one line: code, the text it points at, message, hint.
pub fn show(text: &str, problem: &Problem) -> String {
    let place = &text[problem.span.start as usize..problem.span.end as usize];
    let hint = if problem.hint.is_empty() { String::new() } else { format!(" ({})", problem.hint) };
    format!(
        "{}{} at `{place}`: {}{hint}",
        if problem.fatal { "!" } else { "" },
        problem.code.0,
        problem.message
    )
}

/// Whether a text gives the expected tree, then the expected problems.
#[track_caller]
pub fn check(text: &str, expect: &str) {
    let (unit, problems) = parse(text);
    let mut found = unit.to_string();
    for problem in &problems {
        found.push_str(&show(text, problem));
        found.push('\n');
    }
    let clean = |text: &str| -> Vec<String> {
        let lines = text.lines().map(str::trim_end).filter(|line| !line.is_empty());
        let lines: Vec<&str> = lines.collect();
        let indent = lines.iter().map(|l| l.len() - l.trim_start().len()).min().unwrap_or(0);
        lines.iter().map(|line| line[indent..].to_owned()).collect()
    };
    let (found, expect) = (clean(&found).join("\n"), clean(expect).join("\n"));
    assert!(found == expect, "{text}\n-- gives --\n{found}\n-- but expected --\n{expect}");
}

/// Whether the statements of a function body give the expected text.
#[track_caller]
pub fn check_body(prelude: &str, body: &str, expect: &str) {
    let text = format!("{prelude} void f(void) {{ {body} }}");
    let (unit, problems) = parse(&text);
    let shown: Vec<String> = problems.iter().map(|problem| show(&text, problem)).collect();
    assert!(shown.is_empty(), "{text}\n{}", shown.join("\n"));
    let printed = unit.to_string();
    let found = printed.rsplit_once("f: fn() -> void {\n").map_or("", |(_, rest)| rest);
    let found = found.trim_end().trim_end_matches('}');
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words(found) == words(expect),
        "{text}\n-- gives --\n{found}\n-- but expected --\n{expect}"
    );
}

/// One expression.
#[track_caller]
pub fn check_expr(prelude: &str, expr: &str, expect: &str) {
    check_body(prelude, &format!("{expr};"), &format!("{expect};"));
}
