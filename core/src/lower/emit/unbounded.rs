//! Text of a length that nobody has bounded, on its way into an object.
//!
//! `strcpy(name, argv[1])` is fine for some words and undefined for others, whatever the size of `name`. Where
//! such a call is not followed character by character, whether the text fits is a question of its own: of a word
//! of the command line that nothing else is known of, and of what `scanf` reads, it is input; of any other text
//! it is not modelled.

use super::super::fold;
use super::super::formats::{Printed, printed};
use super::super::points_to::Target;
use super::super::typed::TExpr;
use super::Emitter;
use super::buffers::Elsewhere;
use super::printed::starts_at_its_start;
use crate::scpl::{BinOp, Command, Expr, Place, Sort, Source, StepKind};
use crate::text::Span;

/// Whether a function copies the text that is its second argument, however long that is.
pub(super) fn copies(name: &str) -> bool {
    matches!(name, "strcpy" | "stpcpy" | "strcat" | "strncat")
}

impl Emitter<'_> {
    /// What a call of a function that is not followed writes without a bound must fit; `texts` are those among
    /// its arguments that are known to be text that it writes, if it is a call taken apart (`resolve/formats.rs`).
    pub(super) fn check_length(
        &mut self,
        name: &str,
        texts: Option<&[usize]>,
        args: &[TExpr],
        span: Span,
    ) -> Option<()> {
        let sources: Vec<usize> = match name {
            _ if copies(name) => vec![1],
            "sprintf" if texts.is_some() => texts.unwrap_or_default().to_vec(),
            // Of a format that is known, the texts; any other one may make anything.
            "sprintf" => {
                let kinds = args.get(1).and_then(|format| printed(&self.format(format)?));
                let texts = kinds.map(|kinds| {
                    let texts = kinds.iter().zip(2..).filter(|(kind, _)| **kind == Printed::Text);
                    texts.map(|(_, number)| number).collect()
                });
                texts.unwrap_or_else(|| vec![1])
            }
            "vsprintf" => vec![1],
            _ => return self.cur.map(|_| ()),
        };
        let Some(to) = args.first() else { return self.cur.map(|_| ()) };
        let Some(room) = self.room_at(to) else { return self.cur.map(|_| ()) };
        let is_first = matches!(name, "strcpy" | "stpcpy" | "sprintf");
        for number in sources {
            let Some(from) = args.get(number) else { continue };
            let is_format = number == 1 && !copies(name);
            let most = if is_format { None } else { self.longest(from) };
            if is_first && most.is_some_and(|most| most <= room) {
                continue;
            }
            let asks = match name {
                "strcpy" | "stpcpy" | "strcat" => self.asks_number(from, span),
                _ => None,
            };
            self.cur?;
            self.fits(asks.unwrap_or(Expr::FALSE), to, from, span)?;
        }
        self.cur.map(|_| ())
    }

    /// Text that comes from outside fits, or does not: both are input where `asked` holds.
    fn fits(&mut self, asked: Expr, to: &TExpr, from: &TExpr, span: Span) -> Option<()> {
        let (too_long, done) = (self.temp(Sort::Bits(1)), self.new_loc());
        let is_it = |value: bool| {
            let value = Expr::constant(u64::from(value), 1);
            fold::bin(BinOp::Eq, Expr::Var(too_long), value)
        };
        let ways = [
            (asked.clone(), Source::Input, true),
            (fold::not(asked), Source::Unmodelled, true),
            // What is known to fit is not just any text.
            (Expr::TRUE, Source::Unmodelled, false),
        ];
        for (when, source, value) in ways {
            if when == Expr::FALSE {
                continue;
            }
            let havoc = Command::Havoc(Place::Var(too_long), source);
            let commands = vec![Command::Assume(when), havoc, Command::Assume(is_it(value))];
            self.edge(done, commands, StepKind::Plain, span);
        }
        self.cur = self.cur.map(|_| done);
        let (from, to) = (self.text(from.span).to_owned(), self.text(to.span).to_owned());
        self.check(is_it(false), span, |_| format!("`{from}` fits into `{to}`"));
        self.cur.map(|_| ())
    }

    /// The least that there is room for behind a pointer to an object of the program, as far as that is known.
    fn room_at(&mut self, pointer: &TExpr) -> Option<u64> {
        let (typed, types) = (self.program.typed, self.program.types);
        let (instances, _) = self.accessed(pointer, Elsewhere::Anything);
        let is_whole = starts_at_its_start(pointer);
        instances
            .into_iter()
            .map(|instance| match typed.object(instance.object) {
                object if object.heap.is_none() && is_whole => types.size(&object.ty.ty),
                _ => 0,
            })
            .min()
    }

    /// The most that text has, its end included, if it is in an object of the program.
    fn longest(&mut self, pointer: &TExpr) -> Option<u64> {
        if let Some(text) = self.format(pointer) {
            return Some(text.len() as u64 + 1);
        }
        let targets = self.given_targets(pointer);
        let is_ours = |target: &Target| matches!(target, Target::Node(_));
        if targets.is_empty() || !targets.iter().all(is_ours) {
            return None;
        }
        let (typed, types) = (self.program.typed, self.program.types);
        let (instances, elsewhere) = self.accessed(pointer, Elsewhere::Anything);
        let mut most = 0;
        for instance in instances {
            let object = typed.object(instance.object);
            if object.heap.is_some() || elsewhere.is_some() {
                return None;
            }
            most = most.max(types.size(&object.ty.ty));
        }
        Some(most)
    }
}
