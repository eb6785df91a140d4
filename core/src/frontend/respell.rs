//! The text that tree-sitter reads instead of the program.
//!
//! tree-sitter's C grammar guesses where C needs to know: it has no typedefs, and it knows neither
//! all keywords nor all places of attributes. So it is given a respelling in which there is nothing
//! to guess. Every type is spelled `int`, every literal `0`, an identifier that could be mistaken
//! for a type `0` as well, and words that do not shape the tree are left out. The tree of that text
//! is the tree of the program; what its leaves really are is looked up in the tokens.
//!
//! Some tokens need company to be read at all, such as an implied `int`. It is put between the
//! tokens as *padding*, and a leaf that is padding is nobody's token.

use super::lex::{Lex, Lexemes};

/// What became of a token. Found by `skim`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// A keyword, literal or punctuation that shapes the tree.
    Plain,
    /// An identifier.
    Name,
    /// An identifier in an expression, where the grammar might take it for a type.
    Value,
    /// The first word that names a type.
    Type,
    /// A specifier or qualifier that belongs to what follows; left out.
    Spec,
    /// One that belongs to the token before; left out.
    SpecTail,
    /// Part of an attribute or the like, belonging to what follows; left out.
    Skip,
    /// The same, belonging to the token before.
    SkipTail,
    /// A comment or an attribute that speaks to Braid.
    Mark,
    /// An attribute that speaks to Braid, belonging to the token before.
    MarkTail,
    /// Something not understood, in place of an expression; its other tokens follow as tails.
    Opaque,
    /// The same in place of a declaration.
    OpaqueItem,
    /// `typeof` and `_Atomic` with an operand in parentheses.
    Typeof,
    /// A postfix `++` or `--`.
    Postfix,
    /// The `...` of a case range.
    CaseRange,
    Offsetof,
    /// The name of something that looks like a call but has types among its arguments, which are spelled
    /// as their sizes.
    TypeCall,
    /// The `:` of a generic selection.
    Association,
}

impl Class {
    /// Belongs to the token before.
    pub fn is_tail(self) -> bool {
        matches!(self, Class::SpecTail | Class::SkipTail | Class::MarkTail)
    }

    /// Left out, and belongs to what follows.
    pub fn is_lead(self) -> bool {
        matches!(self, Class::Spec | Class::Skip | Class::Mark)
    }
}

/// What became of all tokens, and the padding between them.
pub struct Spelling {
    pub classes: Vec<Class>,
    /// Token index and the text to put before that token, in the order they were asked for.
    pads: Vec<(u32, &'static str)>,
}

impl Spelling {
    pub fn new(n_tokens: usize) -> Self {
        Self { classes: vec![Class::Plain; n_tokens], pads: Vec::new() }
    }

    pub fn pad(&mut self, token_idx: usize, text: &'static str) {
        self.pads.push((token_idx as u32, text));
    }

    pub fn n_pads(&self) -> usize {
        self.pads.len()
    }

    /// Drops the padding from a token on; only what was asked for last can lie there.
    pub fn drop_pads_from(&mut self, token_idx: usize) {
        while self.pads.pop_if(|&mut (at, _)| at as usize >= token_idx).is_some() {}
    }

    pub fn truncate_pads(&mut self, n_pads: usize) {
        self.pads.truncate(n_pads);
    }
}

/// The respelled text, and which part of it stands for which token.
pub struct Respelled {
    pub text: String,
    /// Per token: where its text is. Empty for what is left out.
    pub places: Vec<(u32, u32)>,
}

impl Respelled {
    /// The token that stands at a byte, or the first one after it.
    pub fn token_at(&self, offset: u32) -> usize {
        self.places.partition_point(|&(_, end)| end <= offset)
    }
}

/// Writes the text down.
pub fn lay_out(source: &Lexemes, spelling: &mut Spelling) -> Respelled {
    // Stable, so that padding at one place keeps the order in which it was asked for.
    spelling.pads.sort_by_key(|&(token_idx, _)| token_idx);
    let mut pads = spelling.pads.iter().peekable();
    let mut text = String::with_capacity(source.tokens.text.len());
    let mut places = Vec::with_capacity(spelling.classes.len());
    for (token_idx, &class) in spelling.classes.iter().enumerate() {
        while let Some((_, pad)) = pads.next_if(|&&(at, _)| at as usize <= token_idx) {
            text.push_str(pad);
            text.push(' ');
        }
        let start = text.len() as u32;
        let body = body(source, token_idx, class);
        text.push_str(body);
        places.push((start, text.len() as u32));
        if !body.is_empty() {
            // Always a blank: the grammar has signed number literals, and would read `-1` as one.
            text.push(' ');
        }
    }
    for (_, pad) in pads {
        text.push_str(pad);
        text.push(' ');
    }
    Respelled { text, places }
}

fn body<'t>(source: &Lexemes<'t>, token_idx: usize, class: Class) -> &'t str {
    match class {
        Class::Plain => match source.lex[token_idx] {
            Lex::Number | Lex::Truth(_) | Lex::Nullptr => "0",
            Lex::Char => "'0'",
            Lex::Str => "\"\"",
            Lex::Alignof => "alignof",
            Lex::LBrace => "{",
            Lex::RBrace => "}",
            Lex::LBracket => "[",
            Lex::RBracket => "]",
            _ => source.spelling(token_idx),
        },
        Class::Name if source.reserved(source.word(token_idx)) => "x",
        Class::Name => source.spelling(token_idx),
        Class::Value => "0",
        // In parentheses it can be assigned to.
        Class::Opaque => "( 0 )",
        Class::Type | Class::OpaqueItem => "int",
        Class::Spec | Class::SpecTail | Class::Skip | Class::SkipTail => "",
        Class::Mark | Class::MarkTail => "/* braid: */",
        // An enum is a type for the grammar wherever it stands, and `sizeof` takes types and
        // values.
        Class::Typeof => "enum { x = sizeof",
        // The grammar lets `-x++` be `(-x)++`; it has no such doubts about members.
        Class::Postfix => ". x",
        Class::CaseRange => ") = (",
        Class::Offsetof => "offsetof",
        Class::TypeCall => "x",
        Class::Association => ",",
    }
}
