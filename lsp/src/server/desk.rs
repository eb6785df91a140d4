//! The real answers: those of `braid_core`.
//!
//! A desk remembers the last complete analysis of each program, which mostly is a document. A text that means the same gets the
//! old answer, at its own places, without a run; any other text profits from the memo that the last run
//! left, or that was kept on disk by an earlier session.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use braid_core::budget::Budget;
use braid_core::engine::{self, Analysis, Config, Memo, Reason, Verdict};
use braid_core::text::{FileId, Sources};

use super::analysis::{Depth, Options, Question};
use super::answer::{Answer, File, Finding, Progress, Severity, Span};
use super::includes::{Includes, MAX_BYTES};
use super::store::Store;
use super::tell;

/// More documents than this are not worked on at the same time.
const MAX_KEPT: usize = 64;

#[derive(Debug, Default)]
pub struct Desk {
    /// By program; the number says when it was last used.
    kept: Mutex<BTreeMap<String, (u64, Arc<Kept>)>>,
    /// By program.
    memos: Mutex<BTreeMap<String, Memo>>,
    store: Option<Store>,
    /// Said once if there should be a place on disk and there is none.
    homeless: Option<&'static str>,
}

#[derive(Debug)]
struct Kept {
    options: Options,
    analysis: Analysis,
}

/// What is read, and what was wanted for it.
struct Reading {
    sources: Sources,
    roots: Vec<FileId>,
    wanted: Rc<RefCell<BTreeSet<String>>>,
    config: Config,
}

impl Desk {
    /// A desk with a place on disk.
    pub fn with_store(store: Option<Store>) -> Self {
        let words = "there is no folder for caches, so nothing is kept for the next session";
        let homeless = store.is_none().then_some(words);
        Self { store, homeless, ..Self::default() }
    }

    pub fn answer(&self, question: &Question, on_progress: &dyn Fn(Progress)) -> Answer {
        let reading = match Reading::new(question) {
            Ok(reading) => reading,
            Err(answer) => return *answer,
        };
        let outline = engine::outline(&reading.sources, &reading.roots, &reading.config);
        if let Some(known) = self.known(question, &reading, &outline) {
            let answer = tell::answer(&known, &question.options, &question.buffers);
            return Answer { wanted: reading.wanted.take(), complete: true, ..answer };
        }
        if question.depth == Depth::Outline {
            let answer = tell::answer(&outline, &question.options, &question.buffers);
            let complete = outline.is_input_error() || outline.properties.is_empty();
            return Answer { wanted: reading.wanted.take(), complete, ..answer };
        }
        let key = tell::fingerprint(&outline, &question.options);
        let mut notes = Vec::new();
        let mut memo = self.memo(question, key, &mut notes);
        let budget = Budget::cancellable(question.options.budget, question.cancel.clone());
        let analysis = engine::analyze_with(
            &reading.sources,
            &reading.roots,
            &reading.config,
            &mut memo,
            &budget,
            &mut |progress| on_progress(tell::progress(progress)),
        );
        let answer = tell::answer(&analysis, &question.options, &question.buffers);
        let (steps, complete) = (analysis.steps, !was_cancelled(&analysis));
        if complete {
            self.keep(question, analysis);
            self.keep_on_disk(question, key, &memo, &mut notes);
        }
        locked(&self.memos).insert(question.name(), memo);
        Answer { wanted: reading.wanted.take(), complete, steps, notes, ..answer }
    }

    /// What earlier runs left: of this document, or of this program in an earlier session.
    fn memo(&self, question: &Question, key: u64, notes: &mut Vec<String>) -> Memo {
        if let Some(memo) = locked(&self.memos).remove(&question.name()) {
            return memo;
        }
        notes.extend(self.homeless.map(str::to_owned));
        let mut get = |key: u64| {
            let kept = self.store.as_ref().map_or(Ok(None), |store| store.get(key));
            kept.unwrap_or_else(|trouble| {
                notes.push(trouble.words());
                None
            })
        };
        let bytes = get(key).or_else(|| {
            // The text may have changed since; the last program of this document is the next best.
            let last = get(document_key(question))?;
            get(u64::from_le_bytes(last.try_into().ok()?))
        });
        let text = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
        text.and_then(|text| text.parse().ok()).unwrap_or_default()
    }

    fn keep_on_disk(&self, question: &Question, key: u64, memo: &Memo, notes: &mut Vec<String>) {
        let Some(store) = self.store.as_ref().filter(|_| !memo.is_empty()) else { return };
        let put = store
            .put(key, memo.to_string().as_bytes())
            .and_then(|()| store.put(document_key(question), &key.to_le_bytes()));
        if let Err(trouble) = put {
            notes.push(trouble.words());
        }
    }

