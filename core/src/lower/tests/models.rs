//! Programs that bring the library's declarations with them.

use super::{lowered, properties};
use crate::lower::models;
use crate::scpl::PropertyKind;

#[test]
fn an_expanded_assert_is_an_assertion() {
    let declared = "extern void __assert_fail(const char *, const char *, unsigned, const char *);\n\
                    int x; int main(void) {";
    let fail = "__assert_fail(\"x\", \"a.c\", 1, \"main\")";
    for stmt in [
        format!(
            "((void) sizeof((x > 0) ? 1 : 0), __extension__ ({{ if (x > 0) ; else {fail}; }}));"
        ),
        format!("((x > 0) ? (void) (0) : {fail});"),
        format!("if (!(x > 0)) {{ {fail}; }}"),
        format!("if (x > 0) {{ x = 2; }} else {{ {{ {fail}; }} }}"),
    ] {
        let (_, lowered) = lowered(&[&format!("{declared} {stmt} return 0; }}")]);
        assert_eq!(properties(&lowered), ["x > 0"], "{stmt}");
        assert_eq!(lowered.program.properties[0].kind, PropertyKind::Assertion);
    }
}

#[test]
fn the_types_of_the_library_are_known_by_their_names() {
    let model = "#include <pthread.h>\n";
    let text = "typedef union { int data[10]; long align; } pthread_mutex_t;\n\
                extern int pthread_mutex_lock(pthread_mutex_t *m);\n\
                pthread_mutex_t m = { { 0, 0, 0 } };\n\
                int main(void) { pthread_mutex_lock(&m); return 0; }";
    let (_, lowered) = lowered(&[model, text]);
    assert!(lowered.problems.is_empty(), "{:?}", lowered.problems);
    assert!(lowered.program.vars.iter().any(|var| var.name == "held:m"));
}

#[test]
fn which_parts_of_the_library_a_program_declares() {
    let names = |text: &str| {
        let sources = crate::text::Sources::single("a.c", text);
        let (tokens, _) =
            crate::preprocess::expand(&sources, crate::text::FileId(0), &Default::default());
        let (unit, _) = crate::frontend::parse(&tokens);
        let is_builtin = |span: crate::text::Span| sources.file(span.file).builtin;
        let families = models::needed(&[unit], &is_builtin);
        families.iter().map(|family| family.name).collect::<Vec<_>>()
    };
    assert!(names("#include <pthread.h>\n#include <semaphore.h>\npthread_t t;").is_empty());
    assert_eq!(names("typedef unsigned long pthread_t;"), ["<model of pthread.h>"]);
    assert_eq!(names("extern int *__errno_location(void);"), ["<model of errno.h>"]);
    assert_eq!(names("extern int strcmp(const char *a, const char *b);"), ["<model of string.h>"]);
    assert!(names("typedef int strcmp; typedef int *size_t;").is_empty());
}
