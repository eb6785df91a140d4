//! The text of programs, read and written again; and text that is none.

use super::*;
use crate::scpl::expr::{BinOp, Expr, Extend, UnOp};
use crate::scpl::print::{BIN_OPS, SOURCES};
use crate::scpl::program::{Command, PropertyKind, Source, VarId};

const SAMPLE: &str = "\
shared i32 count
shared i8[3] slots = {1, 2, -1}
shared i1 join = 1
shared thread[2] crew
local i64 main::x.y = any
local thread $h
template main at L0 (initial)
template worker at L4
property P0 assertion at L5
property P1 reach_error at L6
property P2 undefined at L7
L0:
  -> L0
  -> L1: create worker(main::x.y = 3:i64, $h = @self) -> crew[0:i32]; join crew[0:i32]
  -> L1: create main(); assume @none == $h
L1 (atomic):
  -> L2: assume (count <s 5:i32) & (count <=u -7:i32); join := !join
  -> L3: slots[zext64(count)] := (count == 0:i32) ? 130:i8 : -(1:i8); havoc slots[0:i1] input
L2:
  -> L3: await join; havoc count uninit; havoc count unmodelled
L3: finished
L4: halted
L5: error P0
L6: error P1
L7 (atomic): error P2
";

fn parsed(text: &str) -> Program {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn refusal(text: &str) -> (usize, String) {
    let error: ParseError = text.parse::<Program>().expect_err("the text is no program");
    (error.line, error.message)
}

#[test]
fn the_sample_is_printed_as_written() {
    assert_eq!(parsed(SAMPLE).to_string(), SAMPLE);
}

#[test]
fn comments_order_and_extra_parentheses_do_not_matter() {
    let text = SAMPLE.replace("await join", "await ((join))");
    let text = text.replace("unmodelled", "unmodelled # nobody knows");
    let start = text.find("L2:\n").expect("the sample has it");
    let end = text.find("L3: finished").expect("the sample has it");
    let moved = format!("# a program\n\n{}{}{}", &text[..start], &text[end..], &text[start..end]);
    assert_eq!(parsed(&moved), parsed(SAMPLE));
}

#[test]
fn every_expression_comes_back() {
    let (x, slots) = (VarId(0), VarId(1));
    let var = || Expr::Var(x);
    let mut exprs = vec![
        Expr::SelfHandle,
        Expr::NoThread,
        Expr::ite(Expr::TRUE, var(), Expr::ite(Expr::FALSE, var(), Expr::constant(0, 64))),
        Expr::Elem(slots, Box::new(Expr::bin(BinOp::Add, var(), Expr::constant(1, 32)))),
    ];
    exprs.extend(BIN_OPS.iter().map(|(op, _)| Expr::bin(*op, var(), Expr::bin(*op, var(), var()))));
    for op in [UnOp::Neg, UnOp::Not] {
        exprs.push(Expr::un(op, Expr::un(op, Expr::constant(5, 32))));
        exprs.push(Expr::un(op, Expr::bin(BinOp::Sub, var(), Expr::un(op, var()))));
    }
    for value in [0, 1, 99, 100, 127, 128, 1 << 31, u64::MAX - 99, u64::MAX - 98, u64::MAX] {
        exprs.extend([1, 7, 8, 32, 64].map(|width| Expr::constant(value, width)));
        exprs.push(Expr::un(UnOp::Neg, Expr::constant(value, 64)));
    }
    for extend in [Extend::Zero, Extend::Sign] {
        exprs.extend([1, 8, 64].map(|width| Expr::Resize(extend, width, Box::new(var()))));
    }
    let mut program = parsed(SAMPLE);
    for expr in exprs {
        program.edges[0].commands = vec![Command::Assume(expr)];
        assert_eq!(parsed(&program.to_string()), program, "{program}");
    }
}

#[test]
fn every_word_has_its_meaning() {
    assert_eq!(
        SOURCES.map(|(source, _)| source),
        [Source::Input, Source::Uninit, Source::Unmodelled, Source::Unspecified]
    );
    assert_eq!(
        PROPERTY_KINDS.map(|(kind, _)| kind),
        [
            PropertyKind::Assertion,
            PropertyKind::ReachError,
            PropertyKind::Undefined,
            PropertyKind::Unguarded,
            PropertyKind::Unmodelled,
        ]
    );
    let mut spellings = BIN_OPS.map(|(_, symbol)| symbol).to_vec();
    spellings.sort_unstable();
    spellings.dedup();
    assert_eq!(spellings.len(), BIN_OPS.len());
}

#[test]
fn keywords_can_be_names() {
    let text = "\
shared i1[1] assume = any
shared i1 any
shared i1 self = 1
local i1 zext8
template create at L0 (initial)
L0:
  -> L0: assume[any] := any; any := self; assume assume[any]; create create(zext8 = self)
  -> L0: assume zext8; havoc zext8 input
";
    assert_eq!(parsed(text).to_string(), text);
}

#[test]
fn errors_say_where_and_what() {
    let of = |line: &str| refusal(&format!("shared i8 x\ntemplate t at L0 (initial)\nL0:\n{line}"));
    let at_4 = |message: &str| (4, message.to_string());
    assert_eq!(of("-> L0: x := y"), at_4("y is not declared"));
    assert_eq!(of("-> L0: x := x + x + x"), at_4("expected the end of the line, found +"));
    assert_eq!(of("-> L0: x := 256:i8"), at_4("256 does not fit into 8 bits"));
    assert_eq!(of("-> L0: x := -129:i8"), at_4("129 does not fit into 8 bits"));
    assert_eq!(of("-> L0: x := 5"), at_4("5 needs a width, as in 5:i32"));
    assert_eq!(of("-> L0: x := 5:i65"), at_4("i65 is no type"));
    assert_eq!(of("-> L0: x := sext0(x)"), at_4("i0 is no type"));
    assert_eq!(of("-> L0: x := "), at_4("expected an expression at the end of the line"));
    assert_eq!(of("-> L0: create w()"), at_4("template w is not declared"));
    assert_eq!(of("-> L7"), at_4("L7 is not declared"));
    assert_eq!(of("L0:"), at_4("L0 is declared twice"));
    assert_eq!(of("L2:"), at_4("L1 is not declared"));
    assert_eq!(of("shared i8 x"), at_4("x is declared twice"));
    assert_eq!(of("shared i8 7up"), at_4("7up is no name"));
    assert_eq!(of("-> L0: x ~ x"), at_4("unexpected '~'"));
    assert_eq!(refusal(""), (0, "no template is initial".to_string()));
}

#[test]
fn nesting_has_a_limit() {
    let nested = |depth: usize| {
        let (open, close) = ("!(".repeat(depth), ")".repeat(depth));
        format!("template t at L0 (initial)\nL0:\n-> L0: assume {open}1:i1{close}")
    };
    assert!(nested(200).parse::<Program>().is_ok());
    let message = "expressions are nested more than 500 deep".to_string();
    assert_eq!(refusal(&nested(100_000)), (3, message));
}