    fn known(
        &self,
        question: &Question,
        reading: &Reading,
        outline: &Analysis,
    ) -> Option<Analysis> {
        let kept = locked(&self.kept);
        let (_, kept) = kept.get(&question.name())?.clone();
        if kept.options != *question.options {
            return None;
        }
        if kept.analysis.heap == reading.config.heap {
            return kept.analysis.attach(outline);
        }
        // The answer is about a program with more room on the heap.
        let config = Config { heap: kept.analysis.heap.clone(), ..reading.config.clone() };
        let outline = engine::outline(&reading.sources, &reading.roots, &config);
        kept.analysis.attach(&outline)
    }

    fn keep(&self, question: &Question, analysis: Analysis) {
        let mut kept = locked(&self.kept);
        let now = kept.values().map(|(used, _)| used + 1).max().unwrap_or(0);
        let options = (*question.options).clone();
        kept.insert(question.name(), (now, Arc::new(Kept { options, analysis })));
        if kept.len() > MAX_KEPT
            && let Some(oldest) = kept.iter().min_by_key(|(_, (used, _))| *used)
        {
            let oldest = oldest.0.clone();
            kept.remove(&oldest);
            locked(&self.memos).remove(&oldest);
        }
    }
}

/// Where it is noted which program a document held last.
fn document_key(question: &Question) -> u64 {
    let mut hasher = DefaultHasher::new();
    ("document", question.name()).hash(&mut hasher);
    hasher.finish()
}

/// A panic elsewhere leaves these whole.
fn locked<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Reading {
    /// What is asked about, as far as all of it can be read; otherwise what is in the way.
    fn new(question: &Question) -> Result<Self, Box<Answer>> {
        let wanted: Rc<RefCell<BTreeSet<String>>> = Rc::default();
        let options = &question.options;
        let folders = |paths: &[String]| paths.iter().map(PathBuf::from).collect();
        let of_units = options.units.iter();
        let loader = Includes {
            buffers: question.buffers.clone(),
            folders: folders(&options.include_paths),
            of_units: of_units.map(|one| (one.name.clone(), folders(&one.include_paths))).collect(),
            unit: RefCell::default(),
            wanted: wanted.clone(),
        };
        let is_large = |name: &&str| {
            question.buffers.get(*name).is_some_and(|buffer| buffer.text.len() > MAX_BYTES)
        };
        if question.units().any(|name| is_large(&name)) {
            return Err(Box::new(too_large(question)));
        }
        if options.units.len() > 1 {
            // Also those that are open: they may be closed.
            wanted.borrow_mut().extend(question.units().map(str::to_owned));
        }
        let texts: Vec<Option<String>> = question.units().map(|name| loader.unit(name)).collect();
        if texts.iter().any(Option::is_none) {
            let units = question.units().zip(&texts);
            let missing = units.filter(|(_, text)| text.is_none()).map(|(name, _)| name).collect();
            let answer = incomplete(question, missing);
            return Err(Box::new(Answer { wanted: wanted.take(), ..answer }));
        }
        let sources = Sources::new(Box::new(loader));
        let units = question.units().zip(texts);
        let roots =
            units.map(|(name, text)| sources.add(name, &text.unwrap_or_default(), false)).collect();
        Ok(Self { sources, roots, wanted, config: options.config() })
    }
}

fn was_cancelled(analysis: &Analysis) -> bool {
    let mut verdicts = analysis.properties.iter().map(|checked| &checked.verdict);
    verdicts.any(|verdict| *verdict == Verdict::Unknown(Reason::Cancelled))
}

fn too_large(question: &Question) -> Answer {
    let message = format!("the file is larger than {} MB and is not checked", MAX_BYTES >> 20);
    whole_file(question, "file-too-large", message, String::new())
}

/// A program of which some files are not there. What the rest of it does is of no interest: nobody runs
/// it.
fn incomplete(question: &Question, missing: Vec<&str>) -> Answer {
    let is_are = if missing.len() == 1 { "a file of it cannot" } else { "files of it cannot" };
    let message = format!("the program is not checked: {is_are} be read: {}", missing.join(", "));
    let hint = "The setting `link` says which files it has".to_owned();
    whole_file(question, "file-not-found", message, hint)
}

/// An answer that says one thing about the whole program, in each of its files that are open.
pub fn whole_file(question: &Question, code: &str, message: String, hint: String) -> Answer {
    let open = question.units().filter(|name| question.buffers.contains_key(*name));
    let files: Vec<File> = open.map(|name| File::Buffer(name.to_owned())).collect();
    let finding = |file: usize| Finding {
        code: code.to_owned(),
        severity: Severity::Warning,
        span: Span { file, ..Span::default() },
        message: message.clone(),
        related: Vec::new(),
        hint: hint.clone(),
        property: None,
        decisive: None,
        trace: None,
    };
    let findings = (0..files.len()).map(finding).collect();
    Answer { findings, files, complete: true, ..Answer::default() }
}
