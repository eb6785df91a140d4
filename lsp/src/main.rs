//! The `braid` executable: flags, then the command line or the language server.

mod cli;
mod convert;
mod handlers;
mod server;
mod settings;

use std::process::ExitCode;

fn main() -> ExitCode {
    let args = match cli::parse(std::env::args_os()) {
        Ok(args) => args,
        Err(code) => return code,
    };
    match args.command {
        cli::Command::Lsp => server::run(),
        cli::Command::Worker => server::run_worker(),
        command => cli::run(command),
    }
}
