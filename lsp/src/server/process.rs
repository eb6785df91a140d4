//! The server's side of the worker process.
//!
//! Answers are found elsewhere, so that nothing they do can hurt the server: a process that panics says
//! so, one that dies is replaced, and one that does not stop when told to is killed.

use std::collections::BTreeMap;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::analysis::{Depth, Question};
use super::answer::{Answer, Finding, Progress, Property, Span, Verdict};
use super::desk::whole_file;
use super::wire::{self, Order, Report};

/// How often a cancelled question is noticed.
const TICK: Duration = Duration::from_millis(10);
/// More than this nobody reads.
const MAX_OVERHEARD: usize = 16 << 10;
/// How long a worker may take to stop.
const GRACE: Duration = Duration::from_millis(150);

/// Starts workers as they are needed; at most one lives at a time.
#[derive(Debug)]
pub struct Processes {
    program: PathBuf,
    current: Mutex<Option<Arc<Process>>>,
    next_id: AtomicU64,
}

#[derive(Debug)]
struct Process {
    child: Mutex<Child>,
    input: Mutex<Input>,
    /// What it says about its own end.
    last_words: Mutex<Option<JoinHandle<String>>>,
    /// Who waits for what; `None` once the process has ended.
    waiting: Mutex<Option<BTreeMap<u64, Sender<Report>>>>,
}

#[derive(Debug)]
struct Input {
    stdin: BufWriter<ChildStdin>,
    /// The revisions of the documents that the worker knows.
    known: BTreeMap<String, u64>,
}

/// How a question ended.
enum End {
    Answer(Box<Answer>),
    Panic(String),
    Dead(Death),
}

/// How a process ended, in words, and who can do something about it.
struct Death {
    how: String,
    is_from_outside: bool,
}

impl Processes {
    /// Workers are this program itself.
    pub fn new(program: PathBuf) -> Self {
        Self { program, current: Mutex::default(), next_id: AtomicU64::new(1) }
    }

    pub fn answer(&self, question: &Question, on_progress: &dyn Fn(Progress)) -> Answer {
        let mut end = self.attempt(question, on_progress);
        // It may not have been this question that brought the worker down, but the other one.
        if let (Ok(End::Dead(_)), Depth::Outline, false) =
            (&end, question.depth, question.is_cancelled())
        {
            end = self.attempt(question, on_progress);
        }
        match end {
            Ok(End::Answer(answer)) => *answer,
            Ok(End::Panic(message)) => failed(question, &message),
            Ok(End::Dead(Death { how, is_from_outside: false })) => failed(question, &how),
            Ok(End::Dead(Death { how, is_from_outside: true })) => stopped(question, &how),
            Err(error) => stopped(question, &format!("no worker process: {error}")),
        }
    }

    /// No more workers are needed.
    pub fn end(&self) {
        let current = self.current.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(process) = current {
            process.kill();
        }
    }

