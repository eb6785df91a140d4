//! The macros that are defined, by name.

use std::rc::Rc;

use super::definition::Definition;
use super::names::{Names, Symbol};

#[derive(Debug)]
pub enum Macro {
    Builtin(Builtin),
    Defined(Definition),
}

/// Macros whose expansion depends on where they stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Builtin {
    Line,
    File,
    BaseFile,
    Counter,
    IncludeLevel,
    /// Only a condition expands it; elsewhere it is just defined.
    HasInclude,
}

/// The macros that are defined.
#[derive(Debug, Default)]
pub struct Macros {
    slots: Vec<Slot>,
}

#[derive(Clone, Debug, Default)]
struct Slot {
    meaning: Option<Rc<Macro>>,
    /// The macro's own expansion is being read, so its name is not expanded.
    busy: bool,
    /// What `#pragma push_macro` has saved.
    saved: Vec<Option<Rc<Macro>>>,
}

impl Macros {
    pub fn new(names: &mut Names) -> Self {
        let mut macros = Self::default();
        for (name, builtin) in [
            ("__LINE__", Builtin::Line),
            ("__FILE__", Builtin::File),
            ("__BASE_FILE__", Builtin::BaseFile),
            ("__COUNTER__", Builtin::Counter),
            ("__INCLUDE_LEVEL__", Builtin::IncludeLevel),
            ("__has_include", Builtin::HasInclude),
        ] {
            macros.set(names.symbol(name), Some(Rc::new(Macro::Builtin(builtin))));
        }
        macros
    }

    #[inline]
    pub fn get(&self, name: Symbol) -> Option<&Rc<Macro>> {
        self.slots.get(name.index())?.meaning.as_ref()
    }

    pub fn set(&mut self, name: Symbol, meaning: Option<Rc<Macro>>) {
        self.slot(name).meaning = meaning;
    }

    #[inline]
    pub fn is_busy(&self, name: Symbol) -> bool {
        self.slots.get(name.index()).is_some_and(|slot| slot.busy)
    }

    pub fn set_busy(&mut self, name: Symbol) {
        self.slot(name).busy = true;
    }

    pub fn set_idle(&mut self, name: Symbol) {
        self.slot(name).busy = false;
    }

    pub fn save(&mut self, name: Symbol) {
        let slot = self.slot(name);
        slot.saved.push(slot.meaning.clone());
    }

    pub fn restore(&mut self, name: Symbol) {
        let slot = self.slot(name);
        if let Some(meaning) = slot.saved.pop() {
            slot.meaning = meaning;
        }
    }

    fn slot(&mut self, name: Symbol) -> &mut Slot {
        if self.slots.len() <= name.index() {
            self.slots.resize(name.index() + 1, Slot::default());
        }
        &mut self.slots[name.index()]
    }
}
