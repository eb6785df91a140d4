//! The threads that wait for answers: one for outlines, one for verdicts.
//!
//! A panic is a bug of ours; it becomes a diagnostic, and the next question is answered as if nothing
//! had happened.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::analysis::{Analyse, Depth, Question};
use super::answer::{Answer, Progress};
use super::child;
use super::process::failed;

/// Fakes answer in these threads themselves, and some of them recurse.
const STACK_BYTES: usize = 64 << 20;

#[derive(Debug)]
pub enum Event {
    Progress(Question, Progress),
    Done(Question, Box<Answer>),
}

#[derive(Debug)]
pub struct Worker {
    outlines: Sender<Question>,
    proofs: Sender<Question>,
}

impl Worker {
    /// Starts the threads, which end when the worker is dropped, and says where the answers arrive.
    pub fn start(analyse: &Analyse) -> io::Result<(Self, UnboundedReceiver<Event>)> {
        let (events, happened) = unbounded_channel();
        let outlines = lane("outlines", analyse.clone(), events.clone())?;
        let proofs = lane("proofs", analyse.clone(), events)?;
        Ok((Self { outlines, proofs }, happened))
    }

    /// Puts a question; the answer arrives later.
    pub fn ask(&self, question: Question) {
        let lane = match question.depth {
            Depth::Outline => &self.outlines,
            Depth::Full => &self.proofs,
        };
        // The thread outlives us: it catches every panic and ends only when nobody asks.
        let _ = lane.send(question);
    }
}

fn lane(
    name: &str,
    analyse: Analyse,
    events: UnboundedSender<Event>,
) -> io::Result<Sender<Question>> {
    let (questions, asked) = channel::<Question>();
    thread::Builder::new().name(name.to_owned()).stack_size(STACK_BYTES).spawn(move || {
        for question in asked {
            let answer = answer(&analyse, &question, &events);
            if events.send(Event::Done(question, Box::new(answer))).is_err() {
                return;
            }
        }
    })?;
    Ok(questions)
}

fn answer(analyse: &Analyse, question: &Question, events: &UnboundedSender<Event>) -> Answer {
    let on_progress = |progress| {
        // When the server ends nobody listens.
        let _ = events.send(Event::Progress(question.clone(), progress));
    };
    let attempt = catch_unwind(AssertUnwindSafe(|| analyse(question, &on_progress)));
    attempt.unwrap_or_else(|payload| failed(question, &child::message(&*payload)))
}
