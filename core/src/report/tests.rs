use super::fixture;
use super::*;
use crate::engine::{
    Analysis, Checked, Coverage, Files, Kind, Model, Obstacle, Reason, Run, Stuck, Subject,
    Threads, Verdict, Violation,
};
use crate::scpl::PropId;
use crate::text::{Code, FileId, Problem};

const FAILING: &[u32] = &[0, 0, 1, 1, 1, 2, 2, 2, 1, 1];

fn analysis((files, model): (Files, Model), properties: Vec<Checked>) -> Analysis {
    Analysis {
        files,
        root: FileId(0),
        roots: vec![FileId(0)],
        heap: crate::engine::Heap::default(),
        threads: Threads::Any,
        problems: Vec::new(),
        model,
        properties,
        rounds: Vec::new(),
        certificates: Vec::new(),
        refinement: None,
        races: Default::default(),
        steps: 0,
    }
}

fn violated(run: Run) -> Verdict {
    Verdict::Violated(Violation { n_threads: 2, minimal: true, run })
}

fn seed(verdict: impl Fn(Run) -> Verdict) -> Analysis {
    let fixture = fixture::seed();
    let verdict = verdict(fixture::run(&fixture.1, 2, FAILING));
    let subject = Subject::Property(PropId(0));
    analysis(fixture, vec![Checked { subject, kind: Kind::Assertion, verdict, beyond: None }])
}

fn unknown(reason: Reason) -> String {
    let analysis = seed(|_| Verdict::Unknown(reason.clone()));
    properties(&analysis).remove(0).reason.expect("unknown has a reason")
}

#[test]
fn a_violation_is_a_property_with_its_trace() {
    let analysis = seed(violated);
    let property = properties(&analysis).remove(0);
    assert_eq!(property.id, "assertion@worker:6");
    assert_eq!(property.text, "seed == v + 1");
    assert_eq!(property.answer, Answer::Unsafe);
    assert_eq!(property.threads, Threads::UpTo(2));
    assert!(property.minimal);
    assert_eq!(property.reason, None);
    let trace = property.trace.expect("a violation has a trace");
    let labels: Vec<&str> = trace.threads.iter().map(|thread| thread.label.as_str()).collect();
    assert_eq!(labels, ["main", "worker#1", "worker#2"]);
    assert_eq!(trace.property, property.id);
    assert_eq!(trace.steps.last().map(|step| step.kind), Some(StepKind::Fail));
}

#[test]
fn a_violation_is_a_finding_with_numbered_places() {
    let finding = findings(&seed(violated)).remove(0);
    assert_eq!(finding.code, "assertion-violated");
    assert_eq!(finding.severity, Severity::Error);
    assert_eq!(
        finding.message,
        "assertion can fail with 2 threads: seed == v + 1, but seed = 3 and v = 1"
    );
    let related: Vec<&str> = finding.related.iter().map(|r| r.message.as_str()).collect();
    assert_eq!(related.len(), 7);
    assert_eq!(related[4], "[5/7] worker#2 reads seed = 2, sets v = 2");
    assert_eq!(related[6], "[7/7] worker#1 violates `seed == v + 1`: seed = 3 and v = 1");
}

#[test]
fn a_long_run_has_few_related_places_and_ends_with_the_violation() {
    let mut trace = trace(&seed(violated), 0).expect("a violation has a trace");
    let step = trace.steps[4].clone();
    trace.steps.splice(4..4, std::iter::repeat_n(step, 40));
    let related = findings::related(&trace);
    assert_eq!(related.len(), MAX_RELATED);
    assert!(related[MAX_RELATED - 1].message.starts_with("[47/47] worker#1 violates"));
}

#[test]
fn a_deadlock_names_who_waits_for_whom() {
    let fixture = fixture::bank();
    let verdict = violated(fixture::run(&fixture.1, 2, &[0, 0, 1, 2]));
    let subject = Subject::Deadlock;
    let analysis =
        analysis(fixture, vec![Checked { subject, kind: Kind::Deadlock, verdict, beyond: None }]);
    let finding = findings(&analysis).remove(0);
    assert_eq!(finding.code, "deadlock");
    assert_eq!(
        finding.message,
        "deadlock: left#1 waits for b, held by right#1; right#1 waits for a, held by left#1; main \
         waits for right#1 to end"
    );
    assert_eq!(properties(&analysis)[0].id, "deadlock@left:5");
}

#[test]
fn reasons_are_sentences() {
    let nothing = |up_to, coverage| unknown(Reason::NoViolationFound { up_to, coverage });
    assert_eq!(
        nothing(4, Coverage::EveryRun),
        "no violation in any interleaving with up to 4 threads; more were not tried"
    );
    assert_eq!(
        nothing(1, Coverage::SomeRuns),
        "no violation found with up to 1 thread; not every interleaving was tried"
    );
    let span = fixture::Fixture::new(fixture::SEED).at("create( worker)");
    let obstacle = Obstacle::Threads { n_threads: 4, span: Some(span) };
    assert_eq!(unknown(Reason::NotReached(obstacle)), "4 threads do not get past line 12");
    assert_eq!(
        unknown(Reason::Budget { n_threads: 3 }),
        "the step budget ran out in the search with 3 threads"
    );
}

#[test]
fn what_is_not_known_comes_with_what_to_do() {
    let span = fixture::Fixture::new(fixture::SEED).at("create( worker)");
    let coverage = Coverage::SomeRuns;
    let stuck = |stuck| Reason::NotProved { stuck, up_to: 2, coverage };
    for reason in [
        Reason::NoViolationFound { up_to: 2, coverage },
        Reason::NotReached(Obstacle::Uncalled),
        Reason::NotReached(Obstacle::NoPath),
        Reason::NotReached(Obstacle::Threads { n_threads: 4, span: Some(span) }),
        Reason::Budget { n_threads: 3 },
        Reason::Cancelled,
        Reason::Unsupported { what: "this".to_owned(), span },
        stuck(Stuck::Relation(None)),
        stuck(Stuck::TooHard),
        stuck(Stuck::TooManyPredicates),
        stuck(Stuck::Views),
    ] {
        let analysis = seed(|_| Verdict::Unknown(reason.clone()));
        let finding = findings(&analysis).remove(0);
        assert_eq!(finding.severity, Severity::Information, "{reason:?}");
        assert!(!finding.hint.is_empty(), "{reason:?}");
    }
}

#[test]
fn problems_are_findings() {
    let mut analysis = seed(violated);
    let problem =
        Problem::new(Code("unsupported-construct"), analysis.model.origins.edges[0].span, "no")
            .hint("Do this instead");
    analysis.problems = vec![problem];
    let findings = findings(&analysis);
    assert_eq!(findings.len(), 2);
    assert_eq!(findings[0].severity, Severity::Warning);
    assert_eq!(findings[0].hint, "Do this instead");
}

#[test]
fn answers_cross_threads() {
    fn sendable<T: Send + Sync>() {}
    sendable::<Analysis>();
}

#[test]
fn codes_are_documented_once() {
    let mut codes: Vec<&str> = explanations().map(|explanation| explanation.code).collect();
    codes.sort_unstable();
    assert!(codes.windows(2).all(|pair| pair[0] != pair[1]), "{codes:?}");
    for explanation in explanations() {
        assert!(!explanation.summary.ends_with('.'), "{}", explanation.code);
        assert!(explanation.text.ends_with('.'), "{}", explanation.code);
    }
}
