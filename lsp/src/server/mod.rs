//! The language server.
//!
//! `transport` reads messages and hands them, one by one, to the `backend`; its `handlers` change the
//! `state`: the open documents and the `schedule` of what is to be analysed. The `driver` takes from
//! the schedule what is due, has the `worker` analyse it, and publishes what comes out, if it is still
//! about the text that is open.
//!
//! Must not know: columns of any kind (`convert`), and how answers are found (`analysis` is the door).

mod analysis;
mod backend;
mod document;
mod driver;
mod engine;
mod frame;
mod ledger;
mod schedule;
mod state;
#[cfg(test)]
mod tests;
mod transport;
mod worker;

use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite};
use tower_lsp::LspService;

pub use state::State;

use analysis::Analyse;
use backend::Backend;
use transport::Goodbye;
use worker::Worker;

/// How long a text must be left alone before it is analysed again. Shorter, and every pause between
/// two words starts a run that the next one calls off; longer, and people notice.
const DEBOUNCE: Duration = Duration::from_millis(300);

/// Serves one client over standard input and output until it says goodbye. The exit code is 0 if it
/// did so properly, 1 if it did not, and 2 if there was no serving it.
pub fn run() -> ExitCode {
    match serve_process() {
        Ok(Goodbye::Proper) => ExitCode::SUCCESS,
        Ok(Goodbye::Abrupt) => ExitCode::FAILURE,
        Err(error) => {
            // Without a standard error there is nobody to tell.
            let _ = writeln!(std::io::stderr(), "braid: the language server cannot start: {error}");
            ExitCode::from(2)
        }
    }
}

fn serve_process() -> std::io::Result<Goodbye> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_time().build()?;
    let (input, output) = (tokio::io::stdin(), tokio::io::stdout());
    let goodbye = runtime.block_on(serve(input, output, Arc::new(engine::analyse), DEBOUNCE));
    // Somebody may still be reading standard input, which cannot be called off.
    runtime.shutdown_background();
    goodbye
}

async fn serve(
    input: impl AsyncRead + Unpin,
    output: impl AsyncWrite + Unpin,
    analyse: Analyse,
    debounce: Duration,
) -> std::io::Result<Goodbye> {
    let (worker, answers) = Worker::start(analyse)?;
    let state = Arc::new(State::new(debounce));
    let mut client = None;
    let (service, socket) = LspService::new(|connected| {
        client = Some(connected);
        Backend { state: state.clone() }
    });
    let client = client.expect("the closure has run");
    let driver = tokio::spawn(driver::drive(state.clone(), client, worker, answers));
    let goodbye = transport::serve(input, output, service, socket).await;
    state.stop();
    driver.abort();
    Ok(goodbye)
}
