//! The operations against arithmetic on mathematical integers.

use super::*;

const BIN_OPS: [BinOp; 19] = [
    BinOp::Add,
    BinOp::Sub,
    BinOp::Mul,
    BinOp::Udiv,
    BinOp::Sdiv,
    BinOp::Urem,
    BinOp::Srem,
    BinOp::And,
    BinOp::Or,
    BinOp::Xor,
    BinOp::Shl,
    BinOp::Lshr,
    BinOp::Ashr,
    BinOp::Eq,
    BinOp::Ne,
    BinOp::Ult,
    BinOp::Ule,
    BinOp::Slt,
    BinOp::Sle,
];

fn unsigned(a: Bits) -> i128 {
    i128::from(a.value)
}

fn signed(a: Bits) -> i128 {
    let value = unsigned(a);
    if value >= 1 << (a.width - 1) { value - (1 << a.width) } else { value }
}

fn power(exponent: u64) -> i128 {
    1 << exponent
}

/// The operation on mathematical integers, reduced modulo 2^width at the end. A shift is a
/// multiplication or a division by a power of two, rounded down.
fn on_integers(op: BinOp, a: Bits, b: Bits) -> Bits {
    let (ua, ub, sa, sb) = (unsigned(a), unsigned(b), signed(a), signed(b));
    let amount = b.value.min(64);
    let (result, width) = match op {
        BinOp::Add => (ua + ub, a.width),
        BinOp::Sub => (ua - ub, a.width),
        BinOp::Mul => ((ua as u128).wrapping_mul(ub as u128) as i128, a.width),
        BinOp::Udiv => (if ub == 0 { -1 } else { ua / ub }, a.width),
        BinOp::Urem => (if ub == 0 { ua } else { ua % ub }, a.width),
        BinOp::Sdiv => (if sb == 0 { -1 } else { sa / sb }, a.width),
        BinOp::Srem => (if sb == 0 { sa } else { sa % sb }, a.width),
        BinOp::And => (sa & sb, a.width),
        BinOp::Or => (sa | sb, a.width),
        BinOp::Xor => (sa ^ sb, a.width),
        BinOp::Shl if amount == 64 => (0, a.width),
        BinOp::Shl => (ua.wrapping_mul(power(amount)), a.width),
        BinOp::Lshr => (ua.div_euclid(power(amount)), a.width),
        BinOp::Ashr => (sa.div_euclid(power(amount)), a.width),
        BinOp::Eq => (i128::from(ua == ub), 1),
        BinOp::Ne => (i128::from(ua != ub), 1),
        BinOp::Ult => (i128::from(ua < ub), 1),
        BinOp::Ule => (i128::from(ua <= ub), 1),
        BinOp::Slt => (i128::from(sa < sb), 1),
        BinOp::Sle => (i128::from(sa <= sb), 1),
    };
    Bits { value: result.rem_euclid(1 << width) as u64, width }
}

fn check(a: Bits, b: Bits) {
    for op in BIN_OPS {
        assert_eq!(apply_bin(op, a, b), on_integers(op, a, b), "{a:?} {op:?} {b:?}");
    }
}

fn check_alone(a: Bits) {
    let modulus = 1 << a.width;
    assert_eq!(unsigned(apply_un(UnOp::Neg, a)), (-signed(a)).rem_euclid(modulus), "- {a:?}");
    assert_eq!(unsigned(apply_un(UnOp::Not, a)), (-1 - signed(a)).rem_euclid(modulus), "! {a:?}");
    for width in 1..=64 {
        let modulus = 1 << width;
        let (zero, sign) = (resize(Extend::Zero, width, a), resize(Extend::Sign, width, a));
        assert_eq!((zero.width, sign.width), (width, width));
        assert_eq!(unsigned(zero), unsigned(a).rem_euclid(modulus), "zero {width} {a:?}");
        assert_eq!(unsigned(sign), signed(a).rem_euclid(modulus), "sign {width} {a:?}");
    }
}

#[test]
fn all_small_operands() {
    for width in 1..=4 {
        for a in 0..=Bits::mask(width) {
            check_alone(Bits::new(a, width));
            for b in 0..=Bits::mask(width) {
                check(Bits::new(a, width), Bits::new(b, width));
            }
        }
    }
}

#[test]
fn sampled_large_operands() {
    for width in [7, 8, 16, 31, 32, 33, 63, 64] {
        let edges = [0, 1, 2, 3, 7, 8, 63, 64, 65].into_iter();
        let mut samples: Vec<u64> = edges.flat_map(|x: u64| [x, x.wrapping_neg()]).collect();
        samples.extend([Bits::mask(width) >> 1, (Bits::mask(width) >> 1) + 1]);
        let mut seed = u64::from(width);
        for _ in 0..40 {
            // The constants of a full-period linear congruence; the high bits are the good ones.
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            samples.push(seed >> (seed % 3 * 16));
        }
        for &a in &samples {
            check_alone(Bits::new(a, width));
            for &b in &samples {
                check(Bits::new(a, width), Bits::new(b, width));
            }
        }
    }
}

#[test]
fn the_amount_of_a_shift_has_its_own_width() {
    for width in 1..=4 {
        for a in 0..=Bits::mask(width) {
            for amount in 0..=Bits::mask(6) {
                for op in [BinOp::Shl, BinOp::Lshr, BinOp::Ashr] {
                    let (a, amount) = (Bits::new(a, width), Bits::new(amount, 6));
                    assert_eq!(apply_bin(op, a, amount), on_integers(op, a, amount));
                }
            }
        }
    }
}

#[test]
fn division_is_total() {
    let seven = |value| Bits::new(value, 7);
    assert_eq!(apply_bin(BinOp::Udiv, seven(5), seven(0)), seven(127));
    assert_eq!(apply_bin(BinOp::Sdiv, seven(0), seven(0)), seven(127));
    assert_eq!(apply_bin(BinOp::Urem, seven(5), seven(0)), seven(5));
    assert_eq!(apply_bin(BinOp::Srem, seven(125), seven(0)), seven(125));
    assert_eq!(apply_bin(BinOp::Sdiv, seven(64), seven(127)), seven(64));
    assert_eq!(apply_bin(BinOp::Srem, seven(64), seven(127)), seven(0));
}
