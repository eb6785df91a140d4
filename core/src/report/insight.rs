//! What Braid knows about the places of a program, for those who look at them one by one.

use std::collections::{BTreeMap, BTreeSet};

use super::counted::{self, Form};
use super::locks;
use crate::engine::{Analysis, Check, Found, Tracked};
use crate::scpl::{Class, Command, Expr, Scope, Source, VarId};
use crate::text::Span;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Insight {
    pub variables: Vec<Variable>,
    /// The predicates that were found, in order.
    pub facts: Vec<Fact>,
    /// One per statement of thread code.
    pub points: Vec<Point>,
}

/// A variable of the user's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    pub name: String,
    /// `None` at file scope.
    pub function: Option<String>,
    /// The declaration.
    pub span: Span,
    pub shared: bool,
    pub why: String,
    /// Where threads read or write it, with the mutexes that they hold there.
    pub accesses: Vec<Access>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    pub span: Span,
    pub locks: Vec<String>,
}

/// A predicate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    pub text: String,
    pub form: Form,
    pub class: Class,
    /// The refinement round that found it, counted from 1; `None` if it was there from the start.
    pub round: Option<usize>,
    pub why: String,
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    pub span: Span,
    pub function: String,
    /// The mutexes that a thread surely holds there.
    pub locks: Vec<String>,
    /// Indices into [`Insight::facts`]: the local and mixed ones tracked there.
    pub facts: Vec<usize>,
}

pub fn insight(analysis: &Analysis) -> Insight {
    let held = locks::held(&analysis.model.program);
    let (facts, tracked) = facts(analysis);
    Insight {
        variables: variables(analysis, &held),
        points: points(analysis, &held, &tracked),
        facts,
    }
}

/// The predicates of all proofs, each once, and by location the indices of those that are tracked there.
fn facts(analysis: &Analysis) -> (Vec<Fact>, Vec<Vec<usize>>) {
    let mut facts: Vec<Fact> = Vec::new();
    let mut by_loc = vec![Vec::new(); analysis.model.program.locs.len()];
    for tracked in analysis.tracked() {
        let mut places = BTreeMap::new();
        for id in tracked.predicates.ids() {
            let fact = fact(analysis, &tracked, &tracked.predicates.get(id).expr);
            let known = facts.iter().position(|known| known.text == fact.text);
            // Two that read the same may be different where temporaries have no names.
            let place = known.filter(|_| fact.form == Form::Words).unwrap_or(facts.len());
            if place == facts.len() {
                facts.push(fact);
            }
            places.insert(id, place);
        }
        for (loc, ids) in tracked.by_loc.iter().enumerate() {
            by_loc[loc].extend(ids.iter().map(|id| places[id]));
        }
    }
    (facts, by_loc)
}

fn fact(analysis: &Analysis, tracked: &Tracked, expr: &Expr) -> Fact {
    let model = &analysis.model;
    let refinement = analysis.refinement.as_ref();
    let found = refinement.and_then(|refinement| refinement.found(expr));
    let is_hint = model.hints.iter().any(|hint| hint.predicate == *expr);
    let (text, form) = counted::text(analysis, tracked, expr);
    let why = match found {
        _ if form == Form::Words => "says what is counted".to_owned(),
        Some(found) if found.round > 0 => discovery(analysis, expr, found),
        _ if is_hint => "stated as an invariant".to_owned(),
        Some(_) => "part of what was to be proved in an earlier check".to_owned(),
        None => "part of what is to be proved".to_owned(),
    };
    Fact {
        text,
        form,
        class: tracked.program.class_of(expr),
        round: found.map(|found| found.round).filter(|round| *round > 0),
        why,
    }
}

/// What a predicate was needed for.
fn discovery(analysis: &Analysis, expr: &Expr, found: Found) -> String {
    let rounds = analysis.refinement.iter().flat_map(|refinement| &refinement.rounds);
    let about = rounds.into_iter().find(|round| round.added.contains(expr)).map(|round| {
        format!(" about `{}`", analysis.model.origins.property(round.property).condition)
    });
    let earlier = match found.check {
        Check::This => "",
        Check::Earlier => " of an earlier check",
    };
    match found.n_threads {
        Some(n_threads) => {
            let threads = super::reasons::counted(n_threads);
            let about = about.unwrap_or_default();
            format!("rules out a false alarm{earlier} with {threads}{about}")
        }
        None => format!("one of the few values that are seen in runs{earlier}"),
    }
}

