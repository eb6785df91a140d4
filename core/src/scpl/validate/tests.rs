//! A valid program, and what breaks it.

use super::*;

const VALID: &str = "\
shared i32 count
shared i8[2] slots = any
shared thread[2] crew
local i32 mine
local thread helper
template main at L0 (initial)
template worker at L1
property P0 assertion at L3
L0 (atomic):
  -> L1: create worker(mine = 3:i32, helper = @self) -> crew[mine]; crew[1:i4] := @none
L1:
  -> L1: helper := (crew[0:i2] == @self) ? helper : crew[1:i2]; join helper
  -> L2: count := count << slots[count]; mine := sext32(slots[0:i1]); havoc slots[mine] input
  -> L3: assume !(count <s 3:i32); await (count == mine) & 1:i1
L2: finished
L3: error P0
";

fn parsed(text: &str) -> Program {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// Replaces `old` by `new` in the valid program and expects exactly these flaws.
fn check(old: &str, new: &str, expected: &[(Part, Flaw)]) {
    assert!(VALID.contains(old), "{old}");
    let invalid = parsed(&VALID.replace(old, new)).validate().expect_err(new);
    let found: Vec<(Part, Flaw)> = invalid.iter().map(|one| (one.part, one.flaw)).collect();
    assert_eq!(found, expected, "{new}");
}

fn check_command(old: &str, new: &str, edge: u32, flaw: Flaw) {
    check(old, new, &[(Part::Edge(EdgeId(edge)), flaw)]);
}

#[test]
fn the_valid_program_is_valid() {
    assert_eq!(parsed(VALID).validate(), Ok(()));
}

#[test]
fn declarations() {
    let slots = Part::Var(VarId(1));
    check("slots = any", "slots = {1}", &[(slots, Flaw::InitCount)]);
    check("thread[2] crew", "thread[2] crew = any", &[(Part::Var(VarId(2)), Flaw::HandleInit)]);
    check("i8[2] slots", "i8[0] slots", &[(slots, Flaw::NoElements)]);
    check("L2: finished", "L2 (atomic): finished", &[(Part::Loc(LocId(2)), Flaw::AtomicEnd)]);
    let foreign = (Part::Loc(LocId(2)), Flaw::ForeignError);
    check("L2: finished", "L2: error P0", &[foreign]);
    let unknown = (Part::Loc(LocId(2)), Flaw::UnknownProperty);
    check("L2: finished", "L2: error P1", &[unknown]);
    let foreign = (Part::Loc(LocId(3)), Flaw::ForeignError);
    let no_error = (Part::Property(PropId(0)), Flaw::NoError);
    check("assertion at L3", "assertion at L2", &[foreign, no_error]);
    let template = Part::Template(TemplateId(1));
    check("worker at L1", "worker at L2", &[(template, Flaw::EntryIsEnd)]);
    check("L2: finished", "L2: finished\n  -> L1", &[(Part::Edge(EdgeId(4)), Flaw::LeavesEnd)]);
}

#[test]
fn commands() {
    let bits = |width| Flaw::Expected(Sort::Bits(width));
    let handle = Flaw::Expected(Sort::Handle);
    check_command("worker at L1", "worker at L0", 0, Flaw::EntryIsAtomic);
    check_command("mine = 3:i32", "mine = 3:i31", 0, bits(32));
    check_command("mine = 3:i32", "count = 3:i32", 0, Flaw::Argument);
    check_command("helper = @self", "mine = 4:i32", 0, Flaw::DuplicateArgument);
    check_command("-> crew[mine]", "-> mine", 0, handle);
    check_command("crew[1:i4] := @none", "create worker()", 0, Flaw::TwoCreates);
    check_command("crew[1:i4] := @none", "crew := @none", 0, Flaw::Index);
    check_command("crew[1:i4] := @none", "mine := @none", 0, bits(32));
    check_command("crew[1:i4] := @none", "havoc helper input", 0, Flaw::HandleUsed);
    check_command("join helper", "join mine", 1, handle);
    check_command("== @self", "<u @self", 1, Flaw::HandleUsed);
    check_command("== @self", "== mine", 1, handle);
    check_command(": crew[1:i2]", ": mine", 1, handle);
    check_command("sext32(slots[0:i1])", "sext31(slots[0:i1])", 2, bits(32));
    check_command("sext32(slots[0:i1])", "sext32(helper)", 2, Flaw::HandleUsed);
    check_command("count << slots[count]", "count << helper", 2, Flaw::HandleUsed);
    check_command("count << slots[count]", "count + slots[count]", 2, bits(32));
    check_command("count << slots[count]", "count[mine]", 2, Flaw::Index);
    check_command("!(count <s 3:i32)", "count", 3, bits(1));
}

#[test]
fn what_text_cannot_say() {
    let broken = |change: &dyn Fn(&mut Program)| {
        let mut program = parsed(VALID);
        change(&mut program);
        program.validate().expect_err("it is broken")[0].flaw
    };
    assert_eq!(broken(&|p| p.main = TemplateId(2)), Flaw::UnknownTemplate);
    assert_eq!(broken(&|p| p.vars[1].name = "count".into()), Flaw::DuplicateName);
    assert_eq!(broken(&|p| p.vars[1].name = "3x".into()), Flaw::Name);
    assert_eq!(broken(&|p| p.vars[0].sort = Sort::Bits(65)), Flaw::Width);
    assert_eq!(broken(&|p| p.vars[0].init = Init::Values(vec![1 << 32])), Flaw::WideValue);
    assert_eq!(broken(&|p| p.templates[1].entry = LocId(9)), Flaw::UnknownLoc);
    assert_eq!(broken(&|p| p.templates[1].name = "main".into()), Flaw::DuplicateName);
    assert_eq!(broken(&|p| p.edges.swap(0, 1)), Flaw::Unsorted);
    assert_eq!(broken(&|p| p.edges[0].to = LocId(9)), Flaw::UnknownLoc);
    assert_eq!(broken(&|p| p.edges[3].from = LocId(9)), Flaw::UnknownLoc);
    assert_eq!(broken(&|p| p.properties[0].error = LocId(9)), Flaw::ForeignError);
    assert_eq!(broken(&|p| drop(p.vars.pop())), Flaw::UnknownVar);
}
