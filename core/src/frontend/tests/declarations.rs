//! Declarations: specifiers, declarators, records, initialisers, attributes.

use super::check;

/// One declaration per line, `C => tree`.
#[track_caller]
fn table(prelude: &str, rows: &[(&str, &str)]) {
    for (text, tree) in rows {
        let (unit, problems) = super::parse(&format!("{prelude}{text}"));
        assert_eq!(problems, [], "{text}");
        let before = super::parse(prelude).0.to_string();
        let found = unit.to_string();
        let found = found.strip_prefix(&before).unwrap_or(&found).trim_end().replace('\n', " ");
        assert_eq!(found, *tree, "{text}");
    }
}

#[test]
fn arithmetic_types() {
    table(
        "",
        &[
            ("char x;", "x: char;"),
            ("signed char x;", "x: signed char;"),
            ("char unsigned x;", "x: unsigned char;"),
            ("short x;", "x: short;"),
            ("short int x;", "x: short;"),
            ("int short unsigned x;", "x: unsigned short;"),
            ("signed x;", "x: int;"),
            ("__signed__ x;", "x: int;"),
            ("unsigned x;", "x: unsigned;"),
            ("unsigned long int x;", "x: unsigned long;"),
            ("long unsigned x;", "x: unsigned long;"),
            ("long int long x;", "x: long long;"),
            ("long const long unsigned int x;", "x: const unsigned long long;"),
            ("int const static unsigned x;", "static x: const unsigned;"),
            ("__int128 x;", "x: __int128;"),
            ("unsigned __int128 x;", "x: unsigned __int128;"),
            ("float x;", "x: float;"),
            ("double x;", "x: double;"),
            ("long double x;", "x: long double;"),
            ("double long x;", "x: long double;"),
            ("double _Complex x;", "x: _Complex;"),
            ("_Complex float x;", "x: _Complex;"),
            ("_Bool x;", "x: bool;"),
            ("bool x;", "x: bool;"),
            ("void *x;", "x: *void;"),
            ("__builtin_va_list x;", "x: __builtin_va_list;"),
            ("__braid_mutex_t x;", "x: __braid_mutex_t;"),
            ("__braid_thread_t x[2];", "x: [2] __braid_thread_t;"),
        ],
    );
}

