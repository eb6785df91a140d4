//! `braid dump`: what Braid makes of a file, stage by stage.

use braid_core::budget::Budget;
use braid_core::engine;
use braid_core::text::Sources;

use super::args::{Dump, Stage};
use super::check::internal;
use super::engine::{Ended, run};
use super::input::{self, Disk};
use super::output::{Exit, complain, print};
use super::progress::Line;
use super::settings;
use crate::server::DEFAULT_BUDGET;

pub fn dump(args: &Dump) -> Exit {
    if args.files.len() > 1 && !args.link {
        complain("several files are dumped as one program, with --link");
        return Exit::Error;
    }
    let Some(job) = settings::only_job(&args.files, args.link, &args.input) else {
        return Exit::Error;
    };
    let program = match input::read_all(&job.paths) {
        Ok(program) => program,
        Err(error) => {
            complain(&error.message);
            return Exit::Error;
        }
    };
    let stage = match args.stage {
        Stage::Tokens => engine::Stage::Tokens,
        Stage::Ast => engine::Stage::Ast,
        Stage::Scpl => engine::Stage::Scpl,
        Stage::Sharing => engine::Stage::Sharing,
        Stage::Threads => engine::Stage::Threads,
        Stage::Reduced => engine::Stage::Reduced,
        Stage::Predicates => engine::Stage::Predicates,
        Stage::Bbp => engine::Stage::Bbp,
        Stage::Views => engine::Stage::Views,
    };
    let (config, loader) = (job.options.config(), Disk::new(&job.options));
    let name = input::names(&program);
    let ended = run(None, Line::about(&name), move |handle| {
        let sources = Sources::new(Box::new(loader));
        let roots = input::add(&sources, &program);
        let budget = Budget::cancellable(DEFAULT_BUDGET, handle.cancel.clone());
        let (text, problems) = engine::dump(&sources, &roots, &config, stage, &budget);
        let files = engine::Files::of(&sources);
        let told: Vec<String> = problems
            .iter()
            .map(|problem| {
                let at = super::results::place(&files, problem.span);
                format!("{at}: {} [{}]", problem.message, problem.code.0)
            })
            .collect();
        (text, told, problems.iter().any(|problem| problem.fatal))
    });
    match ended {
        Ended::Done((text, problems, is_broken)) => {
            for problem in problems {
                complain(&problem);
            }
            match print(&text) {
                Err(exit) => exit,
                Ok(()) if is_broken => Exit::Error,
                Ok(()) => Exit::Proved,
            }
        }
        Ended::Panicked(message) => {
            let failure = internal(&name, &message);
            complain(&format!("{}\n  {}", failure.message, failure.hint));
            Exit::Error
        }
        Ended::Stuck => Exit::Error,
    }
}
