//! Memory from the heap.
//!
//! Each place that allocates has a pool of objects, of the type that the pointer is converted to, and
//! gives them out one after the other. None is ever given out twice, so that an access to memory that
//! has been freed is always seen to be one.

use std::rc::Rc;

use super::super::typed::{Alloc, ObjId, ObjStorage, Object, TExpr, TKind};
use super::super::types::{FieldDef, IntTy, QTy, RecordDef, RecordIdx, Ty};
use super::Resolver;
use super::consts::const_value;
use crate::text::Span;

/// Bytes behind an object that belong to none.
const GAP: u64 = 16;
/// More is not modelled.
const MAX_BYTES: u64 = 1 << 16;

impl Resolver<'_> {
    /// A call of an allocating function, as what it means.
    pub(super) fn allocation(&mut self, name: &str, args: &[TExpr], span: Span) -> Option<TExpr> {
        let value = |idx: usize| args.get(idx).and_then(|arg| const_value(&self.types, arg));
        let bytes = match name {
            "malloc" | "valloc" => value(0)?,
            "calloc" => value(0)?.checked_mul(value(1)?)?,
            "aligned_alloc" | "memalign" => value(1)?,
            _ => return None,
        };
        if bytes == 0 || bytes > MAX_BYTES {
            return None;
        }
        let byte = QTy::plain(Ty::Int(IntTy::CHAR));
        let pool = self.heap_object("bytes", Ty::Array(Rc::new(byte), bytes), Some(bytes), span);
        let n_given = self.heap_object("<given>", Ty::Int(IntTy::plain(8, false, 1)), None, span);
        let zeroed = name == "calloc";
        let kind = TKind::Alloc(Alloc { pool, n_given, zeroed });
        Some(TExpr { kind, ty: Ty::pointer_to(QTy::plain(Ty::Void)), span })
    }

    fn heap_object(&mut self, name: &str, ty: Ty, heap: Option<u64>, span: Span) -> ObjId {
        let ty = if heap.is_some() { self.pool_type(ty) } else { ty };
        self.new_object(Object {
            name: name.to_owned(),
            ty: QTy::plain(ty),
            storage: ObjStorage::Static,
            init: Vec::new(),
            annotations: Vec::new(),
            span,
            func: None,
            changes: true,
            address_taken: true,
            external: false,
            named: false,
            heap,
        })
    }

    fn pool_type(&mut self, ty: Ty) -> Ty {
        let bytes = self.types.size(&ty);
        let data = FieldDef { name: None, ty: QTy::plain(ty), offset: 0 };
        let flag = QTy::plain(Ty::Int(IntTy::BOOL));
        let in_use = FieldDef { name: None, ty: flag, offset: bytes + GAP };
        self.types.records.push(RecordDef {
            name: "<heap>".into(),
            union: false,
            fields: Some(vec![data, in_use]),
            // A power of two, so that finding an object by its address is easy.
            size: (bytes + 2 * GAP).next_power_of_two(),
            align: 16,
            unknown_size: false,
            builtin: false,
        });
        let record = RecordIdx(self.types.records.len() as u32 - 1);
        Ty::Array(Rc::new(QTy::plain(Ty::Record(record))), self.pool)
    }

    /// Memory is of the type that its address is first converted to.
    pub(super) fn allocated_as(&mut self, alloc: Alloc, target: &QTy) {
        let Some(bytes) = self.objects[alloc.pool.index()].heap else { return };
        let is_byte = matches!(&target.ty, Ty::Int(int) if int.width == 8);
        if target.ty == Ty::Void || is_byte || self.is_incomplete(&target.ty) {
            return;
        }
        let size = self.types.size(&target.ty);
        let ty = match (bytes / size, bytes % size) {
            (1, 0) => target.ty.clone(),
            (n, 0) => Ty::Array(Rc::new(target.clone()), n),
            // Not whole objects: nothing is known about what is in there.
            _ => Ty::Error,
        };
        let name = match &target.ty {
            Ty::Record(idx) if !self.types.record(*idx).name.starts_with('<') => {
                self.types.record(*idx).name.clone()
            }
            Ty::Int(_) => "numbers".to_owned(),
            _ => "object".to_owned(),
        };
        let ty = self.pool_type(ty);
        let object = &mut self.objects[alloc.pool.index()];
        object.ty = QTy::plain(ty);
        object.name = name;
    }
}
