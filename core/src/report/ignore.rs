//! Findings that the user has looked at: `// braid: ignore[code] reason`, at the end of a line or on a
//! line of its own before it.

use super::codes::explain;
use super::findings::{Finding, Severity};
use crate::engine::Analysis;
use crate::text::{FileId, Span};

const MARK: &str = "braid: ignore[";

struct Ignore {
    span: Span,
    codes: Vec<String>,
    has_reason: bool,
    /// The line that it is about, counted from 0.
    line: u32,
}

/// Leaves out what is ignored, and says which marks are wrong or ignore nothing.
pub(super) fn apply(analysis: &Analysis, findings: Vec<Finding>) -> Vec<Finding> {
    let files = analysis.files.iter().filter(|(_, file)| !file.builtin);
    let ignores: Vec<Ignore> = files.flat_map(|(id, file)| find(id, &file.text)).collect();
    if ignores.is_empty() {
        return findings;
    }
    let mut used = vec![false; ignores.len()];
    let mut kept: Vec<Finding> = Vec::new();
    for finding in findings {
        let line = analysis.files.start(finding.span).line;
        let idx = ignores.iter().position(|ignore| {
            ignore.has_reason
                && ignore.span.file == finding.span.file
                && ignore.line == line
                && ignore.codes.iter().any(|code| code == finding.code)
        });
        match idx {
            Some(idx) => used[idx] = true,
            None => kept.push(finding),
        }
    }
    for (ignore, used) in ignores.iter().zip(used) {
        kept.extend(complaint(ignore, used || analysis.is_input_error()));
    }
    kept
}

fn complaint(ignore: &Ignore, used: bool) -> Option<Finding> {
    let unknown = ignore.codes.iter().find(|code| explain(code).is_none());
    let (code, message, hint) = if let Some(unknown) = unknown {
        let message = format!("there is no code `{unknown}`");
        ("bad-annotation", message, "See `braid explain` for all codes")
    } else if !ignore.has_reason {
        let message = "what is ignored needs a reason".to_owned();
        ("bad-annotation", message, "Write it after the bracket")
    } else if !used {
        let message = format!("nothing here is `{}`", ignore.codes.join("` or `"));
        ("unused-ignore", message, "Remove the comment")
    } else {
        return None;
    };
    Some(Finding {
        code,
        severity: Severity::Warning,
        span: ignore.span,
        message,
        related: Vec::new(),
        hint: hint.to_owned(),
        property: None,
        told_by: None,
    })
}

fn find(file: FileId, text: &str) -> Vec<Ignore> {
    let mut found = Vec::new();
    let mut start = 0;
    for (line, content) in (0u32..).zip(text.split_inclusive('\n')) {
        found.extend(find_in_line(file, start, line, content));
        start += content.len();
    }
    found
}

fn find_in_line(file: FileId, start: usize, line: u32, content: &str) -> Option<Ignore> {
    let mark = content.find(MARK)?;
    let opening = content[..mark].rfind("//").or_else(|| content[..mark].rfind("/*"))?;
    let (codes, reason) = content[mark + MARK.len()..].split_once(']')?;
    let reason = reason.trim().trim_end_matches("*/").trim();
    let end = content.trim_end().len();
    let is_alone = content[..opening].trim().is_empty();
    Some(Ignore {
        span: Span::new(file, (start + opening) as u32, (start + end) as u32),
        codes: codes.split(',').map(|code| code.trim().to_owned()).collect(),
        has_reason: !reason.is_empty(),
        line: if is_alone { line + 1 } else { line },
    })
}

#[cfg(test)]
mod tests {
    use crate::budget::Budget;
    use crate::engine::{Config, analyze};
    use crate::report::findings;
    use crate::text::{FileId, Sources};

    /// The codes that are left when this stands behind a violated assertion, and this before it.
    fn check(behind: &str, before: &str, expected: &[&str]) {
        let text = format!(
            "#include <assert.h>\nint main(void) {{\n    int x = 0;\n{before}\n    assert(x); \
             {behind}\n    return 0;\n}}\n"
        );
        let sources = Sources::single("a.c", &text);
        let budget = Budget::new(1_000_000);
        let analysis = analyze(&sources, FileId(0), &Config::default(), &budget);
        let codes: Vec<&str> = findings(&analysis).iter().map(|finding| finding.code).collect();
        assert_eq!(codes, expected, "{text}");
    }

    #[test]
    fn what_is_ignored_is_left_out() {
        check("", "", &["assertion-violated"]);
        check("// braid: ignore[assertion-violated] only in tests", "", &[]);
        check("/* braid: ignore[deadlock, assertion-violated] only in tests */", "", &[]);
        check("", "    // braid: ignore[assertion-violated] only in tests", &[]);
    }

    #[test]
    fn ignores_that_do_nothing_are_reported() {
        let violated = "assertion-violated";
        check("// braid: ignore[assertion-violated]", "", &[violated, "bad-annotation"]);
        check("// braid: ignore[assertion-violatd] x", "", &[violated, "bad-annotation"]);
        check("// braid: ignore[deadlock] never happens", "", &[violated, "unused-ignore"]);
    }
}
