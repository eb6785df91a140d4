//! Identifiers as numbers, so that looking for a macro is indexing.

use std::rc::Rc;

use crate::hash::FxHashMap;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symbol(u32);

impl Symbol {
    pub const DEFINED: Symbol = Symbol(0);
    pub const HAS_INCLUDE: Symbol = Symbol(1);
    pub const VA_ARGS: Symbol = Symbol(2);
    pub const VA_OPT: Symbol = Symbol(3);

    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Debug)]
pub struct Names {
    numbers: FxHashMap<Rc<str>, Symbol>,
    texts: Vec<Rc<str>>,
}

impl Names {
    pub fn new() -> Self {
        let mut names = Self { numbers: FxHashMap::default(), texts: Vec::new() };
        // In the order of the constants of `Symbol`.
        for name in ["defined", "__has_include", "__VA_ARGS__", "__VA_OPT__"] {
            names.symbol(name);
        }
        names
    }

    #[inline]
    pub fn symbol(&mut self, text: &str) -> Symbol {
        match self.numbers.get(text) {
            Some(&symbol) => symbol,
            None => self.add(text),
        }
    }

    pub fn text(&self, symbol: Symbol) -> &str {
        &self.texts[symbol.index()]
    }

    #[cold]
    fn add(&mut self, text: &str) -> Symbol {
        let symbol = Symbol(self.texts.len() as u32);
        let text: Rc<str> = text.into();
        self.texts.push(text.clone());
        self.numbers.insert(text, symbol);
        symbol
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_known_names_have_their_numbers() {
        let mut names = Names::new();
        assert_eq!(names.symbol("defined"), Symbol::DEFINED);
        assert_eq!(names.symbol("__has_include"), Symbol::HAS_INCLUDE);
        assert_eq!(names.symbol("__VA_ARGS__"), Symbol::VA_ARGS);
        assert_eq!(names.symbol("__VA_OPT__"), Symbol::VA_OPT);
        let x = names.symbol("x");
        assert_eq!(names.symbol("x"), x);
        assert_eq!(names.text(x), "x");
    }
}
