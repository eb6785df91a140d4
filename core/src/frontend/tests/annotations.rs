//! Annotations in comments and attributes.

use super::{check, parse, show};

/// The printed tree of a text without problems.
#[track_caller]
fn tree(text: &str, expect: &str) {
    let (unit, problems) = parse(text);
    let shown: Vec<String> = problems.iter().map(|problem| show(text, problem)).collect();
    assert!(shown.is_empty(), "{text}\n{}", shown.join("\n"));
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(words(&unit.to_string()), words(expect), "{text}");
}

/// The problems of a text, without their code.
#[track_caller]
fn bad(text: &str, expect: &[&str]) {
    let (_, problems) = parse(text);
    let shown: Vec<String> = problems.iter().map(|problem| show(text, problem)).collect();
    let expect: Vec<String> =
        expect.iter().map(|rest| format!("bad-annotation at {rest}")).collect();
    assert_eq!(shown, expect, "{text}");
}

#[test]
fn comments_on_variables() {
    tree("int x; // braid: shared", "@shared x: int;");
    tree("// braid: shared\nint x;", "@shared x: int;");
    tree("/* braid: shared */ int x;", "@shared x: int;");
    tree("int /* braid: shared */ x;", "@shared x: int;");
    tree("int x /* braid: shared */;", "@shared x: int;");
    tree("static /* braid: shared */ int x = 1;", "@shared static x: int = 1;");
    tree("int x; // braid: shared\nint y;", "@shared x: int; y: int;");
    tree("int x;\n// braid: shared\nint y;", "x: int; @shared y: int;");
    tree("int x; /* braid: shared */ int y;", "x: int; @shared y: int;");
    tree("int x, y; // braid: shared", "@shared x: int; @shared y: int;");
    tree("int x, // braid: shared\n    y;", "@shared x: int; y: int;");
    tree("int x,\n    y; // braid: shared", "x: int; @shared y: int;");
    tree("int x,\n  // braid: shared\n  y;", "x: int; @shared y: int;");
    tree("int x; // braid: shared, guarded_by(m)", "@shared @guarded_by(m) x: int;");
    tree(
        "int x; // braid: shared; guarded_by(locks[0].m);",
        "@shared @guarded_by(locks[0].m) x: int;",
    );
    tree("// braid: shared\n// braid: guarded_by(m)\nint x;", "@shared @guarded_by(m) x: int;");
    tree("// braid: shared\nint x; // braid: guarded_by(m)", "@shared @guarded_by(m) x: int;");
    tree("_Thread_local int x; // braid: local", "@local thread_local x: int;");
    tree("int x; // braid: shared, shared", "@shared x: int;");
    tree("int x; //braid:shared", "@shared x: int;");
    tree("int x; // braid: ignore[assertion-violated] it's fine, (really", "x: int;");
    tree("int x; // braid: shared, ignore[a] b", "@shared x: int;");
    tree(
        "struct s { int a; // braid: guarded_by(m)\n int b; /* braid: shared */\n // braid: guarded_by(n)\n int c, d; };",
        "type struct s { @guarded_by(m) a: int; @shared b: int; @guarded_by(n) c: int; @guarded_by(n) d: int; };",
    );
    tree("void f(void) { int x; // braid: shared\n x; }", "f: fn() -> void { @shared x: int; x; }");
    tree("void f(void) { // braid: local\n int x; }", "f: fn() -> void { @local x: int; }");
    tree(
        "void f(void) { static int x; /* braid: shared */ }",
        "f: fn() -> void { @shared static x: int; }",
    );
    tree(
        "void f(void) { for (int i /* braid: local */ = 0;;) ; }",
        "f: fn() -> void { for @local i: int = 0; ; ; }",
    );
}

