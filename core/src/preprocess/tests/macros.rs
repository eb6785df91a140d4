//! Macro expansion. The examples of C11 6.10.3.5, with other names, are among them.

use super::{check, check_config};
use crate::preprocess::Config;

#[test]
fn object_like() {
    check("#define N 10\nint a[N];", "int a[10];");
    check("#define EMPTY\na EMPTY b", "a b");
    check("#define A B\n#define B A\nA B", "A B");
    check("#define a a b\n#define b a c\na", "a a c");
    check("#define N 1\n#undef N\nN", "N");
    check("#define P (x)\nP", "(x)");
    check("#define $x 1\n$x", "1");
    check("#define größe 4\ngröße", "4");
}

#[test]
fn function_like() {
    check("#define sq(x) ((x) * (x))\nsq(a + 1)", "((a + 1) * (a + 1))");
    check("#define f(x) x\nf (1) f\n(2) f", "1 2 f");
    check("#define f() 1\nf() f( ) f", "1 1 f");
    check("#define f(x) [x]\nf() f((a, b)) f({a)", "[] [(a, b)] [{a]");
    check("#define f(x) x + f(x)\nf(1)", "1 + f(1)");
    check("#define f(x) x\nf(f(f(1)))", "1");
    check("#define f(a, b) b a\nf(f(1, 2), 3)", "3 2 1");
    check("#define f(a) a\nf(\n#ifdef X\n1\n#else\n2\n#endif\n)", "2");
    check("#define f(a) a\n#define g f\ng(1) g (2)", "1 2");
}

/// What a call leaves as the name of a macro is expanded with what follows; a macro's own name is
/// not expanded again.
#[test]
fn rescanning() {
    let macros = "#define n 3
        #define rec(a) rec(n * (a))
        #undef n
        #define n 2
        #define alias rec
        #define self self[0]
        #define half alias(~
        #define call(a) a(pair)
        #define pair 0,1
        #define id(a) a
        #define type() int
        #define same(n) n
        #define cat(n,m) n ## m
        #define str(n) # n\n";
    let check = |input: &str, expect: &str| check(&format!("{macros}{input}"), expect);
    check(
        "rec(y+1) + rec(rec(self)) % id(id(alias)(0) + id)(1);",
        "rec(2 * (y+1)) + rec(2 * (rec(2 * (self[0])))) % rec(2 * (0)) + id(1);",
    );
    check(
        "alias(n+(3,4)-pair) | half 5) & call\n(rec)^call(call);",
        "rec(2 * (2+(3,4)-0,1)) | rec(2 * ( ~ 5)) & rec(2 * (0,1))^call(0,1);",
    );
    check(
        "type() i[same()] = { same(1), cat(2,3), cat(4,), cat(,5), cat(,) };",
        "int i[] = { 1, 23, 4, 5, };",
    );
    check("char c[2][6] = { str(hello), str() };", "char c[2][6] = { \"hello\", \"\" };");
    // Left open by the standard; gcc and clang agree.
    check("#define A(a) a*B\n#define B(a) A(a)\nA(2)(9)", "2*9*B");
    check("#define nil(x) x\n#define E(a) nil(F)(a)\n#define F(a) nil(a)\nE(42)", "42");
    check("#define O() (a,b)\n#define first(a,b) a\nid(first O()) first O", "a first O");
    let defer = "#define defer(x) x nothing\n#define nothing\n#define scan(x) x\n";
    check(&format!("{defer}defer(id)(1) scan(defer(id)(1))"), "id(1) 1");
}

