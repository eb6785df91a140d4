//! Reads back what `print.rs` writes: `print.rs` shows the form.
//!
//! Beyond that it allows comments (`#` to the end of the line), empty lines, locations in any order,
//! and parentheses around any expression. Variables, templates and properties must be declared before
//! the edges that use them. Only what is needed to build a program is checked here; whether it makes
//! sense is for `Program::validate`.
//!
//! Any text is fine as input: the parser answers with a program or a [`ParseError`].

mod command;
mod expr;
mod lex;
mod line;
#[cfg(test)]
mod tests;

pub(super) use lex::is_name;

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use self::lex::Token;
use self::line::{Line, width};
use super::expr::Expr;
use super::print::PROPERTY_KINDS;
use super::program::{
    Edge, Init, Loc, LocId, LocKind, Program, PropId, Property, Scope, Sort, Template, TemplateId,
    Var,
};

/// Text that is no program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// Counted from 1.
    pub line: usize,
    pub message: String,
}

impl Display for ParseError {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for ParseError {}

impl FromStr for Program {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut draft = Draft::default();
        let mut n_lines = 0;
        for (idx, line) in text.lines().enumerate() {
            let at = |message| ParseError { line: idx + 1, message };
            let tokens = lex::tokens(line).map_err(at)?;
            if !tokens.is_empty() {
                draft.line(Line::new(&tokens), idx + 1).map_err(at)?;
            }
            n_lines = idx + 1;
        }
        draft.finish(n_lines)
    }
}

impl Program {
    /// An expression over this program's variables, as `print` writes it. Its sorts are not checked.
    pub fn parse_expr(&self, text: &str) -> Result<Expr, ParseError> {
        let at = |message| ParseError { line: 1, message };
        let draft = Draft { vars: self.vars.clone(), ..Draft::default() };
        let tokens = lex::tokens(text).map_err(at)?;
        let mut line = Line::new(&tokens);
        let expr = draft.expr(&mut line).map_err(at)?;
        line.end().map_err(at)?;
        Ok(expr)
    }
}

/// A program of which some lines have been read.
#[derive(Debug, Default)]
struct Draft {
    vars: Vec<Var>,
    templates: Vec<Template>,
    properties: Vec<Property>,
    locs: BTreeMap<LocId, Loc>,
    /// In the order of the text.
    edges: Vec<Edge>,
    main: Option<TemplateId>,
    /// The location whose edges are being read.
    current: Option<LocId>,
    /// Locations mentioned, and the lines that do.
    mentioned: Vec<(LocId, usize)>,
}

impl Draft {
    fn line(&mut self, mut line: Line, number: usize) -> Result<(), String> {
        match line.tokens[0] {
            Token::Symbol("->") => self.edge(&mut line, number)?,
            Token::Word("shared") => self.var(&mut line, Scope::Shared)?,
            Token::Word("local") => self.var(&mut line, Scope::Local)?,
            Token::Word("template") => self.template(&mut line, number)?,
            Token::Word("property") => self.property(&mut line, number)?,
            _ => self.loc(&mut line)?,
        }
        line.end()
    }

    fn var(&mut self, line: &mut Line, scope: Scope) -> Result<(), String> {
        line.word("a scope")?;
        let sort = match line.word("a type")? {
            "thread" => Sort::Handle,
            text => Sort::Bits(width(text)?),
        };
        let mut len = None;
        if line.take("[") {
            len = Some(line.number("a length")?);
            line.expect("]")?;
        }
        let name = line.name()?.to_string();
        if self.vars.iter().any(|var| var.name == name) {
            return Err(format!("{name} is declared twice"));
        }
        let init = if line.take("=") { line.init(sort)? } else { Init::Zero };
        self.vars.push(Var { name, scope, sort, len, init });
        Ok(())
    }

    fn template(&mut self, line: &mut Line, number: usize) -> Result<(), String> {
        line.keyword("template")?;
        let name = line.name()?.to_string();
        if self.templates.iter().any(|template| template.name == name) {
            return Err(format!("template {name} is declared twice"));
        }
        line.keyword("at")?;
        let entry = self.mention(line, number)?;
        if line.take("(") {
            line.keyword("initial")?;
            line.expect(")")?;
            if self.main.is_some() {
                return Err("a second template is initial".into());
            }
            self.main = Some(TemplateId(self.templates.len() as u32));
        }
        self.templates.push(Template { name, entry });
        Ok(())
    }

    fn property(&mut self, line: &mut Line, number: usize) -> Result<(), String> {
        line.keyword("property")?;
        let expected = PropId(self.properties.len() as u32);
        if line.property()? != expected {
            return Err(format!("the next property is {expected}"));
        }
        let kind = line.one_of(&PROPERTY_KINDS, "a kind of property")?;
        line.keyword("at")?;
        let error = self.mention(line, number)?;
        self.properties.push(Property { kind, error });
        Ok(())
    }

    fn loc(&mut self, line: &mut Line) -> Result<(), String> {
        let id = line.loc()?;
        let atomic = line.take("(");
        if atomic {
            line.keyword("atomic")?;
            line.expect(")")?;
        }
        line.expect(":")?;
        let kind = match line.tokens.first() {
            None => LocKind::Plain,
            Some(_) => match line.word("a kind of location")? {
                "finished" => LocKind::Finished,
                "halted" => LocKind::Halted,
                "error" => LocKind::Error(line.property()?),
                other => return Err(format!("{other} is no kind of location")),
            },
        };
        if self.locs.insert(id, Loc { kind, atomic }).is_some() {
            return Err(format!("{id} is declared twice"));
        }
        self.current = Some(id);
        Ok(())
    }

    fn edge(&mut self, line: &mut Line, number: usize) -> Result<(), String> {
        line.expect("->")?;
        let from = self.current.ok_or("an edge outside a location")?;
        let to = self.mention(line, number)?;
        let mut commands = Vec::new();
        if line.take(":") {
            commands.push(self.command(line)?);
            while line.take(";") {
                commands.push(self.command(line)?);
            }
        }
        self.edges.push(Edge { from, to, commands });
        Ok(())
    }

    fn mention(&mut self, line: &mut Line, number: usize) -> Result<LocId, String> {
        let id = line.loc()?;
        self.mentioned.push((id, number));
        Ok(id)
    }

    fn finish(mut self, n_lines: usize) -> Result<Program, ParseError> {
        let at_end = |message| ParseError { line: n_lines, message };
        if let Some((id, line)) = self.mentioned.iter().find(|(id, _)| !self.locs.contains_key(id))
        {
            return Err(ParseError { line: *line, message: format!("{id} is not declared") });
        }
        let mut ids = self.locs.keys().zip(0..);
        if let Some((_, expected)) = ids.find(|(id, expected)| **id != LocId(*expected)) {
            return Err(at_end(format!("{} is not declared", LocId(expected))));
        }
        let main = self.main.ok_or_else(|| at_end("no template is initial".into()))?;
        // Stable: edges of one location stay in order.
        self.edges.sort_by_key(|edge| edge.from);
        Ok(Program {
            vars: self.vars,
            locs: self.locs.into_values().collect(),
            edges: self.edges,
            templates: self.templates,
            properties: self.properties,
            main,
        })
    }
}
