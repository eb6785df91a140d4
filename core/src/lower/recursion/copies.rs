//! Copies of functions, with variables of their own.

use crate::hash::FxHashMap;

use super::super::typed::{
    Alloc, Callee, Func, FuncId, Guard, GuardedBy, InitStep, LKind, LValue, Level, ObjId,
    ObjStorage, TExpr, TKind, TStmt, TStmtKind, Typed,
};
use crate::ast::Runs;

/// Makes the levels of a circle. The functions themselves are the first one. A call that goes to a
/// function at or in front of the caller in the list goes one level deeper, so that on the way down no
/// function of any level comes up twice.
pub(super) fn copy(typed: &mut Typed, members: &[FuncId], circle: u32, n_levels: u32) {
    let bodies: Vec<Vec<TStmt>> = members
        .iter()
        .map(|&func| typed.funcs[func.index()].body.take().unwrap_or_default())
        .collect();
    let mut levels = vec![members.to_vec()];
    for depth in 1..=n_levels {
        let level = |of| Level { circle, depth, n_levels, of };
        levels.push(members.iter().map(|&func| new_function(typed, level(func))).collect());
    }
    for &func in members {
        let level = Level { circle, depth: 0, n_levels, of: func };
        typed.funcs[func.index()].level = Some(level);
    }
    for depth in 0..n_levels as usize {
        for (number, body) in bodies.iter().enumerate() {
            let callees = members.iter().enumerate().map(|(callee, &func)| {
                let to = if callee <= number { depth + 1 } else { depth };
                (func, levels[to][callee])
            });
            let func = levels[depth][number];
            let mut renaming = Renaming {
                typed: &mut *typed,
                func,
                is_first: depth == 0,
                objects: FxHashMap::default(),
                callees: callees.collect(),
            };
            let body = renaming.function(members[number], body);
            typed.funcs[func.index()].body = Some(body);
        }
    }
    // The last level is never entered, but its functions take arguments like the others.
    for (number, &func) in levels[n_levels as usize].iter().enumerate() {
        let mut renaming = Renaming {
            typed: &mut *typed,
            func,
            is_first: false,
            objects: FxHashMap::default(),
            callees: FxHashMap::default(),
        };
        let body = renaming.function(members[number], &[]);
        typed.funcs[func.index()].body = Some(body);
    }
}

fn new_function(typed: &mut Typed, level: Level) -> FuncId {
    let copy = Func {
        // Threads, and what runs around `main`, start with the function itself.
        thread: None,
        init: None,
        runs: Runs::default(),
        level: Some(level),
        ..typed.func(level.of).clone()
    };
    typed.funcs.push(copy);
    FuncId(typed.funcs.len() as u32 - 1)
}

struct Renaming<'a> {
    typed: &'a mut Typed,
    /// The function that is written.
    func: FuncId,
    /// Whether it keeps the variables that there are.
    is_first: bool,
    objects: FxHashMap<ObjId, ObjId>,
    callees: FxHashMap<FuncId, FuncId>,
}

