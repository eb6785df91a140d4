//! Lowering against gcc: random sequential programs, run by the machine and searched by Braid.
//!
//! gcc compiles many programs at once and prints their checksums. Braid then gets each program with the
//! checksum V that it printed: that the checksum is V must not be violated, that it is not V must be.
//!
//! `BRAID_GCC_PROGRAMS=5000 cargo test -p braid-tests --test against_gcc` makes a long run;
//! `BRAID_GCC_SEED=17` starts at another seed. A disagreement is shrunk and printed; the program as it was
//! is kept in a file, since shrinking takes a while and may be called off.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use braid_core::budget::Budget;
use braid_core::engine::{self, Config};
use braid_core::report::{self, Answer};
use braid_core::text::{DataModel, NoIncludes, Sources};
use braid_tests::random_c::random_c;
use braid_tests::with_big_stack;

const PROGRAMS: u64 = 120;
/// More than any of the programs needs, in engine steps.
const BUDGET: u64 = 2_000_000;
/// How many programs go through gcc together.
const BATCH: u64 = 60;
const INSTALL: &str = "gcc is needed for this test: install it (apt install gcc, dnf install gcc, \
                       xcode-select --install)";

/// What a program of a 32-bit machine needs if there is no library for one: output, and division.
const FREESTANDING: &str = r#"
typedef unsigned long long u64; typedef long long s64;
static u64 divide(u64 a, u64 b, u64 *rest) {
    u64 quotient = 0, left = 0;
    for (int bit = 63; bit >= 0; bit--) {
        left = left << 1 | (a >> bit & 1);
        if (left >= b) { left -= b; quotient |= 1ull << bit; }
    }
    *rest = left;
    return quotient;
}
u64 __udivdi3(u64 a, u64 b) { u64 rest; return divide(a, b, &rest); }
u64 __umoddi3(u64 a, u64 b) { u64 rest; divide(a, b, &rest); return rest; }
s64 __divdi3(s64 a, s64 b) {
    u64 rest, q = divide(a < 0 ? -(u64)a : a, b < 0 ? -(u64)b : b, &rest);
    return (a < 0) != (b < 0) ? -q : q;
}
s64 __moddi3(s64 a, s64 b) {
    u64 rest; divide(a < 0 ? -(u64)a : a, b < 0 ? -(u64)b : b, &rest);
    return a < 0 ? -rest : rest;
}
void *memcpy(void *to, const void *from, unsigned n) {
    for (unsigned i = 0; i < n; i++) ((char *)to)[i] = ((const char *)from)[i];
    return to;
}
void *memset(void *to, int value, unsigned n) {
    for (unsigned i = 0; i < n; i++) ((char *)to)[i] = value;
    return to;
}
static void print(u64 value) {
    char text[17]; text[16] = '\n';
    for (int i = 15; i >= 0; i--, value >>= 4) text[i] = "0123456789abcdef"[value & 15];
    int result;
    __asm__ volatile("int $0x80" : "=a"(result) : "0"(4), "b"(1), "c"(text), "d"(17) : "memory");
}
"#;

/// The bytes that decide a program.
fn bytes(seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut bytes = Vec::new();
    for _ in 0..1500 {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        bytes.push((state >> 32) as u8);
    }
    bytes
}

