//! Whole sessions over an in-memory connection, with a fake in the engine's place.

mod client;
mod diagnostics;
mod documents;
mod fake;
mod headers;
mod lifecycle;
mod nonsense;
mod runs;

use client::{Published, Session, uri};
