//! Macro definitions: what `#define` says.
//!
//! A body is prepared once, when it is defined: which words are parameters, which tokens `##`
//! joins, which parameter a `#` makes a string of.

use std::rc::Rc;

use super::codes;
use super::expander::Expander;
use super::macros::Macro;
use super::names::Symbol;
use super::spellings::Spellings;
use super::tok::{Kind, Punct, Tok};
use crate::text::{Problem, Span};

#[derive(Debug)]
pub struct Definition {
    /// The macro's name in its `#define`.
    pub at: Span,
    /// `None` for an object-like macro. The last one collects the rest if the macro is variadic.
    pub params: Option<Vec<Symbol>>,
    pub variadic: bool,
    pub body: Vec<Piece>,
    /// The body is nothing but its tokens: no parameter, no `##`.
    pub plain: bool,
}

/// A token of a macro's body.
#[derive(Clone, Copy, Debug)]
pub struct Piece {
    pub tok: Tok,
    pub role: Role,
    /// `##` stands before it.
    pub joined: bool,
    /// `##` stands after it.
    pub joins: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Token,
    /// The parameter with this index.
    Param(usize),
    /// `#` and the parameter with this index.
    Stringise(usize),
    /// `__VA_OPT__(`: what follows counts only if there are variable arguments. `end` is the index
    /// of the matching [`Role::OptionalEnd`].
    Optional {
        end: usize,
    },
    OptionalEnd,
}

impl Expander<'_> {
    /// `#define`, from the name on.
    pub fn define(&mut self, directive: Span) {
        let tok = match self.next_of_line() {
            Some(tok) => tok,
            None => return self.complain(codes::BAD_DEFINE, directive, "`#define` names no macro"),
        };
        let name = match tok.name() {
            Some(Symbol::DEFINED) => {
                return self.complain(codes::BAD_DEFINE, tok.origin, "`defined` cannot be a macro");
            }
            Some(name) => name,
            None => {
                let message = format!("`{}` cannot be a macro's name", self.spellings.text(&tok));
                return self.complain(codes::BAD_DEFINE, tok.origin, message);
            }
        };
        let line = self.rest_of_line();
        match parse(&self.spellings, tok.origin, &line) {
            Ok(definition) => self.add_definition(name, definition),
            Err(problem) => self.report(*problem),
        }
    }

    fn add_definition(&mut self, name: Symbol, definition: Definition) {
        let at = definition.at;
        if self.is_guard(name) {
            if !self.says_guarded(&definition) {
                self.macros.set(name, Some(Rc::new(Macro::Defined(definition))));
            }
            return;
        }
        let problem = |message| Problem::new(codes::MACRO_REDEFINED, at, message);
        let problem = match self.macros.get(name).map(|known| &**known) {
            None => None,
            Some(Macro::Builtin(_)) => Some(problem("A built-in macro is defined anew".to_owned())),
            Some(Macro::Defined(before)) => {
                (!same(&self.spellings, before, &definition)).then(|| {
                    let name = self.spellings.names.text(name);
                    problem(format!("`{name}` is defined again with another meaning"))
                        .hint("remove one of the definitions, or `#undef` the first")
                        .note(before.at, "first defined here")
                })
            }
        };
        if let Some(problem) = problem {
            self.report(problem);
        }
        self.macros.set(name, Some(Rc::new(Macro::Defined(definition))));
    }
}

impl Expander<'_> {
    /// Whether a macro still is our own word for what a lock guards.
    fn is_guard(&self, name: Symbol) -> bool {
        const WORDS: [&str; 4] = ["GUARDED_BY", "PT_GUARDED_BY", "__guarded_by", "__pt_guarded_by"];
        let known = self.macros.get(name).map(|known| &**known);
        let Some(Macro::Defined(before)) = known else { return false };
        WORDS.contains(&self.spellings.names.text(name))
            && self.sources.file(before.at.file).builtin
    }

    /// Whether a program defines such a word as a compiler's attribute, or as nothing for compilers that
    /// have none. Then it means what it says, and our definition stays.
    fn says_guarded(&self, definition: &Definition) -> bool {
        let mut words = definition.body.iter().map(|piece| self.spellings.text(&piece.tok));
        let is_function = definition.params.as_ref().is_some_and(|params| params.len() == 1);
        is_function && (definition.body.is_empty() || words.any(|word| word.contains("guarded_by")))
    }
}

/// A definition from what follows the macro's name.
fn parse(spellings: &Spellings, at: Span, line: &[Tok]) -> Result<Definition, Box<Problem>> {
    // Only a parenthesis that touches the name starts parameters.
    let has_params = line.first().is_some_and(|tok| tok.is(Punct::OpenParen) && !tok.space);
    let (params, variadic, body) = if has_params {
        let (params, variadic, n_read) = parse_params(spellings, at, line)?;
        (Some(params), variadic, &line[n_read..])
    } else {
        (None, false, line)
    };
    let mut body = prepare(params.as_deref(), variadic, body)?;
    if let Some(first) = body.first_mut() {
        // What separates it from the name is not part of the body.
        first.tok.space = false;
    }
    let is_plain = |piece: &Piece| piece.role == Role::Token && !piece.joined && !piece.joins;
    let plain = body.iter().all(is_plain);
    Ok(Definition { at, params, variadic, body, plain })
}

