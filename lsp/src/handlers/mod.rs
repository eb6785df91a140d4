//! One file per message of the protocol: convert, ask or tell the state, convert back.
//!
//! Must not know: the connection, and how answers are found.

mod did_change;
mod did_close;
mod did_open;
mod initialize;
mod shutdown;

pub use did_change::did_change;
pub use did_close::did_close;
pub use did_open::did_open;
pub use initialize::initialize;
pub use shutdown::shutdown;
