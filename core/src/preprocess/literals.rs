//! The values of integer and character constants in conditions.

/// An integer of the widest type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    pub bits: u64,
    pub unsigned: bool,
}

impl Value {
    pub fn signed(value: i64) -> Self {
        Self { bits: value as u64, unsigned: false }
    }

    /// Shifted to the left. As in gcc, a negative distance shifts to the right.
    pub fn shifted_left(self, distance: Value) -> Self {
        match distance.negative() {
            Some(opposite) => self.shifted_right(opposite),
            None if distance.bits >= 64 => Self { bits: 0, ..self },
            None => Self { bits: self.bits << distance.bits, ..self },
        }
    }

    /// Shifted to the right, with the sign if there is one; a negative distance shifts to the left.
    pub fn shifted_right(self, distance: Value) -> Self {
        if let Some(opposite) = distance.negative() {
            return self.shifted_left(opposite);
        }
        let bits = match (self.unsigned, distance.bits) {
            (true, 64..) => 0,
            (true, near) => self.bits >> near,
            (false, any) => ((self.bits as i64) >> any.min(63)) as u64,
        };
        Self { bits, ..self }
    }

    /// The opposite of a negative value.
    fn negative(self) -> Option<Value> {
        let is_negative = !self.unsigned && (self.bits as i64) < 0;
        is_negative.then(|| Value { bits: self.bits.wrapping_neg(), unsigned: true })
    }
}

/// The value of a number.
pub fn integer(text: &str) -> Result<Value, String> {
    let lower = text.to_ascii_lowercase();
    let (radix, digits) = match lower.as_bytes() {
        [b'0', b'x', ..] => (16, &lower[2..]),
        [b'0', b'b', ..] => (2, &lower[2..]),
        [b'0', ..] => (8, &lower[1..]),
        _ => (10, &lower[..]),
    };
    let end = digits.find(|c: char| !c.is_digit(radix)).unwrap_or(digits.len());
    let (digits, suffix) = digits.split_at(end);
    let is_float = suffix.contains(['.', 'p']) || radix == 10 && suffix.starts_with('e');
    if is_float || radix == 8 && lower.contains(['.', 'e']) {
        return Err(format!("`{text}` is not an integer"));
    }
    let unsigned = match suffix {
        "" | "l" | "ll" => false,
        "u" | "ul" | "lu" | "ull" | "llu" => true,
        _ => return Err(format!("`{text}` is not a number")),
    };
    if digits.is_empty() && radix != 8 {
        return Err(format!("`{text}` is not a number"));
    }
    let mut bits: u64 = 0;
    for c in digits.chars() {
        let digit = u64::from(c.to_digit(radix).unwrap_or(0));
        let next = bits.checked_mul(u64::from(radix)).and_then(|bits| bits.checked_add(digit));
        bits = next.ok_or_else(|| format!("`{text}` is too large"))?;
    }
    Ok(Value { bits, unsigned: unsigned || bits > i64::MAX as u64 })
}

/// The value of a character constant.
pub fn character(text: &str) -> Result<Value, String> {
    let quote = text.find('\'').ok_or_else(|| format!("`{text}` is not a character"))?;
    let prefix = &text[..quote];
    let mut rest = text[quote + 1..].strip_suffix('\'').unwrap_or_default();
    let wide = matches!(prefix, "L" | "u" | "U");
    let mut n_units = 0;
    let mut bits: u32 = 0;
    while let Some(first) = rest.chars().next() {
        let value = match first {
            '\\' => {
                let (value, n_read) =
                    escape(rest).ok_or_else(|| format!("Unknown escape in `{text}`"))?;
                rest = &rest[n_read..];
                value
            }
            c => {
                rest = &rest[c.len_utf8()..];
                if !wide && c.len_utf8() > 1 {
                    // Several characters as far as C is concerned.
                    let mut buffer = [0; 4];
                    for byte in c.encode_utf8(&mut buffer).bytes() {
                        bits = bits << 8 | u32::from(byte);
                        n_units += 1;
                    }
                    continue;
                }
                u32::from(c)
            }
        };
        bits = if wide { value } else { bits << 8 | value & 0xff };
        n_units += 1;
    }
    match (n_units, prefix) {
        (0, _) => Err(format!("`{text}` holds no character")),
        (_, "u8" | "u" | "U") => Ok(Value { bits: u64::from(bits), unsigned: true }),
        // `char` is signed.
        (1, "") => Ok(Value::signed(i64::from(bits as u8 as i8))),
        _ => Ok(Value::signed(i64::from(bits as i32))),
    }
}

/// The value of the escape sequence at the start of a text, and its length in bytes.
fn escape(text: &str) -> Option<(u32, usize)> {
    let bytes = text.as_bytes();
    let digits = |from: usize, radix: u32, most: usize| {
        let is_digit = |b: &&u8| char::from(**b).is_digit(radix);
        let n = bytes[from..].iter().take(most).take_while(is_digit).count();
        let value = bytes[from..from + n].iter().fold(0u32, |value, b| {
            value.wrapping_mul(radix).wrapping_add(char::from(*b).to_digit(radix).unwrap_or(0))
        });
        (n > 0).then_some((value, from + n))
    };
    let value = match *bytes.get(1)? {
        b'n' => 10,
        b't' => 9,
        b'r' => 13,
        b'a' => 7,
        b'b' => 8,
        b'f' => 12,
        b'v' => 11,
        b'e' | b'E' => 27,
        c @ (b'\'' | b'"' | b'\\' | b'?') => u32::from(c),
        b'x' => return digits(2, 16, usize::MAX),
        b'u' => return digits(2, 16, 4),
        b'U' => return digits(2, 16, 8),
        b'0'..=b'7' => return digits(1, 8, 3),
        _ => return None,
    };
    Some((value, 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: i64) {
        let value = if text.contains('\'') { character(text) } else { integer(text) };
        assert_eq!(value.map(|value| value.bits as i64), Ok(expect), "{text}");
    }

    #[test]
    fn integers() {
        check("0", 0);
        check("0377", 255);
        check("0xFfuLL", 255);
        check("0b101", 5);
        check("18446744073709551615u", -1);
        assert!(integer("18446744073709551615").is_ok_and(|value| value.unsigned));
        assert!(integer("1l").is_ok_and(|value| !value.unsigned));
        for bad in
            ["1.0", "1e3", "09", "0x", "1lul", "18446744073709551616", "0x1p3", "1_000", "0.5"]
        {
            assert!(integer(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn characters() {
        check("'a'", 97);
        check("'\\n'", 10);
        check("'\\377'", -1);
        check("'\\x41'", 65);
        check("'ab'", 97 * 256 + 98);
        check("L'\\xff'", 255);
        check("u8'a'", 97);
        check("'\\''", 39);
        check("L'ä'", 0xe4);
        check("'ä'", 0xc3a4);
        for bad in ["''", "'\\q'"] {
            assert!(character(bad).is_err(), "{bad}");
        }
    }
}
