//! Atoms: the smallest statements that a condition is made of, as predicates of one thread.

use crate::hash::FxHashMap;

use crate::scpl::{BinOp, EdgeId, Expr, Leg, Program, Scope, Sort, ThreadIdx, UnOp, VarId};
use crate::solve::{Exec, Front, Node, Symbol, Term, Terms, Walk};

/// A term with more nodes than this makes no useful predicate.
const MAX_SIZE: usize = 24;

/// A condition made of more atoms than this is not taken apart further.
const MAX_ATOMS: usize = 64;

/// What the symbols at a point of a trace stand for.
pub(super) struct Names {
    /// The thread (`None` for shared cells), and the cell as an expression.
    cells: FxHashMap<Symbol, (Option<ThreadIdx>, Expr)>,
}

impl Names {
    pub fn new(program: &Program, terms: &Terms, walk: &Walk) -> Self {
        let mut cells = FxHashMap::default();
        let mut row = |owner: Option<ThreadIdx>, scope: Scope, row: &[Term]| {
            let mut next = row.iter();
            for (idx, var) in program.vars.iter().enumerate().filter(|(_, var)| var.scope == scope)
            {
                for elem in 0..var.n_cells() {
                    let id = VarId(idx as u32);
                    let expr = match var.len {
                        None => Expr::Var(id),
                        Some(_) => Expr::Elem(id, Box::new(Expr::constant(elem as u64, 64))),
                    };
                    let symbol = next.next().and_then(|term| terms.symbol(*term));
                    if let Some(symbol) = symbol {
                        cells.insert(symbol, (owner, expr));
                    }
                }
            }
        };
        row(None, Scope::Shared, &walk.shared);
        for (idx, thread) in walk.threads.iter().enumerate() {
            let owner = Some(ThreadIdx(idx as u32));
            row(owner, Scope::Local, &thread.locals);
        }
        for (idx, thread) in walk.threads.iter().enumerate() {
            if let Some(symbol) = terms.symbol(thread.self_handle) {
                cells.insert(symbol, (Some(ThreadIdx(idx as u32)), Expr::SelfHandle));
            }
        }
        Self { cells }
    }
}

/// An atom at a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Atom {
    /// About the shared variables and at most one thread.
    One(Expr),
    /// About several threads: two sides, each about at most one, and how they are compared.
    Across { op: BinOp, left: Expr, right: Expr },
}

/// The atoms of a condition, without duplicates.
pub(super) fn atoms(terms: &mut Terms, names: &Names, condition: Term) -> Vec<Atom> {
    let mut pending = vec![condition];
    let mut seen = Vec::new();
    let mut found = Vec::new();
    while let Some(term) = pending.pop() {
        if seen.len() > MAX_ATOMS || seen.contains(&term) || terms.as_const(term).is_some() {
            continue;
        }
        seen.push(term);
        match terms.node(term) {
            Node::Un(UnOp::Not, a) => pending.push(a),
            Node::Bin(BinOp::And | BinOp::Or | BinOp::Xor, a, b) => pending.extend([b, a]),
            Node::Bin(BinOp::Eq | BinOp::Ne, a, b) if terms.width(a) == 1 => pending.extend([b, a]),
            Node::Bin(BinOp::Ne, a, b) => pending.push(terms.bin(BinOp::Eq, a, b)),
            Node::Ite(a, b, c) => pending.extend([c, b, a]),
            _ => match choice_in(terms, term) {
                Some(choice) => pending.extend(split(terms, term, choice)),
                None => found.extend(atom(terms, names, term)),
            },
        }
    }
    found.dedup();
    found
}

/// An `Ite` somewhere inside.
fn choice_in(terms: &Terms, term: Term) -> Option<Term> {
    let mut pending = vec![term];
    let mut steps = 0;
    while let Some(at) = pending.pop() {
        steps += 1;
        match terms.node(at) {
            Node::Ite(..) => return Some(at),
            node if steps < 4 * MAX_SIZE => pending.extend(node.operands()),
            _ => return None,
        }
    }
    None
}

/// What a term is about if one of its choices is made either way, and the condition of the choice.
fn split(terms: &mut Terms, term: Term, choice: Term) -> Vec<Term> {
    let Node::Ite(condition, then, otherwise) = terms.node(choice) else { return Vec::new() };
    let then = replace(terms, term, choice, then);
    let otherwise = replace(terms, term, choice, otherwise);
    vec![otherwise, then, condition]
}

