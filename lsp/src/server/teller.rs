//! Tells the client what is going on: the status, the verdicts, and a progress bar for what takes long.
//!
//! Everything is said at most so often, and only when it has changed; "idle" only when nothing runs and
//! nothing waits.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::time::Instant;
use tower_lsp::Client;
use tower_lsp::lsp_types::notification::Progress as ProgressNotification;
use tower_lsp::lsp_types::request::WorkDoneProgressCreate;
use tower_lsp::lsp_types::{
    MessageType, ProgressParams, ProgressParamsValue, ProgressToken, Url, WorkDoneProgress,
    WorkDoneProgressBegin, WorkDoneProgressCreateParams, WorkDoneProgressEnd,
    WorkDoneProgressReport,
};

use super::answer::Progress;
use super::protocol::{
    Doing, Status, StatusParams, TextContentQuestion, TextContentRefresh, Verdicts, VerdictsParams,
};
use super::state::State;
use crate::convert::{settings_problems, verdicts};
use crate::settings::FileProblems;

pub struct Teller {
    state: Arc<State>,
    client: Client,
    verdicts: BTreeMap<Url, VerdictsParams>,
    status: Option<StatusParams>,
    /// When the status was last sent.
    status_at: Option<Instant>,
    bar: Option<Bar>,
    n_bars: u64,
    /// The settings files in which something is wrong.
    settings: BTreeSet<Url>,
    noted: BTreeSet<String>,
}

/// A progress bar for one run.
struct Bar {
    root: Url,
    /// When the run was first seen.
    since: Instant,
    token: ProgressToken,
    /// Whether the client was asked for it, and has agreed.
    asked: bool,
    agreed: Arc<AtomicBool>,
    /// What it says, and since when.
    said: Option<(String, Instant)>,
}

impl Teller {
    pub fn new(state: Arc<State>, client: Client) -> Self {
        let verdicts = BTreeMap::new();
        Self {
            state,
            client,
            verdicts,
            status: None,
            status_at: None,
            bar: None,
            n_bars: 0,
            settings: BTreeSet::new(),
            noted: BTreeSet::new(),
        }
    }

    /// A document was closed.
    pub async fn forget(&mut self, uri: &Url) {
        let said = self.verdicts.remove(uri);
        if self.state.client().braid && said.is_some_and(|said| !said.properties.is_empty()) {
            let params = verdicts::verdicts(uri, None, &[]);
            self.client.send_notification::<Verdicts>(params).await;
        }
    }

    /// What is wrong with settings files.
    pub async fn settings(&mut self, problems: Vec<FileProblems>) {
        let mut lists = settings_problems::diagnostics(problems, self.state.client());
        let had: Vec<Url> = self.settings.iter().cloned().collect();
        for uri in had {
            lists.entry(uri).or_default();
        }
        for (uri, list) in lists {
            let is_wrong = !list.is_empty();
            let had = if is_wrong {
                !self.settings.insert(uri.clone())
            } else {
                self.settings.remove(&uri)
            };
            if is_wrong || had {
                let version = self.state.versions(&uri).map(|(version, _)| version);
                self.client.publish_diagnostics(uri, list, version).await;
            }
        }
    }

    /// What went wrong on the way, each once, for those who read logs.
    pub async fn notes(&mut self, notes: &[String]) {
        for note in notes {
            if self.noted.insert(note.clone()) {
                self.client.log_message(MessageType::WARNING, note).await;
            }
        }
    }

    /// Something may have changed about a program.
    pub async fn verdicts(&mut self, program: &Url) {
        let mut changed = false;
        for uri in self.state.open_units(program) {
            changed |= self.verdicts_in(&uri).await;
        }
        if !changed {
            return;
        }
        let abilities = self.state.client();
        // In tasks of their own: the answers are read by others.
        for uri in self.state.shown(program) {
            let client = self.client.clone();
            let params = TextContentQuestion { uri };
            tokio::spawn(async move { client.send_request::<TextContentRefresh>(params).await });
        }
        if abilities.refresh_lenses {
            let client = self.client.clone();
            tokio::spawn(async move { client.code_lens_refresh().await });
        }
        if abilities.refresh_hints {
            let client = self.client.clone();
            tokio::spawn(async move { client.inlay_hint_refresh().await });
        }
    }

    /// Something may have changed about a document. Returns whether it has.
    pub async fn verdicts_in(&mut self, uri: &Url) -> bool {
        let Some((version, _)) = self.state.versions(uri) else { return false };
        let boards = self.state.boards_of(uri);
        if boards.is_empty() && !self.verdicts.contains_key(uri) {
            return false;
        }
        let params = verdicts::verdicts(uri, Some(version), &boards);
        if self.verdicts.get(uri) == Some(&params) {
            return false;
        }
        self.verdicts.insert(uri.clone(), params.clone());
        if self.state.client().braid {
            self.client.send_notification::<Verdicts>(params).await;
        }
        true
    }

