//! Certificates from text.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use super::{Certificate, declare};
use crate::bbp::{At, Evidence, Extent, Invariant, SharedBits, ThreadBits, Tracked, View, bit};
use crate::scpl::{EdgeId, Ground, LocId, PredId, Predicates, Program, PropId, Reduction, VarId};

/// Text that is no certificate for the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificateError {
    /// Counted from 1.
    pub line: usize,
    pub message: String,
}

impl Display for CertificateError {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for CertificateError {}

impl Certificate {
    /// Reads a certificate for this program, the one as lowered. Whether it proves anything is for
    /// others to say.
    pub fn parse(program: &Program, text: &str) -> Result<Certificate, CertificateError> {
        let mut draft = Draft {
            named: program.clone(),
            properties: Vec::new(),
            steps: Vec::new(),
            evidence: None,
        };
        let mut n_lines = 0;
        for (idx, line) in text.lines().enumerate() {
            n_lines = idx + 1;
            let line = line.split('#').next().unwrap_or_default().trim();
            if !line.is_empty() {
                draft.line(line).map_err(|message| CertificateError { line: n_lines, message })?;
            }
        }
        let Draft { properties, steps, evidence, .. } = draft;
        let message = "there is no evidence".to_string();
        let evidence = evidence.ok_or(CertificateError { line: n_lines, message })?;
        Ok(Certificate { properties, steps, evidence })
    }
}

/// A certificate of which some lines have been read.
struct Draft {
    /// With the variables that the steps so far add.
    named: Program,
    properties: Vec<PropId>,
    steps: Vec<Reduction>,
    evidence: Option<Evidence>,
}

impl Draft {
    fn line(&mut self, line: &str) -> Result<(), String> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "predicate" | "tracked" | "view" => self.part_of_views(word, rest),
            _ if self.evidence.is_some() => Err(format!("{word} after the evidence")),
            "states" => {
                self.evidence = Some(Evidence::States { n_threads: number(rest)? });
                Ok(())
            }
            "views" | "whole" => {
                self.evidence = Some(Evidence::Views(Invariant {
                    extent: if word == "whole" { Extent::Whole } else { Extent::Part },
                    k: number(rest)?,
                    predicates: Predicates::default(),
                    tracked: Tracked(vec![Vec::new(); self.named.locs.len()]),
                    views: Vec::new(),
                }));
                Ok(())
            }
            "never" => {
                for item in items(rest) {
                    self.properties.push(PropId(marked('P', item)?));
                }
                Ok(())
            }
            _ => {
                let step = self.step(word, rest)?;
                declare(&mut self.named, &step);
                self.steps.push(step);
                Ok(())
            }
        }
    }

    fn step(&self, word: &str, rest: &str) -> Result<Reduction, String> {
        match word {
            "forget" => self.vars(rest).map(Reduction::Forget),
            "prune" => Ok(Reduction::Prune(EdgeId(number(rest)?))),
            "unreachable" => {
                items(rest).map(loc).collect::<Result<_, _>>().map(Reduction::Unreachable)
            }
            "bypass" => {
                let (at, ground) =
                    rest.split_once(' ').ok_or("bypass needs a place and a ground")?;
                let ground = match ground.trim() {
                    "atomic" => Ground::Atomic,
                    "before" => Ground::LocalBefore,
                    "after" => Ground::LocalAfter,
                    other => return Err(format!("{other} is no ground")),
                };
                Ok(Reduction::Bypass(loc(at)?, ground))
            }
            "guard" if !rest.is_empty() => Ok(Reduction::Guard(rest.to_string())),
            "share" => self.vars(rest).map(Reduction::Share),
            "count" => count(rest),
            _ => Err(format!("{word} starts no line of a certificate")),
        }
    }

    fn part_of_views(&mut self, word: &str, rest: &str) -> Result<(), String> {
        let Some(Evidence::Views(invariant)) = &mut self.evidence else {
            return Err(format!("{word} belongs below views"));
        };
        match word {
            "predicate" => {
                let expr = self.named.parse_expr(rest).map_err(|error| error.message)?;
                match invariant.predicates.insert(&self.named, expr) {
                    true => Ok(()),
                    false => Err("the predicate is there already".into()),
                }
            }
            "tracked" => {
                let (at, list) =
                    rest.split_once(' ').ok_or("tracked needs a place and predicates")?;
                let at = loc(at)?;
                let tracked = invariant.tracked.0.get_mut(at.index());
                let tracked = tracked.ok_or_else(|| format!("{at} is not in the program"))?;
                tracked.extend(items(list).map(pred).collect::<Result<Vec<_>, _>>()?);
                Ok(())
            }
            _ => {
                invariant.views.push(view(rest)?);
                Ok(())
            }
        }
    }

    fn vars(&self, names: &str) -> Result<Vec<VarId>, String> {
        let var = |name| {
            let idx = self.named.vars.iter().position(|var| var.name == name);
            idx.map(|idx| VarId(idx as u32)).ok_or_else(|| format!("{name} is not declared"))
        };
        items(names).map(var).collect()
    }
}

/// A name, and locations with their weights.
fn count(rest: &str) -> Result<Reduction, String> {
    let mut words = rest.split_whitespace();
    let name = words.next().ok_or("count needs a name")?.to_string();
    let weight = |word: &str| {
        let (at, weight) = word.split_once('=').ok_or("a place is counted with its weight")?;
        Ok::<_, String>((loc(at)?, number(weight)?))
    };
    Ok(Reduction::Count { name, weights: words.map(weight).collect::<Result<_, _>>()? })
}

fn view(text: &str) -> Result<View, String> {
    let mut parts = text.split('|');
    let shared = SharedBits(holding(parts.next().unwrap_or_default())?);
    let threads = parts
        .map(|part| {
            let part = part.trim();
            let (at, rest) = part.split_once(' ').unwrap_or((part, ""));
            let at = if at == "idle" { At::Idle } else { At::Loc(loc(at)?) };
            Ok(ThreadBits { at, bits: holding(rest)? })
        })
        .collect::<Result<_, String>>()?;
    Ok(View { shared, threads })
}

fn holding(names: &str) -> Result<u128, String> {
    names.split_whitespace().try_fold(0, |bits, name| Ok(bits | bit(pred(name)?)))
}

fn pred(name: &str) -> Result<PredId, String> {
    match marked('p', name)? {
        idx if idx < 128 => Ok(PredId(idx)),
        _ => Err(format!("{name} is one predicate too many")),
    }
}

fn loc(name: &str) -> Result<LocId, String> {
    marked('L', name).map(LocId)
}

fn marked(mark: char, text: &str) -> Result<u32, String> {
    let digits =
        text.strip_prefix(mark).ok_or_else(|| format!("{text} does not start with {mark}"))?;
    number(digits)
}

fn number<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("{text:?} is no number"))
}

fn items(list: &str) -> impl Iterator<Item = &str> {
    list.split(',').map(str::trim).filter(|item| !item.is_empty())
}
