//! Tokens as lexemes of C: one small value per token, so that no later pass compares text.
//!
//! Words are numbered on the way, keywords first. A word's number is what scopes and names are kept
//! by, so each word of the program is hashed once.

use crate::hash::FxHashMap;

use super::keywords::{KEYWORDS, RESERVED};
use crate::ast::{AssignOp, BinaryOp, FloatKind, RecordKind, Storage};
use crate::text::{Token, TokenKind, Tokens};

/// What a token is to C's grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lex {
    Ident,
    Number,
    Char,
    Str,
    /// A comment that speaks to Braid.
    Annotation,
    /// `true` and `false`, where the program has not given them a meaning of its own.
    Truth(bool),
    Nullptr,

    TypeWord(TypeWord),
    Const,
    Volatile,
    Restrict,
    Storage(Storage),
    Inline,
    Noreturn,
    ThreadLocal,
    Atomic,
    Alignas,
    Attribute,
    Extension,
    Record(RecordKind),
    Enum,
    Typeof,

    Sizeof,
    Alignof,
    Generic,
    Offsetof,
    /// A built-in function that takes types as arguments.
    TypeCall,
    /// `__real__`, `__imag__`
    ComplexPart,
    StaticAssert,
    Asm,
    LocalLabel,

    If,
    Else,
    Switch,
    Case,
    Default,
    While,
    Do,
    For,
    Return,
    Goto,
    Break,
    Continue,

    LParen,
    RParen,
    LBracket,
    RBracket,
    LBrace,
    RBrace,
    Semi,
    Comma,
    Colon,
    Question,
    Dot,
    Arrow,
    Ellipsis,
    Inc,
    Dec,
    Bang,
    Tilde,
    /// Also the unary `+ - * &`.
    Op(BinaryOp),
    Assign(AssignOp),
    /// A character that C has no use for.
    Stray,
    /// After the last token.
    End,
}

/// The words of which arithmetic types are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeWord {
    Void,
    Char,
    Short,
    Int,
    Long,
    Signed,
    Unsigned,
    Float,
    Double,
    Bool,
    Int128,
    Complex,
    /// `_Float128`, `_Decimal64` and the like, and what they are as large as.
    OtherFloat(FloatKind),
    /// `__auto_type`
    Auto,
}

/// The number of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WordId(pub u32);

impl WordId {
    /// For tokens that are no words.
    const NONE: WordId = WordId(u32::MAX);

    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The tokens of a unit with what they are.
pub struct Lexemes<'t> {
    pub tokens: &'t Tokens,
    /// One per token, and [`Lex::End`].
    pub lex: Vec<Lex>,
    word_of: Vec<WordId>,
    words: Vec<&'t str>,
    ids: FxHashMap<&'t str, WordId>,
}

impl<'t> Lexemes<'t> {
    pub fn new(tokens: &'t Tokens) -> Self {
        let mut ids: FxHashMap<&'t str, WordId> = FxHashMap::default();
        let mut words = Vec::new();
        let known = KEYWORDS.iter().map(|&(word, _)| word).chain(RESERVED.iter().copied());
        for word in known {
            ids.insert(word, WordId(words.len() as u32));
            words.push(word);
        }
        let mut lex = Vec::with_capacity(tokens.tokens.len() + 1);
        let mut word_of = Vec::with_capacity(tokens.tokens.len());
        for token in &tokens.tokens {
            let spelling = tokens.spelling(token);
            let mut word = WordId::NONE;
            lex.push(match token.kind {
                TokenKind::Word => {
                    word = *ids.entry(spelling).or_insert_with(|| {
                        words.push(spelling);
                        WordId(words.len() as u32 - 1)
                    });
                    KEYWORDS.get(word.index()).map_or(Lex::Ident, |&(_, lex)| lex)
                }
                TokenKind::Number => Lex::Number,
                TokenKind::Char => Lex::Char,
                TokenKind::String => Lex::Str,
                TokenKind::Annotation => Lex::Annotation,
                TokenKind::Punct => punct(spelling),
            });
            word_of.push(word);
        }
        lex.push(Lex::End);
        Self { tokens, lex, word_of, words, ids }
    }

