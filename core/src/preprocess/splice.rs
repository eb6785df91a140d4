//! Line splices: a backslash at the end of a line joins it to the next one.
//!
//! They may stand anywhere, even inside a word or between the two halves of `/*`. Removing them all
//! first would cost a copy and the exact positions. Instead each place that looks at the next byte
//! looks through splices first ([`unsplice`], one comparison when there is none), and a token with
//! a splice inside is marked, so that its spelling is [`cleaned`]. As gcc does, we allow blanks
//! between the backslash and the line break.

use std::borrow::Cow;

/// A spelling without the line splices in it.
pub fn cleaned(raw: &str) -> Cow<'_, str> {
    let bytes = raw.as_bytes();
    let mut clean = String::new();
    let mut kept = 0;
    for (pos, _) in raw.match_indices('\\') {
        // Splices in a row are left out at the first one's backslash.
        let next = unsplice(bytes, pos);
        if next > pos && pos >= kept {
            clean.push_str(&raw[kept..pos]);
            kept = next;
        }
    }
    if kept == 0 {
        return Cow::Borrowed(raw);
    }
    clean.push_str(&raw[kept..]);
    Cow::Owned(clean)
}

/// The byte at a position, or 0 past the end: NUL does not occur in a text, its file was checked.
#[inline]
pub fn byte(bytes: &[u8], pos: usize) -> u8 {
    bytes.get(pos).copied().unwrap_or(0)
}

/// The position itself, or the one after the line splices that start there.
#[inline]
pub fn unsplice(bytes: &[u8], pos: usize) -> usize {
    if byte(bytes, pos) == b'\\' { after_splices(bytes, pos) } else { pos }
}

#[cold]
fn after_splices(bytes: &[u8], mut pos: usize) -> usize {
    while byte(bytes, pos) == b'\\' {
        let mut end = pos + 1;
        while matches!(byte(bytes, end), b' ' | b'\t' | b'\r' | 0x0b | 0x0c) {
            end += 1;
        }
        if byte(bytes, end) != b'\n' {
            break;
        }
        pos = end + 1;
    }
    pos
}
