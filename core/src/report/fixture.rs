//! Hand-made programs with their origins, for tests of what is said about runs.

use crate::engine::{Files, Model, Run};
use crate::scpl::*;
use crate::text::{FileId, Sources, Span, Wakeups};

#[derive(Debug)]
pub(crate) struct Fixture {
    sources: Sources,
    vars: Vec<(Var, VarOrigin)>,
    locs: Vec<Loc>,
    edges: Vec<(Edge, EdgeOrigin)>,
    templates: Vec<(Template, TemplateOrigin)>,
    properties: Vec<(Property, PropertyOrigin)>,
    pub addresses: Vec<AddressRange>,
}

impl Fixture {
    pub fn new(text: &str) -> Self {
        Self {
            sources: Sources::single("demo.c", text),
            vars: Vec::new(),
            locs: Vec::new(),
            edges: Vec::new(),
            templates: Vec::new(),
            properties: Vec::new(),
            addresses: Vec::new(),
        }
    }

    /// The first occurrence of a text.
    pub fn at(&self, text: &str) -> Span {
        let file = self.sources.file(FileId(0));
        let start = file.text.find(text).unwrap_or_else(|| panic!("no `{text}` in the fixture"));
        Span::new(FileId(0), start as u32, (start + text.len()) as u32)
    }

    pub fn var(&mut self, name: &str, scope: Scope, sort: Sort, init: Init, shown: Shown) -> VarId {
        let id = VarId(self.vars.len() as u32);
        let unique = format!("{name}.{}", id.0);
        let len = match &init {
            Init::Values(values) if values.len() > 1 => Some(values.len() as u32),
            _ => None,
        };
        let span = (shown != Shown::Hidden).then(|| self.at(name));
        self.vars.push((
            Var { name: unique, scope, sort, len, init },
            VarOrigin {
                counts: Vec::new(),
                name: name.to_owned(),
                shown,
                part_of: None,
                atomic: false,
                span,
                function: None,
            },
        ));
        id
    }

    /// A shared `int`.
    pub fn shared(&mut self, name: &str, value: u64) -> VarId {
        let init = Init::Values(vec![value]);
        self.var(name, Scope::Shared, Sort::Bits(32), init, Shown::Signed)
    }

    /// A local `int`.
    pub fn local(&mut self, name: &str) -> VarId {
        self.var(name, Scope::Local, Sort::Bits(32), Init::Any, Shown::Signed)
    }

    pub fn temp(&mut self) -> VarId {
        self.var("tmp", Scope::Local, Sort::Bits(32), Init::Zero, Shown::Hidden)
    }

    pub fn mutex(&mut self, name: &str) -> VarId {
        self.var(name, Scope::Shared, Sort::Bits(1), Init::Zero, Shown::Mutex)
    }

    pub fn loc(&mut self, kind: LocKind) -> LocId {
        self.locs.push(Loc { kind, atomic: false });
        LocId(self.locs.len() as u32 - 1)
    }

    pub fn template(&mut self, name: &str, entry: LocId) -> TemplateId {
        let span = self.at(name);
        let name = name.to_owned();
        self.templates
            .push((Template { name: name.clone(), entry }, TemplateOrigin { name, span }));
        TemplateId(self.templates.len() as u32 - 1)
    }

    pub fn property(&mut self, kind: PropertyKind, at: &str, condition: &str) -> LocId {
        let id = PropId(self.properties.len() as u32);
        let error = self.loc(LocKind::Error(id));
        let origin = PropertyOrigin {
            span: self.at(at),
            condition: condition.into(),
            unsupported: None,
            afterwards: crate::scpl::Afterwards::Anywhere,
        };
        self.properties.push((Property { kind, error }, origin));
        error
    }

    pub fn edge(
        &mut self,
        (from, to): (LocId, LocId),
        (function, statement): (&str, &str),
        kind: StepKind,
        commands: Vec<Command>,
    ) {
        let span = self.at(statement);
        self.edges.push((
            Edge { from, to, commands },
            EdgeOrigin { span, statement: span, function: function.to_owned(), call: None, kind },
        ));
    }

