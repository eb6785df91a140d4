//! What a run leaves behind for the next one: predicates, answers of the solver, the last invariant.
//!
//! Variables are kept by name and everything else by content, so a memo fits any program, and what
//! does not fit is left out. A memo makes an answer come sooner; it takes the budget further, but
//! whatever is claimed with it is certified or replayed on the new program like everything else.
//!
//! The engine borrows a memo; who owns it may keep it as text.

use std::fmt::{self, Display, Formatter, Write};
use std::str::FromStr;

use super::prove::Refinement;
use super::refined::{Check, Found};
use crate::bbp::{Certificate, Evidence, Extent};
use crate::predabs::Cache;
use crate::scpl::{Expr, Predicates, Program, PropId, Reduced};

/// The first line of the text.
const HEADER: &str = "braid memo 2";

/// The size of views to begin with where whole states were the proof.
const LIKELY_K: u32 = 2;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Memo {
    /// Of the last proof, in the order in which they were found, in the syntax of the program text.
    predicates: Vec<Remembered>,
    /// How many threads its views had; 0 if there was none.
    k: u32,
    /// The proof as text.
    proof: Option<String>,
    pub(super) cache: Cache,
}

/// A predicate, and how it was found: the round, and the number of threads if it rules out a false alarm.
/// Round 0 is what a property asked.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Remembered {
    text: String,
    round: usize,
    n_threads: Option<u32>,
}

impl Memo {
    pub fn is_empty(&self) -> bool {
        self.predicates.is_empty() && self.cache.is_empty()
    }

    /// The predicates that make sense in a program, and how they were found.
    pub(super) fn predicates(&self, program: &Program) -> (Predicates, Vec<(Expr, Found)>) {
        let mut predicates = Predicates::default();
        let mut all_found = Vec::new();
        for Remembered { text, round, n_threads } in &self.predicates {
            if let Ok(expr) = program.parse_expr(text)
                && program.is_condition(&expr)
            {
                let check = Check::Earlier;
                let found = Found { check, round: *round, n_threads: *n_threads };
                all_found.push((expr.clone(), found));
                predicates.insert(program, expr);
            }
        }
        (predicates, all_found)
    }

    /// The size of the views that proved the program last time.
    pub(super) fn k(&self) -> Option<u32> {
        (self.k > 0).then_some(self.k)
    }

    /// The last proof, if it could be one of these goals for this program.
    pub(super) fn proof(
        &self,
        program: &Program,
        goals: &[PropId],
        reduced: &Reduced,
    ) -> Option<Certificate> {
        let proof = Certificate::parse(program, self.proof.as_ref()?).ok()?;
        (proof.properties == goals && proof.steps == reduced.steps).then_some(proof)
    }

    /// Keeps what led to a proof.
    pub(super) fn keep(&mut self, program: &Program, by: &Refinement, proof: &Certificate) {
        let Evidence::Views(invariant) = &proof.evidence else { return };
        let remembered = |expr: &Expr| {
            let found = by.found(expr);
            Remembered {
                text: by.reduced.program.print(expr).to_string(),
                round: found.map_or(0, |found| found.round),
                n_threads: found.and_then(|found| found.n_threads),
            }
        };
        self.predicates =
            invariant.predicates.iter().map(|(_, predicate)| remembered(&predicate.expr)).collect();
        self.k = match invariant.extent {
            Extent::Part => invariant.k,
            Extent::Whole => LIKELY_K,
        };
        self.proof = Some(proof.print(program).to_string());
    }
}

/// As text that [`FromStr`] reads back.
impl Display for Memo {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        writeln!(f, "{HEADER}")?;
        for Remembered { text, round, n_threads } in &self.predicates {
            let n_threads = n_threads.map_or("-".to_owned(), |n| n.to_string());
            writeln!(f, "predicate {round} {n_threads} {text}")?;
        }
        writeln!(f, "k {}", self.k)?;
        for (key, answer) in self.cache.iter() {
            write!(f, "answer {key:x}")?;
            for bits in answer {
                write!(f, " {bits:x}")?;
            }
            f.write_char('\n')?;
        }
        if let Some(proof) = &self.proof {
            write!(f, "proof\n{proof}")?;
        }
        Ok(())
    }
}

fn remembered(line: &str) -> Option<Remembered> {
    let (round, rest) = line.split_once(' ')?;
    let (n_threads, text) = rest.split_once(' ')?;
    let n_threads = match n_threads {
        "-" => None,
        n => Some(n.parse().ok()?),
    };
    Some(Remembered { text: text.to_owned(), round: round.parse().ok()?, n_threads })
}

/// The text is no memo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoMemo;

impl FromStr for Memo {
    type Err = NoMemo;

    fn from_str(text: &str) -> Result<Self, NoMemo> {
        let mut memo = Memo::default();
        let mut rest = text.strip_prefix(HEADER).and_then(|rest| rest.strip_prefix('\n'));
        while let Some((line, after)) = rest.ok_or(NoMemo)?.split_once('\n') {
            rest = Some(after);
            match line.split_once(' ') {
                Some(("predicate", rest)) => memo.predicates.push(remembered(rest).ok_or(NoMemo)?),
                Some(("k", k)) => memo.k = k.parse().map_err(|_| NoMemo)?,
                Some(("answer", answer)) => {
                    let mut words = answer.split(' ').map(|word| u128::from_str_radix(word, 16));
                    let key = words.next().ok_or(NoMemo)?.map_err(|_| NoMemo)?;
                    let answer: Result<Vec<u128>, _> = words.collect();
                    memo.cache.insert(key, answer.map_err(|_| NoMemo)?);
                }
                None if line == "proof" => {
                    memo.proof = Some(after.to_owned());
                    return Ok(memo);
                }
                _ => return Err(NoMemo),
            }
        }
        // Every line ends; a text that was cut off does not.
        if rest == Some("") { Ok(memo) } else { Err(NoMemo) }
    }
}

#[cfg(test)]
mod tests;
