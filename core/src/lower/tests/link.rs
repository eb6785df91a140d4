//! Several units.

use super::{check_problems, lowered, variables};

#[test]
fn names_with_external_linkage_are_shared() {
    let one = "int x; extern int y; int f(void); int main(void) { x = y; return f(); }";
    let two = "extern int x; int y = 3; int f(void) { return x; }";
    let (_, lowered) = lowered(&[one, two]);
    assert!(lowered.problems.is_empty() && lowered.assumptions.is_empty());
    assert_eq!(variables(&lowered), ["y", "x"]);
}

#[test]
fn static_names_are_not() {
    let one = "static int x; void f(void); int main(void) { x = 1; f(); return 0; }";
    let two = "static int x; void f(void) { x = 2; }";
    let (_, lowered) = lowered(&[one, two]);
    assert_eq!(variables(&lowered), ["a.c:x", "b.c:x"]);
}

#[test]
fn a_tentative_definition_is_no_second_one() {
    check_problems(&["int x; int main(void) { return x; }", "int x = 1; int x;"], &[]);
    check_problems(
        &["int x = 1; int main(void) { return x; }", "int x = 1;"],
        &["!b.c: x: `x` is defined twice"],
    );
}

#[test]
fn types_must_fit() {
    let one = "int x; int f(int a) { return a; } int main(void) { return f(x); }";
    check_problems(&[one, "extern long x;"], &["!b.c: x: `x` is `long` here and `int` elsewhere"]);
    check_problems(
        &[one, "int f(long a);"],
        &["!b.c: f: `f` is declared with another type elsewhere"],
    );
    check_problems(&[one, "extern int f;"], &["!b.c: f: `f` is a function elsewhere"]);
    check_problems(&[one, "int x(void);"], &["!b.c: x: `x` is a variable elsewhere"]);
    check_problems(
        &[one, "extern _Thread_local int x;"],
        &["!b.c: x: `x` is one for all threads in one place only"],
    );
    // Nothing is said about the parameters.
    check_problems(&[one, "int f(); enum e { A }; extern int x;"], &[]);
}

#[test]
fn structs_of_one_tag_are_one_type_if_they_look_the_same() {
    let one = "struct s { int a; struct s *next; }; struct s s; int main(void) { return s.a; }";
    check_problems(&[one, "struct s { int a; struct s *next; }; extern struct s s;"], &[]);
    check_problems(
        &[one, "struct s; extern struct s *p; struct s { long b; }; struct s own;"],
        &[],
    );
    check_problems(
        &[one, "struct s { long b; }; extern struct s s;"],
        &["!b.c: s: `s` has another type elsewhere"],
    );
    let odd = "struct s { long b; }; static struct s own; long f(void) { return own.b; }";
    let main =
        "struct s { int a; struct s *next; }; extern struct s s; int main(void) { return s.a; }";
    check_problems(&[odd, "struct s { int a; struct s *next; }; struct s s;", main], &[]);
    check_problems(
        &["struct s { int a; }; struct s { int a; }; int main(void) { return 0; }"],
        &["!a.c: struct s { int a; }: `s` is defined twice"],
    );
}

#[test]
fn an_inline_function_belongs_to_its_unit() {
    let one = "inline int f(void) { return 1; } int main(void) { return f(); }";
    check_problems(&[one, "inline int f(void) { return 2; }"], &[]);
    check_problems(
        &["int f(void) { return 1; } int main(void) { return f(); }", "int f(void) { return 2; }"],
        &["!b.c: f: `f` is defined twice"],
    );
}

#[test]
fn model_headers_are_there_once() {
    let one = "#include <semaphore.h>\nsem_t s; void f(void); int main(void) { f(); return 0; }";
    let two = "#include <semaphore.h>\nextern sem_t s; void f(void) { sem_post(&s); }";
    let (_, lowered) = lowered(&[one, two]);
    assert!(lowered.problems.is_empty(), "{:?}", lowered.problems);
    assert_eq!(lowered.origins.vars[0].name, "s");
}

#[test]
fn threads_of_one_name_are_told_apart() {
    let one = "#include <pthread.h>\nstatic void *run(void *a) { return 0; } void f(void);\n\
               int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); f(); return 0; }";
    let two = "#include <pthread.h>\nstatic void *run(void *a) { return 0; }\n\
               void f(void) { pthread_t t; pthread_create(&t, 0, run, 0); }";
    let (_, lowered) = lowered(&[one, two]);
    let names: Vec<&str> = lowered.threads.iter().map(|thread| thread.name.as_str()).collect();
    assert_eq!(names, ["main", "a.c:run", "b.c:run"]);
}
