//! The conversions in the formats of `printf` and `scanf`.

/// What `printf` does with one of its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Printed {
    /// Reads the text that it points to.
    Text,
    /// Takes its value.
    Value,
}

/// What `scanf` stores through one of its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scanned {
    /// An integer of so many bytes, any of them.
    Integer(u64),
    /// Something else of so many bytes.
    Bytes(u64),
    /// Text of any length.
    Text,
}

/// What happens to the arguments behind a format of `printf`, one by one; `None` if it is not understood.
pub fn printed(format: &[u8]) -> Option<Vec<Printed>> {
    let mut found = Vec::new();
    let mut rest = format;
    while let Some(start) = rest.iter().position(|&c| c == b'%') {
        let mut text = skip(&rest[start + 1..], b"-+ #0'");
        text = width(text, &mut found);
        let mut is_cut = false;
        if let [b'.', after @ ..] = text {
            is_cut = true;
            text = width(after, &mut found);
        }
        let (length, text) = text.split_at(n_of(text, b"hljztLq"));
        let (&letter, after) = text.split_first()?;
        rest = after;
        match letter {
            b'%' => {}
            // How much of it is looked at is not known here.
            b's' if is_cut || !length.is_empty() => found.push(Printed::Value),
            b's' => found.push(Printed::Text),
            letter if letter.is_ascii_alphabetic() => found.push(Printed::Value),
            _ => return None,
        }
    }
    Some(found)
}

/// What a format of `scanf` stores, one by one, on a machine with pointers of so many bytes; `None` if it is
/// not understood.
pub fn scanned(format: &[u8], pointer: u64) -> Option<Vec<Scanned>> {
    let mut found = Vec::new();
    let mut rest = format;
    while let Some(start) = rest.iter().position(|&c| c == b'%') {
        let text = &rest[start + 1..];
        let (is_skipped, text) = match text {
            [b'*', after @ ..] => (true, after),
            _ => (false, text),
        };
        let (digits, text) = text.split_at(n_of(text, b"0123456789"));
        let width: Option<u64> = std::str::from_utf8(digits).ok()?.parse().ok();
        let (length, text) = text.split_at(n_of(text, b"hljztLq"));
        let (&letter, mut after) = text.split_first()?;
        let size = match length {
            b"hh" => 1,
            b"h" => 2,
            b"" => 4,
            b"l" | b"z" | b"t" => pointer,
            b"ll" | b"j" | b"q" => 8,
            b"L" => 16,
            _ => return None,
        };
        let text_of = |width: Option<u64>| match width {
            Some(width) => Scanned::Bytes(width.saturating_add(1)),
            None => Scanned::Text,
        };
        let stored = match letter {
            b'%' => {
                rest = after;
                continue;
            }
            // A width leaves out the large ones.
            b'd' | b'i' | b'u' | b'x' | b'X' | b'o' if width.is_none() => Scanned::Integer(size),
            b'd' | b'i' | b'u' | b'x' | b'X' | b'o' => Scanned::Bytes(size),
            b'a' | b'e' | b'f' | b'g' | b'E' | b'G' => {
                Scanned::Bytes(if length == b"l" { 8 } else { size })
            }
            b'p' => Scanned::Bytes(pointer),
            b'c' if length.is_empty() => Scanned::Bytes(width.unwrap_or(1)),
            b's' if length.is_empty() => text_of(width),
            b'[' if length.is_empty() => {
                // A bracket that comes first is one of the set.
                let first = usize::from(after.first() == Some(&b'^'));
                let first = first + usize::from(after.get(first) == Some(&b']'));
                let end = after.get(first..)?.iter().position(|&c| c == b']')?;
                after = &after[first + end + 1..];
                text_of(width)
            }
            _ => return None,
        };
        rest = after;
        if !is_skipped {
            found.push(stored);
        }
    }
    Some(found)
}

fn n_of(text: &[u8], set: &[u8]) -> usize {
    text.iter().take_while(|c| set.contains(c)).count()
}

fn skip<'a>(text: &'a [u8], set: &[u8]) -> &'a [u8] {
    &text[n_of(text, set)..]
}

/// A number, or a star that stands for an argument.
fn width<'a>(text: &'a [u8], found: &mut Vec<Printed>) -> &'a [u8] {
    match text {
        [b'*', after @ ..] => {
            found.push(Printed::Value);
            after
        }
        _ => skip(text, b"0123456789"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_found() {
        use Printed::{Text, Value};
        assert_eq!(
            printed(b"%d%% %-5s|%*d %.3s %lf"),
            Some(vec![Value, Text, Value, Value, Value, Value])
        );
        assert_eq!(printed(b"%1$s"), None);
    }

    #[test]
    fn what_is_stored_is_found() {
        use Scanned::*;
        let found = scanned(b"%d %*d %9s %[^]\n] %hhu%lf %3d", 8);
        let expected = [Integer(4), Bytes(10), Text, Integer(1), Bytes(8), Bytes(4)];
        assert_eq!(found.as_deref(), Some(&expected[..]));
        assert_eq!(scanned(b"%n", 8), None);
    }
}
