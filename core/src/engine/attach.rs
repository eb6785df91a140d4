//! Old answers for a new text that means the same.
//!
//! Spans are kept beside the program, so an edit of comments, layout or code that nothing calls leaves
//! the program as it was. What was found out about it then holds for the new text too, at new places.

use std::collections::BTreeMap;

use super::config::Config;
use super::verdict::{Obstacle, Reason, Subject, Verdict};
use super::{Analysis, Files, explore, model};
use crate::scpl::Origins;
use crate::text::{FileId, Sources, Span};

/// What the text says before anything is searched or proved: its problems, and its properties, of which
/// nothing is known yet.
///
/// An answer may have found that the heap needs more room than `config` says; a text is compared with it if
/// it is read with that room, which is [`Analysis::heap`].
pub fn outline(sources: &Sources, roots: impl AsRef<[FileId]>, config: &Config) -> Analysis {
    let roots = roots.as_ref();
    let read = model::read(sources, roots, config);
    let is_broken = read.problems.iter().any(|problem| problem.fatal);
    let reason = if is_broken { Reason::Input } else { Reason::Cancelled };
    let explored = explore::Explored::all_unknown(&read.model, &reason);
    Analysis {
        files: Files::of(sources),
        root: roots.first().copied().unwrap_or(FileId(0)),
        roots: roots.to_vec(),
        threads: config.threads,
        heap: config.heap.clone(),
        problems: read.problems,
        model: read.model,
        properties: explored.properties,
        rounds: explored.rounds,
        certificates: explored.certificates,
        refinement: explored.refinement,
        races: explored.races,
        steps: 0,
    }
}

impl Analysis {
    /// Whether the same question is asked of the same program, whatever its text looks like.
    pub fn means_the_same(&self, other: &Analysis) -> bool {
        let (one, two) = (&self.model, &other.model);
        let hints = |model: &model::Model| {
            model.hints.iter().map(|hint| hint.predicate.clone()).collect::<Vec<_>>()
        };
        let signalled = |model: &model::Model| {
            model.signalled.as_ref().map(|signalled| signalled.program.clone())
        };
        let unsupported = |origins: &Origins| {
            origins.properties.iter().map(|origin| origin.unsupported.clone()).collect::<Vec<_>>()
        };
        let atomic =
            |origins: &Origins| origins.vars.iter().map(|origin| origin.atomic).collect::<Vec<_>>();
        self.threads == other.threads
            && !self.is_input_error()
            && !other.is_input_error()
            && one.program == two.program
            && signalled(one) == signalled(two)
            && hints(one) == hints(two)
            && unsupported(&one.origins) == unsupported(&two.origins)
            && atomic(&one.origins) == atomic(&two.origins)
    }

    /// This answer, for the text of `outline`; `None` if that means something else.
    pub fn attach(&self, outline: &Analysis) -> Option<Analysis> {
        if !self.means_the_same(outline) {
            return None;
        }
        let moved = moved(&self.model.origins, &outline.model.origins);
        let mut by_id = BTreeMap::new();
        let mut deadlocks = Vec::new();
        for checked in &self.properties {
            let verdict = follow(&checked.verdict, &moved)?;
            match checked.subject {
                Subject::Property(id) => {
                    by_id.insert(id, verdict);
                }
                Subject::Uncalled(_) => {}
                Subject::Deadlock => {
                    deadlocks.push(super::Checked { verdict, ..checked.clone() });
                }
            }
        }
        let unknown = Verdict::Unknown(Reason::Cancelled);
        let verdict = |id| by_id.get(&id).unwrap_or(&unknown).clone();
        let mut properties = explore::checked(&outline.model, &verdict);
        properties.extend(deadlocks);
        Some(Analysis {
            properties,
            rounds: self.rounds.clone(),
            certificates: self.certificates.clone(),
            refinement: self.refinement.clone(),
            races: self.races.clone(),
            steps: self.steps,
            ..outline.clone()
        })
    }
}

/// Where the places of one text are in another; both are of the same program.
fn moved(from: &Origins, to: &Origins) -> BTreeMap<Span, Span> {
    let edges = from.edges.iter().zip(&to.edges);
    let edges = edges.flat_map(|(a, b)| [(a.statement, b.statement), (a.span, b.span)]);
    let properties = from.properties.iter().zip(&to.properties).map(|(a, b)| (a.span, b.span));
    edges.chain(properties).collect()
}