fn points(
    analysis: &Analysis,
    held: &[Option<BTreeSet<VarId>>],
    tracked: &[Vec<usize>],
) -> Vec<Point> {
    let model = &analysis.model;
    let mut by_span: BTreeMap<Span, Point> = BTreeMap::new();
    for (edge, origin) in model.program.edges.iter().zip(&model.origins.edges) {
        let Some(held) = &held[edge.from.index()] else { continue };
        let locks = names(analysis, held);
        let facts = &tracked[edge.from.index()];
        let point = by_span.entry(origin.statement).or_insert_with(|| Point {
            span: origin.statement,
            function: origin.function.clone(),
            locks: locks.clone(),
            facts: Vec::new(),
        });
        // A statement has several steps, and a function several callers.
        point.locks.retain(|lock| locks.contains(lock));
        point.facts.extend(facts);
        point.facts.sort_unstable();
        point.facts.dedup();
    }
    by_span.into_values().filter(|point| point.span.start < point.span.end).collect()
}

fn names(analysis: &Analysis, held: &BTreeSet<VarId>) -> Vec<String> {
    held.iter().map(|var| analysis.model.origins.var(*var).name.clone()).collect()
}

fn variables(analysis: &Analysis, held: &[Option<BTreeSet<VarId>>]) -> Vec<Variable> {
    let model = &analysis.model;
    let mut accesses: BTreeMap<Span, Vec<Access>> = BTreeMap::new();
    for (edge, origin) in model.program.edges.iter().zip(&model.origins.edges) {
        let Some(held) = &held[edge.from.index()] else { continue };
        let touched: BTreeSet<Span> = touched(&edge.commands)
            .into_iter()
            .filter(|var| model.program.var(*var).scope == Scope::Shared)
            .filter_map(|var| model.origins.var(var).span)
            .collect();
        for span in touched {
            let list = accesses.entry(span).or_default();
            let access = Access { span: origin.span, locks: names(analysis, held) };
            match list.iter_mut().find(|known| known.span == access.span) {
                None => list.push(access),
                Some(known) => known.locks.retain(|lock| access.locks.contains(lock)),
            }
        }
    }
    let mut variables: Vec<Variable> = Vec::new();
    for sharing in &model.sharing {
        let variable = Variable {
            name: sharing.name.clone(),
            function: sharing.function.clone(),
            span: sharing.span,
            shared: sharing.scope == Scope::Shared,
            why: sharing.why.clone(),
            accesses: accesses.get(&sharing.span).cloned().unwrap_or_default(),
        };
        // A function that several threads run has its locals once for each.
        if !variables.contains(&variable) {
            variables.push(variable);
        }
    }
    for variable in &mut variables {
        variable.accesses.sort_by_key(|access| access.span);
    }
    variables
}

