//! The `//~` markers of the corpus: what must come out for a line.

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Marker {
    /// Must be proved, for any number of threads or, if given, for no more than so many.
    Safe(Option<u32>),
    /// Must be violated, with so many threads if given, and no fewer.
    Unsafe(Option<u32>),
    /// Must be found, at this line, with so many threads and no fewer.
    Deadlock(u32),
    /// A known gap: it holds, and nobody has proved it yet.
    UnknownSafe,
    /// A known gap: it does not hold, and nobody has found out yet.
    UnknownUnsafe,
    /// A problem with this code must be reported.
    Error(String),
}

/// The markers of a text with their lines, counted from 1; what is none is given back as it stands.
pub fn markers(text: &str) -> Vec<(u32, Result<Marker, String>)> {
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if let Some((_, marker)) = line.split_once("//~") {
            let marker = marker.trim();
            found.push((number as u32 + 1, parse(marker).ok_or_else(|| marker.to_owned())));
        }
    }
    found
}

fn parse(marker: &str) -> Option<Marker> {
    let number =
        |word: &str| marker.strip_prefix(word)?.strip_prefix('(')?.strip_suffix(')')?.parse().ok();
    match marker {
        "safe" => Some(Marker::Safe(None)),
        _ if marker.starts_with("safe(") => number("safe").map(|n| Marker::Safe(Some(n))),
        "unsafe" => Some(Marker::Unsafe(None)),
        _ if marker.starts_with("unsafe(") => number("unsafe").map(|n| Marker::Unsafe(Some(n))),
        _ if marker.starts_with("deadlock(") => number("deadlock").map(Marker::Deadlock),
        _ if marker.starts_with("unknown, truly safe: ") => Some(Marker::UnknownSafe),
        _ if marker.starts_with("unknown, truly unsafe: ") => Some(Marker::UnknownUnsafe),
        _ => Some(Marker::Error(marker.strip_prefix("error[")?.strip_suffix(']')?.to_owned())),
    }
}
