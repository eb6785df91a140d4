//! Programs from text: `mod.rs` shows the form.
//!
//! Locations may come in any order, commands too. Variables and templates must be declared before the
//! edges that use them. Only what is needed to build a program is checked here; whether it makes sense
//! is for `Program::validate`. Any text is fine as input.

use std::collections::BTreeMap;
use std::str::FromStr;

use super::lex::{Token, is_name, tokens};
use super::{Bit, Edge, Expr, Init, LocKind, Owner, Program, Target, Template, Time, Var, VarId};
use crate::scpl::{LocId, ParseError, Scope, TemplateId};

/// Deeper nesting is refused, so that no text exhausts the stack.
const MAX_DEPTH: usize = 300;

impl FromStr for Program {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let tokens = tokens(text)?;
        let mut parser = Parser { tokens: &tokens, next: 0, depth: 0, draft: Draft::default() };
        let parsed = parser.program();
        // An error is at the token that was looked at last.
        let line = tokens.get(parser.next.saturating_sub(1)).map_or(0, |token| token.line);
        let at = |message| ParseError { line, message };
        parsed.map_err(at)?;
        parser.draft.finish(line)
    }
}

/// What was read so far.
#[derive(Debug, Default)]
struct Draft {
    vars: Vec<Var>,
    templates: Vec<Template>,
    locs: BTreeMap<LocId, LocKind>,
    /// In the order of the text.
    edges: Vec<Edge>,
    main: Option<TemplateId>,
    initial: Option<Expr>,
    /// Locations mentioned, and where.
    mentioned: Vec<(LocId, usize)>,
}

impl Draft {
    fn finish(mut self, last_line: usize) -> Result<Program, ParseError> {
        let at_end = |message| ParseError { line: last_line, message };
        let mut missing = self.mentioned.iter().filter(|(id, _)| !self.locs.contains_key(id));
        if let Some((id, line)) = missing.next() {
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
            main,
            initial: self.initial.unwrap_or(Expr::Const(true)),
        })
    }
}

struct Parser<'t> {
    tokens: &'t [Token<'t>],
    next: usize,
    depth: usize,
    draft: Draft,
}

/// What went wrong at the last token taken.
type Parsed<T> = Result<T, String>;

