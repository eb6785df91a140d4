//! The language of annotations: words, some with arguments.

use super::scan::{part, scan};
use super::{Annotation, fragment};
use crate::ast::{AnnotationKind, Expr, InstanceCount};
use crate::frontend::BAD_ANNOTATION;
use crate::frontend::skim::{Skimmed, span_of};
use crate::text::{Problem, Span, TokenKind, Tokens};

/// All words, for suggestions.
const WORDS: &[&str] = &[
    "thread",
    "shared",
    "local",
    "guarded_by",
    "pt_guarded_by",
    "init",
    "atomic",
    "invariant",
    "assume",
    "assert",
    "ignore",
];

/// The word of an annotation.
pub fn name(kind: &AnnotationKind) -> &'static str {
    match kind {
        AnnotationKind::Thread(_) => "thread",
        AnnotationKind::Shared => "shared",
        AnnotationKind::Local => "local",
        AnnotationKind::GuardedBy(_) => "guarded_by",
        AnnotationKind::PtGuardedBy(_) => "pt_guarded_by",
        AnnotationKind::Init => "init",
        AnnotationKind::Atomic => "atomic",
        AnnotationKind::Invariant(_) => "invariant",
        AnnotationKind::Assume(_) => "assume",
        AnnotationKind::Assert(_) => "assert",
    }
}

/// The annotations in a comment.
pub fn comment(
    skimmed: &Skimmed,
    token_idx: usize,
    problems: &mut Vec<Problem>,
) -> Vec<Annotation> {
    let text = skimmed.source.spelling(token_idx);
    let whole = span_of(skimmed.source.tokens, token_idx);
    let types = match skimmed
        .comments
        .binary_search_by_key(&(token_idx as u32), |comment| comment.token_idx)
    {
        Ok(idx) => skimmed.comments[idx].types.as_slice(),
        Err(_) => &[],
    };
    let body = text.strip_suffix("*/").filter(|_| text.starts_with("/*")).unwrap_or(text);
    let Some(colon) = body.find(':') else { return Vec::new() };
    // A comment that was not taken over letter by letter (a line continued with a backslash) has
    // only one place.
    let verbatim = (whole.end - whole.start) as usize == text.len();
    let tokens = scan(body, colon + 1, |range| match verbatim {
        true => {
            Span::new(whole.file, whole.start + range.start as u32, whole.start + range.end as u32)
        }
        false => whole,
    });
    let mut reader = Reader { tokens: &tokens, types, at: 0, whole, problems };
    reader.annotations()
}

/// The annotations in an attribute list.
pub fn attribute(
    skimmed: &Skimmed,
    token_idx: usize,
    problems: &mut Vec<Problem>,
) -> Vec<Annotation> {
    let tokens = skimmed.source.tokens;
    let attributes = &skimmed.attributes;
    let first = attributes.partition_point(|entry| (entry.at as usize) < token_idx);
    let mut annotations = Vec::new();
    for entry in attributes[first..].iter().take_while(|entry| entry.at as usize == token_idx) {
        let spelling = skimmed.source.spelling(entry.name as usize);
        let word = match spelling.strip_prefix("braid_") {
            Some(word) => word,
            None if matches!(spelling, "guarded_by" | "pt_guarded_by") => spelling,
            None => continue,
        };
        let args = entry.args.map(|(start, end)| part(tokens, start as usize..end as usize));
        let span = span_of(tokens, entry.name as usize);
        match annotation(word, spelling, span, args.as_ref(), &[]) {
            Ok(kind) => annotations.push(Annotation { kind, span }),
            Err(problem) => problems.push(*problem),
        }
    }
    annotations
}

/// Reads the words of a comment.
struct Reader<'a> {
    tokens: &'a Tokens,
    types: &'a [String],
    at: usize,
    whole: Span,
    problems: &'a mut Vec<Problem>,
}

