//! Values for symbols.

use std::collections::BTreeMap;

use crate::scpl::Bits;
use crate::solve::term::{Symbol, Term, Terms};

/// A value for each symbol; 0 for those it does not mention.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Model {
    values: BTreeMap<Symbol, u64>,
}

impl Model {
    pub fn new(values: impl IntoIterator<Item = (Symbol, u64)>) -> Self {
        Self { values: values.into_iter().collect() }
    }

    pub fn value(&self, symbol: Symbol) -> u64 {
        self.values.get(&symbol).copied().unwrap_or(0)
    }

    pub fn eval(&self, terms: &Terms, t: Term) -> Bits {
        terms.eval(t, &|symbol| self.value(symbol))
    }

    /// The symbols it mentions, ascending.
    pub fn iter(&self) -> impl Iterator<Item = (Symbol, u64)> + '_ {
        self.values.iter().map(|(&symbol, &value)| (symbol, value))
    }
}
