//! Laws: what must hold of all programs, tried on random ones. One file per noun.

#[path = "laws/bbp.rs"]
mod bbp;
#[path = "laws/recorded.rs"]
mod recorded;
#[path = "laws/scpl.rs"]
mod scpl;