    pub fn rename(&mut self, var: VarId, name: &str) {
        self.vars[var.index()].1.name = name.to_owned();
    }

    pub fn n_edges(&self) -> usize {
        self.edges.len()
    }

    /// The program; `main` is the last template.
    pub fn build(mut self) -> (Files, Model) {
        self.edges.sort_by_key(|(edge, _)| edge.from);
        let (vars, var_origins) = self.vars.into_iter().unzip();
        let (edges, edge_origins) = self.edges.into_iter().unzip();
        let main = TemplateId(self.templates.len() as u32 - 1);
        let (templates, template_origins) = self.templates.into_iter().unzip();
        let (properties, property_origins) = self.properties.into_iter().unzip();
        let program = Program { vars, locs: self.locs, edges, templates, properties, main };
        let origins = Origins {
            vars: var_origins,
            edges: edge_origins,
            templates: template_origins,
            properties: property_origins,
            addresses: self.addresses,
            lent: Vec::new(),
        };
        let model = Model {
            program,
            origins,
            assumptions: Vec::new(),
            weak_orders: None,
            sharing: Vec::new(),
            threads: Vec::new(),
            uncalled: Vec::new(),
            signalled: None,
            wakeups: Wakeups::Anytime,
            limits: Vec::new(),
            hints: Vec::new(),
        };
        (Files::of(&self.sources), model)
    }
}

/// Runs the threads in this order, one step each, by the first edge they can take. Choices are 7.
pub(crate) fn run(model: &Model, n_threads: u32, order: &[u32]) -> Run {
    let interpreter = Interpreter::new(&model.program);
    let seven = |width: u8| vec![Bits::new(7, width).value];
    let (init, mut state) = interpreter.initial_states(n_threads, &seven).remove(0);
    let mut steps = Vec::new();
    for &thread in order {
        let thread = ThreadIdx(thread);
        let from = state.thread(thread).loc;
        let way = model
            .program
            .edges_from(from)
            .flat_map(|edge| interpreter.ways(&state, thread, edge, &seven))
            .find_map(Result::ok);
        let way =
            way.unwrap_or_else(|| panic!("{thread:?} cannot move after {} steps", steps.len()));
        steps.push(way.step);
        state = way.state;
    }
    let schedule = Schedule { n_threads, init, steps };
    let trace = replay(&model.program, &schedule).expect("the steps were taken one by one");
    let waiting = interpreter.deadlocked(&state).unwrap_or_default();
    Run { schedule, trace, state, waiting, wakeups: Wakeups::Anytime }
}

pub(crate) fn assume(condition: Expr) -> Vec<Command> {
    vec![Command::Assume(condition)]
}

pub(crate) fn set(var: VarId, value: Expr) -> Vec<Command> {
    vec![Command::Assign(Place::Var(var), value)]
}

pub(crate) fn create(template: TemplateId) -> Vec<Command> {
    vec![Command::Create { template, args: Vec::new(), handle: None }]
}

pub(crate) fn int(value: u64) -> Expr {
    Expr::constant(value, 32)
}

pub(crate) fn plus_one(var: VarId) -> Expr {
    Expr::bin(BinOp::Add, Expr::Var(var), int(1))
}

pub(crate) const SEED: &str = "\
int seed = 1;

void *worker(void *arg) {
    int v = seed;
    seed = v + 1;
    assert(seed == v + 1);
    return 0;
}

int main(void) {
    create(worker);
    create( worker);
    return 0;
}
";

