//! The typed program to the SCPL graph.
//!
//! Each template is walked from its entry; calls are inlined, so that the graph needs no stack. The
//! walk keeps a current location and appends steps to it. A step reads or writes at most one shared
//! scalar: an expression is built up as long as it has one shared read in it, and put into a temporary
//! when a second one comes up [design, granularity]. Operands are evaluated from left to right (A3).
//!
//! Recursive functions come as copies, one for each depth; how many of them are walked is a matter of size
//! (`depths.rs`).
//!
//! What cannot be modelled ends in a location of its own (`Flow::lost`), so that nothing behind it is
//! taken for granted and everything not behind it is still checked.

mod asked;
mod assign;
mod atomics;
mod beyond;
mod bits;
mod buffers;
mod bytes;
mod calls;
mod cells;
mod cleanups;
mod compares;
mod copies;
mod depths;
mod effects;
mod exprs;
mod flow;
mod formatted;
mod frame;
mod globals;
mod guarded;
mod heap;
mod indices;
mod input;
mod jumps;
mod lent;
mod library;
mod lifetimes;
mod lost;
mod marked;
mod mutexes;
mod open_arrays;
mod options;
mod order;
mod outside;
mod places;
mod pointers;
mod printed;
mod regrown;
mod scribble;
mod several;
mod signals;
mod slices;
mod starts;
mod stmts;
mod told;
mod twice;
mod unbounded;
mod unknown;
mod vlas;
mod wire;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::hash::{FxHashMap, FxHashSet};

use super::graph::{Finished, Graph};
use super::memory::{Memory, Program};
use super::points_to::{Instance, PointsTo};
use super::threads::{TemplateIdx, TemplateKind};
use super::typed::{FuncId, ObjId, ObjStorage, TStmt};
use super::types::Ty;
use super::{Atomicity, Config, Heap, Hint, Limit, codes};
use crate::scpl::{
    self, Expr, Init, LocId, LocKind, Origins, Place, PropId, Sort, Source, StepKind, Template,
    TemplateId, TemplateOrigin, VarId,
};
use crate::text::{Problem, Sources, Span, Wakeups};
use cells::ConstantCell;
use depths::Depths;
use frame::{Exit, Frame, Loop};
use jumps::Jumps;
use starts::Results;
use told::Told;

/// More edges than this are refused: inlining has run away.
const MAX_EDGES: usize = 400_000;

/// The graph and what was learnt on the way.
pub struct Emitted {
    pub program: scpl::Program,
    pub origins: Origins,
    pub problems: Vec<Problem>,
    pub assumptions: Vec<String>,
    /// What a proof trusts about atomic operations of weaker order.
    pub weak_orders: Option<String>,
    pub hints: Vec<Hint>,
    pub limits: Vec<(PropId, Limit)>,
    /// The variables that the program really uses.
    pub instances: Vec<Instance>,
    /// Whether a condition variable is waited for without a time limit.
    pub waits: bool,
    /// Whether recursive calls have made the graph too large.
    is_too_deep: bool,
    /// How many edges there were before those that do nothing were dropped.
    n_edges: usize,
}

/// Walks the program, of which so many circles of calls have been copied.
pub fn emit(
    program: Program,
    points_to: PointsTo,
    n_circles: u32,
    sources: &Sources,
    config: &Config,
) -> Emitted {
    let walk = |points_to, depths| walk(program, points_to, depths, sources, config);
    depths::deepest(n_circles, points_to, walk)
}

