//! Proofs as files: written by one run, checked by another that trusts nothing of the first.

use super::config::{Config, Threads};
use super::model;
use super::{Analysis, explore};
use crate::bbp::Certificate;
use crate::budget::Budget;
use crate::certify;
use crate::scpl::{PropId, PropertyKind};
use crate::text::{FileId, Problem, Sources};

/// Between the certificates of one file.
const SEPARATOR: &str = "---";

/// The checked certificates as text, behind the room that the heap needs; empty if nothing was proved.
pub fn proof_text(analysis: &Analysis) -> String {
    let program = &analysis.model.program;
    let texts: Vec<String> = analysis
        .certificates
        .iter()
        .map(|certificate| certificate.print(program).to_string())
        .collect();
    if texts.is_empty() {
        return String::new();
    }
    let room = analysis.heap.lines().into_iter().map(|line| format!("{line}\n"));
    room.collect::<String>() + &texts.join(&format!("{SEPARATOR}\n"))
}

/// What a proof is worth for a program.
#[derive(Clone, Debug, PartialEq)]
pub struct Rechecked {
    pub problems: Vec<Problem>,
    /// How many properties of the user's the program has, and for how many of them, and for how many
    /// threads, the proof holds.
    pub n_properties: usize,
    pub proved: Vec<(PropId, Threads)>,
    /// Why a certificate was not accepted: its number in the file, counted from 1, and the reason.
    pub refused: Vec<(usize, String)>,
}

/// Checks a proof against the program whose units are `roots`.
pub fn recheck(
    sources: &Sources,
    roots: impl AsRef<[FileId]>,
    config: &Config,
    proof: &str,
    budget: &Budget,
) -> Rechecked {
    // A proof may say how much room the heap has. It is not taken for granted that this is enough: what does
    // not fit is a property of the program like any other.
    let mut config = config.clone();
    let n_room = proof.lines().take_while(|line| config.heap.read_line(line)).count();
    let read = model::read(sources, roots.as_ref(), &config);
    let program = &read.model.program;
    let is_users =
        |property: PropId| program.properties[property.index()].kind != PropertyKind::Unmodelled;
    let mut rechecked = Rechecked {
        n_properties: (0..program.properties.len() as u32)
            .map(PropId)
            .filter(|&p| is_users(p))
            .count(),
        problems: read.problems,
        proved: Vec::new(),
        refused: Vec::new(),
    };
    if rechecked.problems.iter().any(|problem| problem.fatal) {
        return rechecked;
    }
    for (idx, text) in parts(proof, n_room).into_iter().enumerate() {
        let outcome = Certificate::parse(program, &text)
            .map_err(|error| error.to_string())
            .and_then(|certificate| {
                let covers = certify::verify(program, &certificate, budget);
                covers.map(|covers| (certificate, covers)).map_err(|refusal| refusal.to_string())
            });
        match outcome {
            Err(why) => rechecked.refused.push((idx + 1, why)),
            Ok((certificate, covers)) => {
                let proved = certificate.properties.into_iter().filter(|&p| is_users(p));
                let threads = explore::threads(covers);
                rechecked.proved.extend(proved.map(|property| (property, threads)));
            }
        }
    }
    rechecked
}

/// The certificates behind so many lines.
fn parts(proof: &str, n_room: usize) -> Vec<String> {
    let mut parts = vec![String::new()];
    for line in proof.lines().skip(n_room) {
        match parts.last_mut() {
            Some(part) if line.trim() != SEPARATOR => {
                part.push_str(line);
                part.push('\n');
            }
            _ => parts.push(String::new()),
        }
    }
    parts.retain(|part| !part.trim().is_empty());
    parts
}
