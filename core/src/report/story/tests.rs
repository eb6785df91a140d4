mod programs;

use super::*;
use crate::budget::Budget;
use crate::engine::{Config, analyze};
use crate::report::fixture::{self, Fixture, assume, int, plus_one, set};
use crate::scpl::{
    AddressRange, BinOp, Command, Expr, Init, LocId, LocKind, Place, PropertyKind, Scope, Shown,
    Sort, Source, StepKind as Kind, VarId,
};
use crate::text::{FileId, Sources};

/// The story, one line a step: marks (`>` switch, `*` essential, `~` resumed), line, sentence.
fn told((files, model): &(Files, Model), run: &Run) -> String {
    let story = tell(files, model, run);
    let mut text = String::new();
    for step in &story.steps {
        let mark = |set: bool, mark: char| if set { mark } else { '.' };
        text.push_str(&format!(
            "{}{}{} {} {}\n",
            mark(step.switch, '>'),
            mark(step.essential, '*'),
            mark(step.resumed, '~'),
            files.line(step.span),
            step.sentence
        ));
    }
    text
}

#[track_caller]
fn check(fixture: &(Files, Model), n_threads: u32, order: &[u32], expected: &str) {
    let run = fixture::run(&fixture.1, n_threads, order);
    let told = told(fixture, &run);
    assert_eq!(told, expected, "\n{told}");
}

#[test]
fn a_statement_is_told_once() {
    check(
        &fixture::seed(),
        2,
        &[0, 0, 1, 1, 1, 2, 2, 2, 1, 1],
        "\
.*. 11 main creates worker#1
.*. 12 main creates worker#2
>*. 4 worker#1 reads seed = 1, sets v = 1
.*. 5 worker#1 sets seed = 2 (was 1)
>*. 4 worker#2 reads seed = 2, sets v = 2
.*. 5 worker#2 sets seed = 3 (was 2)
>*. 6 worker#1 violates `seed == v + 1`: seed = 3 and v = 1
",
    );
}

#[test]
fn an_interrupted_statement_is_resumed_and_other_threads_do_not_matter() {
    check(
        &fixture::seed(),
        2,
        // The first worker is done before the second one interferes with nobody.
        &[0, 0, 1, 2, 1, 1, 2, 2, 1, 1, 1, 2, 2],
        "\
.*. 11 main creates worker#1
.*. 12 main creates worker#2
>.. 4 worker#1 reads seed = 1
>.. 4 worker#2 reads seed = 1
>.~ 4 worker#1 sets v = 1
... 5 worker#1 sets seed = 2 (was 1)
>.~ 4 worker#2 sets v = 1
... 5 worker#2 sets seed = 2 (as it was)
>.. 6 worker#1 reads seed = 2
... 7 worker#1 ends
>.. 6 worker#2 reads seed = 2
",
    );
}

#[test]
fn a_deadlock_ends_with_what_everybody_waits_for() {
    check(
        &fixture::bank(),
        2,
        &[0, 0, 1, 2],
        "\
.*. 14 main creates left#1
.*. 15 main creates right#1
>*. 4 left#1 locks a
>*. 9 right#1 locks b
>*. 5 left#1 waits for b, held by right#1
>*. 10 right#1 waits for a, held by left#1
>*. 16 main waits for right#1 to end
",
    );
}

/// A program of `main` alone that goes from edge to edge; the last one may fail.
struct Line {
    f: Fixture,
    here: LocId,
}

impl Line {
    fn new(text: &str) -> Self {
        let mut f = Fixture::new(text);
        let here = f.loc(LocKind::Plain);
        f.template("main", here);
        Self { f, here }
    }

    fn then(&mut self, statement: &str, kind: Kind, commands: Vec<Command>) -> &mut Self {
        let next = self.f.loc(LocKind::Plain);
        self.f.edge((self.here, next), ("main", statement), kind, commands);
        self.here = next;
        self
    }

    /// The sentences of the run.
    fn sentences(self) -> Vec<String> {
        let n_steps = self.f.n_edges();
        let (files, model) = self.f.build();
        let run = fixture::run(&model, 0, &vec![0; n_steps]);
        tell(&files, &model, &run).steps.into_iter().map(|step| step.sentence).collect()
    }
}

#[test]
fn loops_are_told_turn_by_turn() {
    let mut f = Fixture::new("main: while (x < 2) x++;");
    let x = f.shared("x", 0);
    let (head, body) = (f.loc(LocKind::Plain), f.loc(LocKind::Plain));
    let end = f.loc(LocKind::Halted);
    f.template("main", head);
    let less = Expr::bin(BinOp::Slt, Expr::Var(x), int(2));
    let taken = |taken| Kind::Branch { taken };
    f.edge((head, body), ("main", "x < 2"), taken(true), assume(less.clone()));
    f.edge((head, end), ("main", "x < 2"), taken(false), assume(less.negate()));
    f.edge((body, head), ("main", "x++;"), Kind::Plain, set(x, plus_one(x)));
    let fixture = f.build();
    check(
        &fixture,
        0,
        &[0, 0, 0, 0, 0],
        "\
... 1 main reads x = 0, so `x < 2` is true
... 1 main reads x = 0, sets x = 1
... 1 main reads x = 1, so `x < 2` is true
... 1 main reads x = 1, sets x = 2
... 1 main reads x = 2, so `x < 2` is false
",
    );
}

