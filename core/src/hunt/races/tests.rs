use super::races;
use crate::budget::Budget;
use crate::scpl::Program;

/// The names of the variables that race when any number of threads run `body` from L1, with `shared` and
/// `local` variables besides.
fn racing(vars: &str, body: &str) -> Vec<String> {
    let text = format!(
        "{vars}\ntemplate main at L0 (initial)\ntemplate worker at L1\n\
         L0:\n  -> L0: create worker()\n{body}"
    );
    let program: Program = text.parse().expect("the program is right");
    assert_eq!(program.validate(), Ok(()));
    let found = races(&program, 2, &|_, _| true, &Budget::new(1_000_000));
    found.keys().map(|var| program.var(*var).name.clone()).collect()
}

#[test]
fn a_read_and_a_write_meet() {
    let body = "L1:\n  -> L2: seen := count\nL2:\n  -> L3: count := seen\nL3: finished";
    assert_eq!(racing("shared i4 count\nlocal i4 seen", body), ["count"]);
}

#[test]
fn two_reads_do_not() {
    let body = "L1:\n  -> L2: seen := count\nL2: finished";
    assert_eq!(racing("shared i4 count\nlocal i4 seen", body), [""; 0]);
}

#[test]
fn a_lock_keeps_them_apart() {
    let body = "L1:\n  -> L2: await lock == 0:i1; lock := 1:i1\n\
                L2:\n  -> L3: count := count + 1:i4\nL3:\n  -> L4: lock := 0:i1\nL4: finished";
    // The lock itself is for the caller to leave out.
    assert_eq!(racing("shared i1 lock\nshared i4 count", body), ["lock"]);
}

#[test]
fn a_section_keeps_them_apart() {
    let body = "L1:\n  -> L2\nL2 (atomic):\n  -> L3: count := count + 1:i4\nL3: finished";
    assert_eq!(racing("shared i4 count", body), [""; 0]);
}

#[test]
fn elements_are_cells() {
    let body = "L1:\n  -> L2: me := next; next := next + 1:i2\nL2:\n  -> L3: slots[me] := 1:i4\n\
                L3: finished";
    assert_eq!(racing("shared i2 next\nshared i4[4] slots\nlocal i2 me", body), ["next"]);
}

#[test]
fn what_a_pointer_does_not_point_to_is_not_touched() {
    let body = "L1:\n  -> L2: to := to + 1:i1; one := (to == 0:i1) ? 5:i4 : one\nL2: finished";
    assert_eq!(racing("shared i4 one\nlocal i1 to", body), [""; 0]);
    let body = "L1:\n  -> L2: one := (to == 0:i1) ? 5:i4 : one\nL2: finished";
    assert_eq!(racing("shared i4 one\nlocal i1 to", body), ["one"]);
}
