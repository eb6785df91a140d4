//! Edits, and what becomes of places in the text.

use super::answer::Span;

/// In the text before, `removed` bytes from `start` on were replaced by `inserted` ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edit {
    pub start: usize,
    pub removed: usize,
    pub inserted: usize,
}

impl Edit {
    /// What a client did that sends whole texts: the part that differs.
    pub fn between(before: &str, after: &str) -> Self {
        let (a, b) = (before.as_bytes(), after.as_bytes());
        let start = a.iter().zip(b).take_while(|(a, b)| a == b).count();
        let (rest_a, rest_b) = (&a[start..], &b[start..]);
        let end = rest_a.iter().rev().zip(rest_b.iter().rev()).take_while(|(a, b)| a == b).count();
        Self { start, removed: rest_a.len() - end, inserted: rest_b.len() - end }
    }

    fn end(self) -> usize {
        self.start + self.removed
    }

    /// Where bytes are afterwards; `None` if all of them are gone. What is typed at either end of a place
    /// is no part of it.
    fn follow(self, start: usize, end: usize) -> Option<(usize, usize)> {
        let shift = |at: usize| at - self.removed + self.inserted;
        let new_start = if start >= self.end() {
            shift(start)
        } else if start < self.start {
            start
        } else {
            self.start + self.inserted
        };
        let new_end = if end <= self.start {
            end
        } else if end >= self.end() {
            shift(end)
        } else {
            self.start
        };
        if start == end {
            return Some((new_start, new_start));
        }
        // Replaced from end to end, it is still the same place if something stands there now.
        let is_replaced = start >= self.start && end <= self.end();
        match is_replaced {
            true if start == self.start && end == self.end() && self.inserted > 0 => {
                Some((self.start, self.start + self.inserted))
            }
            true => None,
            false => (new_start < new_end).then_some((new_start, new_end)),
        }
    }
}

/// Where a place is after all these edits.
pub fn follow(span: Span, edits: &[Edit]) -> Option<Span> {
    let (mut start, mut end) = (span.start, span.end);
    for edit in edits {
        (start, end) = edit.follow(start, end)?;
    }
    Some(Span { start, end, ..span })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In both texts the place stands between `<` and `>`.
    fn check(before: &str, after: &str) {
        let place = |text: &str| {
            let start = text.find('<')?;
            Some((start, text.find('>')? - 1))
        };
        let plain = |text: &str| text.replace(['<', '>'], "");
        let edit = Edit::between(&plain(before), &plain(after));
        let (start, end) = place(before).expect("there is a place");
        assert_eq!(edit.follow(start, end), place(after), "{before} to {after}: {edit:?}");
    }

    #[test]
    fn places_move() {
        check("ab<cde>fg", "Xab<cde>fg");
        check("ab<cde>fg", "ab<cde>fXg");
        check("ab<cde>fg", "ab<cXXde>fg");
        check("ab<cde>fg", "b<cde>fg");
        check("ab<cde>fg", "ab<ce>fg");
        check("ab<cde>fg", "abX<cde>fg");
        check("ab<cde>fg", "ab<cde>Xfg");
        check("ab<cde>fg", "ab<XYZ>fg");
        check("ab<cde>fg", "aX<de>fg");
    }

    #[test]
    fn places_vanish() {
        check("ab<cde>fg", "abfg");
        check("ab<cde>fg", "ag");
    }
}
