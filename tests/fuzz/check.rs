//! What must hold whatever the text is.

use std::fmt;
use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use braid_core::budget::Budget;
use braid_core::engine::{
    self, Analysis, Atomicity, Config, Reason, Stage, Subject, Threads, Verdict, Violation,
};
use braid_core::report;
use braid_core::scpl::{self, Interpreter};
use braid_core::text::{DataModel, FileId, IncludeKind, Loader, Sources, Span};

use super::rng::Rng;

/// Few, so that many texts are tried; the search has its own tests.
const BUDGET: u64 = 3_000;
/// Far beyond what any text of this size takes, in processor time: a machine that is busy elsewhere is
/// no finding.
const CPU_SECONDS: u64 = 60;
const TICK: Duration = Duration::from_secs(5);

#[derive(Clone, Debug)]
pub struct Case {
    pub text: String,
    pub config: Config,
}

impl Case {
    pub fn new(text: String, rng: &mut Rng) -> Self {
        let config = Config {
            threads: if rng.percent(50) {
                Threads::Any
            } else {
                Threads::UpTo(rng.below(4) as u32)
            },
            data_model: if rng.percent(80) { DataModel::default() } else { DataModel::Ilp32 },
            atomicity: if rng.percent(80) { Atomicity::Access } else { Atomicity::Statement },
            ..Config::default()
        };
        Self { text, config }
    }
}

/// How far a text got.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    Refused,
    Searched,
    Violated,
}

#[derive(Clone, Debug)]
pub struct Failure {
    /// What went wrong, the same for all texts in which it does: a place in the engine, or a check.
    pub what: String,
    pub details: String,
}

impl Failure {
    pub fn is_like(&self, other: &Failure) -> bool {
        self.what == other.what
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: {}", self.what, self.details)
    }
}

/// What a case that takes too long is called. Nobody can stop its thread, so it is not shrunk.
pub const TIME: &str = "time";

static LAST_PANIC: Mutex<Option<Failure>> = Mutex::new(None);

/// From now on panics of the engine are kept instead of being printed.
pub fn keep_panics() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if thread::current().name() != Some("fuzz-case") {
            return usual(info);
        }
        let what = info.location().map_or("panic".to_owned(), |at| format!("panic at {at}"));
        let details = info.payload_as_str().unwrap_or("no message").to_owned();
        if let Ok(mut last) = LAST_PANIC.lock() {
            *last = Some(Failure { what, details });
        }
    }));
}

/// Runs everything on a case.
pub fn check(case: &Case) -> Result<Depth, Failure> {
    let case = case.clone();
    in_thread(move || inspect(&case))
}

/// Whether a text is C that Braid reads. What breaks the engine counts as such: it is worth a check.
pub fn is_understood(text: &str) -> bool {
    let text = text.to_owned();
    let read = in_thread(move || {
        let (sources, root) = open(&text);
        let (_, problems) =
            engine::dump(&sources, root, &Config::default(), Stage::Scpl, &Budget::new(0));
        let is_broken = problems.iter().any(|problem| problem.fatal);
        Ok(if is_broken { Depth::Refused } else { Depth::Searched })
    });
    !matches!(read, Ok(Depth::Refused))
}

/// Does work of the engine in a thread as its callers use.
fn in_thread(
    work: impl FnOnce() -> Result<Depth, Failure> + Send + 'static,
) -> Result<Depth, Failure> {
    let (send, receive) = channel();
    let thread = thread::Builder::new()
        .name("fuzz-case".into())
        .stack_size(256 << 20)
        .spawn(move || {
            // Nobody listens any more if it took too long.
            let _ = send.send(work());
        })
        .expect("a thread can be started");
    let began = cpu_seconds();
    loop {
        match receive.recv_timeout(TICK) {
            Ok(result) => return result,
            Err(RecvTimeoutError::Timeout) if cpu_seconds() - began < CPU_SECONDS => {}
            Err(RecvTimeoutError::Timeout) => {
                let details = format!("no end after {CPU_SECONDS} s");
                return Err(Failure { what: TIME.to_owned(), details });
            }
            Err(RecvTimeoutError::Disconnected) => {
                let _ = thread.join();
                let last = LAST_PANIC.lock().ok().and_then(|mut last| last.take());
                let unknown = Failure { what: "panic".to_owned(), details: String::new() };
                return Err(last.unwrap_or(unknown));
            }
        }
    }
}

/// What this process has used so far, where the system tells (0 where not: then nothing is too slow).
fn cpu_seconds() -> u64 {
    let Ok(stat) = std::fs::read_to_string("/proc/self/stat") else { return 0 };
    // Behind the name, which may hold spaces: fields 14 and 15 count ticks, a hundred a second.
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks: u64 = fields.skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
    ticks / 100
}

fn fail<T>(what: &str, details: impl fmt::Debug) -> Result<T, Failure> {
    Err(Failure { what: what.to_owned(), details: format!("{details:?}") })
}

