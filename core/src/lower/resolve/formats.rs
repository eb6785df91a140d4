//! `snprintf` and `sprintf`, piece by piece.
//!
//! Where the format is a literal, the call becomes one of a function of its own, which puts the pieces into
//! the buffer one after the other by the functions of `stdio.h`: text and small numbers as they are, and
//! some characters in the place of what is not followed. What is known of an argument here is text.

use super::super::typed::{Callee, Func, FuncId, LKind, LValue, ObjId, ObjStorage, Object};
use super::super::typed::{TExpr, TKind, TStmt, TStmtKind, WrittenText};
use super::super::types::{IntTy, QTy, Ty};
use super::{Resolver, Symbol, const_value};
use crate::ast::Name;
use crate::text::Span;

/// Longer texts are not followed.
const MAX_TEXT: usize = 256;
/// Numbers of at most so many digits are.
const MAX_WIDTH: u64 = 64;

#[derive(Debug, PartialEq, Eq)]
enum Piece {
    Text(Vec<u8>),
    Char,
    /// At most so many characters.
    Str(Option<u64>),
    Number(Number),
    /// Something that is not followed.
    Some,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Number {
    signed: bool,
    /// Of the argument, after promotion.
    size: Size,
    base: u64,
    /// The first digit above 9.
    letter: u8,
    width: u64,
    zeros: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Size {
    Char,
    Short,
    Int,
    Long,
    LongLong,
    /// As wide as a pointer.
    Pointer,
}

/// The pieces of a format; `None` if some of it is not understood.
fn pieces(format: &[u8]) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    let mut text = Vec::new();
    let mut rest = format;
    while let [c, after @ ..] = rest {
        rest = after;
        if *c != b'%' {
            text.push(*c);
            continue;
        }
        if let [b'%', after @ ..] = rest {
            text.push(b'%');
            rest = after;
            continue;
        }
        if !text.is_empty() {
            pieces.push(Piece::Text(std::mem::take(&mut text)));
        }
        let (piece, after) = conversion(rest)?;
        pieces.push(piece);
        rest = after;
    }
    if !text.is_empty() {
        pieces.push(Piece::Text(text));
    }
    Some(pieces)
}

fn conversion(text: &[u8]) -> Option<(Piece, &[u8])> {
    let (zeros, text) = match text {
        [b'0', rest @ ..] => (true, rest),
        _ => (false, text),
    };
    let (width, text) = digits(text)?;
    let (precision, text) = match text {
        [b'.', rest @ ..] => {
            let (precision, rest) = digits(rest)?;
            (Some(precision), rest)
        }
        _ => (None, text),
    };
    let (size, text) = match text {
        [b'h', b'h', rest @ ..] => (Size::Char, rest),
        [b'h', rest @ ..] => (Size::Short, rest),
        [b'l', b'l', rest @ ..] => (Size::LongLong, rest),
        [b'l', rest @ ..] => (Size::Long, rest),
        [b'j', rest @ ..] => (Size::LongLong, rest),
        [b'z' | b't', rest @ ..] => (Size::Pointer, rest),
        _ => (Size::Int, text),
    };
    let (&letter, rest) = text.split_first()?;
    let number = |signed, base, letter| {
        let number = Number { signed, size, base, letter, width, zeros };
        (precision.is_none() && width <= MAX_WIDTH).then_some(Piece::Number(number))
    };
    let plain = size == Size::Int && !zeros && width == 0;
    let piece = match letter {
        b'd' | b'i' => number(true, 10, b'a')?,
        b'u' => number(false, 10, b'a')?,
        b'x' => number(false, 16, b'a')?,
        b'X' => number(false, 16, b'A')?,
        b'o' => number(false, 8, b'a')?,
        b'c' if plain && precision.is_none() => Piece::Char,
        b's' if plain => Piece::Str(precision),
        b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'p' if size == Size::Int => Piece::Some,
        _ => return None,
    };
    Some((piece, rest))
}

/// A number that is written in front of the rest; 0 if there is none.
fn digits(text: &[u8]) -> Option<(u64, &[u8])> {
    let n = text.iter().take_while(|c| c.is_ascii_digit()).count();
    let (digits, rest) = text.split_at(n);
    let digits = std::str::from_utf8(digits).ok()?;
    Some((if n == 0 { 0 } else { digits.parse().ok()? }, rest))
}

/// The function that a call becomes, while it is written.
struct Writer {
    func: FuncId,
    params: Vec<ObjId>,
    body: Vec<TStmt>,
    to: TExpr,
    size: TExpr,
    /// How much has been written: a number, or what is in a variable.
    at: Result<u64, ObjId>,
    span: Span,
}

impl Resolver<'_> {
    /// The function that does what this call does, and what it is given.
    pub(super) fn formatted(
        &mut self,
        callee: &Callee,
        args: &[TExpr],
    ) -> Option<(FuncId, Vec<TExpr>)> {
        let Callee::Func(id) = callee else { return None };
        let original = &self.funcs[id.index()];
        let n_fixed = match &*original.name {
            "snprintf" => 3,
            "sprintf" => 2,
            _ => return None,
        };
        if original.body.is_some() || !original.builtin || args.len() < n_fixed {
            return None;
        }
        let helper = self.helper("__braid_put_end")?;
        let pieces = pieces(self.literal(&args[n_fixed - 1])?)?;
        let is_text = |piece: &&Piece| !matches!(piece, Piece::Text(_));
        let values = &args[n_fixed..];
        if pieces.iter().filter(is_text).count() != values.len() {
            return None;
        }
        let pieces = self.known(pieces, values)?;
        // Nobody knows whether there is room for what is not followed.
        if n_fixed == 2 && pieces.iter().any(|(piece, _)| *piece == Piece::Some) {
            return None;
        }
        let size = Ty::Int(IntTy::pointer_sized(self.types.model, false));
        let span = self.funcs[helper.index()].name_span;
        let func = FuncId(self.funcs.len() as u32);
        let (name, ty) = (original.name.clone(), original.ty.clone());
        let original = &self.funcs[helper.index()];
        self.funcs.push(Func { name, ty, params: Vec::new(), body: None, ..*original });
        let mut given = vec![args[0].clone()];
        let to = self.parameter(func, "to", args[0].ty.clone(), span);
        let mut params = vec![to];
        let size = match n_fixed {
            3 => {
                let id = self.parameter(func, "size", size, span);
                params.push(id);
                given.push(args[1].clone());
                self.loaded(id, span)
            }
            _ => TExpr::constant(u64::MAX, size, span),
        };
        let to = self.loaded(to, span);
        let mut writer = Writer { func, params, body: Vec::new(), to, size, at: Ok(0), span };
        let mut written = WrittenText { most: Some(0), texts: Vec::new() };
        for (piece, value) in pieces {
            let most = self.most_of(&piece);
            written.most = written.most.zip(most).map(|(all, most)| all.saturating_add(most));
            match value {
                None => self.put_piece(&mut writer, piece, None)?,
                Some(value) => {
                    if let Piece::Str(None | Some(1..)) = piece {
                        written.texts.push(given.len());
                    }
                    let param = self.parameter(func, "value", value.ty.clone(), span);
                    writer.params.push(param);
                    let loaded = self.loaded(param, span);
                    given.push(value);
                    self.put_piece(&mut writer, piece, Some(loaded))?;
                }
            }
        }
        let end = self.put_call(&writer, "__braid_put_end", Vec::new())?;
        writer.body.push(TStmt { kind: TStmtKind::Return(Some(end)), span });
        self.written.insert(func, written);
        let def = &mut self.funcs[func.index()];
        def.ty.params = Vec::new();
        (def.params, def.body) = (writer.params, Some(writer.body));
        Some((func, given))
    }

