//! Expressions. There is no precedence: `a + b + c` is an error, not a guess.

use super::super::expr::{Expr, Extend, UnOp};
use super::super::print::BIN_OPS;
use super::Draft;
use super::lex::Token;
use super::line::{Line, bits, width};

/// Deeper nesting is refused, so that no text exhausts the stack.
const MAX_DEPTH: usize = 500;

impl Draft {
    /// An operand, or operands with one operator.
    pub(super) fn expr(&self, line: &mut Line) -> Result<Expr, String> {
        let left = self.operand(line)?;
        if line.take("?") {
            let then = self.operand(line)?;
            line.expect(":")?;
            return Ok(Expr::ite(left, then, self.operand(line)?));
        }
        for (op, symbol) in BIN_OPS {
            if line.take(symbol) {
                return Ok(Expr::bin(op, left, self.operand(line)?));
            }
        }
        Ok(left)
    }

    fn operand(&self, line: &mut Line) -> Result<Expr, String> {
        if line.depth == MAX_DEPTH {
            return Err(format!("expressions are nested more than {MAX_DEPTH} deep"));
        }
        line.depth += 1;
        let operand = self.operand_within(line);
        line.depth -= 1;
        operand
    }

    fn operand_within(&self, line: &mut Line) -> Result<Expr, String> {
        if line.take("(") {
            let inner = self.expr(line)?;
            line.expect(")")?;
            Ok(inner)
        } else if line.take("!") {
            Ok(Expr::un(UnOp::Not, self.operand(line)?))
        } else if line.take("-") {
            match line.tokens.first() {
                Some(Token::Word(word)) if starts_number(word) => constant(line, true),
                _ => Ok(Expr::un(UnOp::Neg, self.operand(line)?)),
            }
        } else if line.take("@") {
            match line.word("self or none")? {
                "self" => Ok(Expr::SelfHandle),
                "none" => Ok(Expr::NoThread),
                other => Err(format!("@{other} is neither @self nor @none")),
            }
        } else {
            self.word_operand(line)
        }
    }

    fn word_operand(&self, line: &mut Line) -> Result<Expr, String> {
        match line.tokens {
            [Token::Word(word), ..] if starts_number(word) => constant(line, false),
            [Token::Word(word), Token::Symbol("("), ..] => {
                let (extend, width) = resize(word)?;
                line.next();
                line.expect("(")?;
                let inner = self.expr(line)?;
                line.expect(")")?;
                Ok(Expr::Resize(extend, width, Box::new(inner)))
            }
            [Token::Word(_), Token::Symbol("["), ..] => {
                let var = self.var_named(line.name()?)?;
                line.expect("[")?;
                let index = self.expr(line)?;
                line.expect("]")?;
                Ok(Expr::Elem(var, Box::new(index)))
            }
            _ => Ok(Expr::Var(self.var_named(line.word("an expression")?)?)),
        }
    }
}

fn starts_number(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
}

/// A number with its width, `5:i32`.
fn constant(line: &mut Line, minus: bool) -> Result<Expr, String> {
    let word = line.word("a number")?;
    let (digits, sort) =
        word.split_once(':').ok_or_else(|| format!("{word} needs a width, as in {word}:i32"))?;
    Ok(Expr::Const(bits(minus, digits, width(sort)?)?))
}

fn resize(word: &str) -> Result<(Extend, u8), String> {
    let split = word.split_at_checked(4);
    let (extend, digits) = match split {
        Some(("zext", digits)) => (Extend::Zero, digits),
        Some(("sext", digits)) => (Extend::Sign, digits),
        _ => return Err(format!("{word} is no operation")),
    };
    Ok((extend, width(&format!("i{digits}"))?))
}
