//! A token on its way through the preprocessor.

use super::names::Symbol;
use crate::text::{FileId, Span};

/// What a token is. The last four never leave the preprocessor's own lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Word,
    Number,
    Char,
    String,
    Punct(Punct),
    /// A comment that starts with `braid:`.
    Annotation,
    /// A character that is part of no C token.
    Other,
    /// A comment, string or character constant without an end.
    Broken,
    Newline,
    /// The end of a file, of a directive's line, or of a list of tokens.
    End,
    /// What an empty macro argument is to `##`.
    Placemarker,
    /// In [`super::expander::Expander::pending`]: the expansion of the macro it names ends here.
    Leave,
    /// In [`super::expander::Expander::pending`]: the list that is being expanded ends here.
    Stop,
}

/// The punctuators that the preprocessor or the layout must tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Punct {
    OpenParen,
    CloseParen,
    /// `[` and `{`
    Open,
    /// `]` and `}`
    Close,
    /// `<:`, `<%`
    OpenDigraph,
    /// `:>`, `%>`
    CloseDigraph,
    Comma,
    Hash,
    HashHash,
    Ellipsis,
    Plain,
}

/// Where a token's characters are. Line splices are never part of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// In the source, at the token's origin.
    Source,
    /// In the table of names; so for every [`Kind::Word`].
    Name(Symbol),
    /// Among the spellings that were made, by number.
    Made(u32),
}

#[derive(Clone, Copy, Debug)]
pub struct Tok {
    pub kind: Kind,
    pub spelling: Spelling,
    pub origin: Span,
    /// White space stands before it.
    pub space: bool,
    /// It is the first token of its line. Implies `space`.
    pub line: bool,
    /// It names a macro inside that macro's own expansion, so it is never expanded again: not even
    /// after that expansion, when it has been passed on as an argument.
    pub painted: bool,
    /// It was pasted, stringised or computed, and `origin` is the invocation that did it.
    pub made: bool,
}

impl Tok {
    /// A token of no text, for the ends and marks of lists.
    pub fn mark(kind: Kind) -> Self {
        Self {
            kind,
            spelling: Spelling::Source,
            origin: Span::whole(FileId(0)),
            space: false,
            line: false,
            painted: false,
            made: false,
        }
    }

    /// The mark for the end of a macro's expansion.
    pub fn leave(name: Symbol) -> Self {
        Self { spelling: Spelling::Name(name), ..Self::mark(Kind::Leave) }
    }

    /// A word's name.
    pub fn name(&self) -> Option<Symbol> {
        match (self.kind, self.spelling) {
            (Kind::Word, Spelling::Name(name)) => Some(name),
            _ => None,
        }
    }

    pub fn is(&self, punct: Punct) -> bool {
        self.kind == Kind::Punct(punct)
    }
}
