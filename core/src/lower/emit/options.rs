//! The words of the command line, and the options that `getopt` finds among them.

use super::super::fold;
use super::super::points_to::{Target, instance};
use super::super::resolve::root;
use super::super::typed::{LKind, ObjId, TExpr, TKind};
use super::super::types::Ty;
use super::super::walk::for_each_inner_expr;
use super::Emitter;
use crate::scpl::{BinOp, Command, Expr, StepKind};

impl Emitter<'_> {
    /// The number of words of the command line is not negative [C17 5.1.2.2.1].
    pub(super) fn count_of_arguments(&mut self, count: Option<ObjId>) {
        let Some(object) = count.map(|id| self.program.typed.object(id)) else { return };
        let instance = count.map(|id| instance(self.program.typed, self.template, id));
        if let (Some((var, _)), Ty::Int(int), true) =
            (instance.and_then(|it| self.scalar_var(it)), &object.ty.ty, object.named)
        {
            let zero = Expr::constant(0, int.width);
            let natural = fold::bin(BinOp::Sle, zero, Expr::Var(var));
            self.step(vec![Command::Assume(natural)], StepKind::Silent, object.span);
        }
    }

    /// What `getopt` has found, in its own variable.
    pub(super) fn is_option_word(&self, text: &TExpr) -> bool {
        let TKind::Load(lvalue) = &text.kind else { return false };
        let LKind::Obj(id) = lvalue.kind else { return false };
        let object = self.program.typed.object(id);
        object.external && object.name == "optarg" && self.is_builtin(object.span)
    }

    /// What `getopt` may give for this text; `None` if it may be something else than one literal.
    pub(super) fn options(&mut self, text: &TExpr) -> Option<Vec<CommandOption>> {
        let targets = self.all_targets(text);
        let [Target::Node(node)] = targets[..] else { return None };
        let object = self.points_to.node_of(node).instance.object;
        command_options(self.program.typed.strings.get(&object)?)
    }

    /// Whether the program itself says where `getopt` is to go on.
    pub(super) fn sets_option_index(&self) -> bool {
        let typed = self.program.typed;
        let is_index = |id: ObjId| {
            let object = typed.object(id);
            object.name == "optind" && self.is_builtin(object.span)
        };
        let mut found = false;
        for func in typed.funcs.iter().filter(|func| !func.builtin) {
            for_each_inner_expr(func.body.as_deref().unwrap_or_default(), &mut |expr| {
                found |= match &expr.kind {
                    TKind::Assign(to, _)
                    | TKind::Compound(_, to, ..)
                    | TKind::IncDec(_, to)
                    | TKind::AddrOf(to) => root(to).is_some_and(is_index),
                    _ => false,
                };
            });
        }
        found
    }
}

/// An option of a command line, as `getopt` gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CommandOption {
    pub(super) letter: u8,
    /// How many words there are behind it: 0, 1, or 2 for perhaps one.
    pub(super) takes: i64,
}

/// The options that a text allows, and the ways to tell that there is another one.
fn command_options(text: &[u8]) -> Option<Vec<CommandOption>> {
    let text = text.split(|&c| c == 0).next()?;
    let mut options = vec![CommandOption { letter: b'?', takes: 0 }];
    // Words that are no options would be given as those of an option with the number 1.
    if text.starts_with(b"-") {
        return None;
    }
    let text = text.strip_prefix(b"+").unwrap_or(text);
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
        assert_eq!(told("-a"), "");
        assert_eq!(told("aW;"), "");
    }
}
