//! `braid explain`: what a code means, offline.

use braid_core::report::{self, Explanation};

use super::args::Explain;
use super::output::{Exit, complain, print};

pub fn explain(args: &Explain) -> Exit {
    let Some(code) = &args.code else { return printed(&list()) };
    // People paste what they see: with brackets, or with the severity in front.
    let code = code.trim().trim_end_matches(']');
    let code = code.rsplit('[').next().unwrap_or(code);
    match all().find(|explanation| explanation.code == code) {
        Some(Explanation { code, summary, text }) => {
            printed(&format!("{code}: {summary}\n\n{text}\n"))
        }
        None => {
            let near = all().map(|explanation| explanation.code).find(|known| known.contains(code));
            let hint = match near {
                Some(near) if !code.is_empty() => format!("; did you mean `{near}`?"),
                _ => "; `braid explain` lists all codes".to_owned(),
            };
            complain(&format!("there is no code `{code}`{hint}"));
            Exit::Error
        }
    }
}

fn printed(text: &str) -> Exit {
    print(text).map_or_else(|exit| exit, |()| Exit::Proved)
}

fn list() -> String {
    let cells = all().map(|explanation| explanation.code.len()).max().unwrap_or(0);
    all().map(|e| format!("{:cells$}  {}\n", e.code, e.summary)).collect()
}

fn all() -> impl Iterator<Item = &'static Explanation> {
    report::explanations().chain(FILES)
}

/// The codes of what happens before the engine sees a file, or to it.
const FILES: &[Explanation] = &[
    Explanation {
        code: "file-not-found",
        summary: "A file named on the command line or in the setting `link` does not exist",
        text: "\
Check the path. `-` reads the program from standard input. A program of which a file is missing is not
checked: what the rest of it does is of no interest.",
    },
    Explanation {
        code: "file-unreadable",
        summary: "A file exists, but cannot be read",
        text: "Check its permissions.",
    },
    Explanation {
        code: "is-directory",
        summary: "A directory was named where a C file is expected",
        text: "Name the C files in it, for example with `braid check dir/*.c`.",
    },
    Explanation {
        code: "file-empty",
        summary: "A file holds nothing",
        text: "There is nothing to check in an empty file, which is usually a mistake.",
    },
    Explanation {
        code: "file-too-large",
        summary: "A file is larger than 64 MB",
        text: "That is no hand-written C. Check the path.",
    },
    Explanation {
        code: "not-utf-8",
        summary: "A file is not valid UTF-8",
        text: "\
Braid reads UTF-8, with or without a byte order mark. The message says where the first wrong byte is.
Convert the file, for example with `iconv -f latin1 -t utf-8`.",
    },
    Explanation {
        code: "unknown-setting",
        summary: "There is no setting of this name",
        text: "The message says which one was probably meant. `braid doctor --schema` describes all of them.",
    },
    Explanation {
        code: "bad-setting",
        summary: "A setting cannot have this value",
        text: "\
The message says what it can be. The editor goes on as if it was not set; `braid check` stops, so that nobody
takes the answer to another question for theirs.",
    },
    Explanation {
        code: "timeout",
        summary: "The timeout was reached, and the engine did not stop in time",
        text: "\
Nothing is known about the file. Raise --timeout, or use --budget, which gives the same answer on every
machine.",
    },
];