#[test]
fn comments_on_functions() {
    tree(
        "// braid: thread(any)\nvoid *f(void *a) { }",
        "@thread(any) f: fn(a: *void) -> *void { }",
    );
    tree("/* braid: thread(4) */ void *f(void *a) { }", "@thread(4) f: fn(a: *void) -> *void { }");
    tree("void *f(void *a) // braid: thread(4)\n{ }", "@thread(4) f: fn(a: *void) -> *void { }");
    tree("void *f(void *a) { // braid: thread(4)\n}", "@thread(4) f: fn(a: *void) -> *void { }");
    tree("void *f(void *a) { } // braid: thread(4)", "@thread(4) f: fn(a: *void) -> *void { }");
    tree("// braid: thread(0x4)\nvoid *f(void *a);", "@thread(4) f: fn(a: *void) -> *void;");
    tree("// braid: init\nstatic void f(void) { }", "@init static f: fn() -> void { }");
    tree("// braid: atomic\nvoid f(void) { x; }", "@atomic f: fn() -> void { x; }");
    tree(
        "// braid: thread(2), atomic\nvoid f(void) { x; }",
        "@thread(2) @atomic f: fn() -> void { x; }",
    );
}

#[test]
fn attributes() {
    tree("__attribute__((braid_shared)) int x;", "@shared x: int;");
    tree("int x __attribute__((braid_shared));", "@shared x: int;");
    tree("int x __attribute__((braid_shared)), y;", "@shared x: int; y: int;");
    tree("int x, y __attribute__((braid_shared)) = 1;", "x: int; @shared y: int = 1;");
    tree("int __attribute__((braid_shared)) x, y;", "@shared x: int; @shared y: int;");
    tree(
        "int x __attribute__((braid_guarded_by(a[i + 1].m))), y;",
        "@guarded_by(a[(i + 1)].m) x: int; y: int;",
    );
    tree("int x __attribute__((unused, braid_shared, aligned(8)));", "@shared aligned(8) x: int;");
    tree("int x __attribute__((guarded_by(m)));", "@guarded_by(m) x: int;");
    tree("[[braid_shared]] int x;", "@shared x: int;");
    tree(
        "__attribute__((braid_thread(any))) void *f(void *a) { }",
        "@thread(any) f: fn(a: *void) -> *void { }",
    );
    tree(
        "void *f(void *a) __attribute__((braid_thread(3)));",
        "@thread(3) f: fn(a: *void) -> *void;",
    );
    tree("static __attribute__((braid_init)) void f(void) { }", "@init static f: fn() -> void { }");
    tree("__attribute__((braid_atomic)) void f(void) { }", "@atomic f: fn() -> void { }");
    tree(
        "struct s { int a __attribute__((braid_guarded_by(m))); };",
        "type struct s { @guarded_by(m) a: int; };",
    );
    tree(
        "struct s { int a; } __attribute__((braid_shared)) x;",
        "@shared x: struct s { a: int; };",
    );
    tree(
        "void f(void) { __attribute__((braid_atomic)) { x; } }",
        "f: fn() -> void { @atomic; { x; } }",
    );
}

#[test]
fn statements() {
    tree(
        "void f(void) { // braid: assume(x > 0)\n x = 1; // braid: assert(x == 1)\n /* braid: invariant(x < 2) */ }",
        "f: fn() -> void { @assume((x > 0)); (x = 1); @assert((x == 1)); @invariant((x < 2)); }",
    );
    tree(
        "void f(void) { int x; // braid: assert(x), shared\n}",
        "f: fn() -> void { @shared x: int; @assert(x); }",
    );
    tree("void f(void) { // braid: atomic\n { x; } }", "f: fn() -> void { @atomic; { x; } }");
    tree(
        "void f(void) { if (a) /* braid: atomic */ { x; } else y; }",
        "f: fn() -> void { if a { @atomic; { x; } } else y; }",
    );
    tree(
        "void f(void) { if (a) // braid: assert(b)\n x; }",
        "f: fn() -> void { if a { @assert(b); x; } }",
    );
    tree(
        "void f(void) { while (a) { // braid: invariant(b)\n x; } }",
        "f: fn() -> void { while a { @invariant(b); x; } }",
    );
    tree("void f(void) { l: // braid: assert(b)\n x; }", "f: fn() -> void { l: @assert(b); x; }");
    tree(
        "void f(void) { switch (a) { case 1: // braid: assert(b)\n x; break; // braid: assert(c)\n case 2: ; } }",
        "f: fn() -> void { switch a { case 1: @assert(b); x; break; @assert(c); case 2: ; } }",
    );
    tree("// braid: invariant(x == y)\nint x, y;", "@invariant((x == y)); x: int; y: int;");
    tree("int x; // braid: invariant(x >= 0)", "x: int; @invariant((x >= 0));");
    tree(
        "void f(void) { x = ({ /* braid: assert(a) */ 1; }); }",
        "f: fn() -> void { (x = ({ @assert(a); 1; })); }",
    );
}