/// The checksums that gcc's programs print; `None` if this machine cannot run programs of the model.
fn checksums(programs: &[String], model: DataModel) -> Option<Vec<u64>> {
    let mut text = String::new();
    let freestanding = model == DataModel::Ilp32;
    text += if freestanding { FREESTANDING } else { "#include <stdio.h>\n" };
    let mut calls = String::new();
    for (number, program) in programs.iter().enumerate() {
        text += program;
        let call = format!("p{number}_run()");
        match freestanding {
            true => writeln!(calls, "    print({call});"),
            false => writeln!(calls, "    printf(\"%016llx\\n\", {call});"),
        }
        .expect("a string takes all text");
    }
    match freestanding {
        true => {
            text += &format!("void _start(void) {{\n{calls}");
            text += "    __asm__ volatile(\"int $0x80\" : : \"a\"(1), \"b\"(0));\n}\n";
        }
        false => text += &format!("int main(void) {{\n{calls}    return 0;\n}}\n"),
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let name = format!("against_gcc_{model:?}_{}", std::process::id());
    let (source, binary) = (folder.join(format!("{name}.c")), folder.join(&name));
    fs::write(&source, &text).expect("the target folder is writable");
    let mut gcc = Command::new("gcc");
    gcc.args(["-std=gnu11", "-O0", "-fwrapv", "-w", "-o"]).arg(&binary).arg(&source);
    if freestanding {
        gcc.args(["-m32", "-nostdlib", "-static", "-ffreestanding", "-fno-stack-protector"]);
        gcc.args(["-fno-pic", "-mstackrealign"]);
    }
    let compiled = gcc.output().unwrap_or_else(|why| panic!("{INSTALL} ({why})"));
    if !compiled.status.success() {
        let errors = String::from_utf8_lossy(&compiled.stderr).into_owned();
        assert!(freestanding, "gcc refuses {}:\n{errors}", source.display());
        return None;
    }
    let run = Command::new(&binary).output();
    if freestanding && run.as_ref().is_ok_and(|run| !run.status.success()) || run.is_err() {
        assert!(freestanding, "the program of gcc does not run");
        return None;
    }
    let output = run.expect("looked at above").stdout;
    let output = String::from_utf8(output).expect("digits");
    let sums: Vec<u64> =
        output.lines().map(|line| u64::from_str_radix(line, 16).expect("a number")).collect();
    assert_eq!(sums.len(), programs.len(), "every program prints its checksum");
    let _ = (fs::remove_file(&source), fs::remove_file(&binary));
    Some(sums)
}

/// The program as Braid gets it: the first assertion holds, the second fails.
fn with_assertions(program: &str, sum: u64) -> String {
    format!(
        "#include <assert.h>\n{program}\nint main(void) {{\n    unsigned long long sum = p0_run();\n    \
         assert(sum == {sum}ull);\n    assert(sum != {sum}ull);\n    return 0;\n}}\n"
    )
}

/// Writes down a disagreement, before anything else is done with it.
fn keep(program: &str, seed: u64, sum: u64, model: DataModel, wrong: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join(format!("against_gcc_{model:?}_seed_{seed}.c"));
    let text = format!("// {}\n{}", wrong.replace('\n', "\n// "), with_assertions(program, sum));
    fs::write(&file, text).expect("the target folder is writable");
    file
}

/// What is wrong with Braid's answers, if anything.
fn disagreement(program: &str, sum: u64, model: DataModel) -> Option<String> {
    let text = with_assertions(program, sum);
    with_big_stack(move || {
        let sources = Sources::new(Box::new(NoIncludes));
        let root = sources.add("random.c", &text, false);
        let config = Config { data_model: model, ..Config::default() };
        let analysis = engine::analyze(&sources, root, &config, &Budget::new(BUDGET));
        if let Some(problem) = analysis.problems.first() {
            return Some(format!("{}: {}", sources.text(problem.span), problem.message));
        }
        let properties = report::properties(&analysis);
        let mut met = false;
        for property in &properties {
            let violated = property.answer == Answer::Unsafe;
            let expected = property.text == format!("sum != {sum}ull");
            met |= violated && expected;
            if violated != expected {
                return Some(format!("{}: {}", property.id, property.message));
            }
        }
        (!met).then(|| "no run gets to the end".to_owned())
    })
}

fn check(bytes: &[u8], model: DataModel) -> Option<String> {
    let program = random_c("p0_", bytes);
    let sum = checksums(std::slice::from_ref(&program), model)?[0];
    disagreement(&program, sum, model)
}

/// The disagreement with fewer decisions.
fn shrunk(mut bytes: Vec<u8>, model: DataModel) -> Vec<u8> {
    let mut size = bytes.len() / 2;
    while size >= 1 {
        let mut at = 0;
        while at < bytes.len() {
            let end = (at + size).min(bytes.len());
            let without = [&bytes[..at], &bytes[end..]].concat();
            let mut zeroed = bytes.clone();
            zeroed[at..end].fill(0);
            if check(&without, model).is_some() {
                bytes = without;
            } else if zeroed != bytes && check(&zeroed, model).is_some() {
                bytes = zeroed;
                at = end;
            } else {
                at = end;
            }
        }
        size /= 2;
    }
    bytes
}

fn number(variable: &str, default: u64) -> u64 {
    match env::var(variable) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{variable} is not a number: {text}")),
        Err(_) => default,
    }
}

fn compare(model: DataModel) {
    let (first, count) = (number("BRAID_GCC_SEED", 0), number("BRAID_GCC_PROGRAMS", PROGRAMS));
    let seeds: Vec<u64> = (first..first + count).collect();
    for batch in seeds.chunks(BATCH as usize) {
        let programs: Vec<String> = batch
            .iter()
            .enumerate()
            .map(|(number, &seed)| random_c(&format!("p{number}_"), &bytes(seed)))
            .collect();
        let Some(sums) = checksums(&programs, model) else { return };
        for (&seed, sum) in batch.iter().zip(sums) {
            let program = random_c("p0_", &bytes(seed));
            if let Some(wrong) = disagreement(&program, sum, model) {
                let kept = keep(&program, seed, sum, model, &wrong);
                let small = shrunk(bytes(seed), model);
                let wrong = check(&small, model).unwrap_or(wrong);
                let program = random_c("p0_", &small);
                panic!(
                    "seed {seed}, {model:?}: {wrong}\n\n{program}\nas it was: {}",
                    kept.display()
                );
            }
        }
    }
}

#[test]
fn lp64_programs_give_what_gcc_gives() {
    compare(DataModel::Lp64);
}

/// Skipped where gcc cannot make 32-bit programs, or the machine cannot run them.
#[test]
fn ilp32_programs_give_what_gcc_gives() {
    compare(DataModel::Ilp32);
}