#[test]
fn declarators() {
    table(
        "",
        &[
            ("int x, *y, z[3], **w;", "x: int; y: *int; z: [3] int; w: **int;"),
            ("int (x);", "x: int;"),
            ("int *a[3];", "a: [3] *int;"),
            ("int (*a)[3];", "a: *[3] int;"),
            ("int a[2][3];", "a: [2] [3] int;"),
            ("int *(*a[3])[4];", "a: [3] *[4] *int;"),
            ("int f(void);", "f: fn() -> int;"),
            ("int f();", "f: fn(?) -> int;"),
            ("int (f)(int);", "f: fn(int) -> int;"),
            ("int f(int a, char *, ...);", "f: fn(a: int, *char, ...) -> int;"),
            ("void *(*f)(void *);", "f: *fn(*void) -> *void;"),
            ("void (*f[2])(int), g(void);", "f: [2] *fn(int) -> void; g: fn() -> void;"),
            ("int (*f(int a))(char);", "f: fn(a: int) -> *fn(char) -> int;"),
            (
                "void (*signal(int s, void (*h)(int)))(int);",
                "signal: fn(s: int, h: *fn(int) -> void) -> *fn(int) -> void;",
            ),
            (
                "int f(int a[3], int [], int *[3], int (*)(void), int (*)[3], int g(int));",
                "f: fn(a: [3] int, [] int, [3] *int, *fn() -> int, *[3] int, g: fn(int) -> int) -> int;",
            ),
            (
                "int f(int [static 3], int a[const], int b[*]);",
                "f: fn([3] int, a: [] int, b: [] int) -> int;",
            ),
            ("int f(int (x), int ());", "f: fn(x: int, fn(?) -> int) -> int;"),
            ("int f(int ((*)(int)));", "f: fn(*fn(int) -> int) -> int;"),
            ("const int *p;", "p: *const int;"),
            ("int const *p;", "p: *const int;"),
            ("int *const p;", "p: const *int;"),
            ("const char *const volatile *const *p;", "p: *const *const volatile *const char;"),
            ("int *restrict p, *__restrict q;", "p: *int; q: *int;"),
            (
                "volatile int x; __volatile__ int y; __const int z;",
                "x: volatile int; y: volatile int; z: const int;",
            ),
            (
                "static int x; extern int y; register int z;",
                "static x: int; extern y: int; register z: int;",
            ),
            (
                "inline int f(void); __inline static int g(void);",
                "f: fn() -> int; static g: fn() -> int;",
            ),
            (
                "_Thread_local int x; static __thread int y;",
                "thread_local x: int; static thread_local y: int;",
            ),
            ("extern thread_local int z;", "extern thread_local z: int;"),
            (
                "_Atomic int x; _Atomic(int) y; int _Atomic z;",
                "x: atomic int; y: atomic int; z: atomic int;",
            ),
            (
                "int *_Atomic p; _Atomic(int *) q; _Atomic(int) *r;",
                "p: atomic *int; q: atomic *int; r: *atomic int;",
            ),
            ("_Atomic(int) a[3], f(void);", "a: [3] atomic int; f: fn() -> atomic int;"),
            ("__typeof__(x) y; typeof(int *) z;", "y: typeof(x); z: *int;"),
            ("const typeof(a + 1) *y;", "y: *const typeof((a + 1));"),
            (
                "_Alignas(16) int x; _Alignas(long) char y;",
                "aligned(16) x: int; aligned(alignof<long>) y: char;",
            ),
            (
                "typedef long t; _Alignas(sizeof(t) * 2) int x; int _Alignas(t) y;",
                "typedef t: long; aligned((sizeof<t> * 2)) x: int; aligned(alignof<t>) y: int;",
            ),
            ("struct s { int a; } _Alignas(8) x;", "aligned(8) x: struct s { a: int; };"),
            ("int x __attribute__((aligned(16))), y;", "aligned(16) x: int; y: int;"),
            ("int x __attribute__((__aligned__)), y;", "aligned(16) x: int; y: int;"),
            ("__attribute__((unused)) static int x;", "static x: int;"),
            ("static __attribute__((unused)) int x;", "static x: int;"),
            ("int __attribute__((unused)) *x;", "x: *int;"),
            ("int *__attribute__((unused)) x;", "x: *int;"),
            ("int (__attribute__((unused)) *x);", "x: *int;"),
            ("[[maybe_unused]] int x; int y [[gnu::unused]];", "x: int; y: int;"),
            (
                "int f(int x __attribute__((unused)), __attribute__((unused)) int);",
                "f: fn(x: int, int) -> int;",
            ),
            ("__extension__ long long x;", "x: long long;"),
            ("__extension__ typedef long T; T x;", "typedef T: long; x: T;"),
            ("_Noreturn void f(void);", "f: fn() -> void;"),
            ("int;", "type int;"),
            (";", ""),
            ("int x;;", "x: int;"),
            ("f();", "f: fn(?) -> int;"),
            ("static x;", "static x: int;"),
            ("int $a, é;", "$a: int; é: int;"),
        ],
    );
}

#[test]
fn typedefs() {
    table(
        "typedef int T, *P, F(int), A[3];\n",
        &[
            ("T x; P y; F z; A w;", "x: T; y: P; z: F; w: A;"),
            ("T *x;", "x: *T;"),
            ("T (x);", "x: T;"),
            ("T (*x)(T);", "x: *fn(T) -> T;"),
            ("const T *x; T const y;", "x: *const T; y: const T;"),
            ("typedef T U; U x;", "typedef U: T; x: U;"),
            (
                "T f(T), g(T x, T *y, T (T), T (*)(T));",
                "f: fn(T) -> T; g: fn(x: T, y: *T, fn(T) -> T, *fn(T) -> T) -> T;",
            ),
            ("int f(int T);", "f: fn(T: int) -> int;"),
            ("int f(int (T));", "f: fn(fn(T) -> int) -> int;"),
            ("int f(int (*T));", "f: fn(T: *int) -> int;"),
            ("struct T { T T; };", "type struct T { T: T; };"),
            ("struct { T : 3; T x : 4; };", "type struct #0 { _: T : 3; x: T : 4; };"),
            ("unsigned T; ", "T: unsigned;"),
            ("int T, x = T * 2;", "T: int; x: int = (T * 2);"),
            ("enum { T, U = T };", "type enum #0 { T; U = T; };"),
            ("typedef int bool; bool x;", "typedef bool: int; x: bool;"),
            (
                "typedef enum { false, true } bool; bool x = true;",
                "typedef bool: enum #0 { false; true; }; x: bool = true;",
            ),
            (
                "typedef unsigned long size_t; size_t x;",
                "typedef size_t: unsigned long; x: size_t;",
            ),
            (
                "typedef int int32_t; int f(int32_t x, int32_t);",
                "typedef int32_t: int; f: fn(x: int32_t, int32_t) -> int;",
            ),
            (
                "typedef struct S S; struct S { S *next; };",
                "typedef S: struct S; type struct S { next: *S; };",
            ),
        ],
    );
}