/// Two workers that count, and expect to be alone.
pub(crate) fn seed() -> (Files, Model) {
    let mut f = Fixture::new(SEED);
    let (seed, v, tmp) = (f.shared("seed", 1), f.local("v"), f.temp());
    let plain = |f: &mut Fixture| f.loc(LocKind::Plain);
    let w: Vec<LocId> = (0..6).map(|_| plain(&mut f)).collect();
    let m: Vec<LocId> = (0..3).map(|_| plain(&mut f)).collect();
    let (finished, halted) = (f.loc(LocKind::Finished), f.loc(LocKind::Halted));
    let worker = f.template("worker", w[0]);
    f.template("main", m[0]);
    let condition = "seed == v + 1";
    let error = f.property(PropertyKind::Assertion, "assert(seed == v + 1)", condition);
    let assert = ("worker", "assert(seed == v + 1);");
    let holds = Expr::bin(BinOp::Eq, Expr::Var(tmp), plus_one(v));
    let decl = ("worker", "int v = seed;");
    f.edge((w[0], w[1]), decl, StepKind::Plain, set(tmp, Expr::Var(seed)));
    f.edge((w[1], w[2]), decl, StepKind::Plain, set(v, Expr::Var(tmp)));
    f.edge((w[2], w[3]), ("worker", "seed = v + 1;"), StepKind::Plain, set(seed, plus_one(v)));
    f.edge((w[3], w[4]), assert, StepKind::Plain, set(tmp, Expr::Var(seed)));
    f.edge((w[4], error), assert, StepKind::Fail, assume(holds.clone().negate()));
    f.edge((w[4], w[5]), assert, StepKind::Silent, assume(holds));
    f.edge((w[5], finished), ("worker", "return 0;"), StepKind::Finish, vec![]);
    f.edge((m[0], m[1]), ("main", "create(worker);"), StepKind::Create, create(worker));
    f.edge((m[1], m[2]), ("main", "create( worker);"), StepKind::Create, create(worker));
    f.edge((m[2], halted), ("main", "return 0;"), StepKind::Halt, vec![]);
    f.build()
}

pub(crate) const BANK: &str = "\
mutex_t a, b;

void *left(void *arg) {
    lock(&a);
    lock( &b);
}

void *right(void *arg) {
    lock(&b);
    lock( &a);
}

int main(void) {
    create(left);
    create(right);
    join(t);
}
thread_t t;
";

/// Two threads that lock the same mutexes in opposite order.
pub(crate) fn bank() -> (Files, Model) {
    let mut f = Fixture::new(BANK);
    let (a, b) = (f.mutex("a"), f.mutex("b"));
    let t = f.var("t", Scope::Local, Sort::Handle, Init::Zero, Shown::Thread);
    let l: Vec<LocId> = (0..2).map(|_| f.loc(LocKind::Plain)).collect();
    let r: Vec<LocId> = (0..2).map(|_| f.loc(LocKind::Plain)).collect();
    let m: Vec<LocId> = (0..3).map(|_| f.loc(LocKind::Plain)).collect();
    let finished = f.loc(LocKind::Finished);
    let left = f.template("left", l[0]);
    let right = f.template("right", r[0]);
    f.template("main", m[0]);
    let lock = |mutex: VarId| {
        let free = Expr::bin(BinOp::Eq, Expr::Var(mutex), Expr::constant(0, 1));
        vec![Command::Await(free), Command::Assign(Place::Var(mutex), Expr::TRUE)]
    };
    f.edge((l[0], l[1]), ("left", "lock(&a);"), StepKind::Lock, lock(a));
    f.edge((l[1], finished), ("left", "lock( &b);"), StepKind::Lock, lock(b));
    f.edge((r[0], r[1]), ("right", "lock(&b);"), StepKind::Lock, lock(b));
    f.edge((r[1], finished), ("right", "lock( &a);"), StepKind::Lock, lock(a));
    let created = |template| {
        vec![Command::Create { template, args: Vec::new(), handle: Some(Place::Var(t)) }]
    };
    f.edge((m[0], m[1]), ("main", "create(left);"), StepKind::Create, created(left));
    f.edge((m[1], m[2]), ("main", "create(right);"), StepKind::Create, created(right));
    let join = vec![Command::Join(Expr::Var(t))];
    f.edge((m[2], finished), ("main", "join(t);"), StepKind::Join, join);
    f.build()
}
