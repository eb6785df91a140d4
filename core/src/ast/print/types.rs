//! Types, from left to right.

use std::fmt::{self, Display, Formatter};

use super::annotations;
use crate::ast::{
    Alignment, Enum, Field, FloatKind, FunctionType, IntKind, Param, QualType, Record, RecordKind,
    Type,
};

impl Display for QualType {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.atomic {
            write!(f, "atomic ")?;
        }
        if self.constant {
            write!(f, "const ")?;
        }
        if self.volatile {
            write!(f, "volatile ")?;
        }
        write!(f, "{}", self.ty)
    }
}

impl Display for Type {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Type::Void => write!(f, "void"),
            Type::Bool => write!(f, "bool"),
            Type::Int(kind) => write!(f, "{kind}"),
            Type::Float(kind) => write!(f, "{kind}"),
            Type::Named(name) => write!(f, "{name}"),
            Type::Record(record) => write!(f, "{record}"),
            Type::Enum(enumeration) => write!(f, "{enumeration}"),
            Type::Pointer(target) => write!(f, "*{target}"),
            Type::Array(element, Some(size)) => write!(f, "[{size}] {element}"),
            Type::Array(element, None) => write!(f, "[] {element}"),
            Type::Function(function) => write!(f, "{function}"),
            Type::Typeof(expr) => write!(f, "typeof({expr})"),
            Type::Unsupported(what) => write!(f, "<{what}>"),
        }
    }
}

impl Display for IntKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}",
            match self {
                IntKind::Char => "char",
                IntKind::SignedChar => "signed char",
                IntKind::UnsignedChar => "unsigned char",
                IntKind::Short => "short",
                IntKind::UnsignedShort => "unsigned short",
                IntKind::Int => "int",
                IntKind::UnsignedInt => "unsigned",
                IntKind::Long => "long",
                IntKind::UnsignedLong => "unsigned long",
                IntKind::LongLong => "long long",
                IntKind::UnsignedLongLong => "unsigned long long",
                IntKind::Int128 => "__int128",
                IntKind::UnsignedInt128 => "unsigned __int128",
            }
        )
    }
}

impl Display for FloatKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}",
            match self {
                FloatKind::Float => "float",
                FloatKind::Double => "double",
                FloatKind::LongDouble => "long double",
                FloatKind::Half => "_Float16",
                FloatKind::Quadruple => "_Float128",
                FloatKind::Complex => "_Complex",
            }
        )
    }
}

impl Display for FunctionType {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "fn(")?;
        super::expr::commas(f, &self.params)?;
        match (self.unspecified, self.variadic, self.params.is_empty()) {
            (true, _, true) => write!(f, "?")?,
            (true, ..) => write!(f, ", ?")?,
            (_, true, true) => write!(f, "...")?,
            (_, true, false) => write!(f, ", ...")?,
            _ => {}
        }
        write!(f, ") -> {}", self.result)
    }
}

impl Display for Param {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) => write!(f, "{name}: {}", self.ty),
            None => write!(f, "{}", self.ty),
        }
    }
}

impl Display for Record {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.alignment)?;
        if let Some(limit) = self.pack {
            write!(f, "pack({limit}) ")?;
        }
        let word = match self.kind {
            RecordKind::Struct => "struct",
            RecordKind::Union => "union",
        };
        match &self.tag {
            Some(tag) => write!(f, "{word} {tag}")?,
            None => write!(f, "{word} #{}", self.id)?,
        }
        match &self.fields {
            Some(fields) => {
                write!(f, " {{ ")?;
                fields.iter().try_for_each(|field| write!(f, "{field}; "))?;
                write!(f, "}}")
            }
            None => Ok(()),
        }
    }
}

impl Display for Field {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        annotations(f, &self.annotations)?;
        write!(f, "{}", self.alignment)?;
        match &self.name {
            Some(name) => write!(f, "{name}: {}", self.ty)?,
            None => write!(f, "_: {}", self.ty)?,
        }
        match &self.bits {
            Some(bits) => write!(f, " : {bits}"),
            None => Ok(()),
        }
    }
}

impl Display for Alignment {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.packed {
            write!(f, "packed ")?;
        }
        self.multiples.iter().try_for_each(|multiple| write!(f, "aligned({multiple}) "))
    }
}

impl Display for Enum {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.tag {
            Some(tag) => write!(f, "enum {tag}")?,
            None => write!(f, "enum #{}", self.id)?,
        }
        let Some(enumerators) = &self.enumerators else { return Ok(()) };
        write!(f, " {{ ")?;
        for (name, value, _) in enumerators {
            match value {
                Some(value) => write!(f, "{name} = {value}; ")?,
                None => write!(f, "{name}; ")?,
            }
        }
        write!(f, "}}")
    }
}
