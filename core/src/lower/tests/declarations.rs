//! Declarations and calls.

use super::{check_problems, lowered, properties};

#[test]
fn a_function_is_declared_by_its_first_call() {
    let (_, lowered) = lowered(&["int main(void) { return f(3); } int f(int x) { return x; }"]);
    assert!(lowered.assumptions.is_empty(), "it has a body: {:?}", lowered.assumptions);
    check_problems(
        &["int main(void) { return f(3); } void f(int x) { }"],
        &["!a.c: f: `f` is declared with another type elsewhere"],
    );
}

#[test]
fn arguments_that_do_not_fit_are_not_guessed() {
    check_problems(
        &["int main(void) { return f('a', 2); } int f(c, n) char c; { return c; }"],
        &[],
    );
    let what = "a call whose arguments do not fit the function is not supported yet";
    for call in ["f(1L)", "f()", "f(main)"] {
        let text =
            format!("int f(); int main(void) {{ return {call}; }} int f(int x) {{ return x; }}");
        check_problems(&[&text], &[&format!("a.c: {call}: {what}")]);
    }
}

#[test]
fn the_length_of_an_array_may_come_later() {
    let text = "extern int a[]; int f(int i) { return a[i]; } int a[3];\n\
                int main(void) { int i; return f(i); }";
    let (_, known) = lowered(&[text]);
    assert_eq!(properties(&known), ["index `i` is within the 3 elements of `a`"]);
    let what = "an element of an array whose length is not known is not supported yet";
    let text = "extern int a[]; int main(void) { return a[1]; }";
    check_problems(&[text], &[&format!("a.c: a[1]: {what}")]);
}

#[test]
fn what_nobody_names_is_not_assumed() {
    let (_, unnamed) = lowered(&["extern int x; int main(void) { return 0; }"]);
    assert!(unnamed.assumptions.is_empty());
    let (_, named) = lowered(&["extern int x; int main(void) { return x; }"]);
    assert_eq!(named.assumptions, ["`x` is defined elsewhere and may start with any value"]);
}

#[test]
fn another_name_in_the_object_file_matters_when_it_is_used() {
    let declared = "int f(void) __asm__(\"g\");";
    check_problems(&[&format!("{declared} int main(void) {{ return 0; }}")], &[]);
    let what = "a function of another name in the object file is not supported yet";
    let called = format!("{declared} int main(void) {{ return f(); }}");
    check_problems(&[&called], &[&format!("a.c: f(): {what}")]);
}

#[test]
fn assembly_matters_where_a_thread_gets_to_it() {
    let uncalled = "static void f(void) { asm(\"cli\"); } int main(void) { return 0; }";
    check_problems(&[uncalled], &[]);
    let called = "static void f(void) { asm(\"cli\"); } int main(void) { f(); return 0; }";
    check_problems(&[called], &["a.c: asm(\"cli\");: inline assembly is not supported yet"]);
    check_problems(&["int main(void) { asm volatile(\"\" ::: \"memory\"); return 0; }"], &[]);
}

#[test]
fn what_is_freed_without_a_declaration_may_be_no_pointer() {
    let what = "an address that is no pointer is not supported yet";
    let text = "int two(void) { return 2; } int main(void) { free(two() == 7); return 0; }";
    check_problems(&[text], &[&format!("a.c: two() == 7: {what}")]);
    check_problems(&["int main(void) { int *p = realloc(0, 4); return p != 0; }"], &[]);
}
