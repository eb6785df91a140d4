//! One file per message of the protocol: convert, ask or tell the state, convert back.
//!
//! Must not know: the connection, and how answers are found.

mod cancel_progress;
mod did_change;
mod did_close;
mod did_open;
pub mod execute_command;
mod initialize;
mod show;
mod shutdown;
mod trace;

pub use cancel_progress::cancel_progress;
pub use did_change::did_change;
pub use did_close::did_close;
pub use did_open::did_open;
pub use execute_command::execute_command;
pub use initialize::initialize;
pub use shutdown::shutdown;
pub use trace::trace;
