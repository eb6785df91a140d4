//! Laws: what must hold of all programs, tried on random ones. One file per noun.

#[path = "laws/scpl.rs"]
mod scpl;