fn bad(at: Span, message: impl Into<String>) -> Box<Problem> {
    Box::new(Problem::fatal(codes::BAD_DEFINE, at, message))
}

/// The parameters, whether the last one is variadic, and how many tokens they took.
fn parse_params(
    spellings: &Spellings,
    at: Span,
    line: &[Tok],
) -> Result<(Vec<Symbol>, bool, usize), Box<Problem>> {
    let mut params = Vec::new();
    let is = |idx: usize, punct| line.get(idx).is_some_and(|tok: &Tok| tok.is(punct));
    if is(1, Punct::CloseParen) {
        return Ok((params, false, 2));
    }
    let mut idx = 1;
    loop {
        let Some(tok) = line.get(idx) else {
            return Err(bad(at, "the macro's parameters have no `)`"));
        };
        idx += 1;
        let mut variadic = tok.is(Punct::Ellipsis);
        let name = match tok.name() {
            _ if variadic => Symbol::VA_ARGS,
            Some(name) => name,
            None => {
                let text = spellings.text(tok);
                return Err(bad(tok.origin, format!("`{text}` cannot be a macro's parameter")));
            }
        };
        if params.contains(&name) {
            let name = spellings.text(tok);
            return Err(bad(tok.origin, format!("the parameter `{name}` is named twice")));
        }
        params.push(name);
        if is(idx, Punct::Ellipsis) {
            // gcc's `args...`
            variadic = true;
            idx += 1;
        }
        if is(idx, Punct::CloseParen) {
            return Ok((params, variadic, idx + 1));
        }
        if !is(idx, Punct::Comma) || variadic {
            return Err(bad(at, "the macro's parameters have no `)`"));
        }
        idx += 1;
    }
}

/// The body, with the role of each token. `##` is gone from it.
fn prepare(
    params: Option<&[Symbol]>,
    variadic: bool,
    body: &[Tok],
) -> Result<Vec<Piece>, Box<Problem>> {
    let param = |tok: &Tok| params?.iter().position(|param| Some(*param) == tok.name());
    let mut pieces: Vec<Piece> = Vec::with_capacity(body.len());
    // The `__VA_OPT__` that is open, and how many parentheses are inside it.
    let mut optional: Option<(usize, usize)> = None;
    let mut joined = false;
    let mut toks = body.iter().enumerate();
    while let Some((idx, &tok)) = toks.next() {
        let mut role = param(&tok).map_or(Role::Token, Role::Param);
        if tok.is(Punct::HashHash) {
            if idx == 0 || idx + 1 == body.len() {
                return Err(bad(tok.origin, "`##` needs a token on both sides"));
            }
            // What joins a `__VA_OPT__(...)` joins the last piece inside.
            let is_end = |piece: &&mut Piece| piece.role == Role::OptionalEnd;
            let n_joining = 1 + usize::from(pieces.last_mut().as_ref().is_some_and(is_end));
            for piece in pieces.iter_mut().rev().take(n_joining) {
                piece.joins = true;
            }
            joined = true;
            continue;
        } else if tok.is(Punct::Hash) && params.is_some() {
            let Some(idx) = toks.next().and_then(|(_, tok)| param(tok)) else {
                return Err(bad(tok.origin, "`#` needs a parameter of the macro after it"));
            };
            role = Role::Stringise(idx);
        } else if variadic && tok.name() == Some(Symbol::VA_OPT) {
            if optional.is_some() || !toks.next().is_some_and(|(_, tok)| tok.is(Punct::OpenParen)) {
                return Err(bad(tok.origin, "`__VA_OPT__` needs a list in parentheses after it"));
            }
            optional = Some((pieces.len(), 0));
            role = Role::Optional { end: 0 };
        } else if let Some((start, depth)) = &mut optional {
            match tok.kind {
                Kind::Punct(Punct::OpenParen) => *depth += 1,
                Kind::Punct(Punct::CloseParen) if *depth > 0 => *depth -= 1,
                Kind::Punct(Punct::CloseParen) => {
                    pieces[*start].role = Role::Optional { end: pieces.len() };
                    optional = None;
                    role = Role::OptionalEnd;
                }
                _ => {}
            }
        }
        pieces.push(Piece { tok, role, joined, joins: false });
        // What is joined to a `__VA_OPT__(...)` is joined to the first piece inside.
        joined &= matches!(role, Role::Optional { .. });
    }
    if let Some((start, _)) = optional {
        return Err(bad(pieces[start].tok.origin, "`__VA_OPT__` has no `)`"));
    }
    Ok(pieces)
}

/// Whether two definitions are the same to C: same parameters, same tokens, white space in the same
/// places.
fn same(spellings: &Spellings, a: &Definition, b: &Definition) -> bool {
    let same_piece = |(a, b): (&Piece, &Piece)| {
        let same_role = a.role == b.role && a.joined == b.joined;
        let same_text = spellings.text(&a.tok) == spellings.text(&b.tok);
        same_role && same_text && a.tok.space == b.tok.space
    };
    a.params == b.params
        && a.variadic == b.variadic
        && a.body.len() == b.body.len()
        && a.body.iter().zip(&b.body).all(same_piece)
}