#[test]
fn records() {
    table(
        "",
        &[
            ("struct s;", "type struct s;"),
            ("struct s {};", "type struct s { };"),
            (
                "struct s { int a, *b; char c[3]; };",
                "type struct s { a: int; b: *int; c: [3] char; };",
            ),
            ("struct s { int a; } x, *y;", "x: struct s { a: int; }; y: *struct s { a: int; };"),
            ("struct { int a; } x;", "x: struct #0 { a: int; };"),
            ("static const struct s x;", "static x: const struct s;"),
            ("struct s { int a; } const x;", "x: const struct s { a: int; };"),
            ("union u { int a; float b; };", "type union u { a: int; b: float; };"),
            (
                "struct s { struct { int a; }; union { int b; } c; };",
                "type struct s { _: struct #1 { a: int; }; c: union #2 { b: int; }; };",
            ),
            (
                "struct s { int a : 3, : 4, b : 1 + 1; unsigned : 0; };",
                "type struct s { a: int : 3; _: int : 4; b: int : (1 + 1); _: unsigned : 0; };",
            ),
            (
                "struct s { int (*f)(struct s *); int a[]; };",
                "type struct s { f: *fn(*struct s) -> int; a: [] int; };",
            ),
            ("struct __attribute__((packed)) s { int a; };", "type packed struct s { a: int; };"),
            ("struct s { int a; } __attribute__((packed)) x;", "x: packed struct s { a: int; };"),
            (
                "struct s { int a __attribute__((aligned(4))); };",
                "type struct s { aligned(4) a: int; };",
            ),
            (
                "struct s { int a : 3 __attribute__((aligned(4))), b; };",
                "type struct s { aligned(4) a: int : 3; b: int; };",
            ),
            (
                "struct s { int a;; _Static_assert(1, \"\"); int b; };",
                "type struct s { a: int; b: int; };",
            ),
            (
                "struct s { __extension__ union { int a; }; };",
                "type struct s { _: union #1 { a: int; }; };",
            ),
            (
                "struct s { const int a; volatile _Atomic int b; };",
                "type struct s { a: const int; b: atomic volatile int; };",
            ),
            ("enum e { A, B = 2, C, };", "type enum e { A; B = 2; C; };"),
            ("enum { A = -1, B = A + 1 } x;", "x: enum #0 { A = (-1); B = (A + 1); };"),
            ("enum e { A __attribute__((unused)) = 1 };", "type enum e { A = 1; };"),
            ("enum e x;", "x: enum e;"),
            ("struct s f(struct s x);", "f: fn(x: struct s) -> struct s;"),
            ("static struct s { int a; };", "static type struct s { a: int; };"),
        ],
    );
}

#[test]
fn initialisers() {
    table(
        "",
        &[
            ("int x = 1, y = 2;", "x: int = 1; y: int = 2;"),
            ("int a[] = {1, 2, 3,};", "a: [] int = {1, 2, 3};"),
            ("int a[3] = {};", "a: [3] int = {};"),
            (
                "int a[9] = {[1] = 2, [3 ... 5] = 6, 7};",
                "a: [9] int = {[1] = 2, [3 ... 5] = 6, 7};",
            ),
            ("struct s x = {.a = 1, .b.c[2] = {3}};", "x: struct s = {.a = 1, .b.c[2] = {3}};"),
            ("struct s x = {a: 1, b: 2};", "x: struct s = {.a = 1, .b = 2};"),
            ("int a[2][2] = {{1, 2}, {3, 4}};", "a: [2] [2] int = {{1, 2}, {3, 4}};"),
            ("char s[] = \"a\" \"b\";", "s: [] char = \"ab\";"),
            ("char *s[] = {\"a\", \"b\" \"c\"};", "s: [] *char = {\"a\", \"bc\"};"),
            ("int x = (1, 2);", "x: int = (1, 2);"),
            ("int *p = &x, *q = (int *) 0;", "p: *int = (&x); q: *int = (<*int> 0);"),
            ("int (*f)(int) = g;", "f: *fn(int) -> int = g;"),
            ("int x = sizeof (int), y;", "x: int = sizeof<int>; y: int;"),
        ],
    );
}