fn walk(
    program: Program,
    points_to: PointsTo,
    depths: Depths,
    sources: &Sources,
    config: &Config,
) -> Emitted {
    let mut outlived = points_to.outlived(program.typed, program.types, program.threads);
    outlived.extend(lent::instances(program));
    let mut graph = Graph::default();
    let finished = graph.add_loc(LocKind::Finished, 0);
    let halted = graph.add_loc(LocKind::Halted, 0);
    let mut emitter = Emitter {
        program,
        sources,
        atomicity: config.atomicity,
        wakeups: config.wakeups,
        heap: config.heap.clone(),
        points_to,
        graph,
        memory: Memory::new(),
        problems: Vec::new(),
        reported: FxHashSet::default(),
        assumptions: Vec::new(),
        asked: FxHashMap::default(),
        hints: Vec::new(),
        finished,
        halted,
        template: TemplateIdx(0),
        cur: None,
        depth: 0,
        statement: Span::whole(crate::text::FileId(0)),
        labels: Vec::new(),
        frames: Vec::new(),
        free_temps: FxHashMap::default(),
        live_temps: Vec::new(),
        n_temps: 0,
        lost_at: Vec::new(),
        pure: false,
        unknown_cells: Vec::new(),
        statement_section: false,
        told: None,
        results: Results::default(),
        n_cleanups: 0,
        initialises: None,
        outlived,
        there: BTreeMap::new(),
        lengths: BTreeMap::new(),
        touched: FxHashMap::default(),
        weakly_ordered: Vec::new(),
        printed: None,
        waits: false,
        depths,
        is_signalled_elsewhere: config.wakeups == Wakeups::Signalled
            && signals::come_from_elsewhere(program),
    };
    emitter.make_results();
    let entries: Vec<LocId> =
        program.threads.indices().map(|_| emitter.graph.add_loc(LocKind::Plain, 0)).collect();
    for (template, &entry) in program.threads.indices().zip(&entries) {
        emitter.template(template, entry);
    }
    emitter.finish(&entries)
}

/// A place to jump to; its location is made when the first jump shows how deep in atomic sections it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Label(u32);

/// A value on its way: an expression, and whether it still has to read a shared cell.
#[derive(Clone, Debug)]
struct Value {
    expr: Expr,
    reads_shared: bool,
}

struct Emitter<'a> {
    program: Program<'a>,
    sources: &'a Sources,
    atomicity: Atomicity,
    wakeups: Wakeups,
    heap: Heap,
    points_to: PointsTo,
    graph: Graph,
    memory: Memory,
    problems: Vec<Problem>,
    /// Places already reported.
    reported: FxHashSet<(&'static str, Span)>,
    assumptions: Vec<String>,
    /// What has been asked of the library that has one answer, by what it is about: which one, if it is
    /// known to be different from others.
    asked: FxHashMap<&'static str, Vec<Option<String>>>,
    hints: Vec<Hint>,
    finished: LocId,
    halted: LocId,
    template: TemplateIdx,
    /// Where the walk is; `None` behind a jump.
    cur: Option<LocId>,
    /// How many atomic sections are open here.
    depth: u32,
    /// The statement being walked.
    statement: Span,
    labels: Vec<Option<LocId>>,
    frames: Vec<Frame>,
    free_temps: FxHashMap<Sort, Vec<VarId>>,
    live_temps: Vec<(Sort, VarId)>,
    n_temps: u32,
    /// Where threads were lost in the current statement.
    lost_at: Vec<lost::Lost>,
    /// Set while an expression is only read off, for a hint: no steps are made.
    pure: bool,
    /// Cells whose initial values are not known.
    unknown_cells: Vec<Place>,
    /// Set while the open atomic section is the one that statement atomicity makes.
    statement_section: bool,
    /// Set while a function of a model header is walked.
    told: Option<Told>,
    /// What threads return, if anybody looks at it.
    results: Results,
    /// How many clean-up handlers are registered here.
    n_cleanups: u32,
    /// The variable whose initialiser is being walked.
    initialises: Option<ObjId>,
    /// Variables whose address may be kept longer than they live, and the bits of those met so far.
    outlived: BTreeSet<Instance>,
    there: BTreeMap<Instance, VarId>,
    /// How long arrays of variable length are.
    lengths: BTreeMap<Instance, VarId>,
    /// What functions touch, as far as somebody has asked.
    touched: FxHashMap<(TemplateIdx, FuncId), Rc<order::Touched>>,
    weakly_ordered: Vec<atomics::WeaklyOrdered>,
    /// Buffers that are only printed, once somebody has asked.
    printed: Option<FxHashSet<ObjId>>,
    /// Whether a condition variable is waited for without a time limit.
    waits: bool,
    depths: Depths,
    /// Whether a function that is defined elsewhere may send a signal.
    is_signalled_elsewhere: bool,
}

