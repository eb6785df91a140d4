//! Byte offsets to lines and columns, and back.

/// A line and a column, both counted from 0, the column in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineCol {
    pub line: u32,
    pub column: u32,
}

/// Where the lines of one text start. `\n` ends a line; a `\r` before it belongs to the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineIndex {
    /// Offsets of line starts; the first is 0, so it is never empty.
    starts: Vec<u32>,
    len: u32,
}

impl LineIndex {
    pub fn new(text: &str) -> Self {
        let mut starts = vec![0];
        starts.extend(
            text.bytes()
                .enumerate()
                .filter(|&(_, byte)| byte == b'\n')
                .map(|(offset, _)| offset as u32 + 1),
        );
        Self { starts, len: text.len() as u32 }
    }

    /// The position of a byte; offsets past the end count as the end.
    pub fn line_col(&self, offset: u32) -> LineCol {
        let offset = offset.min(self.len);
        let line = self.starts.partition_point(|&start| start <= offset) - 1;
        LineCol { line: line as u32, column: offset - self.starts[line] }
    }

    /// The byte at a position; positions past a line's end count as its end (line break included).
    pub fn offset(&self, position: LineCol) -> u32 {
        let line = position.line as usize;
        if line >= self.starts.len() {
            return self.len;
        }
        let end = self.starts.get(line + 1).copied().unwrap_or(self.len);
        (self.starts[line] + position.column).min(end)
    }

    pub fn n_lines(&self) -> u32 {
        self.starts.len() as u32
    }

    /// The bytes of a line, line break included; empty past the last line.
    pub fn line_range(&self, line: u32) -> std::ops::Range<usize> {
        let start = self.starts.get(line as usize).copied().unwrap_or(self.len);
        let end = self.starts.get(line as usize + 1).copied().unwrap_or(self.len);
        start as usize..end as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_and_offsets_are_inverse() {
        let text = "ab\r\n\nc";
        let index = LineIndex::new(text);
        for offset in 0..=text.len() as u32 {
            assert_eq!(index.offset(index.line_col(offset)), offset);
        }
        assert_eq!(index.line_col(5), LineCol { line: 2, column: 0 });
        assert_eq!(index.n_lines(), 3);
        assert_eq!(&text[index.line_range(0)], "ab\r\n");
        assert_eq!(&text[index.line_range(2)], "c");
        assert_eq!(index.line_range(9), 6..6);
    }
}
