//! `braid certify`: checks a proof alone.

use braid_core::budget::Budget;
use braid_core::engine::{self, Rechecked, Threads};
use braid_core::text::Sources;

use super::args::Certify;
use super::check::internal;
use super::engine::{Ended, run};
use super::input::{self, Disk};
use super::output::{Exit, complain, print};
use super::progress::Line;
use super::settings;

/// Certification stops when it has done so much.
const BUDGET: u64 = 1_000_000_000;

pub fn certify(args: &Certify) -> Exit {
    if args.files.len() > 1 && !args.link {
        complain("a proof about several files is one about a program of them, with --link");
        return Exit::Error;
    }
    let Some(job) = settings::only_job(&args.files, args.link, &args.input) else {
        return Exit::Error;
    };
    let (program, proof) = match (input::read_all(&job.paths), input::read(&args.proof)) {
        (Ok(program), Ok(proof)) => (program, proof),
        (Err(error), _) | (_, Err(error)) => {
            complain(&error.message);
            return Exit::Error;
        }
    };
    let (config, loader) = (job.options.config(), Disk::new(&job.options));
    let name = input::names(&program);
    let ended = run(None, Line::about(&name), move |handle| {
        let sources = Sources::new(Box::new(loader));
        let roots = input::add(&sources, &program);
        let budget = Budget::cancellable(BUDGET, handle.cancel.clone());
        engine::recheck(&sources, &roots, &config, &proof.text, &budget)
    });
    match ended {
        Ended::Done(rechecked) => tell(&name, &rechecked),
        Ended::Panicked(message) => {
            let failure = internal(&name, &message);
            complain(&format!("{}\n  {}", failure.message, failure.hint));
            Exit::Error
        }
        Ended::Stuck => Exit::Error,
    }
}

fn tell(name: &str, rechecked: &Rechecked) -> Exit {
    if let Some(problem) = rechecked.problems.iter().find(|problem| problem.fatal) {
        complain(&format!("{name} cannot be read: {}", problem.message));
        return Exit::Error;
    }
    for (number, why) in &rechecked.refused {
        complain(&format!("proof {number} is refused: {why}"));
    }
    let n_any = rechecked.proved.iter().filter(|(_, threads)| *threads == Threads::Any).count();
    let n_proved = rechecked.proved.len();
    let n_all = rechecked.n_properties;
    let text = format!(
        "{n_proved} of {n_all} properties are proved, {n_any} of them for any number of threads\n"
    );
    match print(&text) {
        Err(exit) => exit,
        Ok(()) if rechecked.refused.is_empty() && n_any == n_all => Exit::Proved,
        Ok(()) => Exit::Unknown,
    }
}