    fn attempt(&self, question: &Question, on_progress: &dyn Fn(Progress)) -> io::Result<End> {
        let process = self.process()?;
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        let Some(reports) = process.ask(id, question) else {
            return Ok(End::Dead(self.bury(&process)));
        };
        let mut told_to_stop: Option<Instant> = None;
        loop {
            match reports.recv_timeout(TICK) {
                Ok(Report::Progress(_, progress)) => on_progress(progress),
                Ok(Report::Answer(_, answer)) => return Ok(End::Answer(answer)),
                Ok(Report::Panic(_, message)) => return Ok(End::Panic(message)),
                Err(RecvTimeoutError::Disconnected) => {
                    return Ok(End::Dead(self.bury(&process)));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            if !question.is_cancelled() {
                continue;
            }
            match told_to_stop {
                None => {
                    process.tell(&Order::Cancel(id));
                    told_to_stop = Some(Instant::now());
                }
                Some(since) if since.elapsed() >= GRACE => process.kill(),
                Some(_) => {}
            }
        }
    }

    fn process(&self) -> io::Result<Arc<Process>> {
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(process) = current.as_ref().filter(|process| process.is_alive()) {
            return Ok(process.clone());
        }
        if let Some(dead) = current.take() {
            dead.epitaph();
        }
        let process = Process::start(&self.program)?;
        *current = Some(process.clone());
        Ok(process)
    }

    fn bury(&self, process: &Arc<Process>) -> Death {
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        if current.as_ref().is_some_and(|current| Arc::ptr_eq(current, process)) {
            *current = None;
        }
        drop(current);
        process.epitaph()
    }
}

impl Process {
    fn start(program: &PathBuf) -> io::Result<Arc<Self>> {
        let mut child = Command::new(program)
            .arg("worker")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            return Err(io::Error::other("no pipes"));
        };
        let last_words =
            thread::Builder::new().name("worker errors".to_owned()).spawn(|| overheard(stderr))?;
        let process = Arc::new(Self {
            child: Mutex::new(child),
            input: Mutex::new(Input { stdin: BufWriter::new(stdin), known: BTreeMap::new() }),
            last_words: Mutex::new(Some(last_words)),
            waiting: Mutex::new(Some(BTreeMap::new())),
        });
        let listener = process.clone();
        thread::Builder::new()
            .name("worker output".to_owned())
            .spawn(move || listener.listen(stdout))?;
        Ok(process)
    }

    fn listen(&self, stdout: ChildStdout) {
        let mut output = BufReader::new(stdout);
        while let Some(report) = wire::receive::<Report>(&mut output) {
            let (Report::Progress(id, _) | Report::Answer(id, _) | Report::Panic(id, _)) = &report;
            let id = *id;
            let is_last = !matches!(report, Report::Progress(..));
            let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            let Some(waiting) = waiting.as_mut() else { return };
            if let Some(sender) = waiting.get(&id) {
                // Whoever asked may have gone.
                let _ = sender.send(report);
            }
            if is_last {
                waiting.remove(&id);
            }
        }
        // Those who wait learn it from their channels.
        *self.waiting.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    fn is_alive(&self) -> bool {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// Where the reports will arrive; `None` if the process has ended.
    fn ask(&self, id: u64, question: &Question) -> Option<Receiver<Report>> {
        let (sender, reports) = channel();
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).as_mut()?.insert(id, sender);
        let mut input = self.input.lock().unwrap_or_else(PoisonError::into_inner);
        let sent = input.show(question).and_then(|()| {
            let options = (*question.options).clone();
            let depth = question.depth;
            wire::send(&mut input.stdin, &Order::Ask { id, depth, options })?;
            input.stdin.flush()
        });
        // If it failed the process is going down, and the channel will say so.
        let _ = sent;
        Some(reports)
    }

    fn tell(&self, order: &Order) {
        let mut input = self.input.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = wire::send(&mut input.stdin, order).and_then(|()| input.stdin.flush());
    }

    fn kill(&self) {
        // It may be gone already.
        let _ = self.child.lock().unwrap_or_else(PoisonError::into_inner).kill();
    }

    fn epitaph(&self) -> Death {
        let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = child.kill();
        let status = child.wait().ok();
        drop(child);
        let listener = self.last_words.lock().unwrap_or_else(PoisonError::into_inner).take();
        let said = listener.and_then(|listener| listener.join().ok()).unwrap_or_default();
        cause(&said, status)
    }
}

/// What a process says on its standard error output, as far as anybody wants to know.
fn overheard(mut stderr: ChildStderr) -> String {
    let mut said = Vec::new();
    let mut chunk = [0; 4096];
    // To the end, so that it can go on talking.
    while let Ok(n_bytes @ 1..) = stderr.read(&mut chunk) {
        let room = MAX_OVERHEARD.saturating_sub(said.len());
        said.extend_from_slice(&chunk[..n_bytes.min(room)]);
    }
    String::from_utf8_lossy(&said).into_owned()
}

fn cause(said: &str, status: Option<ExitStatus>) -> Death {
    let status = status.map_or(String::new(), |status| format!(" ({status})"));
    let ours = |how: &str| Death { how: how.to_owned(), is_from_outside: false };
    if said.contains("overflowed its stack") {
        ours("the worker process ran out of stack")
    } else if said.contains("memory allocation of") {
        ours("the worker process ran out of memory")
    } else if ["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP"].iter().any(|name| status.contains(name)) {
        let how = format!("the worker process was killed{status}");
        Death { how, is_from_outside: true }
    } else {
        ours(&format!("the worker process ended{status}"))
    }
}

impl Drop for Processes {
    fn drop(&mut self) {
        self.end();
    }
}

impl Input {
    /// Sends what differs from what the worker knows.
    fn show(&mut self, question: &Question) -> io::Result<()> {
        let gone = self.known.keys().filter(|name| !question.buffers.contains_key(*name));
        for name in gone.cloned().collect::<Vec<_>>() {
            wire::send(&mut self.stdin, &Order::Buffer(name.clone(), None))?;
            self.known.remove(&name);
        }
        for (name, buffer) in question.buffers.iter() {
            if self.known.get(name) != Some(&buffer.revision) {
                let text = Some(buffer.text.to_string());
                wire::send(&mut self.stdin, &Order::Buffer(name.clone(), text))?;
                self.known.insert(name.clone(), buffer.revision);
            }
        }
        Ok(())
    }
}

/// Nothing is known, because Braid failed.
pub fn failed(question: &Question, message: &str) -> Answer {
    let message = format!("Braid failed, and nothing is known about this file: {message}");
    let hint = format!(
        "This is a bug in Braid {}: please report it at {}/issues, with the file if you can",
        env!("CARGO_PKG_VERSION"),
        env!("CARGO_PKG_REPOSITORY"),
    );
    Answer { failed: true, ..whole_file(question, "internal-error", message, hint) }
}

/// Nothing is known, because the system or somebody else stopped Braid.
fn stopped(question: &Question, message: &str) -> Answer {
    let message = format!("Braid was stopped, and nothing is known about this file: {message}");
    let hint = "Another program or the system did this, most often because memory ran out: check \
                the file again, with a smaller `budget` if it happens again"
        .to_owned();
    Answer { failed: true, ..whole_file(question, "check-interrupted", message, hint) }
}

/// The same, with what is known from reading the text: its properties are unknown, but still there.
pub fn failed_after(outline: &Answer, failure: &Answer) -> Answer {
    let about_text = outline.findings.iter().filter(|finding| finding.property.is_none()).cloned();
    // Its files are those that are open, and have other numbers in the outline.
    let file = |span: Span| failure.files.get(span.file);
    let moved = failure.findings.iter().filter_map(|finding| {
        let at = outline.files.iter().position(|one| Some(one) == file(finding.span))?;
        Some(Finding { span: Span { file: at, ..finding.span }, ..finding.clone() })
    });
    let claim = |property: &Property| match property.kind.as_str() {
        // In words already.
        "undefined" | "race" => format!("that {}", property.text),
        _ => format!("`{}`", property.text),
    };
    let unknown = |property: &Property| Property {
        verdict: Verdict::Unknown,
        message: format!("{} is not proved: {FAILED}", claim(property)),
        reason: Some(FAILED.to_owned()),
        hint: "The message at the start of the file says what to do".to_owned(),
        ..property.clone()
    };
    Answer {
        findings: about_text.chain(moved).collect(),
        properties: outline.properties.iter().map(unknown).collect(),
        complete: true,
        failed: true,
        ..outline.clone()
    }
}

const FAILED: &str = "Braid failed";