    /// The pieces with their values. Values that are known here are text.
    fn known(&self, pieces: Vec<Piece>, values: &[TExpr]) -> Option<Vec<(Piece, Option<TExpr>)>> {
        let mut values = values.iter();
        let mut found = Vec::new();
        for piece in pieces {
            if let Piece::Text(_) = piece {
                found.push((piece, None));
                continue;
            }
            let value = values.next()?;
            let constant = |number: &Number| {
                let mut value = value.clone();
                self.fix(&mut value);
                let ty = Ty::Int(IntTy::plain(self.width(number.size), number.signed, 3));
                let span = value.span;
                let value = TExpr { kind: TKind::Cast(Box::new(value)), ty, span };
                const_value(&self.types, &value)
            };
            let fits = match (&piece, &value.ty) {
                (Piece::Char, Ty::Int(int)) => int.width <= 32,
                (Piece::Number(number), Ty::Int(int)) => {
                    let width = self.width(number.size).max(32);
                    int.width.max(32) == width
                }
                (Piece::Str(_), Ty::Ptr(to)) => matches!(&to.ty, Ty::Int(int) if int.width == 8),
                (Piece::Some, ty) => ty.is_scalar(),
                _ => false,
            };
            if !fits {
                return None;
            }
            let text = match (&piece, self.literal(value)) {
                (Piece::Str(None), Some(text)) => Some(text.to_vec()),
                (Piece::Number(number), _) if number.width == 0 && number.base == 10 => {
                    constant(number).map(|value| self.digits(*number, value).into_bytes())
                }
                _ => None,
            };
            found.push(match text {
                Some(text) => (Piece::Text(text), None),
                None => (piece, Some(value.clone())),
            });
        }
        let n_chars: usize = found.iter().map(|(piece, _)| text_of(piece).len()).sum();
        (n_chars <= MAX_TEXT).then_some(found)
    }