impl Reader<'_> {
    fn text(&self, token_idx: usize) -> &str {
        self.tokens.tokens.get(token_idx).map_or("", |token| self.tokens.spelling(token))
    }

    fn annotations(&mut self) -> Vec<Annotation> {
        let mut annotations = Vec::new();
        if self.tokens.tokens.is_empty() {
            self.complain(self.whole, "this annotation says nothing", suggestion(""));
        }
        while self.at < self.tokens.tokens.len() {
            let start = self.at;
            if matches!(self.text(start), "," | ";") {
                self.at += 1;
                continue;
            }
            // `ignore[code] reason` speaks to whoever reports; the reason is free text.
            if self.text(start) == "ignore" {
                break;
            }
            let args = match self.arguments() {
                Ok(args) => args,
                Err(()) => break,
            };
            let word = self.text(start);
            let name = self.tokens.tokens[start].origin;
            match annotation(word, word, name, args.as_ref(), self.types) {
                Ok(kind) => {
                    let span = name.to(self.tokens.tokens[self.at - 1].origin);
                    annotations.push(Annotation { kind, span });
                }
                Err(problem) => self.problems.push(*problem),
            }
            if !matches!(self.text(self.at), "" | "," | ";") {
                let span = self.tokens.tokens[self.at].origin;
                self.complain(span, "expected `,` or `;` between annotations", String::new());
                break;
            }
        }
        annotations
    }

    /// Steps over a word and its arguments, if it has any.
    fn arguments(&mut self) -> Result<Option<Tokens>, ()> {
        self.at += 1;
        if self.text(self.at) != "(" {
            return Ok(None);
        }
        let open = self.at;
        let mut depth = 0;
        while self.at < self.tokens.tokens.len() {
            match self.text(self.at) {
                "(" => depth += 1,
                ")" => depth -= 1,
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                return Ok(Some(part(self.tokens, open + 1..self.at - 1)));
            }
        }
        let span = self.tokens.tokens[open].origin;
        self.complain(span, "this `(` is never closed", String::new());
        Err(())
    }

    fn complain(&mut self, span: Span, message: &str, hint: String) {
        self.problems.push(Problem::new(BAD_ANNOTATION, span, message).hint(hint));
    }
}

/// One annotation; `written` is how its name is spelled in the text.
fn annotation(
    word: &str,
    written: &str,
    span: Span,
    args: Option<&Tokens>,
    types: &[String],
) -> Result<AnnotationKind, Box<Problem>> {
    let bad = |message: String, hint: String| {
        Box::new(Problem::new(BAD_ANNOTATION, span, message).hint(hint))
    };
    let alone = |kind: AnnotationKind| match args {
        None => Ok(kind),
        Some(_) => Err(bad(format!("`{written}` takes no argument"), format!("Write `{written}`"))),
    };
    let with = |make: fn(Expr) -> AnnotationKind| match args {
        Some(tokens) if !tokens.tokens.is_empty() => {
            let expr = fragment::expression(tokens, types).map_err(|problem| {
                let inner = problem.map_or((span, "cannot be read".to_owned()), |problem| {
                    (problem.span, problem.message)
                });
                let message = format!("in `{written}`: {}", inner.1);
                Box::new(Problem::new(BAD_ANNOTATION, inner.0, message))
            })?;
            Ok(make(expr))
        }
        _ => Err(bad(
            format!("`{written}` needs an expression"),
            format!("Write `{written}(...)` with a C expression"),
        )),
    };
    match word {
        "shared" => alone(AnnotationKind::Shared),
        "local" => alone(AnnotationKind::Local),
        "init" => alone(AnnotationKind::Init),
        "atomic" => alone(AnnotationKind::Atomic),
        "guarded_by" => with(AnnotationKind::GuardedBy),
        "pt_guarded_by" => with(AnnotationKind::PtGuardedBy),
        "invariant" => with(AnnotationKind::Invariant),
        "assume" => with(AnnotationKind::Assume),
        "assert" => with(AnnotationKind::Assert),
        "thread" => match args.and_then(instances) {
            Some(count) => Ok(AnnotationKind::Thread(count)),
            None => Err(bad(
                format!("`{written}` needs the number of threads, or `any`"),
                format!("Write `{written}(any)` or `{written}(4)`"),
            )),
        },
        _ => Err(bad(format!("unknown annotation `{written}`"), suggestion(word))),
    }
}

/// `any`, or a positive number.
fn instances(args: &Tokens) -> Option<InstanceCount> {
    let [only] = args.tokens.as_slice() else { return None };
    let text = args.spelling(only);
    if text == "any" {
        return Some(InstanceCount::Any);
    }
    match crate::frontend::build::literal::number(text) {
        Ok(crate::frontend::build::literal::Number::Int(int)) if only.kind == TokenKind::Number => {
            let count = u32::try_from(int.value).ok()?;
            (count > 0).then_some(InstanceCount::Exactly(count))
        }
        _ => None,
    }
}

/// What the user may have meant.
fn suggestion(word: &str) -> String {
    let closest = WORDS.iter().map(|known| (distance(word, known), *known)).min();
    match closest {
        // A word that shares less than half of its letters is no misspelling.
        Some((distance, known)) if distance <= known.len().min(word.len()) / 2 => {
            format!("Did you mean `{known}`?")
        }
        _ => {
            let words: Vec<String> = WORDS.iter().map(|word| format!("`{word}`")).collect();
            format!("Braid knows {}", words.join(", "))
        }
    }
}

/// How many letters must be inserted, removed or replaced to turn one word into the other.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, to) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(from != *to);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspellings_are_recognised() {
        for (written, meant) in [
            ("shard", "shared"),
            ("threads", "thread"),
            ("guardedby", "guarded_by"),
            ("asert", "assert"),
        ] {
            assert_eq!(suggestion(written), format!("Did you mean `{meant}`?"));
        }
        assert!(suggestion("frobnicate").starts_with("Braid knows"));
    }
}
