//! Runs SPIN on a model.

use std::path::Path;
use std::process::{Command, Stdio};

use super::models::Model;
use super::{Figures, clock};

/// `None` if there is no SPIN, or it does not manage.
pub fn measure(model: &Model) -> Option<Figures> {
    let dir = std::env::temp_dir().join(format!("braid-bench-{}", std::process::id()));
    std::fs::create_dir_all(&dir).ok()?;
    let figures = measure_in(&dir, model);
    // What is left behind does no harm.
    let _ = std::fs::remove_dir_all(&dir);
    figures
}

fn measure_in(dir: &Path, model: &Model) -> Option<Figures> {
    std::fs::write(dir.join("model.pml"), &model.promela).ok()?;
    run(dir, "spin", &["-a", "model.pml"])?;
    let flags = ["-O2", "-DSAFETY", "-DNOREDUCE", "-DMEMLIM=6000", "-w", "-o", "pan", "pan.c"];
    run(dir, "gcc", &flags)?;
    let pan = dir.join("pan");
    // Room for a longer path than there is costs time: the first run shows how much is needed.
    let depth = depth(&run(dir, pan.to_str()?, &["-m20000000", "-w20"])?)?;
    let begin = clock::children();
    let mut n_runs = 0;
    loop {
        let out = run(dir, pan.to_str()?, &[&format!("-m{}", depth + 10), "-w20"])?;
        n_runs += 1;
        let seconds = clock::children() - begin;
        if seconds > 1.0 {
            let n_states = parse(&out)?;
            return Some(Figures { n_states, seconds: seconds / f64::from(n_runs) });
        }
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

fn parse(out: &str) -> Option<u64> {
    if out.contains("max search depth too small") {
        return None;
    }
    assert!(out.contains("errors: 0"), "{out}");
    let line = out.lines().find(|line| line.ends_with("states, stored"))?;
    line.split_whitespace().next()?.parse().ok()
}