    /// The largest number of characters that a piece can have.
    fn most_of(&self, piece: &Piece) -> Option<u64> {
        match piece {
            Piece::Text(text) => Some(text.len() as u64),
            Piece::Char => Some(1),
            Piece::Str(most) => *most,
            Piece::Number(number) => {
                let is_wide = self.width(number.size) > 32;
                let digits = match (number.base, is_wide) {
                    (10, false) => 10,
                    (10, true) => 20,
                    (16, false) => 8,
                    (16, true) => 16,
                    (_, false) => 11,
                    (_, true) => 22,
                };
                Some(number.width.max(digits + u64::from(number.signed)))
            }
            Piece::Some => None,
        }
    }

    /// How a number is written that is known as the low bits of its type.
    fn digits(&self, number: Number, value: u64) -> String {
        let unused = 64 - u32::from(self.width(number.size));
        match number.signed {
            true => ((value << unused) as i64 >> unused).to_string(),
            false => (value << unused >> unused).to_string(),
        }
    }

    fn width(&self, size: Size) -> u8 {
        match size {
            Size::Char => 8,
            Size::Short => 16,
            Size::Int => 32,
            Size::Long | Size::Pointer => self.types.pointer_width(),
            Size::LongLong => 64,
        }
    }

    /// Writes the statement that puts a piece into the buffer.
    fn put_piece(&mut self, writer: &mut Writer, piece: Piece, value: Option<TExpr>) -> Option<()> {
        let span = writer.span;
        let int = |value: u64| TExpr::constant(value, Ty::INT, span);
        let (name, rest) = match (piece, value) {
            (Piece::Text(text), _) => {
                for c in text {
                    let call = self.put_call(writer, "__braid_put", vec![int(u64::from(c))])?;
                    self.advance(writer, call, Some(1));
                }
                return Some(());
            }
            (Piece::Char, Some(value)) => {
                let call = self.put_call(writer, "__braid_put", vec![value])?;
                self.advance(writer, call, Some(1));
                return Some(());
            }
            (Piece::Str(most), Some(value)) => {
                let size = Ty::Int(IntTy::pointer_sized(self.types.model, false));
                let most = TExpr::constant(most.unwrap_or(u64::MAX), size, span);
                ("__braid_put_text", vec![value, most])
            }
            (Piece::Number(number), Some(value)) => {
                let (width, signed) = (self.width(number.size), number.signed);
                let narrow = self.convert(value, &Ty::Int(IntTy::plain(width, signed, 3)));
                let (width, zeros) = (int(number.width), int(u64::from(number.zeros)));
                match number.signed {
                    true => ("__braid_put_signed", vec![narrow, width, zeros]),
                    false => {
                        let (base, letter) = (int(number.base), int(u64::from(number.letter)));
                        ("__braid_put_number", vec![narrow, int(0), base, letter, width, zeros])
                    }
                }
            }
            (Piece::Some, _) => ("__braid_put_some", Vec::new()),
            _ => return None,
        };
        let call = self.put_call(writer, name, rest)?;
        self.advance(writer, call, None);
        Some(())
    }

