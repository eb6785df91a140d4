//! Parts of objects, found by where they lie: pointers may be converted to pointers to the struct around
//! what they point to, or to its first field, and may be moved by a number of bytes.

use super::super::typed::{LKind, LValue, Object, TExpr, TKind};
use super::super::types::{FieldDef, IntShape, RecordDef, Ty, Types};
use super::super::words::words_at;
use super::{Context, NodeId, PointsTo, Target, Targets, path_type};

/// Further from an object, a pointer is not followed.
const MAX_DISTANCE: u64 = 256;

/// Whether a part of an object may be accessed by another type (A5): one that differs in signedness, or
/// a struct that is laid out in the same way.
pub fn fits(types: &Types, found: &Ty, wanted: &Ty) -> bool {
    match (found, wanted) {
        // A part of a unit has no address.
        (Ty::Int(a), _) if a.shape == IntShape::BitField => false,
        (_, Ty::Int(b)) if b.shape == IntShape::BitField => false,
        (Ty::Int(a), Ty::Int(b)) => {
            a.width.div_ceil(8) == b.width.div_ceil(8) && (a.width == 1) == (b.width == 1)
        }
        (Ty::Ptr(_), Ty::Ptr(_)) => true,
        (Ty::Ptr(_), Ty::Int(b)) => b.width == types.pointer_width(),
        (Ty::Int(a), Ty::Ptr(_)) => a.width == types.pointer_width(),
        (Ty::Record(a), Ty::Record(b)) => a == b || types.record(*a).extends == Some(*b),
        (a, b) => a == b,
    }
}

/// Whether two structs have the same scalars in the same places.
pub fn is_alike(types: &Types, found: &Ty, wanted: &Ty) -> bool {
    match (found, wanted) {
        (Ty::Record(a), Ty::Record(b)) if a != b => {
            let (a, b) = (types.record(*a), types.record(*b));
            let same = |(a, b): (&FieldDef, &FieldDef)| {
                a.offset == b.offset
                    && a.run.is_none()
                    && b.run.is_none()
                    && a.ty.atomic == b.ty.atomic
                    && is_alike(types, &a.ty.ty, &b.ty.ty)
            };
            match (&a.fields, &b.fields) {
                (Some(x), Some(y)) => {
                    let plain = |record: &RecordDef| {
                        !record.union && !record.builtin && !record.name.starts_with("<heap")
                    };
                    plain(a)
                        && plain(b)
                        && a.size == b.size
                        && x.len() == y.len()
                        && x.iter().zip(y).all(same)
                }
                _ => false,
            }
        }
        (Ty::Array(a, n), Ty::Array(b, m)) => n == m && is_alike(types, &a.ty, &b.ty),
        (found, wanted) => fits(types, found, wanted),
    }
}

/// The path at which an object has a part of a type, where a given part of it starts: that part, its
/// first field, and so on; or what it is the first field of.
pub fn view(types: &Types, object: &Ty, path: &[u32], wanted: &Ty) -> Option<Vec<u32>> {
    let mut wanted = wanted;
    while let Ty::Array(element, _) = wanted {
        wanted = &element.ty;
    }
    let mut places = vec![path.to_vec()];
    let mut down = path.to_vec();
    while let Ty::Record(idx) = path_type(types, object, &down)
        && let Some(first) = types.first(idx)
    {
        down.push(first);
        places.push(down.clone());
    }
    let mut up = path.to_vec();
    while let Some(last) = up.pop()
        && let Ty::Record(idx) = path_type(types, object, &up)
        && types.first(idx) == Some(last)
    {
        places.push(up.clone());
    }
    let found = |fits: fn(&Types, &Ty, &Ty) -> bool| {
        places.iter().find(|path| fits(types, &path_type(types, object, path), wanted)).cloned()
    };
    found(fits).or_else(|| found(is_alike))
}

