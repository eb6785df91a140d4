//! Declarations.

use super::check;

#[test]
fn declarators() {
    check("int x;", "x: int;");
}
