//! Runs SPIN on a model.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::models::Model;
use super::{Figures, clock};

/// A model made into a program by SPIN and gcc, in a folder of its own.
pub struct Pan {
    dir: PathBuf,
    depth: u64,
    /// The logarithm of the number of states, rounded up.
    log_states: u32,
}

impl Pan {
    /// `None` if there is no SPIN, or it does not manage.
    pub fn new(model: &Model) -> Option<Self> {
        let dir = std::env::temp_dir().join(format!("braid-bench-{}", std::process::id()));
        std::fs::create_dir_all(&dir).ok()?;
        let mut pan = Self { dir, depth: 20_000_000, log_states: 20 };
        std::fs::write(pan.dir.join("model.pml"), &model.promela).ok()?;
        run(&pan.dir, "spin", &["-a", "model.pml"])?;
        let flags = ["-O2", "-DSAFETY", "-DNOREDUCE", "-DMEMLIM=6000", "-w", "-o", "pan", "pan.c"];
        run(&pan.dir, "gcc", &flags)?;
        // Room for a longer path or more states than there are costs time, a hash table too small
        // even more. The first run shows how much is needed.
        let out = pan.run()?;
        let states = n_states(&out)?;
        pan.depth = depth(&out)? + 10;
        pan.log_states = states.ilog2() + 1;
        Some(pan)
    }

    /// Repeats until the clock has something to show.
    pub fn measure(&self) -> Option<Figures> {
        let begin = clock::children();
        let mut n_runs = 0;
        loop {
            let out = self.run()?;
            n_runs += 1;
            let seconds = clock::children() - begin;
            if seconds > 0.5 {
                let seconds = seconds / f64::from(n_runs);
                return Some(Figures { n_states: n_states(&out)?, seconds });
            }
        }
    }

    fn run(&self) -> Option<String> {
        let pan = self.dir.join("pan");
        run(
            &self.dir,
            pan.to_str()?,
            &[&format!("-m{}", self.depth), &format!("-w{}", self.log_states)],
        )
    }
}

impl Drop for Pan {
    fn drop(&mut self) {
        // What is left behind does no harm.
        let _ = std::fs::remove_dir_all(&self.dir);
    }
}

fn run(dir: &Path, program: &str, args: &[&str]) -> Option<String> {
    let out = Command::new(program)
        .args(args)
        .current_dir(dir)
        .stderr(Stdio::null())
        .output()
        .ok()
        .filter(|out| out.status.success())?;
    String::from_utf8(out.stdout).ok()
}

fn depth(out: &str) -> Option<u64> {
    let (_, rest) = out.split_once("depth reached ")?;
    rest.split(',').next()?.parse().ok()
}

fn n_states(out: &str) -> Option<u64> {
    if out.contains("max search depth too small") {
        return None;
    }
    assert!(out.contains("errors: 0"), "{out}");
    let line = out.lines().find(|line| line.ends_with("states, stored"))?;
    line.split_whitespace().next()?.parse().ok()
}
