//! The values of literals [C17 6.4.4, 6.4.5].

use crate::ast::{IntLiteral, IntSuffix};

/// Why a literal has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It is not C; what to say about it.
    Malformed(&'static str),
    /// It is, but Braid does not model it; what it is.
    Unsupported(&'static str),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    Int(IntLiteral),
    Float(f64),
}

const NOT_A_NUMBER: Fault = Fault::Malformed("this is not a number");

pub fn number(text: &str) -> Result<Number, Fault> {
    let digits: String = text.chars().filter(|&c| c != '\'').collect::<String>().to_lowercase();
    let (radix, body) = match digits.as_bytes() {
        [b'0', b'x', ..] => (16, &digits[2..]),
        [b'0', b'b', ..] => (2, &digits[2..]),
        [b'0', ..] => (8, digits.as_str()),
        _ => (10, digits.as_str()),
    };
    let float = body.contains('.')
        || (radix == 16 && body.contains('p'))
        || (radix != 16 && radix != 2 && body.contains('e'));
    if float {
        return float_value(body, radix == 16).map(Number::Float);
    }
    let end = body.find(|c: char| !c.is_digit(radix)).unwrap_or(body.len());
    let (body, suffix) = body.split_at(end);
    let (unsigned, suffix) = int_suffix(suffix, text)?;
    let value = match (body, radix) {
        ("", _) => return Err(NOT_A_NUMBER),
        _ => u64::from_str_radix(body, radix)
            .map_err(|_| Fault::Malformed("this number does not fit into 64 bits"))?,
    };
    Ok(Number::Int(IntLiteral { value, decimal: radix == 10, unsigned, suffix }))
}

fn int_suffix(suffix: &str, text: &str) -> Result<(bool, IntSuffix), Fault> {
    // The two letters of `ll` are alike in case.
    if text.contains("lL") || text.contains("Ll") {
        return Err(NOT_A_NUMBER);
    }
    Ok(match suffix {
        "" => (false, IntSuffix::None),
        "u" => (true, IntSuffix::None),
        "l" => (false, IntSuffix::Long),
        "ul" | "lu" => (true, IntSuffix::Long),
        "ll" => (false, IntSuffix::LongLong),
        "ull" | "llu" => (true, IntSuffix::LongLong),
        // GNU's: the number's size is the pointer's.
        "z" => (false, IntSuffix::Long),
        "uz" | "zu" => (true, IntSuffix::Long),
        "i" | "j" => return Err(Fault::Unsupported("an imaginary number")),
        "wb" | "uwb" | "wbu" => return Err(Fault::Unsupported("a number of a bit-precise type")),
        _ => return Err(NOT_A_NUMBER),
    })
}

fn float_value(body: &str, hex: bool) -> Result<f64, Fault> {
    let exponent = if hex { 'p' } else { 'e' };
    // Suffix letters follow the last digit or point; in hexadecimal, an exponent must come before.
    let (mantissa, power) = match body.split_once(exponent) {
        Some((mantissa, power)) => (mantissa, power),
        None if hex => return Err(NOT_A_NUMBER),
        None => (body, ""),
    };
    let tail = if body.contains(exponent) { power } else { mantissa };
    let suffix = tail.trim_start_matches(|c: char| c.is_ascii_digit() || "+-.".contains(c));
    match suffix {
        "" | "f" | "l" => {}
        "i" | "j" | "fi" | "if" | "li" | "il" => {
            return Err(Fault::Unsupported("an imaginary number"));
        }
        "f16" | "f32" | "f64" | "f128" | "df" | "dd" | "dl" | "q" | "w" => {
            return Err(Fault::Unsupported("a number of an uncommon floating type"));
        }
        _ => return Err(NOT_A_NUMBER),
    }
    let text = &body[..body.len() - suffix.len()];
    if !hex {
        return text.parse().map_err(|_| NOT_A_NUMBER);
    }
    let power: i32 = power[..power.len() - suffix.len()].parse().map_err(|_| NOT_A_NUMBER)?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if whole.len() + fraction.len() == 0 {
        return Err(NOT_A_NUMBER);
    }
    let mut value = 0.0;
    for digit in whole.chars().chain(fraction.chars()) {
        value = value * 16.0 + f64::from(digit.to_digit(16).ok_or(NOT_A_NUMBER)?);
    }
    Ok(value * 2f64.powi(power.saturating_sub(4 * fraction.len() as i32)))
}

/// The value of a character constant, as an `int`. Plain characters are signed, as on the usual
/// platforms; several in one constant count as gcc counts them.
pub fn character(text: &str) -> Result<i32, Fault> {
    let (prefix, body) = unquote(text, '\'')?;
    let mut units = Vec::new();
    unescape(body, prefix.is_empty(), &mut units)?;
    match (prefix, units.as_slice()) {
        (_, []) => Err(Fault::Malformed("this character constant is empty")),
        ("", [unit]) => Ok(i32::from(*unit as u8 as i8)),
        ("", units) if units.len() <= 4 => {
            Ok(units.iter().fold(0u32, |value, &unit| value << 8 | (unit & 0xff)) as i32)
        }
        ("", _) => Err(Fault::Malformed("this character constant is too long")),
        (_, [unit]) => Ok(*unit as i32),
        _ => Err(Fault::Malformed("this character constant holds more than one character")),
    }
}

/// Appends the bytes of a string literal.
pub fn string(text: &str, bytes: &mut Vec<u8>) -> Result<(), Fault> {
    let (prefix, body) = unquote(text, '"')?;
    if !prefix.is_empty() && prefix != "u8" {
        return Err(Fault::Unsupported("a wide string"));
    }
    let mut units = Vec::new();
    unescape(body, true, &mut units)?;
    bytes.extend(units.iter().map(|&unit| unit as u8));
    Ok(())
}

/// Prefix and contents.
fn unquote(text: &str, quote: char) -> Result<(&str, &str), Fault> {
    let unterminated = Fault::Malformed("the closing quote is missing");
    let (prefix, rest) = text.split_once(quote).ok_or(unterminated)?;
    let body = rest.strip_suffix(quote).ok_or(unterminated)?;
    match prefix {
        "" | "L" | "u" | "U" | "u8" => Ok((prefix, body)),
        _ => Err(Fault::Malformed("this literal has an unknown prefix")),
    }
}

/// Code units of the contents: bytes of UTF-8 if `narrow`, else whole characters.
fn unescape(body: &str, narrow: bool, units: &mut Vec<u32>) -> Result<(), Fault> {
    let push_char = |c: char, units: &mut Vec<u32>| {
        if narrow {
            units.extend(c.encode_utf8(&mut [0; 4]).bytes().map(u32::from));
        } else {
            units.push(c.into());
        }
    };
    let mut chars = body.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\\' {
            push_char(c, units);
            continue;
        }
        let escape = chars.next().ok_or(Fault::Malformed("an escape sequence breaks off"))?;
        match escape {
            'n' => units.push(10),
            't' => units.push(9),
            'r' => units.push(13),
            'a' => units.push(7),
            'b' => units.push(8),
            'f' => units.push(12),
            'v' => units.push(11),
            'e' | 'E' => units.push(27),
            '\\' | '\'' | '"' | '?' => units.push(escape.into()),
            '0'..='7' => {
                let mut value = escape.to_digit(8).unwrap_or(0);
                for _ in 0..2 {
                    let Some(digit) = chars.peek().and_then(|c| c.to_digit(8)) else { break };
                    value = value * 8 + digit;
                    chars.next();
                }
                units.push(value);
            }
            'x' => {
                let mut value: Option<u32> = None;
                while let Some(digit) = chars.peek().and_then(|c| c.to_digit(16)) {
                    value = Some(value.unwrap_or(0).wrapping_mul(16).wrapping_add(digit));
                    chars.next();
                }
                units.push(value.ok_or(Fault::Malformed("`\\x` needs hexadecimal digits"))?);
            }
            'u' | 'U' => {
                let n_digits = if escape == 'u' { 4 } else { 8 };
                let digits: String = chars.by_ref().take(n_digits).collect();
                let c = u32::from_str_radix(&digits, 16)
                    .ok()
                    .filter(|_| digits.len() == n_digits)
                    .and_then(char::from_u32)
                    .ok_or(Fault::Malformed("this is not the code of a character"))?;
                push_char(c, units);
            }
            _ => return Err(Fault::Malformed("unknown escape sequence")),
        }
    }
    Ok(())
}