impl Renaming<'_> {
    fn function(&mut self, of: FuncId, body: &[TStmt]) -> Vec<TStmt> {
        let mut params = self.typed.func(of).params.clone();
        params.iter_mut().for_each(|param| self.object(param));
        self.typed.funcs[self.func.index()].params = params;
        let mut body = body.to_vec();
        self.stmts(&mut body);
        body
    }

    fn object(&mut self, id: &mut ObjId) {
        let object = self.typed.object(*id);
        // What a call returns is taken from there before there is another one.
        let is_result = object.name == "<result>";
        if self.is_first || object.storage != ObjStorage::Auto || is_result {
            return;
        }
        if let Some(&known) = self.objects.get(id) {
            *id = known;
            return;
        }
        let mut copy = object.clone();
        copy.func = Some(self.func);
        let new = ObjId(self.typed.objects.len() as u32);
        self.typed.objects.push(copy);
        let old = std::mem::replace(id, new);
        self.objects.insert(old, new);
        if let Some(mut vla) = self.typed.vlas.get(&old).cloned() {
            vla.lengths.iter_mut().for_each(|length| self.expr(length));
            self.typed.vlas.insert(new, vla);
        }
        if let Some(guards) = self.typed.guards.objects.get(&old) {
            let mut guards = guards.clone();
            for Guard { by, .. } in &mut guards {
                if let GuardedBy::Mutex(mutex) = by {
                    self.lvalue(mutex);
                }
            }
            self.typed.guards.objects.insert(new, guards);
        }
    }

    fn stmts(&mut self, stmts: &mut [TStmt]) {
        stmts.iter_mut().for_each(|stmt| self.stmt(stmt));
    }

    fn stmt(&mut self, stmt: &mut TStmt) {
        match &mut stmt.kind {
            TStmtKind::Empty
            | TStmtKind::Goto(_)
            | TStmtKind::Break
            | TStmtKind::Continue
            | TStmtKind::Return(None)
            | TStmtKind::Unsupported(_) => {}
            TStmtKind::Expr(e)
            | TStmtKind::Return(Some(e))
            | TStmtKind::Assume(e)
            | TStmtKind::Assert(e)
            | TStmtKind::Invariant(e) => self.expr(e),
            TStmtKind::Decl(object, steps) => {
                self.object(object);
                steps.iter_mut().flatten().for_each(|step| self.step(step));
            }
            TStmtKind::Cleanup(object, call) => {
                self.object(object);
                self.expr(call);
            }
            TStmtKind::Block(stmts) => self.stmts(stmts),
            TStmtKind::If(condition, then, otherwise) => {
                self.expr(condition);
                self.stmt(then);
                otherwise.iter_mut().for_each(|stmt| self.stmt(stmt));
            }
            TStmtKind::While(condition, body)
            | TStmtKind::DoWhile(body, condition)
            | TStmtKind::Switch(condition, _, body) => {
                self.expr(condition);
                self.stmt(body);
            }
            TStmtKind::For(init, condition, step, body) => {
                self.stmts(init);
                condition.iter_mut().chain(step).for_each(|e| self.expr(e));
                self.stmt(body);
            }
            TStmtKind::Case(_, body) | TStmtKind::Label(_, body) | TStmtKind::Atomic(body) => {
                self.stmt(body);
            }
        }
    }

    fn step(&mut self, step: &mut InitStep) {
        self.lvalue(&mut step.target);
        self.expr(&mut step.value);
    }

    fn lvalue(&mut self, lvalue: &mut LValue) {
        match &mut lvalue.kind {
            LKind::Obj(id) => self.object(id),
            LKind::Field(base, _) => self.lvalue(base),
            LKind::Index(base, index) => {
                self.lvalue(base);
                self.expr(index);
            }
            LKind::Deref(pointer) => self.expr(pointer),
        }
    }

    fn expr(&mut self, expr: &mut TExpr) {
        match &mut expr.kind {
            TKind::Const(_) | TKind::Str | TKind::FuncAddr(_) | TKind::Unsupported(_) => {}
            TKind::AddrOf(lvalue) | TKind::Load(lvalue) | TKind::IncDec(_, lvalue) => {
                self.lvalue(lvalue);
            }
            TKind::Neg(a) | TKind::BitNot(a) | TKind::Not(a) | TKind::Cast(a) => self.expr(a),
            TKind::Bin(_, a, b)
            | TKind::And(a, b)
            | TKind::Or(a, b)
            | TKind::Comma(a, b)
            | TKind::Within(a, b)
            | TKind::PtrAdd(a, b, _)
            | TKind::PtrDiff(a, b, _) => {
                self.expr(a);
                self.expr(b);
            }
            TKind::Cond(a, b, c) => {
                self.expr(a);
                self.expr(b);
                self.expr(c);
            }
            TKind::Assign(lvalue, value) | TKind::Compound(_, lvalue, value, _) => {
                self.lvalue(lvalue);
                self.expr(value);
            }
            TKind::Call(callee, args) => {
                match callee {
                    Callee::Func(id) => {
                        if let Some(&to) = self.callees.get(id) {
                            *id = to;
                        }
                    }
                    Callee::Name(_) => {}
                    Callee::Pointer(pointer) => self.expr(pointer),
                }
                args.iter_mut().for_each(|arg| self.expr(arg));
            }
            TKind::StmtExpr(stmts) => self.stmts(stmts),
            // The memory is of the place in the text, whichever level gets there.
            TKind::Alloc(Alloc {
                place: _,
                pool: _,
                n_given: _,
                zeroed: _,
                bytes,
                old,
                size: _,
            }) => {
                bytes.iter_mut().chain(old).for_each(|e| self.expr(e));
            }
        }
    }
}
