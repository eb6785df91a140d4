//! The worker process.
//!
//! It has two threads, because nobody should wait for a proof to learn of a missing semicolon: one reads
//! texts, the other searches and proves. Both sit at the same desk. A panic is told; whatever is worse
//! ends the process, and the server starts another.

use std::any::Any;
use std::collections::BTreeMap;
use std::io::{BufReader, BufWriter, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use tower_lsp::lsp_types::Url;

use super::analysis::{Buffer, Depth, Question};
use super::cache;
use super::desk::Desk;
use super::store::Store;
use super::wire::{self, Order, Report};

/// The engine recurses over what the user wrote.
const STACK_BYTES: usize = 256 << 20;
/// Half of this is more than any program needs that can be proved. Where it is more than the machine has,
/// half of that is the limit, but never less than the least.
const MAX_MEMORY_BYTES: u64 = 8 << 30;
const MIN_MEMORY_BYTES: u64 = 2 << 30;
/// Of proofs: lower than what people wait for.
const NICENESS: i32 = 10;

type Output = Arc<Mutex<BufWriter<std::io::Stdout>>>;

/// Answers on standard output what is asked on standard input, until that ends.
pub fn run() -> ExitCode {
    limit_memory();
    std::panic::set_hook(Box::new(|_| {}));
    let output: Output = Arc::new(Mutex::new(BufWriter::new(std::io::stdout())));
    let store = cache::folder().map(|folder| Store::new(&folder));
    let desk = Arc::new(Desk::with_store(store));
    let (outlines, for_outlines) = channel();
    let (proofs, for_proofs) = channel();
    for (depth, asked) in [(Depth::Outline, for_outlines), (Depth::Full, for_proofs)] {
        let (desk, output) = (desk.clone(), output.clone());
        let name = if depth == Depth::Outline { "outline" } else { "proof" };
        let thread = thread::Builder::new().name(name.to_owned()).stack_size(STACK_BYTES);
        let spawned = thread.spawn(move || {
            if depth == Depth::Full {
                lower_priority();
            }
            work(&desk, &asked, &output);
        });
        if spawned.is_err() {
            return ExitCode::from(2);
        }
    }
    listen(&outlines, &proofs);
    ExitCode::SUCCESS
}

/// Where the system does not let us, we go on without.
fn limit_memory() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let maximum = getrlimit(Resource::As).maximum;
        let limit = (installed_memory() / 2).clamp(MIN_MEMORY_BYTES, MAX_MEMORY_BYTES);
        let current = Some(maximum.map_or(limit, |most| most.min(limit)));
        let _ = setrlimit(Resource::As, Rlimit { current, maximum });
    }
}

/// In bytes; where the system does not say, more than anybody needs.
fn installed_memory() -> u64 {
    #[cfg(target_os = "linux")]
    {
        let about = rustix::system::sysinfo();
        u64::from(about.mem_unit).saturating_mul(about.totalram)
    }
    #[cfg(not(target_os = "linux"))]
    u64::MAX
}

/// Of this thread, where threads have priorities, as in Linux; elsewhere of the process. Somebody waits
/// for what the other thread reads, while a build or a browser takes all the time that proofs leave.
fn lower_priority() {
    #[cfg(unix)]
    let _ = rustix::process::nice(NICENESS);
}

fn listen(outlines: &Sender<(u64, Question)>, proofs: &Sender<(u64, Question)>) {
    let mut input = BufReader::new(std::io::stdin());
    let mut buffers: BTreeMap<String, Buffer> = BTreeMap::new();
    let mut cancels: BTreeMap<u64, Arc<AtomicBool>> = BTreeMap::new();
    while let Some(order) = wire::receive::<Order>(&mut input) {
        match order {
            Order::Buffer(name, None) => {
                buffers.remove(&name);
            }
            Order::Buffer(name, Some(text)) => {
                buffers.insert(name, Buffer { revision: 0, text: Arc::new(text) });
            }
            Order::Ask { id, depth, options } => {
                let cancel: Arc<AtomicBool> = Arc::default();
                cancels.retain(|_, cancel| Arc::strong_count(cancel) > 1);
                cancels.insert(id, cancel.clone());
                let buffers = Arc::new(buffers.clone());
                let options = Arc::new(options);
                // Addresses are the server's business.
                let program = Url::parse("braid:program").expect("it is an address");
                let revisions = Arc::default();
                let question = Question { program, buffers, revisions, depth, options, cancel };
                let queue = if depth == Depth::Outline { outlines } else { proofs };
                if queue.send((id, question)).is_err() {
                    return;
                }
            }
            Order::Cancel(id) => {
                if let Some(cancel) = cancels.get(&id) {
                    cancel.store(true, Ordering::Relaxed);
                }
            }
        }
    }
}

fn work(desk: &Desk, asked: &Receiver<(u64, Question)>, output: &Output) {
    for (id, question) in asked {
        let attempt = catch_unwind(AssertUnwindSafe(|| {
            misbehave(&question);
            desk.answer(&question, &|progress| say(output, &Report::Progress(id, progress)))
        }));
        let report = match attempt {
            Ok(answer) => Report::Answer(id, Box::new(answer)),
            Err(payload) => Report::Panic(id, message(&*payload)),
        };
        say(output, &report);
    }
}

fn say(output: &Output, report: &Report) {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    if wire::send(&mut *output, report).and_then(|()| output.flush()).is_err() {
        // The server is gone, and with it everybody who might want to know.
        std::process::exit(1);
    }
}

pub fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("no message").to_owned()
}

/// Fails on request, so that tests can see what becomes of it. Not in what users get.
fn misbehave(question: &Question) {
    if !cfg!(debug_assertions) || question.depth != Depth::Full {
        return;
    }
    fn overflow(depth: u64) -> u64 {
        if depth == u64::MAX { 0 } else { 1 + std::hint::black_box(overflow(depth + 1)) }
    }
    let first = question.units().next().and_then(|name| question.buffers.get(name));
    let Some(text) = first.map(|buffer| &buffer.text) else { return };
    if text.contains("@test: panic") {
        panic!("on purpose");
    } else if text.contains("@test: overflow") {
        std::hint::black_box(overflow(0));
    } else if text.contains("@test: memory") {
        let mut hoard: Vec<Vec<u8>> = Vec::new();
        loop {
            hoard.push(Vec::with_capacity(1 << 30));
            std::hint::black_box(&hoard);
        }
    } else if text.contains("@test: hang") {
        loop {
            thread::sleep(std::time::Duration::from_secs(1));
        }
    }
}
