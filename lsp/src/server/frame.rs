//! Messages on the wire: a header that says how long the body is, a blank line, the body.
//!
//! What comes in is not trusted. A header that makes no sense is skipped up to the next one that
//! does; a body that is too long is skipped as a whole; neither ends the connection.

use std::io;

use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncReadExt, AsyncWrite, AsyncWriteExt, sink};

/// A longer message is no document that a person edits.
const MAX_BODY_BYTES: u64 = 256 << 20;
const MAX_LINE_BYTES: usize = 8 << 10;
const LENGTH: &[u8] = b"content-length:";

#[derive(Debug, PartialEq, Eq)]
pub enum Frame {
    Body(Vec<u8>),
    /// Something that is no message, now skipped.
    Garbage,
}

/// The next message; `None` if there is no more to come.
pub async fn read(input: &mut (impl AsyncBufRead + Unpin)) -> io::Result<Option<Frame>> {
    let mut length = None;
    let mut is_empty = true;
    loop {
        let Some(line) = read_line(input).await? else { return Ok(None) };
        if !line.is_empty() {
            is_empty = false;
            length = length_in(&line).or(length);
        } else if let Some(length) = length {
            return read_body(input, length).await;
        } else if !is_empty {
            return Ok(Some(Frame::Garbage));
        }
    }
}

pub async fn write(output: &mut (impl AsyncWrite + Unpin), body: &[u8]) -> io::Result<()> {
    output.write_all(format!("Content-Length: {}\r\n\r\n", body.len()).as_bytes()).await?;
    output.write_all(body).await?;
    output.flush().await
}

async fn read_body(
    input: &mut (impl AsyncBufRead + Unpin),
    length: u64,
) -> io::Result<Option<Frame>> {
    let mut body = input.take(length);
    if length > MAX_BODY_BYTES {
        let skipped = tokio::io::copy(&mut body, &mut sink()).await?;
        return Ok((skipped == length).then_some(Frame::Garbage));
    }
    let mut bytes = Vec::new();
    body.read_to_end(&mut bytes).await?;
    Ok((bytes.len() as u64 == length).then_some(Frame::Body(bytes)))
}

/// A line without its end; of a line that is too long, the end of it.
async fn read_line(input: &mut (impl AsyncBufRead + Unpin)) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    loop {
        let bytes = input.fill_buf().await?;
        if bytes.is_empty() {
            return Ok(None);
        }
        let end = bytes.iter().position(|byte| *byte == b'\n');
        let n_bytes = end.unwrap_or(bytes.len());
        line.extend_from_slice(&bytes[..n_bytes]);
        input.consume(n_bytes + usize::from(end.is_some()));
        if line.len() > MAX_LINE_BYTES {
            line.drain(..line.len() - MAX_LINE_BYTES / 2);
        }
        if end.is_some() {
            let n_bytes = line.strip_suffix(b"\r").unwrap_or(&line).len();
            line.truncate(n_bytes);
            return Ok(Some(line));
        }
    }
}

/// The length that a header names. It may follow garbage, such as the body of a message whose own
/// header was wrong, since bodies do not end with a line break.
fn length_in(line: &[u8]) -> Option<u64> {
    let at = line.windows(LENGTH.len()).rposition(|part| part.eq_ignore_ascii_case(LENGTH))?;
    std::str::from_utf8(&line[at + LENGTH.len()..]).ok()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frames(mut input: &[u8]) -> Vec<String> {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let mut frames = Vec::new();
            while let Some(frame) = read(&mut input).await.unwrap() {
                frames.push(match frame {
                    Frame::Body(bytes) => String::from_utf8(bytes).unwrap(),
                    Frame::Garbage => "?".to_owned(),
                });
            }
            frames
        })
    }

    #[test]
    fn headers_are_read_as_they_come() {
        assert_eq!(frames(b"Content-Length: 2\r\n\r\nabContent-Length: 1\r\n\r\nc"), ["ab", "c"]);
        assert_eq!(frames(b"content-length:2\n\nab"), ["ab"]);
        let typed = b"Content-Type: x; charset=utf-8\r\nContent-Length: 2\r\nA: b\r\n\r\nab";
        assert_eq!(frames(typed), ["ab"]);
        assert_eq!(frames(b"Content-Length: 0\r\n\r\nContent-Length: 1\r\n\r\nc"), ["", "c"]);
        assert_eq!(frames(b"\r\n\r\nContent-Length: 1\r\n\r\nc"), ["c"]);
    }

    #[test]
    fn garbage_is_skipped() {
        assert_eq!(frames(b"hello\r\n\r\nContent-Length: 1\r\n\r\nc"), ["?", "c"]);
        assert_eq!(frames(b"hello\nContent-Length: 1\r\n\r\nc"), ["c"]);
        assert_eq!(frames(b"Content-Length: -1\r\n\r\nabContent-Length: 1\r\n\r\nc"), ["?", "c"]);
        let mut long = vec![b'x'; 100_000];
        long.extend_from_slice(b"Content-Length: 1\r\n\r\nc");
        assert_eq!(frames(&long), ["c"]);
    }

    #[test]
    fn the_end_may_come_anywhere() {
        for cut in 0..22 {
            assert_eq!(frames(&b"Content-Length: 2\r\n\r\nab"[..cut]), [""; 0], "{cut}");
        }
        assert_eq!(frames(b"Content-Length: 99999999999\r\n\r\nab"), [""; 0]);
        assert_eq!(frames(b"Content-Length: 99999999999999999999999\r\n\r\nab"), ["?"]);
    }
}
