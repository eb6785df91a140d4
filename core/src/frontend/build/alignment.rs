//! How something is aligned: `_Alignas` and the attributes `aligned` and `packed`.

use super::Build;
use crate::ast::{Alignment, Expr, ExprKind, IntLiteral, IntSuffix};
use crate::frontend::annotate::{fragment, scan};
use crate::frontend::skim::{Attribute, Operand};
use crate::text::{Span, Token, TokenKind, Tokens};

/// `aligned` without a number means as much as any type needs.
const MOST: u64 = 16;

impl Alignment {
    pub fn and(mut self, other: Alignment) -> Alignment {
        self.packed |= other.packed;
        self.multiples.extend(other.multiples);
        self
    }
}

impl Build<'_, '_> {
    /// What an `aligned` or `_Alignas` asks for; `None` if it cannot be read.
    pub fn multiple(&mut self, entry: &Attribute) -> Option<Expr> {
        let span = self.span_of(entry.at as usize..entry.end as usize);
        let Some((start, end)) = entry.args else {
            let literal =
                IntLiteral { value: MOST, decimal: true, unsigned: false, suffix: IntSuffix::None };
            return Some(Expr { kind: ExprKind::Int(literal), span });
        };
        let part = scan::part(self.source.tokens, start as usize..end as usize);
        let part = match entry.operand {
            Operand::Expr => part,
            Operand::Type => as_operand("_Alignof", part, span),
        };
        fragment::expression(&part, &entry.types).ok()
    }
}

/// `word(tokens)`
fn as_operand(word: &str, tokens: Tokens, span: Span) -> Tokens {
    let moved_by = word.len() as u32 + 1;
    let end = moved_by + tokens.text.len() as u32;
    let made = |kind, start, end| Token { kind, start, end, origin: span, expansion: None };
    let mut all = vec![
        made(TokenKind::Word, 0, moved_by - 1),
        made(TokenKind::Punct, moved_by - 1, moved_by),
    ];
    let moved = tokens.tokens.iter();
    all.extend(moved.map(|token| Token {
        start: token.start + moved_by,
        end: token.end + moved_by,
        ..*token
    }));
    all.push(made(TokenKind::Punct, end, end + 1));
    Tokens { text: format!("{word}({})", tokens.text), tokens: all, ..tokens }
}
