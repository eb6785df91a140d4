//! What the client sends, in our words.

use std::ops::Range;
use std::path::{Component, Path, PathBuf};

use tower_lsp::lsp_types::{self as lsp, Url};

use super::encoding::{Encoding, Lines};
use super::newer;

/// What the client can do, as far as it matters here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Abilities {
    pub encoding: Encoding,
    /// Whether it shows the further places that explain a diagnostic.
    pub related_information: bool,
    /// Whether it wants the notifications of our own.
    pub braid: bool,
    pub work_done_progress: bool,
    pub show_document: bool,
    pub refresh_lenses: bool,
    pub refresh_hints: bool,
    pub configuration: bool,
    pub watch_files: bool,
    /// Whether it asks for the edit of an action when somebody chooses it.
    pub resolve_edits: bool,
    /// Whether it asks for the text of addresses that only we know.
    pub text_content: bool,
}

impl Abilities {
    pub fn of(client: &lsp::ClientCapabilities) -> Self {
        let general = client.general.as_ref();
        let encodings = general.and_then(|general| general.position_encodings.as_deref());
        let document = client.text_document.as_ref();
        let diagnostics = document.and_then(|document| document.publish_diagnostics.as_ref());
        let window = client.window.as_ref();
        let workspace = client.workspace.as_ref();
        let experimental = client.experimental.as_ref();
        let actions = document.and_then(|document| document.code_action.as_ref());
        let resolved = actions.and_then(|actions| actions.resolve_support.as_ref());
        Self {
            braid: experimental
                .and_then(|all| all.get("braid"))
                .is_some_and(|braid| *braid == serde_json::Value::Bool(true)),
            work_done_progress: window
                .and_then(|window| window.work_done_progress)
                .unwrap_or(false),
            show_document: window
                .and_then(|window| window.show_document.as_ref())
                .is_some_and(|show| show.support),
            refresh_lenses: workspace
                .and_then(|workspace| workspace.code_lens.as_ref())
                .and_then(|lens| lens.refresh_support)
                .unwrap_or(false),
            refresh_hints: workspace
                .and_then(|workspace| workspace.inlay_hint.as_ref())
                .and_then(|hint| hint.refresh_support)
                .unwrap_or(false),
            configuration: workspace.and_then(|workspace| workspace.configuration).unwrap_or(false),
            watch_files: workspace
                .and_then(|workspace| workspace.did_change_watched_files.as_ref())
                .and_then(|watch| watch.dynamic_registration)
                .unwrap_or(false),
            resolve_edits: actions.and_then(|actions| actions.data_support).unwrap_or(false)
                && resolved.is_some_and(|all| all.properties.iter().any(|name| name == "edit")),
            text_content: experimental.is_some_and(|all| all.get(newer::TEXT_CONTENT).is_some()),
            encoding: Encoding::agree(encodings.unwrap_or_default()),
            related_information: diagnostics
                .and_then(|diagnostics| diagnostics.related_information)
                .unwrap_or(false),
        }
    }
}

/// The bytes of a range. A range that ends before it starts is empty.
pub fn bytes(text: &str, lines: &Lines, range: lsp::Range, encoding: Encoding) -> Range<usize> {
    let start = lines.offset(text, range.start, encoding);
    let end = lines.offset(text, range.end, encoding);
    start..end.max(start)
}

/// The name under which a document takes part in an analysis: its path, or the whole address of a
/// document that is not in a file.
pub fn name(uri: &Url) -> String {
    match uri.to_file_path() {
        Ok(path) if uri.scheme() == "file" => path_name(&path),
        _ => uri.to_string(),
    }
}

/// The name of a file; the same for all spellings of its path that do not involve links.
pub fn path_name(path: &Path) -> String {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_that_says_nothing_can_do_little() {
        let client = Abilities::of(&lsp::ClientCapabilities::default());
        assert_eq!(client, Abilities::default());
    }

    #[test]
    fn ranges_that_end_before_they_start_are_empty() {
        let lines = Lines::new("abc");
        let range = lsp::Range::new(lsp::Position::new(0, 2), lsp::Position::new(0, 1));
        assert_eq!(bytes("abc", &lines, range, Encoding::Utf16), 2..2);
    }

    #[test]
    fn names_are_paths_where_there_are_paths() {
        let of = |uri: &str| name(&uri.parse().unwrap());
        assert_eq!(of("file:///home/a%20b.c"), "/home/a b.c");
        assert_eq!(of("file:///home/%C3%A4.c"), "/home/ä.c");
        assert_eq!(of("untitled:Untitled-1"), "untitled:Untitled-1");
        assert_eq!(path_name(Path::new("/a/./b/../c.h")), "/a/c.h");
        assert_eq!(path_name(Path::new("/../c.h")), "/c.h");
    }
}
