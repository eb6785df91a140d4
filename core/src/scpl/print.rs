//! Programs as text, for people and for tests. `parse.rs` reads it back exactly.
//!
//! ```text
//! shared i32 count                        # starts as 0
//! shared i8[3] slots = {1, 2, -1}
//! local i32 mine = any
//! local thread helper                     # a handle
//! template main at L0 (initial)
//! template worker at L4
//! property P0 assertion at L6
//! L0:
//!   -> L1: create worker(mine = 3:i32) -> helper
//! L1:
//!   -> L2: await count == 1:i32; join helper
//! L2 (atomic):
//!   -> L3: assume (count <s 5:i32) & (mine <=u 2:i32); count := count + 1:i32
//!   -> L3: slots[zext64(mine)] := (count == 0:i32) ? 1:i8 : -1:i8; havoc mine input
//! ...
//! L6: error P0
//! ```
//!
//! Variables, templates and properties come in the order of their ids. Operators do not bind: an
//! operand that has an operator of its own is in parentheses. `s` and `u` tell signed operators from
//! unsigned ones. What is no name of the program but could be one is marked, as in `@self`, or known
//! by its place in the line.

use std::fmt::{self, Display, Formatter};

use super::expr::{BinOp, Bits, Expr, Extend, UnOp};
use super::program::{
    Command, Edge, Init, LocId, LocKind, Place, Program, PropId, Property, PropertyKind, Scope,
    Sort, Source, TemplateId, Var, VarId,
};

/// Binary operators as they are written; the parser uses the same table.
pub(super) const BIN_OPS: [(BinOp, &str); 19] = [
    (BinOp::Add, "+"),
    (BinOp::Sub, "-"),
    (BinOp::Mul, "*"),
    (BinOp::Udiv, "/u"),
    (BinOp::Sdiv, "/s"),
    (BinOp::Urem, "%u"),
    (BinOp::Srem, "%s"),
    (BinOp::And, "&"),
    (BinOp::Or, "|"),
    (BinOp::Xor, "^"),
    (BinOp::Shl, "<<"),
    (BinOp::Lshr, ">>u"),
    (BinOp::Ashr, ">>s"),
    (BinOp::Eq, "=="),
    (BinOp::Ne, "!="),
    (BinOp::Ult, "<u"),
    (BinOp::Ule, "<=u"),
    (BinOp::Slt, "<s"),
    (BinOp::Sle, "<=s"),
];

pub(super) const SOURCES: [(Source, &str); 4] = [
    (Source::Input, "input"),
    (Source::Uninit, "uninit"),
    (Source::Unmodelled, "unmodelled"),
    (Source::Unspecified, "unspecified"),
];

pub(super) const PROPERTY_KINDS: [(PropertyKind, &str); 5] = [
    (PropertyKind::Assertion, "assertion"),
    (PropertyKind::ReachError, "reach_error"),
    (PropertyKind::Undefined, "undefined"),
    (PropertyKind::Unguarded, "unguarded"),
    (PropertyKind::Unmodelled, "unmodelled"),
];

/// Negative numbers down to this one are written with a sign, others as large unsigned ones.
const LEAST_SIGNED: i64 = -99;

impl Display for Program {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        for var in &self.vars {
            writeln!(f, "{var}")?;
        }
        for (idx, template) in self.templates.iter().enumerate() {
            let initial = if idx == self.main.index() { " (initial)" } else { "" };
            writeln!(f, "template {} at {}{initial}", template.name, template.entry)?;
        }
        for (idx, Property { kind, error }) in self.properties.iter().enumerate() {
            let kind = spelling(&PROPERTY_KINDS, *kind);
            writeln!(f, "property {} {kind} at {error}", PropId(idx as u32))?;
        }
        for (idx, loc) in self.locs.iter().enumerate() {
            let id = LocId(idx as u32);
            let atomic = if loc.atomic { " (atomic)" } else { "" };
            match loc.kind {
                LocKind::Plain => writeln!(f, "{id}{atomic}:")?,
                LocKind::Finished => writeln!(f, "{id}{atomic}: finished")?,
                LocKind::Halted => writeln!(f, "{id}{atomic}: halted")?,
                LocKind::Error(property) => writeln!(f, "{id}{atomic}: error {property}")?,
            }
            for edge in self.edges_from(id) {
                writeln!(f, "  {}", self.print(self.edge(edge)))?;
            }
        }
        Ok(())
    }
}

/// A part of a program, with the program that knows its names.
#[derive(Clone, Copy, Debug)]
pub struct Printed<'a, T> {
    program: &'a Program,
    part: &'a T,
}

impl Program {
    /// An `Expr`, `Place`, `Command` or `Edge` of this program, to be displayed.
    pub fn print<'a, T>(&'a self, part: &'a T) -> Printed<'a, T> {
        Printed { program: self, part }
    }

    fn var_name(&self, id: VarId) -> &str {
        // Invalid programs are printed too: when debugging, most of all.
        self.vars.get(id.index()).map_or("@invalid", |var| &var.name)
    }

    fn template_name(&self, id: TemplateId) -> &str {
        self.templates.get(id.index()).map_or("@invalid", |template| &template.name)
    }
}

impl Display for LocId {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "L{}", self.0)
    }
}

impl Display for PropId {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "P{}", self.0)
    }
}

