//! Texts thrown together at random: whatever comes, the result must be one that holds together.

use super::run;

/// Separated by bars.
const PIECES: &str = "#define |#undef |#if |#ifdef |#elif |#else\n|#endif\n|#include |#line |#error |#pragma \
    |# |##|#|A|B|C(|F|F(|G(x, y)|G(x, ...)|x|y|__VA_ARGS__|__VA_OPT__(|defined |defined(|__LINE__\
    |__has_include(|<stdbool.h>|\"x.h\"|push_macro(\"A\")|once\n|_Pragma(|(|)|,|...|<:|%:|{|}|[|]|;\
    |1|0x1e+|1.5|'a'|'|\"s\"|\"|L|u8|\\|\\\n|\\ \n|\n|\n|\n|\r\n| | |\t\
    |/*|*/|//|/* braid: x */|// braid: y|/|*|+|++|-|>|<<=|?|:|&&|==|%|!|~\
    |@|é|“|$|\\u00e9";

#[test]
fn nothing_breaks() {
    let pieces: Vec<&str> = PIECES.split('|').collect();
    let mut seed: u64 = 1;
    let mut draw = |below: usize| {
        // Knuth's multiplier; the high bits are the random ones.
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    for _ in 0..5_000 {
        let n_pieces = draw(60);
        let mut text = String::from("#define F(x) x A\n#define A B F\n#define C(x) #x x##1\n");
        for _ in 0..n_pieces {
            text.push_str(pieces[draw(pieces.len())]);
        }
        // `run` checks what holds for every result.
        let (sources, _, problems) = run(&text);
        for problem in problems {
            // Every problem is about a text.
            sources.text(problem.span);
        }
    }
}
