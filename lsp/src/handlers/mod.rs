//! One file per message of the protocol: convert, ask or tell the state, convert back.
//!
//! Must not know: the connection, and how answers are found.

mod cancel_progress;
mod code_action;
mod code_lens;
mod configuration;
mod did_change;
mod did_change_watched_files;
mod did_change_workspace_folders;
mod did_close;
mod did_open;
mod did_save;
pub mod execute_command;
mod hover;
mod initialize;
mod inlay_hint;
mod show;
mod shutdown;
mod trace;

pub use cancel_progress::cancel_progress;
pub use code_action::{code_action, code_action_resolve};
pub use code_lens::code_lens;
pub use configuration::{did_change_configuration, initialized};
pub use did_change::did_change;
pub use did_change_watched_files::did_change_watched_files;
pub use did_change_workspace_folders::did_change_workspace_folders;
pub use did_close::did_close;
pub use did_open::did_open;
pub use did_save::did_save;
pub use execute_command::execute_command;
pub use hover::hover;
pub use initialize::initialize;
pub use inlay_hint::inlay_hint;
pub use show::text_document_content;
pub use shutdown::shutdown;
pub use trace::trace;