/// Expressions in comments know the types that are in scope where they stand.
#[test]
fn types_in_comments() {
    tree(
        "typedef int T; void f(void) { // braid: assert((T) -x == 1)\n int T; // braid: assert((T) - x == 1)\n }",
        "typedef T: int; f: fn() -> void { @assert(((<T> (-x)) == 1)); T: int; @assert(((T - x) == 1)); }",
    );
}

#[test]
fn spans_inside_comments() {
    let text = "void f(void) { /* braid: assert(x == 1), assume(y) */ }";
    let (unit, _) = parse(text);
    let printed = format!("{unit:?}");
    let at = text.find("x == 1").unwrap_or(0);
    assert!(printed.contains(&format!("span: file0:{at}..{}", at + 6)), "{printed}");
    let at = text.find("assume").unwrap_or(0);
    assert!(printed.contains(&format!("span: file0:{at}..{}", at + 9)), "{printed}");
}

#[test]
fn unknown_words() {
    bad(
        "int x; // braid: shard",
        &["`shard`: unknown annotation `shard` (Did you mean `shared`?)"],
    );
    bad(
        "int x; // braid: Shared",
        &["`Shared`: unknown annotation `Shared` (Did you mean `shared`?)"],
    );
    bad(
        "int x; // braid: gaurded_by(m)",
        &["`gaurded_by`: unknown annotation `gaurded_by` (Did you mean `guarded_by`?)"],
    );
    bad(
        "int x; // braid: frobnicate",
        &[
            "`frobnicate`: unknown annotation `frobnicate` (Braid knows `thread`, `shared`, `local`, `guarded_by`, `pt_guarded_by`, `init`, `atomic`, `invariant`, `assume`, `assert`, `ignore`)",
        ],
    );
    bad(
        "int x __attribute__((braid_shard));",
        &["`braid_shard`: unknown annotation `braid_shard` (Did you mean `shared`?)"],
    );
    bad("int x; // braid: shared local", &["`local`: expected `,` or `;` between annotations"]);
    bad(
        "int x; // braid: shared, 3",
        &[
            "`3`: unknown annotation `3` (Braid knows `thread`, `shared`, `local`, `guarded_by`, `pt_guarded_by`, `init`, `atomic`, `invariant`, `assume`, `assert`, `ignore`)",
        ],
    );
    let (_, problems) = parse("int x; // braid:");
    assert_eq!(problems[0].message, "this annotation says nothing");
}

#[test]
fn wrong_arguments() {
    for text in [
        "thread(-1)",
        "thread()",
        "thread",
        "thread(0)",
        "thread(many)",
        "thread(1, 2)",
        "thread(4294967296)",
        "thread(1.5)",
    ] {
        let text = format!("// braid: {text}\nvoid f(void) {{ }}");
        bad(
            &text,
            &[
                "`thread`: `thread` needs the number of threads, or `any` (Write `thread(any)` or `thread(4)`)",
            ],
        );
    }
    for word in ["shared", "local", "init", "atomic"] {
        let text = format!("int x; // braid: {word}(3)");
        bad(&text, &[&format!("`{word}`: `{word}` takes no argument (Write `{word}`)")]);
    }
    for word in ["guarded_by", "invariant", "assume", "assert"] {
        for args in ["", "()"] {
            let text = format!("int x; // braid: {word}{args}");
            bad(
                &text,
                &[&format!(
                    "`{word}`: `{word}` needs an expression (Write `{word}(...)` with a C expression)"
                )],
            );
        }
    }
    bad(
        "void f(void) { // braid: assert(x ==)\n}",
        &["`==`: in `assert`: expected an expression before the end of the file"],
    );
    bad(
        "void f(void) { // braid: assert(x y)\n}",
        &["`y`: in `assert`: expected an operator before this"],
    );
    bad(
        "void f(void) { // braid: assert(x + y = 1)\n}",
        &["`y = 1`: in `assert`: the left side of this assignment cannot be assigned to"],
    );
    bad("void f(void) { // braid: assert(x\n}", &["`(`: this `(` is never closed"]);
    bad(
        "int x __attribute__((braid_guarded_by()));",
        &[
            "`braid_guarded_by`: `braid_guarded_by` needs an expression (Write `braid_guarded_by(...)` with a C expression)",
        ],
    );
}