impl Display for Sort {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Sort::Bits(width) => write!(f, "i{width}"),
            Sort::Handle => write!(f, "thread"),
        }
    }
}

impl Display for Var {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let scope = match self.scope {
            Scope::Shared => "shared",
            Scope::Local => "local",
        };
        write!(f, "{scope} {}", self.sort)?;
        if let Some(len) = self.len {
            write!(f, "[{len}]")?;
        }
        write!(f, " {}", self.name)?;
        let Init::Values(values) = &self.init else {
            return if self.init == Init::Any { write!(f, " = any") } else { Ok(()) };
        };
        let values: Vec<String> = values.iter().map(|value| number(*value, self.sort)).collect();
        match (self.len, &values[..]) {
            (None, [value]) => write!(f, " = {value}"),
            _ => write!(f, " = {{{}}}", values.join(", ")),
        }
    }
}

impl Display for Printed<'_, Edge> {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "-> {}", self.part.to)?;
        for (idx, command) in self.part.commands.iter().enumerate() {
            let before = if idx == 0 { ": " } else { "; " };
            write!(f, "{before}{}", self.program.print(command))?;
        }
        Ok(())
    }
}

impl Display for Printed<'_, Command> {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let program = self.program;
        match self.part {
            Command::Assume(condition) => write!(f, "assume {}", program.print(condition)),
            Command::Await(condition) => write!(f, "await {}", program.print(condition)),
            Command::Assign(place, value) => {
                write!(f, "{} := {}", program.print(place), program.print(value))
            }
            Command::Havoc(place, source) => {
                write!(f, "havoc {} {}", program.print(place), spelling(&SOURCES, *source))
            }
            Command::Create { template, args, handle } => {
                write!(f, "create {}(", program.template_name(*template))?;
                for (idx, (var, value)) in args.iter().enumerate() {
                    let before = if idx == 0 { "" } else { ", " };
                    write!(f, "{before}{} = {}", program.var_name(*var), program.print(value))?;
                }
                write!(f, ")")?;
                match handle {
                    Some(place) => write!(f, " -> {}", program.print(place)),
                    None => Ok(()),
                }
            }
            Command::Join(handle) => write!(f, "join {}", program.print(handle)),
        }
    }
}

impl Display for Printed<'_, Place> {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let name = self.program.var_name(self.part.var());
        match self.part {
            Place::Var(_) => write!(f, "{name}"),
            Place::Elem(_, index) => write!(f, "{name}[{}]", self.program.print(index)),
        }
    }
}

impl Display for Printed<'_, Expr> {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let program = self.program;
        match self.part {
            Expr::Const(bits) => write!(f, "{}:i{}", bits_number(*bits), bits.width),
            Expr::NoThread => write!(f, "@none"),
            Expr::SelfHandle => write!(f, "@self"),
            Expr::Var(var) => write!(f, "{}", program.var_name(*var)),
            Expr::Elem(var, index) => {
                write!(f, "{}[{}]", program.var_name(*var), program.print(&**index))
            }
            Expr::Un(UnOp::Not, a) => write!(f, "!{}", Operand { program, expr: a }),
            // A minus before digits would be the sign of a number.
            Expr::Un(UnOp::Neg, a) if matches!(**a, Expr::Const(_)) => {
                write!(f, "-({})", program.print(&**a))
            }
            Expr::Un(UnOp::Neg, a) => write!(f, "-{}", Operand { program, expr: a }),
            Expr::Bin(op, a, b) => {
                let (a, b) = (Operand { program, expr: a }, Operand { program, expr: b });
                write!(f, "{a} {} {b}", spelling(&BIN_OPS, *op))
            }
            Expr::Ite(condition, then, otherwise) => {
                let [condition, then, otherwise] =
                    [condition, then, otherwise].map(|expr| Operand { program, expr });
                write!(f, "{condition} ? {then} : {otherwise}")
            }
            Expr::Resize(extend, width, a) => {
                let extend = match extend {
                    Extend::Zero => "zext",
                    Extend::Sign => "sext",
                };
                write!(f, "{extend}{width}({})", program.print(&**a))
            }
        }
    }
}

/// An expression beside an operator.
struct Operand<'a> {
    program: &'a Program,
    expr: &'a Expr,
}

impl Display for Operand<'_> {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let expr = self.program.print(self.expr);
        match self.expr {
            Expr::Bin(..) | Expr::Ite(..) => write!(f, "({expr})"),
            _ => write!(f, "{expr}"),
        }
    }
}

fn number(value: u64, sort: Sort) -> String {
    match sort {
        Sort::Bits(width) => bits_number(Bits { value, width }),
        Sort::Handle => value.to_string(),
    }
}

fn bits_number(bits: Bits) -> String {
    // Of bits alone a minus would only puzzle; and invalid widths have no sign.
    let has_sign = (8..=64).contains(&bits.width) && bits.value <= Bits::mask(bits.width);
    if has_sign && (LEAST_SIGNED..0).contains(&bits.signed()) {
        bits.signed().to_string()
    } else {
        bits.value.to_string()
    }
}

fn spelling<T: PartialEq>(table: &[(T, &'static str)], wanted: T) -> &'static str {
    // The tables have an entry for every variant; the parser's tests go through all of them.
    table.iter().find(|(entry, _)| *entry == wanted).map_or("@invalid", |(_, text)| text)
}