/// One header that includes itself; no other.
struct Loop;

impl Loader for Loop {
    fn include(&self, _: &str, name: &str, _: IncludeKind) -> Option<(String, String)> {
        let text = "#include \"loop.h\"\n#define LOOP(x) x\nint loop;\n";
        (name == "loop.h").then(|| (name.to_owned(), text.to_owned()))
    }
}

fn open(text: &str) -> (Sources, FileId) {
    let sources = Sources::new(Box::new(Loop));
    let root = sources.add("case.c", text, false);
    (sources, root)
}

fn analyze(case: &Case) -> Analysis {
    let (sources, root) = open(&case.text);
    engine::analyze(&sources, root, &case.config, &Budget::new(BUDGET))
}

fn inspect(case: &Case) -> Result<Depth, Failure> {
    let analysis = analyze(case);
    let program = &analysis.model.program;
    if let Err(invalid) = program.validate() {
        return fail("invalid program", invalid);
    }
    if program.to_string().parse::<scpl::Program>().as_ref() != Ok(program) {
        return fail("the printed program is another", program.to_string());
    }
    spans(&analysis)?;
    codes(&analysis)?;
    let mut depth = if analysis.is_input_error() { Depth::Refused } else { Depth::Searched };
    for checked in &analysis.properties {
        match &checked.verdict {
            Verdict::Violated(_) if depth == Depth::Refused => {
                return fail("a verdict about broken text", checked);
            }
            Verdict::Violated(violation) => {
                replays(&analysis, checked.subject, violation)?;
                depth = Depth::Violated;
            }
            Verdict::Unknown(Reason::Internal { what }) => return fail("internal", what),
            _ => {}
        }
    }
    let again = analyze(case);
    let told =
        |a: &Analysis| (report::properties(a), report::findings(a), a.rounds.clone(), a.steps);
    if told(&analysis) != told(&again) {
        return fail("two answers", (told(&analysis), told(&again)));
    }
    for stage in [Stage::Tokens, Stage::Ast, Stage::Scpl, Stage::Sharing, Stage::Threads] {
        let (sources, root) = open(&case.text);
        let (_, problems) = engine::dump(&sources, root, &case.config, stage, &Budget::new(0));
        if problems.iter().any(|problem| problem.fatal) && depth != Depth::Refused {
            return fail("the stages disagree", problems);
        }
    }
    Ok(depth)
}

/// The run is one of the program's, and ends as claimed.
fn replays(analysis: &Analysis, subject: Subject, violation: &Violation) -> Result<(), Failure> {
    let program = &analysis.model_of(&violation.run).program;
    let run = match scpl::run(program, &violation.run.schedule, &mut |_| {}) {
        Ok(run) => run,
        Err(error) => return fail("a run that is none", error),
    };
    let ends_as_claimed = match subject {
        Subject::Property(property) => run.0.violated == Some(property),
        Subject::Deadlock => Interpreter::new(program).deadlocked(&run.1).is_some(),
        Subject::Uncalled(_) => false,
    };
    if !ends_as_claimed || run.0.threads.len() != violation.n_threads as usize + 1 {
        return fail("a run that does not violate", subject);
    }
    Ok(())
}

/// Everything that is shown lies in its file, between characters.
fn spans(analysis: &Analysis) -> Result<(), Failure> {
    let mut all: Vec<Span> = Vec::new();
    for problem in &analysis.problems {
        all.push(problem.span);
        all.extend(problem.notes.iter().map(|note| note.span));
    }
    for finding in report::findings(analysis) {
        all.push(finding.span);
        all.extend(finding.related.iter().map(|related| related.span));
    }
    for property in report::properties(analysis) {
        all.push(property.span);
        if let Some(trace) = property.trace {
            all.extend(trace.steps.iter().map(|step| step.span));
            all.extend(trace.threads.iter().map(|thread| thread.span));
        }
    }
    let origins = &analysis.model.origins;
    all.extend(origins.edges.iter().flat_map(|edge| [edge.span, edge.statement]));
    all.extend(origins.vars.iter().filter_map(|var| var.span));
    all.extend(origins.properties.iter().map(|property| property.span));
    all.extend(analysis.model.sharing.iter().map(|sharing| sharing.span));
    all.extend(analysis.model.uncalled.iter().copied());
    let n_files = analysis.files.iter().count();
    for span in all {
        let lies_within = span.file.index() < n_files && {
            let text = &analysis.files.file(span.file).text;
            text.get(span.start as usize..span.end as usize).is_some()
        };
        if !lies_within {
            return fail("a span outside its file", span);
        }
    }
    Ok(())
}

/// Everything that is said has words and is explained.
fn codes(analysis: &Analysis) -> Result<(), Failure> {
    for finding in report::findings(analysis) {
        if report::explain(finding.code).is_none() || finding.message.is_empty() {
            return fail("a finding without words", finding);
        }
    }
    Ok(())
}