#[test]
fn wrong_places() {
    bad(
        "// braid: shared\nvoid f(void) { }",
        &["`shared`: `shared` belongs on a variable, not on a function"],
    );
    bad(
        "int x; // braid: thread(any)",
        &["`thread(any)`: `thread` belongs on a function, not on a variable"],
    );
    bad("int x; // braid: init", &["`init`: `init` belongs on a function, not on a variable"]);
    bad(
        "int x; // braid: atomic",
        &[
            "`atomic`: `atomic` belongs on a function or a block (Write `_Atomic` for an atomic variable)",
        ],
    );
    bad(
        "int x; // braid: local",
        &[
            "`local`: `local` would give each thread its own copy, but the program has only one (Write `_Thread_local` instead)",
        ],
    );
    bad(
        "void f(void) { static int x; // braid: local\n}",
        &[
            "`local`: `local` would give each thread its own copy, but the program has only one (Write `_Thread_local` instead)",
        ],
    );
    bad(
        "_Thread_local int x; // braid: shared",
        &[
            "`shared`: `shared` is on a variable of which each thread has its own (Remove it, or remove `_Thread_local`)",
        ],
    );
    bad(
        "typedef int T; // braid: shared",
        &["`shared`: `shared` belongs on a variable, not on a type"],
    );
    bad(
        "/* braid: shared */ struct s { int a; };",
        &["`shared`: `shared` belongs on a variable, not on a type"],
    );
    bad(
        "void f(int x /* braid: shared */) { }",
        &["`shared`: `shared` belongs on a variable, not on a parameter"],
    );
    bad(
        "void f(int x __attribute__((braid_shared))) { }",
        &["`braid_shared`: `shared` belongs on a variable, not on a parameter"],
    );
    bad(
        "struct s { int a; // braid: local\n};",
        &["`local`: `local` belongs on a variable, not on a field"],
    );
    bad(
        "// braid: assert(x)\nint x;",
        &[
            "`assert(x)`: `assert` stands outside of all functions (Move it to where it should hold)",
        ],
    );
    bad(
        "// braid: shared\n",
        &[
            "`shared`: this `shared` annotation is about nothing (Put it before a variable, or at the end of its line)",
        ],
    );
    bad(
        "void f(void) { x; // braid: shared\n}",
        &[
            "`shared`: this `shared` annotation is about nothing (Put it before a variable, or at the end of its line)",
        ],
    );
    bad(
        "void f(void) { // braid: atomic\n x; }",
        &[
            "`atomic`: this `atomic` annotation is about nothing (Put it before a function or a block in braces)",
        ],
    );
    bad(
        "void f(void) { x; // braid: thread(any)\n}",
        &["`thread(any)`: this `thread` annotation is about nothing (Put it before a function)"],
    );
    bad(
        "void f(void) { x = /* braid: assert(y) */ 1; }",
        &["`assert(y)`: this `assert` annotation is about nothing (Put it between statements)"],
    );
    bad("struct s { int a; /* braid: shared */ } x;", &[]);
    bad(
        "struct s { int a;\n // braid: shared\n } x;",
        &[
            "`shared`: this `shared` annotation is about nothing (Put it before a variable, or at the end of its line)",
        ],
    );
}

#[test]
fn contradictions() {
    bad(
        "_Thread_local int x; // braid: local, guarded_by(m)",
        &[
            "`guarded_by(m)`: `guarded_by` is on a variable of which each thread has its own (Remove it, or remove `_Thread_local`)",
        ],
    );
    check(
        "void f(void) { int x; // braid: shared, local\n}",
        "
        f: fn() -> void {
            @shared x: int;
        }
        bad-annotation at `local`: `local` contradicts an earlier `shared` (Keep one of the two)
        ",
    );
    check(
        "// braid: thread(2)\n// braid: thread(3)\nvoid f(void) { }",
        "
        @thread(2) f: fn() -> void {
        }
        bad-annotation at `thread(3)`: `thread` contradicts an earlier `thread` (Keep one of the two)
        ",
    );
    tree("// braid: thread(2), thread(2)\nvoid f(void) { }", "@thread(2) f: fn() -> void { }");
}