    /// Says what there is to say now; returns when there will be more.
    pub async fn tell(&mut self, now: Instant) -> Option<Instant> {
        if !self.state.is_ready() {
            return None;
        }
        for uri in self.state.take_unsettled() {
            self.verdicts(&uri).await;
        }
        let running = self.state.schedule().proofs.running().cloned();
        let progress = running
            .as_ref()
            .and_then(|root| self.state.with_known(root, |known| known.progress.clone()).flatten());
        let status = self.tell_status(now, running.as_ref(), progress.as_ref()).await;
        let bar = self.tell_progress(now, running, progress).await;
        status.into_iter().chain(bar).min()
    }

    async fn tell_status(
        &mut self,
        now: Instant,
        running: Option<&Url>,
        progress: Option<&Progress>,
    ) -> Option<Instant> {
        if !self.state.client().braid {
            return None;
        }
        let status = self.status(running, progress);
        if self.status.as_ref() == Some(&status) {
            return None;
        }
        let same_state = self.status.as_ref().is_some_and(|said| said.state == status.state);
        let earliest = self.status_at.map_or(now, |at| at + self.state.pace.report);
        // What it does is news at once if it settles something; how it goes can wait.
        if earliest > now && (same_state || status.state == Doing::Checking) {
            return Some(earliest);
        }
        self.status = Some(status.clone());
        self.status_at = Some(now);
        self.client.send_notification::<Status>(status).await;
        None
    }

    fn status(&self, running: Option<&Url>, progress: Option<&Progress>) -> StatusParams {
        let (doing, uri) = match (running, self.state.doing()) {
            (Some(root), _) => (Doing::Checking, Some(root.clone())),
            (None, (doing, uri)) => (doing, uri),
        };
        let message = match doing {
            Doing::Idle => "idle".to_owned(),
            Doing::Stopped => "stopped".to_owned(),
            Doing::Failed => "Braid failed: see the diagnostics".to_owned(),
            Doing::Checking => match progress {
                Some(progress) => format!("checking, {}", progress.sentence()),
                None => "checking".to_owned(),
            },
        };
        StatusParams {
            state: doing,
            uri: uri.map(|program| self.state.face(&program)),
            message,
            phase: progress.map(|progress| progress.phase.clone()),
            round: progress.and_then(|progress| progress.round),
            predicates: progress.and_then(|progress| progress.predicates),
            threads: progress.and_then(|progress| progress.threads),
        }
    }

    async fn tell_progress(
        &mut self,
        now: Instant,
        running: Option<Url>,
        progress: Option<Progress>,
    ) -> Option<Instant> {
        if !self.state.client().work_done_progress {
            return None;
        }
        if self.bar.as_ref().is_some_and(|bar| Some(&bar.root) != running.as_ref()) {
            self.end_bar().await;
        }
        let root = running?;
        let pace = self.state.pace;
        let n_bars = &mut self.n_bars;
        let bar = self.bar.get_or_insert_with(|| {
            *n_bars += 1;
            Bar {
                root,
                since: now,
                token: ProgressToken::String(format!("braid/{n_bars}")),
                asked: false,
                agreed: Arc::default(),
                said: None,
            }
        });
        if now < bar.since + pace.progress {
            return Some(bar.since + pace.progress);
        }
        if !bar.asked {
            bar.asked = true;
            ask(&self.client, &self.state, bar);
        }
        if !bar.agreed.load(Ordering::Acquire) {
            return None;
        }
        let message = progress.map_or("reading".to_owned(), |progress| progress.sentence());
        let value = match &bar.said {
            None => WorkDoneProgress::Begin(WorkDoneProgressBegin {
                title: format!("Braid: {}", self.state.title(&bar.root)),
                cancellable: Some(true),
                message: Some(message.clone()),
                percentage: None,
            }),
            Some((said, _)) if *said == message => return None,
            Some((_, at)) if *at + pace.report > now => return Some(*at + pace.report),
            Some(_) => WorkDoneProgress::Report(WorkDoneProgressReport {
                cancellable: Some(true),
                message: Some(message.clone()),
                percentage: None,
            }),
        };
        bar.said = Some((message, now));
        let token = bar.token.clone();
        self.state.set_bar(&token, &bar.root);
        self.send_progress(token, value).await;
        None
    }

    async fn end_bar(&mut self) {
        let Some(bar) = self.bar.take() else { return };
        if bar.said.is_some() {
            let end = WorkDoneProgress::End(WorkDoneProgressEnd { message: None });
            self.send_progress(bar.token, end).await;
        }
    }

    async fn send_progress(&self, token: ProgressToken, value: WorkDoneProgress) {
        let params = ProgressParams { token, value: ProgressParamsValue::WorkDone(value) };
        self.client.send_notification::<ProgressNotification>(params).await;
    }
}

/// Asks the client for a progress bar, in a task of its own: the answer is read by others.
fn ask(client: &Client, state: &Arc<State>, bar: &Bar) {
    let (client, state) = (client.clone(), state.clone());
    let (token, agreed) = (bar.token.clone(), bar.agreed.clone());
    tokio::spawn(async move {
        let params = WorkDoneProgressCreateParams { token };
        if client.send_request::<WorkDoneProgressCreate>(params).await.is_ok() {
            agreed.store(true, Ordering::Release);
            state.changed.notify_one();
        }
    });
}
