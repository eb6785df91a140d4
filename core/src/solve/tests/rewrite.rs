//! The constructors change how a term looks, never what it means.

use proptest::prelude::*;

use super::recipe::{follow, number, recipes};
use crate::solve::Terms;

const WIDTHS: &[u8] = &[1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 24, 31, 32, 33, 63, 64];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn random_terms(
        recipe in recipes(WIDTHS, 24),
        values in prop::collection::vec(prop::collection::vec(number(), 4), 12),
    ) {
        let mut terms = Terms::new();
        let made = follow(&mut terms, &recipe, &values);
        let symbols: Vec<_> =
            made[..recipe.symbols.len()].iter().map(|made| terms.symbol(made.term)).collect();
        for made in &made {
            for (idx, &bits) in made.means.iter().enumerate() {
                let value = |symbol| {
                    let at = symbols.iter().position(|&other| other == Some(symbol));
                    at.map_or(0, |at| values[idx][at])
                };
                prop_assert_eq!(terms.eval(made.term, &value), bits);
            }
        }
    }
}