/// The variables that the commands read or write.
fn touched(commands: &[Command]) -> Vec<VarId> {
    let mut vars = Vec::new();
    for command in commands {
        let mut reads = |expr: &Expr| expr.for_each_var(&mut |var| vars.push(var));
        match command {
            Command::Assume(expr) | Command::Await(expr) | Command::Join(expr) => reads(expr),
            Command::Assign(place, expr) => {
                reads(expr);
                vars.push(place.var());
            }
            // Coming into being is no access.
            Command::Havoc(_, Source::Uninit) => {}
            Command::Havoc(place, _) => vars.push(place.var()),
            Command::Create { args, handle, .. } => {
                for (_, expr) in args {
                    reads(expr);
                }
                vars.extend(handle.iter().map(|place| place.var()));
            }
        }
    }
    vars
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::engine::{Config, Memo, analyze, analyze_with};
    use crate::text::{FileId, Sources};

    const PROGRAM: &str = "\
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int turns;
int seen;
void *worker(void *arg) {
    pthread_mutex_lock(&m);
    int mine = turns;
    turns = mine + 1;
    assert(turns == mine + 1);
    pthread_mutex_unlock(&m);
    seen = 1;
    return 0;
}
int main(void) {
    pthread_t a;
    while (1) pthread_create(&a, 0, worker, 0);
}
";

    fn insight_of(text: &str) -> (Insight, Sources) {
        let sources = Sources::single("a.c", text);
        let budget = Budget::new(20_000_000);
        let analysis = analyze(&sources, FileId(0), &Config::default(), &budget);
        (insight(&analysis), sources)
    }

    #[test]
    fn locks_guard_what_is_accessed_under_them() {
        let (insight, _) = insight_of(PROGRAM);
        let variable = |name: &str| {
            insight.variables.iter().find(|variable| variable.name == name).expect("it is there")
        };
        assert!(variable("turns").shared && !variable("mine").shared);
        assert!(variable("turns").accesses.iter().all(|access| access.locks == ["m"]));
        assert!(!variable("turns").accesses.is_empty());
        assert!(variable("seen").accesses.iter().any(|access| access.locks.is_empty()));
    }

    /// Tickets are taken in turn, which takes several rounds of refinement and the values of variables.
    const TICKETS: &str = include_str!("../../../tests/corpus/locks/ticket_lock.c");

    #[test]
    fn facts_say_how_they_were_found() {
        let mut memo = Memo::default();
        let mut reasons = |text: &str| {
            let sources = Sources::single("a.c", text);
            let budget = Budget::new(50_000_000);
            let config = Config::default();
            let analysis =
                analyze_with(&sources, FileId(0), &config, &mut memo, &budget, &mut |_| {});
            let facts = insight(&analysis).facts.into_iter();
            facts
                .map(|fact| {
                    let round = fact.round.map(|_| "round: ").unwrap_or_default();
                    (fact.text, format!("{round}{}", fact.why))
                })
                .collect::<BTreeMap<String, String>>()
        };
        let first = reasons(TICKETS);
        assert_eq!(first["busy"], "part of what is to be proved");
        let alarm = "round: rules out a false alarm with 2 threads about `!busy`";
        assert_eq!(first["serving == mine"], alarm);
        assert_eq!(first["mine == 1"], "round: one of the few values that are seen in runs");
        // The next check finds the same in its memo, and does not claim to have found it itself.
        let edited = TICKETS.replace("busy = true", "busy = 1");
        let second = reasons(&edited);
        assert_eq!(second["busy"], "part of what is to be proved");
        let alarm = "round: rules out a false alarm of an earlier check with 2 threads";
        assert_eq!(second["serving == mine"], alarm);
        let value = "round: one of the few values that are seen in runs of an earlier check";
        assert_eq!(second["mine == 1"], value);
    }

    /// A proof that counts threads says so in words, not in names of its own.
    #[test]
    fn what_is_counted_is_told_in_words() {
        let (insight, _) =
            insight_of(include_str!("../../../tests/corpus/regress/counted_inside.c"));
        let words = insight.facts.iter().filter(|fact| fact.form == Form::Words);
        let words: Vec<(&str, Class)> =
            words.map(|fact| (fact.text.as_str(), fact.class)).collect();
        assert_eq!(
            words,
            [
                ("`inside` is the number of threads between line 9 and line 11", Class::Shared),
                ("the number of threads between line 9 and line 11 is 0", Class::Shared),
            ]
        );
        // Created threads get what they are counted by from their creator: no two lines say it.
        let (insight, _) = insight_of(include_str!("../../../tests/corpus/sync/last_user.c"));
        let text =
            "`users` is the number of times that threads still have to lower `users` in line 15";
        assert!(insight.facts.iter().any(|fact| fact.text == text), "{:#?}", insight.facts);
    }

    #[test]
    fn facts_are_where_they_matter() {
        let (insight, sources) = insight_of(PROGRAM);
        let mixed = insight.facts.iter().position(|fact| fact.class == Class::Mixed);
        let mixed = mixed.expect("the assertion relates shared and local");
        let at: Vec<String> = insight
            .points
            .iter()
            .filter(|point| point.facts.contains(&mixed))
            .map(|point| sources.text(point.span))
            .collect();
        assert!(at.iter().any(|text| text.contains("assert")), "{at:?}");
        assert!(!at.iter().any(|text| text.contains("seen")), "{at:?}");
    }
}