fn replace(terms: &mut Terms, term: Term, old: Term, new: Term) -> Term {
    if term == old {
        return new;
    }
    match terms.node(term) {
        Node::Const(_) | Node::Symbol(..) => term,
        Node::Un(op, a) => {
            let a = replace(terms, a, old, new);
            terms.un(op, a)
        }
        Node::Bin(op, a, b) => {
            let (a, b) = (replace(terms, a, old, new), replace(terms, b, old, new));
            terms.bin(op, a, b)
        }
        Node::Ite(a, b, c) => {
            let a = replace(terms, a, old, new);
            let (b, c) = (replace(terms, b, old, new), replace(terms, c, old, new));
            terms.ite(a, b, c)
        }
        Node::Resize(extend, width, a) => {
            let a = replace(terms, a, old, new);
            terms.resize(extend, width, a)
        }
    }
}

fn atom(terms: &Terms, names: &Names, term: Term) -> Option<Atom> {
    let owners = |term: Term| -> Option<Vec<ThreadIdx>> {
        let mut owners = Vec::new();
        for symbol in terms.symbols_in(&[term]) {
            let (owner, _) = names.cells.get(&symbol)?;
            owners.extend(owner.filter(|owner| !owners.contains(owner)));
        }
        Some(owners)
    };
    if owners(term)?.len() <= 1 {
        return Some(Atom::One(expr(terms, names, term)?));
    }
    let Node::Bin(op, a, b) = terms.node(term) else { return None };
    if owners(a)?.len() > 1 || owners(b)?.len() > 1 {
        return None;
    }
    Some(Atom::Across { op, left: expr(terms, names, a)?, right: expr(terms, names, b)? })
}

/// The term as an expression, threads no longer told apart.
fn expr(terms: &Terms, names: &Names, term: Term) -> Option<Expr> {
    build(terms, names, term, &mut 0)
}

fn build(terms: &Terms, names: &Names, term: Term, size: &mut usize) -> Option<Expr> {
    *size += 1;
    if *size > MAX_SIZE {
        return None;
    }
    let mut part = |term: Term| build(terms, names, term, size);
    Some(match terms.node(term) {
        Node::Const(bits) => Expr::Const(bits),
        Node::Symbol(symbol, _) => names.cells.get(&symbol)?.1.clone(),
        Node::Un(op, a) => Expr::un(op, part(a)?),
        Node::Bin(op, a, b) => {
            let (a, b) = (part(a)?, part(b)?);
            Expr::bin(op, a, b)
        }
        Node::Ite(a, b, c) => {
            let (a, b, c) = (part(a)?, part(b)?, part(c)?);
            Expr::ite(a, b, c)
        }
        Node::Resize(extend, width, a) => Expr::Resize(extend, width, Box::new(part(a)?)),
    })
}

/// The same predicate with the handle of no thread where a handle is compared with 0; `None` if it does
/// anything else with a handle than to compare it.
pub(super) fn repair_handles(program: &Program, expr: Expr) -> Option<Expr> {
    let is_handle = |expr: &Expr| match expr {
        Expr::SelfHandle | Expr::NoThread => true,
        Expr::Var(var) | Expr::Elem(var, _) => program.var(*var).sort == Sort::Handle,
        _ => false,
    };
    let mut touches = false;
    expr.walk(&mut |part| touches |= is_handle(part));
    if !touches {
        return Some(expr);
    }
    let Expr::Bin(BinOp::Eq, a, b) = expr else { return None };
    let side = |expr: Expr| match expr {
        Expr::Const(bits) if bits.value == 0 => Some(Expr::NoThread),
        expr if is_handle(&expr) => Some(expr),
        _ => None,
    };
    Some(Expr::bin(BinOp::Eq, side(*a)?, side(*b)?))
}

/// The atoms of the conditions of one edge, as predicates before it.
pub fn edge_atoms(program: &Program, edge: EdgeId) -> Vec<Expr> {
    let exec = Exec::new(program);
    let mut terms = Terms::new();
    let front = Front { locs: vec![program.edge(edge).from] };
    let mut walk = Walk::anywhere(&exec, &mut terms, &front);
    let names = Names::new(program, &terms, &walk);
    let leg = Leg { thread: ThreadIdx(0), edges: vec![edge] };
    let done = walk.go(&mut terms, &leg);
    let mut found = Vec::new();
    for condition in done.conditions {
        for atom in atoms(&mut terms, &names, condition) {
            if let Atom::One(expr) = atom
                && let Some(expr) = repair_handles(program, expr)
                && !found.contains(&expr)
            {
                found.push(expr);
            }
        }
    }
    found
}
