//! The language server.
//!
//! `transport` reads messages and hands them, one by one, to the `backend`; its `handlers` change the
//! `state`: the open documents, what is `known` about them, and the `schedule` of what is to be
//! analysed. The `driver` takes from the schedule what is due, has the `worker` ask for it, and
//! publishes what comes out, if it is about the text that is open. The `teller` says how things go.
//!
//! What is analysed is a program: mostly a document by itself, or the files that the settings link
//! (`state/programs.rs`).
//!
//! Answers are found in another process (`process` is our side of it, `child` the other, `desk` where
//! it works), so that nothing an analysis does can hurt the server. `board` is what the user sees.
//!
//! Must not know: columns of any kind (`convert`), and how answers are found (`analysis` is the door).

mod analysis;
pub mod answer;
mod backend;
pub mod board;
pub mod cache;
mod child;
mod desk;
mod document;
mod driver;
pub mod edits;
mod frame;
mod includes;
mod known;
mod ledger;
mod process;
pub mod protocol;
mod publish;
mod schedule;
mod state;
mod store;
mod tell;
mod teller;
#[cfg(test)]
mod tests;
mod transport;
mod wire;
mod worker;

use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite};
use tower_lsp::LspService;

pub use analysis::{Atomicity, DEFAULT_BUDGET, DataModel, Options, Unit};
pub use child::run as run_worker;
pub use state::State;

/// More than this many threads are asked for by mistake.
pub const MAX_THREADS: u32 = 1000;

use analysis::Analyse;
use backend::Backend;
use process::Processes;
use state::Pace;
use transport::Goodbye;
use worker::Worker;

/// Reading takes milliseconds, so that only a burst of keystrokes has to be waited for. Checking takes
/// longer: sooner, and every pause between two words starts a run that the next one calls off; later,
/// and people notice.
const PACE: Pace = Pace {
    outline: Duration::from_millis(25),
    proof: Duration::from_millis(300),
    progress: Duration::from_millis(300),
    report: Duration::from_millis(250),
};

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
    let processes = Arc::new(Processes::new(std::env::current_exe()?));
    let workers = processes.clone();
    let analyse: Analyse =
        Arc::new(move |question, on_progress| workers.answer(question, on_progress));
    let goodbye = runtime.block_on(serve(input, output, analyse, PACE));
    processes.end();
    // Somebody may still be reading standard input, which cannot be called off.
    runtime.shutdown_background();
    goodbye
}

async fn serve(
    input: impl AsyncRead + Unpin,
    output: impl AsyncWrite + Unpin,
    analyse: Analyse,
    pace: Pace,
) -> std::io::Result<Goodbye> {
    let (worker, events) = Worker::start(&analyse)?;
    let state = Arc::new(State::new(pace));
    let mut client = None;
    let (service, socket) = LspService::build(|connected| {
        client = Some(connected.clone());
        Backend { state: state.clone(), client: connected }
    })
    .custom_method("braid/trace", Backend::trace)
    .custom_method("workspace/textDocumentContent", Backend::text_document_content)
    .custom_method("window/workDoneProgress/cancel", Backend::cancel_progress)
    .finish();
    let client = client.expect("the closure has run");
    let driver = tokio::spawn(driver::drive(state.clone(), client, worker, events));
    let goodbye = transport::serve(input, output, service, socket).await;
    state.stop();
    driver.abort();
    Ok(goodbye)
}
