//! What functions of the library bring in from outside.

use super::super::fold;
use super::super::outside::{self, Given};
use super::super::points_to::Target;
use super::super::resolve::const_value;
use super::super::threads::TemplateKind;
use super::super::typed::{LKind, TExpr, TKind};
use super::super::types::Ty;
use super::{Emitter, Value};
use crate::scpl::{BinOp, Command, Expr, Extend, LocId, Place, Sort, Source, StepKind, VarId};
use crate::text::Span;

impl Emitter<'_> {
    /// What a call returns; `values` are those of the arguments that it depends on.
    pub(super) fn brought(
        &mut self,
        given: Given,
        args: &[TExpr],
        values: &[Option<Expr>],
        ty: &Ty,
        span: Span,
    ) -> Option<Value> {
        let Sort::Bits(width) = self.sort(ty) else { return None };
        let number = |value: i64| Expr::constant(value as u64, width);
        let from_to = |value: &Expr, low: i64, high: i64| {
            let above = fold::bin(BinOp::Sle, number(low), value.clone());
            fold::and(above, fold::bin(BinOp::Sle, value.clone(), number(high)))
        };
        let fails = |value: &Expr| fold::bin(BinOp::Eq, value.clone(), number(-1));
        match given {
            Given::Any => self.input(width, |_| Expr::TRUE, span),
            Given::Address => {
                let is_there = |value: &Expr| fold::bin(BinOp::Ne, value.clone(), number(0));
                self.some_or(number(0), is_there, width, span)
            }
            Given::File => {
                let is_number = |value: &Expr| fold::bin(BinOp::Sle, number(0), value.clone());
                self.some_or(number(-1), is_number, width, span)
            }
            Given::Unmodelled => {
                Some(Value::local(self.any(Sort::Bits(width), Source::Unmodelled, span)))
            }
            Given::Tells => Some(Value::local(number(0))),
            Given::Text => {
                let result = self.temp(Sort::Bits(width));
                let is_there = fold::bin(BinOp::Ne, Expr::Var(result), number(0));
                let done = self.new_loc();
                self.some(result, is_there, done, span);
                self.arrive(done, result)
            }
            Given::Between(low, high) => self.input(width, |it| from_to(it, low, high), span),
            Given::FailsOr(low) => {
                let succeeds = |it: &Expr| fold::bin(BinOp::Sle, number(low), it.clone());
                self.input(width, |it| fold::bin(BinOp::Or, fails(it), succeeds(it)), span)
            }
            Given::UpTo { arg, fails: may_fail } => {
                let most = values.get(arg).cloned().flatten();
                let from = args.get(arg).and_then(|arg| self.program.types.width(&arg.ty));
                let (Some(most), Some(from)) = (most, from) else {
                    return self.brought(Given::Unmodelled, args, values, ty, span);
                };
                let most = fold::resize(Extend::Zero, from, width, most);
                let allowed = |it: &Expr| {
                    let some = fold::bin(BinOp::Ule, it.clone(), most.clone());
                    if may_fail { fold::bin(BinOp::Or, fails(it), some) } else { some }
                };
                self.input(width, allowed, span)
            }
            Given::OneOf(values) => {
                let values = values.iter().map(|&value| number(value)).collect();
                self.one_of(values, width, span)
            }
            Given::FirstOrNull => {
                let first = values.first().cloned().flatten();
                let values = first.into_iter().chain([number(0)]).collect();
                self.one_of(values, width, span)
            }
            Given::Usually(low, high) => {
                let (result, done) = (self.temp(Sort::Bits(width)), self.new_loc());
                let it = Expr::Var(result);
                let within = from_to(&it, low, high);
                for (source, is_it) in
                    [(Source::Input, within.clone()), (Source::Unmodelled, fold::not(within))]
                {
                    let havoc = Command::Havoc(Place::Var(result), source);
                    let commands = vec![havoc, Command::Assume(is_it)];
                    self.edge(done, commands, StepKind::Plain, span);
                }
                self.arrive(done, result)
            }
            Given::Length => {
                let (result, done) = (self.temp(Sort::Bits(width)), self.new_loc());
                let is_length = fold::bin(BinOp::Sle, number(0), Expr::Var(result));
                self.some(result, is_length.clone(), done, span);
                let havoc = Command::Havoc(Place::Var(result), Source::Unmodelled);
                let commands = vec![havoc, Command::Assume(fold::not(is_length))];
                self.edge(done, commands, StepKind::Plain, span);
                self.arrive(done, result)
            }
            Given::Number => {
                if let [text] = args
                    && let Some(value) = self.written_number(text)
                {
                    return Some(Value::local(number(value)));
                }
                let asks = args.first().and_then(|text| self.asks_number(text, span));
                let Some(asks) = asks.filter(|_| self.cur.is_some()) else {
                    return self.brought(Given::Unmodelled, args, values, ty, span);
                };
                let (result, done) = (self.temp(Sort::Bits(width)), self.new_loc());
                for (source, is_it) in
                    [(Source::Input, asks.clone()), (Source::Unmodelled, fold::not(asks))]
                {
                    let havoc = Command::Havoc(Place::Var(result), source);
                    let commands = vec![Command::Assume(is_it), havoc];
                    self.edge(done, commands, StepKind::Plain, span);
                }
                self.arrive(done, result)
            }
            Given::Letter => {
                let Some(options) = args.first().and_then(|text| self.options(text)) else {
                    return self.brought(Given::Unmodelled, args, values, ty, span);
                };
                let mut letters: Vec<u8> = options.iter().map(|option| option.letter).collect();
                letters.sort_unstable();
                letters.dedup();
                let letters = letters.into_iter().map(|letter| number(i64::from(letter)));
                self.one_of(letters.collect(), width, span)
            }
            Given::Word => {
                let address = self.outside_address(width, span);
                self.cur.map(|_| Value::local(address))
            }
            Given::TakesWord => {
                let options = args.first().and_then(|text| self.options(text));
                let (Some(options), Some(Some(letter))) = (options, values.get(1)) else {
                    return self.brought(Given::Unmodelled, args, values, ty, span);
                };
                let mut takes = number(0);
                for option in options.iter().filter(|option| option.takes != 0) {
                    let own = Expr::constant(u64::from(option.letter), 32);
                    let is_it = fold::bin(BinOp::Eq, letter.clone(), own);
                    takes = fold::ite(is_it, number(option.takes), takes);
                }
                Some(Value::local(takes))
            }
        }
    }

    /// What a call returns, by its arguments: what is asked again has the answer that it had, which is not
    /// remembered, and some answers are certain.
    pub(super) fn given_here(&mut self, name: &str, given: Given, args: &[TExpr]) -> Given {
        let types = self.program.types;
        let constant = |number: usize| const_value(types, args.get(number)?);
        let is_open = match name {
            // The number of processors; anything else may have bounds that are not known here.
            "sysconf" => matches!(constant(0), Some(83 | 84)),
            // Nothing to wait for.
            "select" => constant(0) != Some(0),
            // Words that the program has made itself have definite options.
            "__braid_letter" => {
                let words = args.get(1).is_some_and(|words| self.is_outside(words));
                words && !self.sets_option_index()
            }
            // Where it is told to go.
            "lseek" => matches!(constant(2), Some(1 | 2)),
            _ => true,
        };
        let is_known =
            given == Given::Number || !outside::is_steady(name) || self.is_first_answer(name, args);
        if is_open && is_known { given } else { Given::Unmodelled }
    }

    /// Whether nobody has asked this before, in other words or here in another round or thread.
    fn is_first_answer(&mut self, name: &str, args: &[TExpr]) -> bool {
        let group = match name {
            "getenv" | "secure_getenv" => "environment",
            "sysconf" | "get_nprocs" | "get_nprocs_conf" => "processors",
            _ => "terminal",
        };
        let question = args.first().and_then(|arg| self.question(arg));
        let asked = self.asked.entry(group).or_default();
        // What is asked is the same if it cannot be told apart.
        let is_new = !asked.contains(&None)
            && (question.is_some() || asked.is_empty())
            && !asked.contains(&question);
        asked.push(question);
        let is_main =
            matches!(self.program.threads.template(self.template).kind, TemplateKind::Main(_));
        let loops = self.frames.iter().flat_map(|frame| &frame.loops);
        let n_loops = loops.filter(|one| one.next.is_some()).count();
        let has_labels = self.frames.iter().any(|frame| !frame.labels.is_empty());
        let in_loop = has_labels || n_loops > 0;
        is_new && is_main && !in_loop
    }

    /// What is asked about: a constant or a literal. Different ones mean different things.
    fn question(&self, arg: &TExpr) -> Option<String> {
        if let Some(text) = self.format(arg) {
            return Some(String::from_utf8_lossy(&text).into_owned());
        }
        const_value(self.program.types, arg).map(|value| value.to_string())
    }

    /// A word of the command line, of which only what it says matters.
    pub(super) fn is_outside_word(&mut self, arg: &TExpr) -> bool {
        let TKind::Load(lvalue) = &arg.kind else { return false };
        let LKind::Deref(pointer) = &lvalue.kind else { return false };
        let is_outside = self.is_outside(pointer);
        if is_outside {
            self.effect(pointer);
        }
        is_outside
    }

    /// An input of which this holds.
    fn input(&mut self, width: u8, holds: impl FnOnce(&Expr) -> Expr, span: Span) -> Option<Value> {
        let value = self.any(Sort::Bits(width), Source::Input, span);
        let holds = holds(&value);
        if holds != Expr::TRUE {
            self.step(vec![Command::Assume(holds)], StepKind::Silent, span);
        }
        self.cur.map(|_| Value::local(value))
    }

    /// Each of the values, on a way of its own.
    fn one_of(&mut self, values: Vec<Expr>, width: u8, span: Span) -> Option<Value> {
        if let [only] = &values[..] {
            return self.cur.map(|_| Value::local(only.clone()));
        }
        let (result, done) = (self.temp(Sort::Bits(width)), self.new_loc());
        for value in values {
            let assign = Command::Assign(Place::Var(result), value);
            self.edge(done, vec![assign], StepKind::Plain, span);
        }
        self.arrive(done, result)
    }

    /// One of the values of which this holds, and nobody knows which one; or else this one.
    fn some_or(
        &mut self,
        other: Expr,
        holds: impl FnOnce(&Expr) -> Expr,
        width: u8,
        span: Span,
    ) -> Option<Value> {
        let (result, done) = (self.temp(Sort::Bits(width)), self.new_loc());
        self.some(result, holds(&Expr::Var(result)), done, span);
        let assign = Command::Assign(Place::Var(result), other);
        self.edge(done, vec![assign], StepKind::Plain, span);
        self.arrive(done, result)
    }

    /// A way on which `result` is one of the values of which this holds.
    fn some(&mut self, result: VarId, holds: Expr, done: LocId, span: Span) {
        let havoc = Command::Havoc(Place::Var(result), Source::Unspecified);
        self.edge(done, vec![havoc, Command::Assume(holds)], StepKind::Plain, span);
    }

    fn arrive(&mut self, done: LocId, result: VarId) -> Option<Value> {
        self.cur = self.cur.map(|_| done);
        self.cur.map(|_| Value::local(Expr::Var(result)))
    }

    /// The number that a literal says, if it is an `int`.
    fn written_number(&self, text: &TExpr) -> Option<i64> {
        let TKind::AddrOf(lvalue) = &text.kind else { return None };
        let LKind::Index(literal, at) = &lvalue.kind else { return None };
        let LKind::Obj(id) = literal.kind else { return None };
        let bytes = self.program.typed.strings.get(&id)?;
        let is_whole = const_value(self.program.types, at) == Some(0);
        let text = String::from_utf8_lossy(bytes);
        let text = text.split('\0').next()?;
        let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
        let is_plain = !digits.is_empty() && digits.bytes().all(|c| c.is_ascii_digit());
        (is_whole && is_plain).then(|| text.parse::<i32>().ok())?.map(i64::from)
    }

    pub(super) fn all_targets(&mut self, pointer: &TExpr) -> Vec<Target> {
        let (typed, types, threads) =
            (self.program.typed, self.program.types, self.program.threads);
        let targets = self.points_to.targets(typed, types, threads, self.template, pointer);
        targets.into_iter().collect()
    }
}