impl Emitter<'_> {
    fn template(&mut self, template: TemplateIdx, entry: LocId) {
        self.template = template;
        self.cur = Some(entry);
        self.depth = 0;
        self.n_cleanups = 0;
        let def = self.program.threads.template(template);
        self.statement = def.span;
        match def.kind.clone() {
            TemplateKind::Main(main) => self.main(main),
            TemplateKind::Func(func) => self.body(func, Exit::FinishThread),
            TemplateKind::Async(func, stmt) => {
                self.frames.push(Frame::new(func, Exit::FinishThread));
                self.function_body(std::slice::from_ref(&stmt));
                self.leave(Exit::FinishThread, stmt.span);
                self.dangling_jumps(stmt.span);
                self.frames.pop();
            }
        }
    }

    fn body(&mut self, func: FuncId, exit: Exit) {
        let typed = self.program.typed;
        let func_def = typed.func(func);
        self.frames.push(Frame::new(func, exit));
        self.come(&func_def.params, func_def.name_span);
        if func_def.atomic {
            self.enter_atomic(func_def.name_span);
        }
        self.function_body(func_def.body.as_deref().unwrap_or_default());
        self.statement = func_def.end;
        self.leave(exit, func_def.end);
        self.dangling_jumps(func_def.name_span);
        self.frames.pop();
    }

    /// Walks the statements of the function that has just been entered.
    fn function_body(&mut self, stmts: &[TStmt]) {
        self.frame().jumps = Jumps::of(stmts);
        self.in_block(stmts, |this| {
            this.frame().n_outermost = this.frame().declared.len();
            stmts.iter().for_each(|stmt| this.stmt(stmt));
            if !this.program.typed.lent.is_empty() {
                this.statement = this.program.typed.func(this.frame().func).end;
            }
        });
    }

    /// `main`, or the start of a program that has none: first what is marked to run before the threads,
    /// then the marked threads.
    fn main(&mut self, main: Option<FuncId>) {
        let typed = self.program.typed;
        let func = main.unwrap_or(FuncId(0));
        if typed.funcs.is_empty() {
            return;
        }
        self.frames.push(Frame::new(func, Exit::HaltProgram));
        self.external_variables();
        self.unknown_initialisers();
        for invariant in &typed.invariants {
            self.hint(invariant);
        }
        if main.is_none() {
            for idx in 0..typed.funcs.len() {
                if let (Some(span), true) = (typed.funcs[idx].init, typed.funcs[idx].body.is_some())
                {
                    self.statement = span;
                    self.inline(FuncId(idx as u32), &[], span);
                }
            }
        }
        self.marked_threads();
        self.frames.pop();
        match main {
            Some(main) => {
                let params = typed.func(main).params.clone();
                self.frames.push(Frame::new(main, Exit::HaltProgram));
                for &param in &params {
                    self.come_to_life(param, Source::Input);
                }
                self.count_of_arguments(params.first().copied());
                self.frames.pop();
                self.body(main, Exit::HaltProgram);
            }
            None => self.jump_to(self.finished, StepKind::Silent, self.statement),
        }
    }

    fn assume_note(&mut self, text: String) {
        if !self.assumptions.contains(&text) {
            self.assumptions.push(text);
        }
    }

    fn is_builtin(&self, span: Span) -> bool {
        self.sources.file(span.file).builtin
    }

    fn report(&mut self, problem: Problem) {
        if self.reported.insert((problem.code.0, problem.span)) {
            self.problems.push(problem);
        }
    }

    fn finish(mut self, entries: &[LocId]) -> Emitted {
        self.give_up_lost();
        let weak_orders = self.told_orders();
        let addresses = self.memory.addresses(self.program);
        let lent = self.lent_origins();
        let instances = self.memory.instances().collect();
        let n_edges = self.graph.n_edges();
        let limits = self.graph.limits();
        let (finished, properties) = self.graph.finish(entries);
        let Finished { locs, edges, origins, properties: props, entries } = finished;
        let templates = self.program.threads.templates.iter().zip(&entries);
        let templates: Vec<Template> =
            templates.map(|(def, &entry)| Template { name: def.name.clone(), entry }).collect();
        let template_origins = self.program.threads.templates.iter();
        let template_origins = template_origins
            .map(|def| TemplateOrigin {
                name: def.name.split('$').next().unwrap_or_default().to_owned(),
                span: def.span,
            })
            .collect();
        let program = scpl::Program {
            vars: self.memory.vars,
            locs,
            edges,
            templates,
            properties: props,
            main: TemplateId(0),
        };
        let origins = Origins {
            vars: self.memory.origins,
            edges: origins,
            templates: template_origins,
            properties,
            addresses,
            lent,
        };
        Emitted {
            program,
            origins,
            problems: self.problems,
            assumptions: self.assumptions,
            weak_orders,
            hints: self.hints,
            limits,
            instances,
            waits: self.waits,
            is_too_deep: self.depths.is_too_deep,
            n_edges,
        }
    }

    /// Initial values of a static or thread-local object, from its constant initialiser.
    fn static_values(&mut self, instance: Instance) {
        let typed = self.program.typed;
        let object = typed.object(instance.object);
        if object.storage == ObjStorage::Auto {
            return;
        }
        if let (Some(bytes), Some((var, _))) =
            (typed.strings.get(&instance.object), self.first_var(instance))
        {
            let values = bytes.iter().map(|&byte| u64::from(byte)).collect();
            self.memory.vars[var.index()].init = Init::Values(values);
        }
        for step in &object.init {
            let n_edges = self.graph.n_edges();
            let was = (self.pure, self.cur, self.depth);
            self.pure = true;
            let target = self.constant_cell(&step.target);
            let value = self.value(&step.value);
            (self.pure, self.cur, self.depth) = was;
            debug_assert_eq!(
                n_edges,
                self.graph.n_edges(),
                "reading off a constant makes no steps"
            );
            let bits = match (&value, target) {
                (Some(Value { expr: Expr::Const(bits), .. }), Some(cell)) => {
                    Some((cell, bits.value))
                }
                (Some(Value { expr: Expr::NoThread, .. }), _) => continue,
                _ => None,
            };
            let Some((cell, value)) = bits else {
                // Floating-point numbers are any number, here as elsewhere.
                if !matches!(step.target.ty.ty, Ty::Float(_)) {
                    let message = "this initialiser is not a constant that Braid can compute";
                    self.report(
                        Problem::new(codes::UNSUPPORTED, step.value.span, message)
                            .hint("initialise it in `main`"),
                    );
                }
                if let Some(ConstantCell { var, at, .. }) = target {
                    self.unknown_cells.push(match self.memory.vars[var.index()].len {
                        None => Place::Var(var),
                        Some(_) => {
                            let width = self.program.types.pointer_width();
                            Place::Elem(var, Expr::constant(at as u64, width))
                        }
                    });
                }
                continue;
            };
            let ConstantCell { var, at, shift, mask } = cell;
            let var = &mut self.memory.vars[var.index()];
            if var.init == Init::Zero {
                var.init = Init::Values(vec![0; var.n_cells()]);
            }
            if let Init::Values(values) = &mut var.init {
                values[at] = values[at] & !(mask << shift) | (value & mask) << shift;
            }
        }
    }
}
