//! Steps against the interpreter, with random values.

use super::*;
use crate::budget::Budget;
use crate::certify::formula::Answer;
use crate::scpl::{Disabled, EdgeId, Interpreter, State, ThreadIdx};

const PROGRAM: &str = "\
shared i4 a = any
shared i3[3] row = any
shared thread[2] crew
local i4 x = any
local i3[2] mine = any
local thread other
template main at L0 (initial)
template worker at L0
L0:
  -> L0: row[a] := zext3(x); x := zext4(row[x]) + a; a := x - 1:i4
  -> L0: assume x <u a; mine[row[1:i2]] := row[0:i2] * row[0:i2]; x := a
  -> L0: await row[2:i2] != mine[0:i1]; row[zext2(mine[1:i1])] := mine[0:i1]; assume a != 3:i4
  -> L0: other := (x <s a) ? @self : crew[0:i1]; crew[x] := other; assume crew[1:i1] == @self
  -> L0: a := (a == x) ? ((row[a] <=u mine[x]) ? 3:i4 : a) : (-a)
  -> L0: x := sext4(row[0:i1]) >>s mine[x]; a := a << x; a := x %s a
  -> L0: a := x /u a; x := a /s x; x := !x ^ a
";

fn program() -> Program {
    PROGRAM.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// Says that the cells have these values at one end of the step.
fn fix(scene: &mut Scene, when: When, state: &State, agree: &mut Vec<Lit>) {
    let program = scene.program;
    for (idx, var) in program.vars.iter().enumerate() {
        let id = VarId(idx as u32);
        let slot = scene.layout.slot(id);
        for elem in 0..var.n_cells() {
            let value = match slot.scope {
                Scope::Shared => state.shared[slot.first + elem],
                Scope::Local => state.threads[0].locals[slot.first + elem],
            };
            let word = scene.cell(0, when, id, elem);
            agree.push(words::is_number(&mut scene.formula, &word, value));
        }
    }
    let handle = scene.handle(0);
    agree.push(words::is_number(&mut scene.formula, &handle, ThreadIdx(0).handle()));
}

fn has_model(scene: &Scene) -> bool {
    let answer = scene.formula.solve(&Budget::new(u64::MAX));
    answer.unwrap_or_else(|refusal| panic!("{refusal}")) != Answer::Unsat
}

#[test]
fn steps_are_those_of_the_interpreter() {
    let program = program();
    program.validate().unwrap_or_else(|flaws| panic!("{flaws:?}"));
    let interpreter = Interpreter::new(&program);
    let mut seed = 3_u64;
    let mut random = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    let (mut n_taken, mut n_refused) = (0, 0);
    for round in 0..60 {
        let mut choices: Vec<u64> = [4, 3, 3, 3, 4, 3, 3].map(|width| random(1 << width)).into();
        let mut state = interpreter.initial(0, &choices).unwrap_or_else(|e| panic!("{e:?}"));
        // Handles start as 0; some may be the thread's own.
        state.shared[4] = random(2);
        state.shared[5] = random(2);
        choices.clear();
        for edge in (0..program.edges.len() as u32).map(EdgeId) {
            let mut scene = Scene::new(&program, 1);
            program.edge(edge).commands.iter().for_each(|command| scene.run(0, command));
            let mut agree = Vec::new();
            fix(&mut scene, When::Before, &state, &mut agree);
            for lit in std::mem::take(&mut agree).into_iter().chain(scene.conditions.clone()) {
                scene.formula.clause(&[lit]);
            }
            match interpreter.successor(&state, ThreadIdx(0), edge, &choices) {
                Ok((next, _)) => {
                    n_taken += 1;
                    assert!(has_model(&scene), "round {round}, edge {edge:?}");
                    fix(&mut scene, When::After, &next, &mut agree);
                    let agrees = scene.formula.all(&agree);
                    scene.formula.clause(&[!agrees]);
                    assert!(!has_model(&scene), "round {round}, edge {edge:?}");
                }
                Err(Disabled::AssumeFails | Disabled::Waits) => {
                    n_refused += 1;
                    assert!(!has_model(&scene), "round {round}, edge {edge:?}");
                }
                Err(other) => panic!("{other:?}"),
            }
        }
    }
    assert!(n_taken > 100 && n_refused > 30, "{n_taken} {n_refused}");
}

#[test]
fn created_threads_start_as_the_program_says() {
    let text = "\
shared i4 a = 5
shared thread last
local i4 x = 9
local i2[2] y = any
local i3 z = 3
template main at L0 (initial)
template worker at L1
L0:
  -> L0: x := x + a; create worker(x = x + 1:i4) -> last; x := 0:i4; a := 1:i4
L1:
";
    let program: Program = text.parse().unwrap_or_else(|error| panic!("{error}"));
    let mut scene = Scene::new(&program, 2);
    scene.start_shared();
    scene.start_thread(0);
    program.edges[0].commands.iter().for_each(|command| scene.run(0, command));
    let created = scene.created.clone().unwrap_or_else(|| panic!("it creates"));
    scene.threads[1] = created.thread;
    let mut is = |thread: usize, expr: &str| {
        let expr = program.parse_expr(expr).unwrap_or_else(|error| panic!("{error}"));
        scene.truth(thread, When::After, &expr)
    };
    for holds in ["x == 15:i4", "z == 3:i3", "a == 1:i4", "last == @self"] {
        assert_eq!(is(1, holds), Lit::TRUE, "{holds}");
    }
    assert_eq!(is(0, "x == 0:i4"), Lit::TRUE);
    let unknown = [is(1, "y[1:i1] == 2:i2"), is(0, "last == @self")];
    for lit in unknown {
        assert!(lit != Lit::TRUE && lit != Lit::FALSE);
    }
}