#[test]
fn functions() {
    table(
        "typedef int T;\n",
        &[
            ("int f(void) { return 0; }", "f: fn() -> int {     return 0; }"),
            ("main() { }", "main: fn(?) -> int { }"),
            ("static f(int a) { }", "static f: fn(a: int) -> int { }"),
            ("void f(int a, T b) { }", "f: fn(a: int, b: T) -> void { }"),
            ("T *f() { }", "f: fn(?) -> *T { }"),
            ("int (f)(int a) { }", "f: fn(a: int) -> int { }"),
            ("int (*f(int a))(int) { }", "f: fn(a: int) -> *fn(int) -> int { }"),
            ("_Noreturn void f(void) { }", "noreturn f: fn() -> void { }"),
            ("__attribute__((noreturn)) void f(void) { }", "noreturn f: fn() -> void { }"),
            ("void __attribute__((__noreturn__)) f(void) { }", "noreturn f: fn() -> void { }"),
            (
                "void f(void) __attribute__((noreturn)); void g(void) { }",
                "f: fn() -> void; g: fn() -> void { }",
            ),
            (
                "static inline __attribute__((always_inline)) int f(void) { }",
                "static f: fn() -> int { }",
            ),
            ("struct s { int a; } f(void) { }", "f: fn() -> struct s { a: int; } { }"),
            (
                "_Static_assert(sizeof(T) == 4, \"T\"); static_assert(1);",
                "static_assert (sizeof<T> == 4); static_assert 1;",
            ),
        ],
    );
}

/// Spans are what the user wrote, from the first specifier on.
#[test]
fn spans() {
    let text = "static int x = 1 + 2, *y;\nstatic void f(int a) { return; }";
    let (unit, _) = super::parse(text);
    let at = |span: crate::text::Span| &text[span.start as usize..span.end as usize];
    let [
        crate::ast::Item::Declaration(x),
        crate::ast::Item::Declaration(y),
        crate::ast::Item::Function(f),
    ] = unit.items.as_slice()
    else {
        panic!("two declarations and a function")
    };
    assert_eq!((at(x.span), at(x.name_span)), ("static int x = 1 + 2, *y;", "x"));
    assert_eq!((at(y.name_span), at(y.ty.span)), ("y", "static int"));
    let Some(crate::ast::Init::Expr(init)) = &x.init else { panic!("an expression") };
    assert_eq!(at(init.span), "1 + 2");
    assert_eq!((at(f.span), at(f.name_span), at(f.end)), (&text[26..], "f", "}"));
    assert_eq!(at(f.ty.params[0].span), "int a");
    assert_eq!(at(f.body[0].span), "return;");
}

#[test]
fn old_style_definitions() {
    check(
        "int f(a, b) int a; char b; { return a; } int x;",
        "
        f: fn(a: int, b: char, ?) -> int {
            return a;
        }
        x: int;
        ",
    );
    check(
        "f(a) { }",
        "
        f: fn(a: int, ?) -> int {
        }
        ",
    );
    check(
        "void *(f)(p, q, n) register char *p, q[]; { int x; } int y;",
        "
        f: fn(p: *char, q: [] char, n: int, ?) -> *void {
            x: int;
        }
        y: int;
        ",
    );
}

#[test]
fn unsupported_declarations() {
    check(
        "typedef int v __attribute__((vector_size(16))); v x;",
        "
        typedef v: <a vector type>;
        x: v;
        unsupported-construct at `__attribute__((vector_size(16)))`: Braid does not model a vector type (Use an array)
        ",
    );
    check(
        "__attribute__((constructor(N))) void f(void) { }",
        "
        f: fn() -> void {
        }
        !unsupported-construct at `__attribute__((constructor(N)))`: Braid does not understand this priority of a `constructor` (Write a number)
        ",
    );
    check(
        "auto x = 3; __auto_type y = 4; _Float128 z;",
        "
        auto x: typeof((0, 3)) = 3;
        y: typeof((0, 4)) = 4;
        z: _Float128;
        ",
    );
    check(
        "enum e : unsigned char { A };",
        "
        type enum e { A; };
        !unsupported-construct at `: unsigned char`: Braid does not model the underlying type of an enum (Leave it out if no value needs it)
        ",
    );
    check(
        "typeof_unqual(const int) x; typeof_unqual(x) y;",
        "
        x: int;
        y: <the unqualified type of an expression>;
        unsupported-construct at `typeof_unqual(x)`: Braid does not model the unqualified type of an expression (Write the type)
        ",
    );
    check(
        "int x __asm__(\"y\") __attribute__((unused)) = 3;",
        "
        x: <a name given for the object file> = 3;
        unsupported-construct at `__asm__(\"y\")`: Braid does not model a name given for the object file (Use one name)
        ",
    );
    check(
        "asm(\".globl x\"); int x;",
        "
        type <inline assembly>;
        x: int;
        unsupported-construct at `asm(\".globl x\")`: Braid does not model inline assembly (Call a function with a C body instead)
        ",
    );
    check(
        "struct s { struct t { int a; }; };",
        "
        type struct s { _: <a tagged record declared inside another one>; };
        unsupported-construct at `struct t { int a; };`: Braid does not model a tagged record declared inside another one (Declare it outside)
        ",
    );
}