/// The struct that a part of an object is the first field of, and so on, until that has so many bytes: all
/// the way if it is not known how many.
pub fn outermost(types: &Types, object: &Object, path: &[u32], bytes: Option<u64>) -> Vec<u32> {
    // What belongs to the model lies around memory from the heap.
    let n_least = usize::from(object.heap.is_some());
    let ty = &object.ty.ty;
    let mut path = path.to_vec();
    let is_enough =
        |path: &[u32]| bytes.is_some_and(|bytes| bytes <= types.size(&full_type(types, ty, path)));
    while path.len() > n_least
        && !is_enough(&path)
        && let Some((&last, up)) = path.split_last()
        && let Ty::Record(idx) = path_type(types, ty, up)
        && types.first(idx) == Some(last)
    {
        path.pop();
    }
    path
}

/// The part of an object that a function may write which is given a pointer to it: what the type of the
/// pointer says, or all that starts there if it says nothing.
pub fn reach(types: &Types, object: &Object, path: &[u32], pointer: &TExpr) -> Vec<u32> {
    let ty = &object.ty.ty;
    let own = path_type(types, ty, path);
    match typed_pointer(pointer).ty.target().map(|target| &target.ty) {
        None | Some(Ty::Void) => outermost(types, object, path, None),
        Some(Ty::Int(byte)) if byte.width == 8 && !fits(types, &own, &Ty::Int(*byte)) => {
            outermost(types, object, path, None)
        }
        Some(wanted) => view(types, ty, path, wanted).unwrap_or_else(|| path.to_vec()),
    }
}

/// The pointer before it was converted to `void *`.
pub fn typed_pointer(expr: &TExpr) -> &TExpr {
    match &expr.kind {
        TKind::Cast(inner) if inner.ty.is_pointer() => {
            match expr.ty.target().is_some_and(|target| target.ty == Ty::Void) {
                true => typed_pointer(inner),
                false => expr,
            }
        }
        _ => expr,
    }
}

/// The innermost part that starts so many bytes into an object, element numbers left out.
fn part_at(types: &Types, object: &Ty, offset: u64) -> Option<Vec<u32>> {
    match object {
        Ty::Array(element, n) => {
            let size = types.size(&element.ty).max(1);
            let inside = offset < size.saturating_mul(*n);
            inside.then(|| part_at(types, &element.ty, offset % size)).flatten()
        }
        Ty::Record(idx) => {
            let record = types.record(*idx);
            let fields = record.fields.as_deref().unwrap_or_default();
            types.stored(*idx).find_map(|number| {
                let field = &fields[number as usize];
                let inside = offset.checked_sub(field.offset)?;
                let mut path = part_at(types, &field.ty.ty, inside)?;
                path.insert(0, number);
                Some(path)
            })
        }
        _ => (offset == 0).then(Vec::new),
    }
}

fn offset_of(types: &Types, object: &Ty, path: &[u32]) -> u64 {
    let mut ty = object;
    let mut offset = 0;
    for &number in path {
        while let Ty::Array(element, _) = ty {
            ty = &element.ty;
        }
        let Ty::Record(idx) = ty else { break };
        let Some(field) =
            types.record(*idx).fields.as_ref().and_then(|fields| fields.get(number as usize))
        else {
            break;
        };
        offset += field.offset;
        ty = &field.ty.ty;
    }
    offset
}

/// The type that a path of fields leads to, with the dimensions of the last one.
pub fn full_type(types: &Types, object: &Ty, path: &[u32]) -> Ty {
    let Some((&last, parent)) = path.split_last() else { return object.clone() };
    let Ty::Record(idx) = path_type(types, object, parent) else { return Ty::Error };
    let fields = types.record(idx).fields.as_deref().unwrap_or_default();
    fields.get(last as usize).map_or(Ty::Error, |field| field.ty.ty.clone())
}

impl PointsTo {
    /// A pointer to something is also one to its first field, and to what it is the first field of
    /// [C17 6.7.2.1].
    pub(super) fn viewed_as(&mut self, cx: Context, node: NodeId, ty: &Ty) -> NodeId {
        let node_of = self.node_of(node);
        let object = &cx.typed.object(node_of.instance.object).ty.ty;
        match view(cx.types, object, &node_of.path, ty) {
            Some(path) if path != node_of.path => {
                let instance = node_of.instance;
                self.node(instance, path)
            }
            _ => node,
        }
    }

