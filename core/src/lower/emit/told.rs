//! Calls of functions that are written in C in a model header, as the user is told about them.
//!
//! Whatever such a function does is told as done by the call: with its text, at its place, in the
//! function that makes it. Decisions inside are not told at all.

use super::super::typed::{FuncId, TExpr};
use super::{Emitter, Value};
use crate::scpl::{Command, Expr, Shown, StepKind, Thing, VarOrigin};
use crate::text::Span;

/// The call of a model function that is being walked.
#[derive(Clone, Debug)]
pub struct Told {
    pub span: Span,
    pub statement: Span,
    /// The user's function that makes the call.
    pub function: String,
    /// What the user has written for the parameters of the innermost model function.
    args: Vec<(String, String)>,
    /// What is written next gives a lock back.
    pub unlocks: bool,
    /// What is written next wakes up others.
    pub signals: bool,
}

impl Emitter<'_> {
    /// What is told from here on, in the body of a function that is called here.
    pub(super) fn told_inside(&self, func: FuncId, args: &[TExpr], span: Span) -> Option<Told> {
        let def = self.program.typed.func(func);
        if !def.builtin {
            return None;
        }
        let names = def.params.iter().map(|&param| self.program.typed.object(param).name.clone());
        let args = names.zip(args.iter().map(|arg| self.text(arg.span))).collect();
        Some(match &self.told {
            Some(outer) => Told { args, unlocks: false, signals: false, ..outer.clone() },
            None => Told {
                span,
                statement: self.statement,
                function: self.function_name(),
                args,
                unlocks: false,
                signals: false,
            },
        })
    }

    pub(super) fn function_name(&self) -> String {
        match self.frames.last() {
            Some(frame) => self.program.typed.func(frame.func).name.to_string(),
            None => "main".to_owned(),
        }
    }

    /// Where the user sees what is done here.
    pub(super) fn told_span(&self, span: Span) -> Span {
        self.told.as_ref().map_or(span, |told| told.span)
    }

    /// What the user sees of a step.
    pub(super) fn told_kind(&self, kind: StepKind, commands: &[Command]) -> StepKind {
        let Some(told) = &self.told else { return kind };
        let writes = |is_it: &dyn Fn(&VarOrigin) -> bool| {
            commands.iter().any(|command| match command {
                Command::Assign(place, _) => is_it(&self.memory.origins[place.var().index()]),
                _ => false,
            })
        };
        let gives_back = || writes(&|origin| origin.shown == Shown::Mutex);
        let wakes = || writes(&|origin| origin.part_of == Some(Thing::Condition));
        match kind {
            StepKind::Branch { .. } => StepKind::Silent,
            StepKind::Plain if told.unlocks && gives_back() => StepKind::Unlock,
            StepKind::Plain if told.signals && wakes() => StepKind::Signal,
            kind => kind,
        }
    }

    /// The text of a place; of a parameter of a model function, what the user has written for it.
    pub fn text(&self, span: Span) -> String {
        let text = self.sources.text(span);
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        match &self.told {
            Some(told) if self.is_builtin(span) => {
                let arg = told.args.iter().find(|(name, _)| *name == text);
                arg.map_or_else(|| self.text_of_call(told), |(_, arg)| arg.clone())
            }
            _ => text,
        }
    }

    fn text_of_call(&self, told: &Told) -> String {
        self.sources.text(told.span).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// A string in a model header.
    pub(super) fn literal(&self, arg: &TExpr) -> String {
        self.sources.text(arg.span).trim_matches('"').to_owned()
    }

    /// What must hold for a call to be defined.
    pub(super) fn demand(&mut self, args: &[TExpr], span: Span) -> Option<Value> {
        let [condition, about, words] = args else { return None };
        let holds = self.truth(condition)?;
        let holds = self.settle(holds, crate::scpl::Sort::Bits(1), span);
        let words = self.literal(words);
        self.check(holds, span, |this| format!("{words} `{}`", this.text(about.span)));
        self.cur.map(|_| Value::local(Expr::constant(0, 32)))
    }
}
