use super::*;

#[test]
fn the_client_decides_about_the_encoding() {
    let agree = |offered: &[&'static str]| {
        let kinds = offered.iter().map(|&kind| PositionEncodingKind::new(kind));
        Encoding::agree(&kinds.collect::<Vec<_>>()).kind()
    };
    assert_eq!(agree(&[]), PositionEncodingKind::UTF16);
    assert_eq!(agree(&["utf-8", "utf-16"]), PositionEncodingKind::UTF8);
    assert_eq!(agree(&["utf-16", "utf-8"]), PositionEncodingKind::UTF16);
    assert_eq!(agree(&["utf-32", "utf-8"]), PositionEncodingKind::UTF8);
    assert_eq!(agree(&["utf-32", "morse"]), PositionEncodingKind::UTF16);
}

/// Checks that an offset has these columns in both encodings, and that they lead back to it.
fn check(text: &str, offset: usize, line: u32, utf8: u32, utf16: u32) {
    let lines = Lines::new(text);
    for (encoding, column) in [(Encoding::Utf8, utf8), (Encoding::Utf16, utf16)] {
        let position = Position::new(line, column);
        assert_eq!(lines.position(text, offset, encoding), position, "{encoding:?}");
        assert_eq!(lines.offset(text, position, encoding), offset, "{encoding:?}");
    }
}

#[test]
fn columns_count_units() {
    let text = "aä😀b\n😀";
    check(text, 0, 0, 0, 0);
    check(text, 1, 0, 1, 1);
    check(text, 3, 0, 3, 2);
    check(text, 7, 0, 7, 4);
    check(text, 8, 0, 8, 5);
    check(text, 9, 1, 0, 0);
    check(text, 13, 1, 4, 2);
}

#[test]
fn a_byte_order_mark_is_a_character() {
    check("\u{feff}int x;", 3, 0, 3, 1);
    check("\u{feff}int x;", 7, 0, 7, 5);
}

#[test]
fn all_line_ends_count() {
    let text = "a\r\nb\rc\n\r\n";
    check(text, 3, 1, 0, 0);
    check(text, 5, 2, 0, 0);
    check(text, 7, 3, 0, 0);
    check(text, 9, 4, 0, 0);
    // Between `\r` and `\n` there is no column: it counts as the end of the line.
    assert_eq!(Lines::new(text).position(text, 2, Encoding::Utf8), Position::new(0, 1));
}

fn offset(text: &str, line: u32, column: u32, encoding: Encoding) -> usize {
    Lines::new(text).offset(text, Position::new(line, column), encoding)
}

#[test]
fn positions_that_do_not_exist_are_moved() {
    for encoding in [Encoding::Utf8, Encoding::Utf16] {
        assert_eq!(offset("ab\r\nc", 0, 99, encoding), 2, "the end of the line");
        assert_eq!(offset("ab\r\nc", 1, u32::MAX, encoding), 5);
        assert_eq!(offset("ab\r\nc", 7, 0, encoding), 5, "the end of the text");
        assert_eq!(offset("ab\n", u32::MAX, u32::MAX, encoding), 3);
        assert_eq!(offset("", 0, 5, encoding), 0);
    }
    assert_eq!(offset("ä😀", 0, 1, Encoding::Utf8), 0, "within the first character");
    assert_eq!(offset("ä😀", 0, 5, Encoding::Utf8), 2, "within the second");
    assert_eq!(offset("ä😀", 0, 2, Encoding::Utf16), 2, "between two halves");
}

#[test]
fn offsets_that_do_not_exist_are_moved() {
    let text = "a😀";
    let lines = Lines::new(text);
    assert_eq!(lines.position(text, 3, Encoding::Utf16), Position::new(0, 1));
    assert_eq!(lines.position(text, 99, Encoding::Utf16), Position::new(0, 3));
}

/// All edits of all texts of up to four characters, so that every way in which line breaks can be
/// torn apart or joined occurs.
#[test]
fn lines_follow_edits() {
    let texts = |max: usize| {
        let mut texts = vec![String::new()];
        let mut from = 0;
        for _ in 0..max {
            let to = texts.len();
            for idx in from..to {
                texts.extend(["\r", "\n", "x"].map(|end| texts[idx].clone() + end));
            }
            from = to;
        }
        texts
    };
    for before in texts(4) {
        for inserted in texts(2) {
            for start in 0..=before.len() {
                for end in start..=before.len() {
                    let mut text = before.clone();
                    text.replace_range(start..end, &inserted);
                    let mut lines = Lines::new(&before);
                    lines.replaced(&text, start..end, inserted.len());
                    let case = (&before, start..end, &inserted);
                    assert_eq!(lines, Lines::new(&text), "{case:?}");
                }
            }
        }
    }
}
