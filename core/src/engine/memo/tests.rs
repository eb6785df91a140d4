use super::Memo;
use crate::budget::Budget;
use crate::engine::explore::explore;
use crate::engine::{Model, Threads, Verdict};
use crate::predabs::Cache;
use crate::scpl::Program;
use crate::text::FileId;

/// A lock around two steps that nobody else may see half done.
const LOCKED: &str = "
shared i1 lock
shared i2 count
local i2 seen
template main at L0 (initial)
template worker at L1
property P0 assertion at L5
L0:
  -> L0: create worker()
L1:
  -> L2: await lock == 0:i1; lock := 1:i1
L2:
  -> L3: seen := count
L3:
  -> L4: assume count == seen; count := count + 1:i2
  -> L5: assume count != seen
L4:
  -> L1: lock := 0:i1
L5: error P0
";

fn checked(text: &str, memo: &mut Memo) -> (Verdict, u64) {
    let program: Program = text.parse().expect("the program is right");
    let model = Model::without_text(program, FileId(0));
    let budget = Budget::new(1_000_000);
    let mut explored = explore(&model, Threads::Any, &[], memo, &budget, &mut |_| {});
    (explored.properties.remove(0).verdict, budget.spent())
}

fn learnt() -> (Memo, u64) {
    let mut memo = Memo::default();
    let (verdict, steps) = checked(LOCKED, &mut memo);
    assert_eq!(verdict, Verdict::Proved(Threads::Any));
    assert!(!memo.is_empty());
    (memo, steps)
}

#[test]
fn is_its_text_and_nothing_else_is() {
    let (memo, _) = learnt();
    let text = memo.to_string();
    assert_eq!(text.parse().as_ref(), Ok(&memo));
    assert!("".parse::<Memo>().is_err());
    assert!(text.replace("memo 2", "memo 3").parse::<Memo>().is_err());
    assert!(text.replace("answer ", "answer x").parse::<Memo>().is_err());
    let cut = &text[..text.find("answer").expect("there are answers") + 9];
    assert!(cut.parse::<Memo>().is_err());
}

#[test]
fn the_same_program_costs_its_certification() {
    let (mut memo, cold) = learnt();
    let (verdict, warm) = checked(LOCKED, &mut memo);
    assert_eq!(verdict, Verdict::Proved(Threads::Any));
    assert!(warm * 4 < cold, "{warm} of {cold}");
}

#[test]
fn names_count_not_numbers() {
    let (mut memo, cold) = learnt();
    let edited = LOCKED.replace("shared i1 lock", "shared i2 other = 3\nshared i1 lock");
    let edited = edited.replace("-> L4: assume", "-> L4: other := other + 1:i2; assume");
    let (verdict, warm) = checked(&edited, &mut memo);
    assert_eq!(verdict, Verdict::Proved(Threads::Any));
    assert!(warm * 4 < cold * 3, "{warm} of {cold}");
}

#[test]
fn what_does_not_fit_is_left_out() {
    let (mut memo, _) = learnt();
    let (verdict, _) = checked(&LOCKED.replace("i2", "i3"), &mut memo);
    assert_eq!(verdict, Verdict::Proved(Threads::Any));
}

#[test]
fn a_broken_program_is_broken_whatever_the_memo_says() {
    let (mut memo, _) = learnt();
    let broken = LOCKED.replace("await lock == 0:i1; ", "");
    let (verdict, _) = checked(&broken, &mut memo);
    assert!(matches!(verdict, Verdict::Violated(_)), "{verdict:?}");
}

#[test]
fn wrong_answers_do_no_harm() {
    let (memo, _) = learnt();
    let mut cache = Cache::default();
    for (key, _) in memo.cache.iter() {
        // Nothing is possible, says the memo: then everything is safe.
        cache.insert(key, Vec::new());
    }
    let (verdict, _) = checked(LOCKED, &mut Memo { cache: cache.clone(), ..Memo::default() });
    assert_eq!(verdict, Verdict::Proved(Threads::Any));
    let racy = LOCKED.replace("lock := 0:i1", "count := 0:i2; lock := 0:i1");
    let mut memo = Memo { proof: None, cache, ..memo };
    let (verdict, _) = checked(&racy, &mut memo);
    assert_eq!(verdict, Verdict::Proved(Threads::Any));
}
