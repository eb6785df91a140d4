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
                let source = match args.first().is_some_and(|text| self.is_from_outside(text)) {
                    true => Source::Input,
                    false => Source::Unmodelled,
                };
                Some(Value::local(self.any(Sort::Bits(width), source, span)))
            }
            Given::Letter => {
                let Some(options) = args.first().and_then(|text| self.options(text)) else {
                    return self.brought(Given::Usually(-1, -1), args, values, ty, span);
                };
                let mut letters: Vec<u8> = options.iter().map(|option| option.letter).collect();
                letters.sort_unstable();
                letters.dedup();
                let letters = letters.into_iter().map(i64::from);
                let values = [-1].into_iter().chain(letters).map(number).collect();
                self.one_of(values, width, span)
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
        let constant = |number: usize| const_value(self.program.types, args.get(number)?);
        let is_open = match name {
            // The number of processors; anything else may have bounds that are not known here.
            "sysconf" => matches!(constant(0), Some(83 | 84)),
            // Nothing to wait for.
            "select" => constant(0) != Some(0),
            // Where it is told to go.
            "lseek" => matches!(constant(2), Some(1 | 2)),
            _ => true,
        };
        let is_known = !outside::is_steady(name) || self.is_first_answer(name, args);
        if is_open && is_known { given } else { Given::Unmodelled }
    }

    /// Whether nobody has asked this before, in other words or here in another round or thread.
    fn is_first_answer(&mut self, name: &str, args: &[TExpr]) -> bool {
        let group = match name {
            "getenv" | "secure_getenv" => "environment",
            "sysconf" | "get_nprocs" | "get_nprocs_conf" => "processors",
            "isatty" => "terminal",
            _ => "number",
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
        // Each round of `getopt` has a word of its own.
        let is_word = args.first().is_some_and(|arg| self.is_option_word(arg));
        let loops = self.frames.iter().flat_map(|frame| &frame.loops);
        let n_loops = loops.filter(|one| one.next.is_some()).count();
        let has_labels = self.frames.iter().any(|frame| !frame.labels.is_empty());
        let in_loop = has_labels || n_loops > usize::from(is_word);
        is_new && is_main && !in_loop
    }

    /// What `getopt` has found, in its own variable.
    fn is_option_word(&self, text: &TExpr) -> bool {
        let TKind::Load(lvalue) = &text.kind else { return false };
        let LKind::Obj(id) = lvalue.kind else { return false };
        let object = self.program.typed.object(id);
        object.external && object.name == "optarg" && self.is_builtin(object.span)
    }

    /// What is asked about: a constant, a literal, or a word of the command line. Different ones mean
    /// different things.
    fn question(&self, arg: &TExpr) -> Option<String> {
        if let Some(text) = self.format(arg) {
            return Some(String::from_utf8_lossy(&text).into_owned());
        }
        if let Some(value) = const_value(self.program.types, arg) {
            return Some(value.to_string());
        }
        let TKind::Load(word) = &arg.kind else { return None };
        let LKind::Deref(pointer) = &word.kind else { return None };
        let (words, number) = match &pointer.kind {
            TKind::PtrAdd(words, number, _) => (&**words, const_value(self.program.types, number)?),
            _ => (&**pointer, 0),
        };
        let TKind::Load(words) = &words.kind else { return None };
        let LKind::Obj(id) = words.kind else { return None };
        let is_steady = !self.program.typed.object(id).changes;
        is_steady.then(|| format!("{}[{number}]", id.index()))
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

    /// Whether text is not the program's own.
    fn is_from_outside(&mut self, text: &TExpr) -> bool {
        let targets = self.all_targets(text);
        let is_outside = |target: &Target| *target == Target::Outside;
        self.is_option_word(text) || (!targets.is_empty() && targets.iter().all(is_outside))
    }

    /// What `getopt` may give for this text; `None` if it may be something else than one literal.
    fn options(&mut self, text: &TExpr) -> Option<Vec<CommandOption>> {
        let targets = self.all_targets(text);
        let [Target::Node(node)] = targets[..] else { return None };
        let object = self.points_to.node_of(node).instance.object;
        command_options(self.program.typed.strings.get(&object)?)
    }

    pub(super) fn all_targets(&mut self, pointer: &TExpr) -> Vec<Target> {
        let (typed, types, threads) =
            (self.program.typed, self.program.types, self.program.threads);
        let targets = self.points_to.targets(typed, types, threads, self.template, pointer);
        targets.into_iter().collect()
    }
}

/// An option of a command line, as `getopt` gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct CommandOption {
    letter: u8,
    /// How many words there are behind it: 0, 1, or 2 for perhaps one.
    takes: i64,
}

/// The options that a text allows, and the ways to tell that there is another one.
fn command_options(text: &[u8]) -> Option<Vec<CommandOption>> {
    let text = text.split(|&c| c == 0).next()?;
    let mut options = vec![CommandOption { letter: b'?', takes: 0 }];
    let text = match text.strip_prefix(b"-") {
        // Words that are no options are given as those of an option with the number 1.
        Some(rest) => {
            options.push(CommandOption { letter: 1, takes: 1 });
            rest
        }
        None => text.strip_prefix(b"+").unwrap_or(text),
    };
    let text = match text.strip_prefix(b":") {
        Some(rest) => {
            options.push(CommandOption { letter: b':', takes: 0 });
            rest
        }
        None => text,
    };
    for &letter in text {
        match letter {
            // `W;` makes long options of words.
            b';' => return None,
            b':' => {
                let last = options.last_mut()?;
                // What is behind the first letter only.
                last.takes = (last.takes + 1).min(2);
            }
            _ => options.push(CommandOption { letter, takes: 0 }),
        }
    }
    Some(options)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> String {
        let options = command_options(text.as_bytes()).unwrap_or_default();
        let told = options.iter().map(|one| format!("{}{}", char::from(one.letter), one.takes));
        told.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn options_are_read_as_getopt_reads_them() {
        assert_eq!(told("n:vo::h"), "?0 n1 v0 o2 h0");
        assert_eq!(told("+:n:v"), "?0 :0 n1 v0");
        assert_eq!(told("-a"), "?0 \u{1}1 a0");
        assert_eq!(told("aW;"), "");
    }
}