#[test]
fn values_are_written_as_in_c() {
    let mut line = Line::new("p items on color; main p = q; items[1].value = c; on = 1; color = c");
    let pointer = line.f.var("p", Scope::Shared, Sort::Bits(64), Init::Zero, Shown::Pointer);
    let values = Init::Values(vec![0, 0]);
    let items = line.f.var("items", Scope::Shared, Sort::Bits(8), values, Shown::Char);
    line.f.rename(items, "items[].value");
    let on = line.f.var("on", Scope::Shared, Sort::Bits(8), Init::Zero, Shown::Bool);
    let names = vec![(0, "RED".to_owned()), (1, "GREEN".to_owned())];
    let color = line.f.var("color", Scope::Shared, Sort::Bits(32), Init::Zero, Shown::Enum(names));
    line.f.addresses = vec![AddressRange { start: 8, end: 12, name: "slots[2]".into() }];
    let element = Place::Elem(items, int(1));
    line.then("p = q", Kind::Plain, set(pointer, Expr::constant(8, 64)))
        .then(
            "items[1].value = c",
            Kind::Plain,
            vec![Command::Assign(element, Expr::constant(0x61, 8))],
        )
        .then("on = 1", Kind::Plain, set(on, Expr::constant(1, 8)))
        .then("color = c", Kind::Plain, set(color, int(1)));
    assert_eq!(
        line.sentences(),
        [
            "main sets p = &slots[2] (was NULL)",
            r"main sets items[1].value = 'a' (was '\0')",
            "main sets on = true (was false)",
            "main sets color = GREEN (was RED)",
        ]
    );
}

#[test]
fn chosen_values_say_where_they_come_from() {
    let mut line = Line::new("total; main int n = nondet(); total = size(); int u; total = u;");
    let total = line.f.shared("total", 0);
    let (n, u) = (line.f.local("n"), line.f.local("u"));
    let tmp = line.f.temp();
    let havoc = |var: VarId, source| vec![Command::Havoc(Place::Var(var), source)];
    line.then("int n = nondet();", Kind::Plain, havoc(n, Source::Input))
        .then("total = size();", Kind::Plain, havoc(tmp, Source::Unmodelled))
        .then("total = size();", Kind::Plain, set(total, Expr::Var(tmp)))
        .then("total = u;", Kind::Plain, set(total, Expr::Var(u)));
    assert_eq!(
        line.sentences(),
        [
            "main gets 7 from `int n = nondet();`, sets n = 7",
            "main gets 7 from `total = size();` (assumed), sets total = 7 (was 0)",
            "main reads u = 7 (never initialised), sets total = 7 (as it was)",
        ]
    );
}

#[test]
fn a_failing_condition_shows_what_was_read_not_what_is_there_now() {
    let mut f = Fixture::new("main assert(x == x); other x = 1; go;");
    let x = f.shared("x", 0);
    let (a, b) = (f.temp(), f.temp());
    let at: Vec<LocId> = (0..4).map(|_| f.loc(LocKind::Plain)).collect();
    let (start, end) = (f.loc(LocKind::Plain), f.loc(LocKind::Finished));
    let other = f.template("other", start);
    f.template("main", at[0]);
    let error = f.property(PropertyKind::Assertion, "assert(x == x)", "x == x");
    let check_x = ("main", "assert(x == x);");
    f.edge((at[0], at[1]), ("main", "go;"), Kind::Create, fixture::create(other));
    f.edge((at[1], at[2]), check_x, Kind::Plain, set(a, Expr::Var(x)));
    f.edge((at[2], at[3]), check_x, Kind::Plain, set(b, Expr::Var(x)));
    let differ = Expr::bin(BinOp::Ne, Expr::Var(a), Expr::Var(b));
    f.edge((at[3], error), check_x, Kind::Fail, assume(differ));
    f.edge((start, end), ("other", "x = 1;"), Kind::Plain, set(x, int(1)));
    let fixture = f.build();
    check(
        &fixture,
        1,
        &[0, 0, 1, 0, 0],
        "\
.*. 1 main creates other#1
.*. 1 main reads x = 0
>*. 1 other#1 sets x = 1 (was 0)
>*~ 1 main violates `x == x`: x = 0 and then x = 1
",
    );
    let run = fixture::run(&fixture.1, 1, &[0, 0, 1, 0, 0]);
    let failure = tell(&fixture.0, &fixture.1, &run).failure.expect("the run fails");
    assert_eq!(failure.message, "assertion violated: x == x, but x = 0 and then x = 1");
}

#[test]
fn what_the_library_does_inside_is_not_told() {
    let text = "\
#include <assert.h>
#include <string.h>
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
    const char *name = \"one\";
    if (__VERIFIER_nondet_bool()) assert(strcmp(name, \"two\") == 0);
}
";
    let sources = Sources::single("a.c", text);
    let analysis = analyze(&sources, FileId(0), &Config::default(), &Budget::new(10_000_000));
    let mut properties = crate::report::properties(&analysis).into_iter();
    let violated = properties.find_map(|property| Some((property.message, property.trace?.steps)));
    let (message, steps) = violated.expect("the names differ");
    assert_eq!(message, "assertion can fail: `strcmp(name, \"two\") == 0` is false");
    let told: Vec<String> = steps.into_iter().map(|step| step.sentence).collect();
    assert_eq!(
        told,
        [
            "main gets 1 from `__VERIFIER_nondet_bool()`, so `__VERIFIER_nondet_bool()` is true",
            "main violates `strcmp(name, \"two\") == 0`"
        ]
    );
}