impl<'t> Parser<'t> {
    fn peek(&self) -> Option<&'t str> {
        self.tokens.get(self.next).map(|token| token.text)
    }

    fn take(&mut self, text: &str) -> bool {
        let found = self.peek() == Some(text);
        self.next += usize::from(found);
        found
    }

    fn word(&mut self, what: &str) -> Parsed<&'t str> {
        match self.peek() {
            Some(text) => {
                self.next += 1;
                Ok(text)
            }
            None => Err(format!("expected {what} at the end")),
        }
    }

    fn expect(&mut self, text: &str) -> Parsed<()> {
        match self.word(text)? {
            found if found == text => Ok(()),
            found => Err(format!("expected {text}, found {found}")),
        }
    }

    fn name(&mut self) -> Parsed<&'t str> {
        let word = self.word("a name")?;
        if is_name(word) { Ok(word) } else { Err(format!("{word} is no name")) }
    }

    fn program(&mut self) -> Parsed<()> {
        while self.peek().is_some() {
            match self.word("a declaration")? {
                "shared" => self.var(Scope::Shared)?,
                "local" => self.var(Scope::Local)?,
                "template" => self.template()?,
                "initial" if self.draft.initial.is_some() => {
                    return Err("there is an initial condition already".into());
                }
                "initial" => self.draft.initial = Some(self.expr()?),
                word => match loc(word) {
                    Ok(id) => self.loc(id)?,
                    Err(_) => return Err(format!("{word} starts nothing here")),
                },
            }
        }
        Ok(())
    }

    fn var(&mut self, scope: Scope) -> Parsed<()> {
        let name = self.name()?.to_string();
        if self.draft.vars.iter().any(|var| var.name == name) {
            return Err(format!("{name} is declared twice"));
        }
        let init = match self.take("=") {
            false => Init::Zero,
            true => match self.word("an initial value")? {
                "0" => Init::Zero,
                "1" => Init::One,
                "any" => Init::Any,
                other => return Err(format!("{other} is none of 0, 1 and any")),
            },
        };
        self.draft.vars.push(Var { name, scope, init });
        Ok(())
    }

    fn template(&mut self) -> Parsed<()> {
        let name = self.name()?.to_string();
        if self.draft.templates.iter().any(|template| template.name == name) {
            return Err(format!("template {name} is declared twice"));
        }
        self.expect("at")?;
        let entry = self.mention()?;
        if self.take("(") {
            self.expect("initial")?;
            self.expect(")")?;
            if self.draft.main.is_some() {
                return Err("a second template is initial".into());
            }
            self.draft.main = Some(TemplateId(self.draft.templates.len() as u32));
        }
        self.draft.templates.push(Template { name, entry });
        Ok(())
    }

    fn mention(&mut self) -> Parsed<LocId> {
        let id = loc(self.word("a location")?)?;
        let line = self.tokens[self.next - 1].line;
        self.draft.mentioned.push((id, line));
        Ok(id)
    }

    fn loc(&mut self, id: LocId) -> Parsed<()> {
        self.expect(":")?;
        let kind = match () {
            () if self.take("end") => LocKind::End,
            () if self.take("bad") => LocKind::Bad,
            () => LocKind::Plain,
        };
        if self.draft.locs.insert(id, kind).is_some() {
            return Err(format!("{id} is declared twice"));
        }
        while self.take("->") {
            let mut edge = Edge::new(id, self.mention()?);
            if self.take(":") {
                self.command(&mut edge)?;
                while self.take(";") {
                    self.command(&mut edge)?;
                }
            }
            self.draft.edges.push(edge);
        }
        Ok(())
    }

    fn command(&mut self, edge: &mut Edge) -> Parsed<()> {
        if self.take("start") {
            let name = self.name()?;
            let found = self.draft.templates.iter().position(|template| template.name == name);
            let found = found.ok_or_else(|| format!("template {name} is not declared"))?;
            if edge.start.replace(TemplateId(found as u32)).is_some() {
                return Err("a step starts one thread at most".into());
            }
        } else if self.take("havoc") {
            edge.havoc.push(self.target()?);
            while self.take(",") {
                edge.havoc.push(self.target()?);
            }
        } else if self.take("constrain") {
            let over_passive = self.tokens.get(self.next + 1).map(|token| token.text) == Some(":");
            if over_passive {
                self.expect("p")?;
                self.expect(":")?;
                edge.constrain_each.push(self.expr()?);
            } else {
                edge.constrain.push(self.expr()?);
            }
        } else {
            let target = self.target()?;
            self.expect(":=")?;
            edge.assign.push((target, self.expr()?));
        }
        Ok(())
    }

    fn target(&mut self) -> Parsed<Target> {
        let owner = match () {
            () if self.take("a") => Owner::Active,
            () if self.take("p") => Owner::Passive,
            () if self.take("new") => Owner::New,
            () => Owner::Shared,
        };
        if owner != Owner::Shared {
            self.expect(".")?;
        }
        let name = self.word("a variable")?;
        let found = self.draft.vars.iter().position(|var| var.name == name);
        let found = found.ok_or_else(|| format!("{name} is not declared"))?;
        Ok((owner, VarId(found as u32)))
    }

    /// An operand, or operands with one operator.
    fn expr(&mut self) -> Parsed<Expr> {
        let first = self.operand()?;
        match self.peek() {
            Some("==") => self.pair(first, Expr::Eq),
            Some("=>") => self.pair(first, Expr::Implies),
            Some("&") => Ok(Expr::And(self.list(first, "&")?)),
            Some("|") => Ok(Expr::Or(self.list(first, "|")?)),
            _ => Ok(first),
        }
    }

    fn pair(&mut self, left: Expr, of: fn(Box<Expr>, Box<Expr>) -> Expr) -> Parsed<Expr> {
        self.next += 1;
        Ok(of(Box::new(left), Box::new(self.operand()?)))
    }

    fn list(&mut self, first: Expr, operator: &str) -> Parsed<Vec<Expr>> {
        let mut list = vec![first];
        while self.take(operator) {
            list.push(self.operand()?);
        }
        Ok(list)
    }

    fn operand(&mut self) -> Parsed<Expr> {
        if self.depth == MAX_DEPTH {
            return Err(format!("expressions are nested more than {MAX_DEPTH} deep"));
        }
        self.depth += 1;
        let operand = self.operand_within();
        self.depth -= 1;
        operand
    }

    fn operand_within(&mut self) -> Parsed<Expr> {
        if self.take("(") {
            let inner = self.expr()?;
            self.expect(")")?;
            return Ok(inner);
        }
        if self.take("!") {
            return Ok(Expr::Not(Box::new(self.operand()?)));
        }
        if self.take("0") {
            return Ok(Expr::Const(false));
        }
        if self.take("1") {
            return Ok(Expr::Const(true));
        }
        let is_place = self.tokens.get(self.next + 1).map(|token| token.text) == Some("@");
        if is_place {
            self.expect("p")?;
            self.expect("@")?;
            return Ok(Expr::At(self.mention()?));
        }
        let (owner, var) = self.target()?;
        let time = if self.take("'") { Time::After } else { Time::Before };
        Ok(Expr::Bit(Bit { owner, var, time }))
    }
}

/// The location in `L12`; without leading zeros, so that there is one way to write it.
fn loc(word: &str) -> Parsed<LocId> {
    let digits = word.strip_prefix('L').unwrap_or_default();
    let is_plain = digits == "0" || !digits.starts_with('0');
    let is_number = is_plain && digits.bytes().all(|byte| byte.is_ascii_digit());
    let number = if is_number { digits.parse().ok() } else { None };
    number.map(LocId).ok_or_else(|| format!("{word} is no location"))
}