#[test]
fn stringising_and_joining() {
    let macros = "#define str(s) # s
        #define xstr(s) str(s)
        #define show(s, t) printf(\"x\" # s \"= %d, x\" # t \"= %s\", \\
                                  x ## s, x ## t)
        #define FILENAME(n) vers ## n
        #define glue(a, b) a ## b
        #define xglue(a, b) glue(a, b)
        #define HIGHLOW \"hello\"
        #define LOW LOW \", world\"\n";
    let check = |input: &str, expect: &str| check(&format!("{macros}{input}"), expect);
    check("show(1, 2);", r#"printf("x" "1" "= %d, x" "2" "= %s", x1, x2);"#);
    check(
        "fputs(str(cmp(\"abc\\0d\", \"abc\", '\\4') // gone\n == 0) str(: @\\n), s);",
        r#"fputs("cmp(\"abc\\0d\", \"abc\", '\\4') == 0" ": @\n", s);"#,
    );
    check("xstr(FILENAME(2).h)", "\"vers2.h\"");
    check("glue(HIGH, LOW); xglue(HIGH, LOW)", "\"hello\"; \"hello\" \", world\"");
    check("str(  a   b/**/c\n d  )", "\"a b c d\"");
    check("str('\"' \"'\\n\")", r#""'\"' \"'\\n\"""#);
    check("xstr(-EMPTY-) xstr( LOW )", r#""-EMPTY-" "LOW \", world\"""#);
    check("glue(1, e) +1 glue(+, +) glue(<, <=) glue(L, 'x') glue(., 5)", "1e +1 ++ <<= L'x' .5");
    check("glue(a b, c d)", "a bc d");
    check("str(\\)", "\"\"");
}

/// White space in a stringised expansion is what a compiler would have.
#[test]
fn white_space() {
    let macros = "#define str(...) # __VA_ARGS__
        #define xstr(...) str(__VA_ARGS__)
        #define NIL
        #define box(x) [x]
        #define tail(x) < x\n";
    let check = |input: &str, expect: &str| check(&format!("{macros}{input}"), expect);
    check("xstr(-NIL-) xstr(- NIL-) xstr(-NIL -)", "\"--\" \"- -\" \"- -\"");
    check("xstr(box(a)box( b )  box( ))", "\"[a][b] []\"");
    check("xstr(( tail())x)", "\"( < )x\"");
    check("xstr(NIL a NIL) xstr( )", "\"a\" \"\"");
}

/// `##` that makes a `##` makes no operator.
#[test]
fn joined_operators() {
    check(
        "#define hh # ## #\n#define mk(a) # a\n#define mid(a) mk(a)\n#define join(c, d) mid(c hh d)\n\
         char p[] = join(x, y);",
        "char p[] = \"x ## y\";",
    );
    check(
        "#define t(x,y,z) x ## y ## z\nint j[] = { t(1,2,3), t(,4,5), t(6,,7), t(8,9,),\n\
         t(10,,), t(,11,), t(,,12), t(,,) };",
        "int j[] = { 123, 45, 67, 89, 10, 11, 12, };",
    );
    check("#define o a ## b\no", "ab");
    check("#define ab 7\n#define o a ## b\no", "7");
}

#[test]
fn variable_arguments() {
    let macros = "#define log(...) fprintf(stderr, __VA_ARGS__)
        #define list(...) puts(#__VA_ARGS__)
        #define report(test, ...) ((test)?puts(#test):\\
                printf(__VA_ARGS__))
        #define gnu(fmt, args...) f(fmt , ## args)
        #define only(...) f(a , ## __VA_ARGS__)
        #define opt(a, ...) f(a __VA_OPT__(,) __VA_ARGS__)
        #define optjoin(a, ...) a ## __VA_OPT__(b) ## c
        #define NIL\n";
    let check = |input: &str, expect: &str| check(&format!("{macros}{input}"), expect);
    check(
        "log(\"Flag\"); log(\"%d\", x);",
        "fprintf(stderr, \"Flag\"); fprintf(stderr, \"%d\", x);",
    );
    check("list(The first, second.);", "puts(\"The first, second.\");");
    check("report(x>y, \"%d %d\", x, y);", "((x>y)?puts(\"x>y\"): printf(\"%d %d\", x, y));");
    check("gnu(1) gnu(1,) gnu(1, 2, 3)", "f(1) f(1,) f(1, 2, 3)");
    check("only() only(1)", "f(a) f(a, 1)");
    check("opt(1) opt(1, 2, 3) opt(1, NIL)", "f(1) f(1, 2, 3) f(1)");
    check("optjoin(1) optjoin(1, 2)", "1c 1bc");
}

#[test]
fn predefined() {
    check("__COUNTER__ __COUNTER__\n__LINE__ __FILE__", "0 1 2 \"main.c\"");
    check("__DATE__ __TIME__", "\"Jan  1 1970\" \"00:00:00\"");
    check("__BRAID__ __STDC__ __STDC_VERSION__", "1 1 201710L");
    check("#line 40 \"other.c\"\n__LINE__ __FILE__\n__LINE__", "40 \"other.c\" 41");
    check("# 7 \"marked.c\" 1 3\n__LINE__ __FILE__", "7 \"marked.c\"");
    check("#define L 90\n#line L\n__LINE__", "90");
    check("_Pragma(\"once\") a", "a");
    // In an argument, its own line; in a body, the line of the outermost call.
    let here = "#define here __LINE__\n#define f(a) a here\n";
    check(&format!("{here}f(\nhere __LINE__\n)"), "4 4 3");
}

#[test]
fn configured() {
    let file = [("main.c", "A B max(1, 2) C")];
    let define = |name: &str, value: Option<&str>| (name.to_owned(), value.map(str::to_owned));
    let defines = vec![
        define("A", None),
        define("B", Some("b\nb")),
        define("max(a, b)", Some("b")),
        define("C", Some("")),
    ];
    check_config(&file, &Config { defines, ..Config::default() }, "1 b b 2");
}

/// The most that fields are aligned to, before each token.
#[test]
fn packing() {
    let text = "a\n#define N 2\n#pragma pack(push, N)\nb\n#pragma pack(push, name, 1)\nc _Pragma(\"pack()\") d\n\
                #pragma pack(8)\ne\n#pragma pack(pop, name)\nf\n#pragma pack(pop)\ng\n#pragma pack(pop)\nh";
    let (_, tokens, problems) = super::run(text);
    assert_eq!(problems, []);
    let limits: Vec<Option<u32>> = (0..8).map(|idx| tokens.packed_to(idx)).collect();
    let expect = [None, Some(2), Some(1), None, Some(8), Some(2), None, None];
    assert_eq!(limits, expect);
}

#[test]
fn saved_macros() {
    check(
        "#define M 1\n#pragma push_macro(\"M\")\n#undef M\nM\n#pragma pop_macro(\"M\")\nM",
        "M 1",
    );
}
