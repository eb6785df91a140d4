//! Programs as text. `mod.rs` shows the form, `parse.rs` reads it back exactly.

use std::fmt::{self, Display, Formatter};

use super::{Bit, Edge, Expr, Init, LocKind, Owner, Program, Target, Template, Time, VarId};
use crate::scpl::{LocId, Scope, TemplateId};

/// A longer edge gets a line per command.
const MAX_COLUMNS: usize = 100;

impl Display for Program {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        for var in &self.vars {
            let scope = match var.scope {
                Scope::Shared => "shared",
                Scope::Local => "local",
            };
            let init = match var.init {
                Init::Zero => "",
                Init::One => " = 1",
                Init::Any => " = any",
            };
            writeln!(f, "{scope} {}{init}", var.name)?;
        }
        for (idx, Template { name, entry }) in self.templates.iter().enumerate() {
            let initial = if idx == self.main.index() { " (initial)" } else { "" };
            writeln!(f, "template {name} at {entry}{initial}")?;
        }
        if self.initial != Expr::Const(true) {
            writeln!(f, "initial {}", self.print(&self.initial))?;
        }
        for (idx, kind) in self.locs.iter().enumerate() {
            let id = LocId(idx as u32);
            match kind {
                LocKind::Plain => writeln!(f, "{id}:")?,
                LocKind::End => writeln!(f, "{id}: end")?,
                LocKind::Bad => writeln!(f, "{id}: bad")?,
            }
            for edge in self.edges_from(id) {
                self.write_edge(f, self.edge(edge))?;
            }
        }
        Ok(())
    }
}

/// An expression with the program that knows its names.
#[derive(Clone, Copy, Debug)]
pub struct Printed<'a> {
    program: &'a Program,
    expr: &'a Expr,
}

impl Program {
    /// An expression of this program, to be displayed.
    pub fn print<'a>(&'a self, expr: &'a Expr) -> Printed<'a> {
        Printed { program: self, expr }
    }

    fn write_edge(&self, f: &mut Formatter, edge: &Edge) -> fmt::Result {
        let commands = self.commands(edge);
        write!(f, "  -> {}", edge.to)?;
        let length: usize = commands.iter().map(|command| command.len() + 2).sum();
        let gap = if length > MAX_COLUMNS { "\n     " } else { " " };
        for (idx, command) in commands.iter().enumerate() {
            let before = if idx == 0 { ":" } else { ";" };
            write!(f, "{before}{gap}{command}")?;
        }
        writeln!(f)
    }

    fn commands(&self, edge: &Edge) -> Vec<String> {
        let mut commands = Vec::new();
        if let Some(template) = edge.start {
            commands.push(format!("start {}", self.template_name(template)));
        }
        for (target, value) in &edge.assign {
            commands.push(format!("{} := {}", self.target_name(*target), self.print(value)));
        }
        if !edge.havoc.is_empty() {
            let targets = edge.havoc.iter().map(|target| self.target_name(*target));
            commands.push(format!("havoc {}", targets.collect::<Vec<_>>().join(", ")));
        }
        let each = edge.constrain_each.iter();
        commands.extend(edge.constrain.iter().map(|it| format!("constrain {}", self.print(it))));
        commands.extend(each.map(|it| format!("constrain p: {}", self.print(it))));
        commands
    }

    pub(super) fn target_name(&self, (owner, var): Target) -> String {
        self.bit_name(Bit { owner, var, time: Time::Before })
    }

    pub(super) fn bit_name(&self, bit: Bit) -> String {
        let owner = match bit.owner {
            Owner::Shared => "",
            Owner::Active => "a.",
            Owner::Passive => "p.",
            Owner::New => "new.",
        };
        let prime = match bit.time {
            Time::Before => "",
            Time::After => "'",
        };
        format!("{owner}{}{prime}", self.var_name(bit.var))
    }

    // Invalid programs are printed too.

    pub(super) fn var_name(&self, id: VarId) -> &str {
        self.vars.get(id.index()).map_or("@invalid", |var| &var.name)
    }

    fn template_name(&self, id: TemplateId) -> &str {
        self.templates.get(id.index()).map_or("@invalid", |template| &template.name)
    }
}

impl Printed<'_> {
    /// An expression beside an operator.
    fn operand(&self, f: &mut Formatter, expr: &Expr) -> fmt::Result {
        let printed = self.program.print(expr);
        match expr {
            Expr::Const(_) | Expr::Bit(_) | Expr::At(_) | Expr::Not(_) => write!(f, "{printed}"),
            _ => write!(f, "({printed})"),
        }
    }

    fn list(&self, f: &mut Formatter, list: &[Expr], operator: &str) -> fmt::Result {
        for (idx, expr) in list.iter().enumerate() {
            if idx > 0 {
                write!(f, " {operator} ")?;
            }
            self.operand(f, expr)?;
        }
        Ok(())
    }

    fn pair(&self, f: &mut Formatter, a: &Expr, b: &Expr, operator: &str) -> fmt::Result {
        self.operand(f, a)?;
        write!(f, " {operator} ")?;
        self.operand(f, b)
    }
}

impl Display for Printed<'_> {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self.expr {
            Expr::Const(value) => write!(f, "{}", u8::from(*value)),
            Expr::Bit(bit) => write!(f, "{}", self.program.bit_name(*bit)),
            Expr::At(loc) => write!(f, "p@{loc}"),
            Expr::Not(a) => {
                write!(f, "!")?;
                self.operand(f, a)
            }
            Expr::And(list) => self.list(f, list, "&"),
            Expr::Or(list) => self.list(f, list, "|"),
            Expr::Eq(a, b) => self.pair(f, a, b, "=="),
            Expr::Implies(a, b) => self.pair(f, a, b, "=>"),
        }
    }
}