    /// What pointers point to after they have been moved by so many bytes, or by a number of elements of
    /// a type that is not known.
    pub(super) fn moved(
        &mut self,
        cx: Context,
        targets: Targets,
        element: &Ty,
        bytes: Option<i64>,
    ) -> Targets {
        let mut moved = Targets::new();
        for target in targets {
            let Target::Node(node) = target else {
                match (target, bytes) {
                    (Target::Beside(node, at), Some(bytes)) => {
                        moved.insert(self.beside(cx, node, i64::from(at).saturating_add(bytes)));
                    }
                    (Target::Beside(..), None) => {
                        moved.insert(Target::Unknown);
                    }
                    _ => {}
                }
                moved.insert(target);
                continue;
            };
            let object = &cx.typed.object(self.node_of(node).instance.object).ty.ty;
            let own = path_type(cx.types, object, &self.node_of(node).path);
            // Elements of an array of what is there, or of an object that has no other parts.
            let path = &self.node_of(node).path;
            let is_element = match element {
                Ty::Record(_) => view(cx.types, object, path, element).is_some(),
                element => fits(cx.types, &own, element),
            };
            // Anything in words is a part of them, wherever it lies; so is what lies further on.
            let words = words_at(cx.types, object, path);
            let words = words.filter(|words| words == path || !is_element);
            if let Some(words) = words {
                moved.insert(target);
                let start = offset_of(cx.types, object, path) as i64;
                let end = start + cx.types.size(&full_type(cx.types, object, &words)) as i64;
                let at = bytes.map(|bytes| start.saturating_add(bytes));
                if let Some(at) = at.filter(|at| !(start..end).contains(at)) {
                    moved.insert(self.beside(cx, node, at));
                }
                continue;
            }
            let is_heap = cx.typed.object(self.node_of(node).instance.object).heap.is_some();
            let data = if is_heap { &[0][..] } else { &[] };
            let is_struct = matches!(path_type(cx.types, object, data), Ty::Record(_));
            if is_element || !is_struct {
                moved.insert(target);
                // So many bytes may lead from a member of characters to somewhere else in the struct.
                let start = offset_of(cx.types, object, path) as i64;
                let end = start + cx.types.size(&full_type(cx.types, object, path)) as i64;
                let at = bytes.map(|bytes| start.saturating_add(bytes));
                if let Some(at) = at.filter(|at| is_struct && !(start..=end).contains(at)) {
                    moved.insert(self.beside(cx, node, at));
                }
                continue;
            }
            match bytes {
                Some(bytes) => {
                    let at = offset_of(cx.types, object, &self.node_of(node).path) as i64;
                    moved.insert(self.beside(cx, node, at.saturating_add(bytes)));
                }
                None => {
                    moved.extend([target, Target::Unknown]);
                }
            }
        }
        moved
    }

    /// So many bytes from the start of the object that a node is a part of.
    pub(super) fn beside(&mut self, cx: Context, node: NodeId, at: i64) -> Target {
        let instance = self.node_of(node).instance;
        let object = &cx.typed.object(instance.object).ty.ty;
        let part = u64::try_from(at).ok().and_then(|at| part_at(cx.types, object, at));
        // What belongs to the model lies behind memory from the heap, and nobody gets there.
        let is_heap = cx.typed.object(instance.object).heap.is_some();
        let part = part.filter(|path| !is_heap || path.first() == Some(&0));
        match part {
            Some(path) => Target::Node(self.node(instance, path)),
            None if at.unsigned_abs() <= MAX_DISTANCE => {
                Target::Beside(self.node(instance, Vec::new()), at as i32)
            }
            None => Target::Unknown,
        }
    }
}

/// How many bytes a chain of fields leads into what a pointer points to.
pub fn field_offset(types: &Types, lvalue: &LValue) -> Option<(TExpr, u64)> {
    match &lvalue.kind {
        LKind::Deref(pointer) => Some(((**pointer).clone(), 0)),
        LKind::Field(base, number) => {
            let (pointer, offset) = field_offset(types, base)?;
            let Ty::Record(idx) = base.ty.ty else { return None };
            let field = types.record(idx).fields.as_ref()?.get(*number as usize)?;
            Some((pointer, offset + field.offset))
        }
        _ => None,
    }
}