    /// A call puts something into the buffer, and gives where the next piece goes.
    fn advance(&mut self, writer: &mut Writer, call: TExpr, by: Option<u64>) {
        let span = writer.span;
        if let (Ok(at), Some(by)) = (writer.at, by) {
            writer.at = Ok(at + by);
            writer.body.push(TStmt { kind: TStmtKind::Expr(call), span });
            return;
        }
        let at = match writer.at {
            Err(at) => at,
            Ok(_) => {
                let at = self.parameter(writer.func, "at", call.ty.clone(), span);
                self.objects[at.index()].changes = true;
                writer.body.push(TStmt { kind: TStmtKind::Decl(at, None), span });
                at
            }
        };
        writer.at = Err(at);
        let (ty, target) = (call.ty.clone(), Box::new(self.object_lvalue(at, span)));
        let assign = TExpr { kind: TKind::Assign(target, Box::new(call)), ty, span };
        writer.body.push(TStmt { kind: TStmtKind::Expr(assign), span });
    }

    fn put_call(&mut self, writer: &Writer, name: &str, rest: Vec<TExpr>) -> Option<TExpr> {
        let (helper, span) = (self.helper(name)?, writer.span);
        let ty = self.funcs[helper.index()].ty.clone();
        let at = match writer.at {
            Ok(at) => TExpr::constant(at, writer.size.ty.clone(), span),
            Err(at) => self.loaded(at, span),
        };
        let args = [writer.to.clone(), writer.size.clone(), at].into_iter().chain(rest);
        let args = args.zip(&ty.params).map(|(arg, param)| self.convert(arg, &param.ty)).collect();
        Some(TExpr { kind: TKind::Call(Callee::Func(helper), args), ty: ty.result.clone(), span })
    }

    fn helper(&self, name: &str) -> Option<FuncId> {
        match self.lookup(&Name::from(name)) {
            Some(Symbol::Func(id)) if self.funcs[id.index()].body.is_some() => Some(*id),
            _ => None,
        }
    }

    fn loaded(&mut self, id: ObjId, span: Span) -> TExpr {
        let lvalue = self.object_lvalue(id, span);
        self.load(lvalue)
    }

    fn parameter(&mut self, func: FuncId, name: &str, ty: Ty, span: Span) -> ObjId {
        self.new_object(Object {
            name: name.into(),
            ty: QTy::plain(ty),
            storage: ObjStorage::Auto,
            init: Vec::new(),
            annotations: Vec::new(),
            span,
            func: Some(func),
            changes: false,
            address_taken: false,
            external: false,
            named: true,
            heap: None,
        })
    }

    /// The characters of a literal.
    fn literal(&self, expr: &TExpr) -> Option<&[u8]> {
        let lvalue = match &expr.kind {
            TKind::Cast(inner) if inner.ty.is_pointer() => return self.literal(inner),
            TKind::AddrOf(lvalue) => lvalue,
            _ => return None,
        };
        let LValue { kind: LKind::Index(array, at), .. } = &**lvalue else { return None };
        let LKind::Obj(id) = array.kind else { return None };
        let bytes = self.strings.get(&id).filter(|_| const_value(&self.types, at) == Some(0))?;
        bytes.split(|c| *c == 0).next()
    }
}

fn text_of(piece: &Piece) -> &[u8] {
    match piece {
        Piece::Text(text) => text,
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_taken_apart() {
        let found = pieces(b"a%%b%05lu%.3s").unwrap();
        let number = Number {
            signed: false,
            size: Size::Long,
            base: 10,
            letter: b'a',
            width: 5,
            zeros: true,
        };
        let text = Piece::Text(b"a%b".to_vec());
        assert_eq!(found, [text, Piece::Number(number), Piece::Str(Some(3))]);
    }

    #[test]
    fn what_is_not_understood_is_left_alone() {
        for format in ["%n", "%-5d", "%*d", "%+d", "%.3d", "%5s", "%lc", "%", "%5"] {
            assert_eq!(pieces(format.as_bytes()), None, "{format}");
        }
    }
}