    pub fn n_words(&self) -> usize {
        self.words.len()
    }

    /// The token's word; only for tokens that are one.
    pub fn word(&self, token_idx: usize) -> WordId {
        self.word_of.get(token_idx).copied().unwrap_or(WordId::NONE)
    }

    pub fn word_text(&self, word: WordId) -> &'t str {
        self.words.get(word.index()).copied().unwrap_or("")
    }

    /// The number of a word that occurs in the tokens.
    pub fn word_named(&self, text: &str) -> Option<WordId> {
        self.ids.get(text).copied()
    }

    pub fn words(&self) -> impl Iterator<Item = (WordId, &'t str)> + '_ {
        self.words.iter().enumerate().map(|(idx, &text)| (WordId(idx as u32), text))
    }

    /// Whether tree-sitter's grammar would read the word as something other than an identifier.
    pub fn reserved(&self, word: WordId) -> bool {
        word.index() < KEYWORDS.len() + RESERVED.len() || !self.word_text(word).is_ascii()
    }

    pub fn token(&self, token_idx: usize) -> Option<&'t Token> {
        self.tokens.tokens.get(token_idx)
    }

    pub fn spelling(&self, token_idx: usize) -> &'t str {
        self.token(token_idx).map_or("", |token| self.tokens.spelling(token))
    }
}

fn punct(spelling: &str) -> Lex {
    use BinaryOp::*;
    match spelling {
        "(" => Lex::LParen,
        ")" => Lex::RParen,
        ";" => Lex::Semi,
        "," => Lex::Comma,
        "=" => Lex::Assign(AssignOp::Plain),
        "*" => Lex::Op(Mul),
        "{" | "<%" => Lex::LBrace,
        "}" | "%>" => Lex::RBrace,
        "[" | "<:" => Lex::LBracket,
        "]" | ":>" => Lex::RBracket,
        "." => Lex::Dot,
        "->" => Lex::Arrow,
        "&" => Lex::Op(BitAnd),
        "+" => Lex::Op(Add),
        "-" => Lex::Op(Sub),
        "++" => Lex::Inc,
        "--" => Lex::Dec,
        "==" => Lex::Op(Eq),
        "!=" => Lex::Op(Ne),
        "<" => Lex::Op(Lt),
        ">" => Lex::Op(Gt),
        "<=" => Lex::Op(Le),
        ">=" => Lex::Op(Ge),
        "&&" => Lex::Op(And),
        "||" => Lex::Op(Or),
        "!" => Lex::Bang,
        "~" => Lex::Tilde,
        "/" => Lex::Op(Div),
        "%" => Lex::Op(Rem),
        "<<" => Lex::Op(Shl),
        ">>" => Lex::Op(Shr),
        "^" => Lex::Op(BitXor),
        "|" => Lex::Op(BitOr),
        "?" => Lex::Question,
        ":" => Lex::Colon,
        "..." => Lex::Ellipsis,
        "+=" => Lex::Assign(AssignOp::Compound(Add)),
        "-=" => Lex::Assign(AssignOp::Compound(Sub)),
        "*=" => Lex::Assign(AssignOp::Compound(Mul)),
        "/=" => Lex::Assign(AssignOp::Compound(Div)),
        "%=" => Lex::Assign(AssignOp::Compound(Rem)),
        "<<=" => Lex::Assign(AssignOp::Compound(Shl)),
        ">>=" => Lex::Assign(AssignOp::Compound(Shr)),
        "&=" => Lex::Assign(AssignOp::Compound(BitAnd)),
        "^=" => Lex::Assign(AssignOp::Compound(BitXor)),
        "|=" => Lex::Assign(AssignOp::Compound(BitOr)),
        _ => Lex::Stray,
    }
}