fn follow(verdict: &Verdict, moved: &BTreeMap<Span, Span>) -> Option<Verdict> {
    let mut verdict = verdict.clone();
    match &mut verdict {
        Verdict::Unknown(Reason::Unsupported { span, .. })
        | Verdict::Unknown(Reason::NotReached(Obstacle::Threads { span: Some(span), .. })) => {
            *span = *moved.get(span)?;
        }
        _ => {}
    }
    Some(verdict)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::engine::analyze;
    use crate::report;

    const PROGRAM: &str = "\
#include <assert.h>
#include <pthread.h>
int x;
void *worker(void *arg) { int y = x; x = y + 1; assert(x == y + 1); return 0; }
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    return 0;
}
";

    fn outline_of(text: &str) -> Analysis {
        outline(&Sources::single("a.c", text), FileId(0), &Config::default())
    }

    #[test]
    fn a_comment_moves_the_answer() {
        let sources = Sources::single("a.c", PROGRAM);
        let budget = Budget::new(10_000_000);
        let old = analyze(&sources, FileId(0), &Config::default(), &budget);
        let text = format!("/* one\n   two */\nint unused(int z) {{ return z; }}\n{PROGRAM}");
        let moved = old.attach(&outline_of(&text)).expect("it means the same");
        let fresh = analyze(
            &Sources::single("a.c", &text),
            FileId(0),
            &Config::default(),
            &Budget::new(10_000_000),
        );
        assert_eq!(report::properties(&moved), report::properties(&fresh));
        assert_eq!(report::findings(&moved), report::findings(&fresh));
        assert!(report::findings(&moved).iter().any(|f| f.code == "assertion-violated"));
    }

    #[test]
    fn an_answer_with_more_room_moves_too() {
        let text = "\
#include <assert.h>
#include <stdlib.h>
int main(void) {
    int *last = 0;
    for (int i = 0; i < 6; i++) { last = malloc(sizeof *last); *last = i; }
    assert(*last == 5);
    return 0;
}
";
        let answer = |text: &str| {
            let sources = Sources::single("a.c", text);
            analyze(&sources, FileId(0), &Config::default(), &Budget::new(1_000_000))
        };
        let old = answer(text);
        let text = format!("// now\n{text}");
        assert!(old.attach(&outline_of(&text)).is_none());
        let config = Config { heap: old.heap.clone(), ..Config::default() };
        let outline = outline(&Sources::single("a.c", &text), FileId(0), &config);
        let moved = old.attach(&outline).expect("it means the same");
        assert_eq!(report::properties(&moved), report::properties(&answer(&text)));
        assert!(report::properties(&moved).iter().all(|p| p.answer == report::Answer::Safe));
    }

    #[test]
    fn another_program_is_another_question() {
        let old = outline_of(PROGRAM);
        let text = PROGRAM.replace("x = y + 1;", "x = y + 2;");
        assert!(old.attach(&outline_of(&text)).is_none());
        assert!(old.attach(&outline_of("int main(void) { return")).is_none());
    }

    #[test]
    fn a_signal_makes_another_program() {
        let with = "\
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready;
void *worker(void *arg) {
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void) {
    pthread_t a;
    pthread_create(&a, 0, worker, 0);
    pthread_mutex_lock(&m);
    while (!ready) pthread_cond_wait(&c, &m);
    return 0;
}
";
        let without = with.replace("    pthread_cond_signal(&c);\n", "");
        let answer = |text: &str| {
            let sources = Sources::single("a.c", text);
            analyze(&sources, FileId(0), &Config::default(), &Budget::new(1_000_000))
        };
        let (fine, stuck) = (answer(with), answer(&without));
        let codes = |analysis: &Analysis| {
            report::findings(analysis).iter().map(|finding| finding.code).collect::<Vec<_>>()
        };
        assert!(!codes(&fine).contains(&"deadlock"));
        assert!(codes(&stuck).contains(&"deadlock"));
        assert!(fine.attach(&outline_of(&without)).is_none());
        assert!(stuck.attach(&outline_of(with)).is_none());
        let moved = stuck.attach(&outline_of(&format!("// now\n{without}")));
        let moved = report::properties(&moved.expect("it means the same"));
        let fresh = report::properties(&answer(&format!("// now\n{without}")));
        assert_eq!(moved, fresh);
    }
}
