//! Text in a given number of terminal cells.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

pub fn width(text: &str) -> usize {
    text.width()
}

/// Breaks a text into lines of at most `cells`, between words where possible.
pub fn wrap(text: &str, cells: usize) -> Vec<String> {
    fill(text.split_whitespace().map(str::to_owned), cells)
}

/// Fills lines with words; only a word that is wider than a line is taken apart, and begins on the line
/// before it.
fn fill(words: impl Iterator<Item = String>, cells: usize) -> Vec<String> {
    let cells = cells.max(1);
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in words {
        if !line.is_empty() && width(&line) + 1 + width(&word) <= cells {
            line.push(' ');
            line.push_str(&word);
            continue;
        }
        let is_wide = width(&word) > cells;
        if is_wide && !word.contains(" = ") && (1..cells / 2).contains(&width(&line)) {
            line.push(' ');
        } else if !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        // `name = value` that is too long is parted behind the equals sign.
        if let Some((name, value)) = word.split_once(" = ")
            && is_wide
            && width(name) + 2 <= cells
            && width(value) <= cells
        {
            lines.push(format!("{name} ="));
            line = value.to_owned();
            continue;
        }
        for ch in word.chars() {
            if width(&line) + ch.width().unwrap_or(0) > cells && !line.is_empty() {
                let rest = line.split_off(break_at(&line));
                lines.push(std::mem::replace(&mut line, rest));
            }
            line.push(ch);
        }
    }
    if !line.is_empty() || lines.is_empty() {
        lines.push(line);
    }
    lines
}

/// Where to take a word apart: behind its last punctuation mark, or inside a name at an underscore,
/// unless little is left then.
fn break_at(word: &str) -> usize {
    let behind = |mark: Option<usize>| mark.map(|at| at + 1).filter(|&at| at * 2 > word.len());
    // An arrow stays whole.
    let end = word.strip_suffix('-').map_or(word.len(), str::len);
    let mark = word[..end].rfind(|ch: char| ch.is_ascii_punctuation() && ch != '_');
    behind(mark).or_else(|| behind(word.rfind('_'))).unwrap_or(word.len())
}

/// As [`wrap`], but breaks after commas if that is enough, and `name = value` stays together.
pub fn wrap_clauses(text: &str, cells: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for clause in text.split_inclusive(", ") {
        let joined = lines.last().map(|line| format!("{line}{clause}"));
        match joined {
            Some(joined) if width(joined.trim_end()) <= cells => {
                *lines.last_mut().expect("it was joined to one") = joined;
            }
            _ => lines.push(clause.to_owned()),
        }
    }
    lines.iter().flat_map(|line| fill(words(line).into_iter(), cells)).collect()
}

/// As [`wrap`], but at most `n_lines`; what does not fit is cut off with an ellipsis.
pub fn wrap_cut(text: &str, cells: usize, n_lines: usize) -> Vec<String> {
    let mut lines = wrap(text, cells);
    if lines.len() > n_lines {
        lines.truncate(n_lines);
        if let Some(last) = lines.last_mut() {
            *last = format!("{}…", cut(last, cells.saturating_sub(1)));
        }
    }
    lines
}

/// The start of a text, no wider than `cells`.
fn cut(text: &str, cells: usize) -> &str {
    let mut used = 0;
    for (at, ch) in text.char_indices() {
        used += ch.width().unwrap_or(0);
        if used > cells {
            return &text[..at];
        }
    }
    text
}

/// The words of a text, with `name = value` as one, and `(was value)`.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match words.last_mut() {
            Some(last) if word == "=" || last.ends_with(" =") || last.ends_with("(was") => {
                last.push(' ');
                last.push_str(word);
            }
            _ => words.push(word.to_owned()),
        }
    }
    words
}

/// The text without characters that would move the cursor, break the line or worse. Bytes keep their
/// places.
pub fn harmless(text: &str) -> String {
    let mut rest = text.chars().peekable();
    let mut clean = String::with_capacity(text.len());
    while let Some(ch) = rest.next() {
        clean.push(match ch {
            '\n' | '\t' => ch,
            '\r' if rest.peek() == Some(&'\n') => ch,
            '\u{2028}' | '\u{2029}' => '…',
            ch if ch.is_control() && ch.len_utf8() == 1 => '?',
            ch if ch.is_control() => '¿',
            ch => ch,
        });
    }
    clean
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrap("reads seed = 1, sets v", 14), ["reads seed =", "1, sets v"]);
        assert_eq!(wrap("", 5), [""]);
        assert_eq!(wrap("abcdefgh ij", 4), ["abcd", "efgh", "ij"]);
        // A long word does not leave a short one alone.
        assert_eq!(wrap("if (a_very_long_name(x))", 12), ["if (a_very_", "long_name(x)", ")"]);
    }

    #[test]
    fn clauses_stay_together() {
        let text = "reads seed = 1, sets v = 1";
        assert_eq!(wrap_clauses(text, 40), [text]);
        assert_eq!(wrap_clauses(text, 22), ["reads seed = 1,", "sets v = 1"]);
        assert_eq!(wrap_clauses(text, 11), ["reads", "seed = 1,", "sets v = 1"]);
    }

    #[test]
    fn long_text_is_cut() {
        assert_eq!(wrap_cut("one two three four", 9, 1), ["one two…"]);
        assert_eq!(wrap_cut("one two", 9, 1), ["one two"]);
        assert_eq!(wrap_cut("abcdefghij", 4, 2), ["abcd", "efg…"]);
    }

    #[test]
    fn control_characters_are_harmless() {
        let text = "a\x1b[31m\u{9b}b\tc\r\nd\re\u{2028}";
        assert_eq!(harmless(text), "a?[31m¿b\tc\r\nd?e…");
        assert_eq!(harmless(text).len(), text.len());
    }
}
