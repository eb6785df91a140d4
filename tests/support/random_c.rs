//! Random sequential C programs with one result and no undefined behaviour.
//!
//! A program is a function `NAME_run` that returns a checksum over all its variables. All names start
//! with a prefix, so that many programs fit into one file for gcc.
//!
//! What C leaves open is kept out by construction: divisors are not zero, shifts and indices are masked,
//! loops count, and everything is initialised. Signed overflow wraps (`-fwrapv`). Operators with side
//! effects, inside larger expressions, only touch variables of a pool, each at most once in a statement
//! that does not mention it otherwise; so the order of evaluation does not matter.

use std::fmt::Write;

use crate::dice::Dice;

const INTS: [&str; 14] = [
    "int",
    "unsigned",
    "char",
    "unsigned char",
    "short",
    "unsigned short",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "_Bool",
    "signed char",
    "enum @colour",
    "enum @wide",
];

/// A program's text, its names made of `prefix`; the function to call is `prefix` and `run`.
pub fn random_c(prefix: &str, bytes: &[u8]) -> String {
    let mut writer = Writer {
        dice: Dice::new(bytes),
        out: String::new(),
        indent: 0,
        n_names: 0,
        scalars: Vec::new(),
        arrays: Vec::new(),
        grids: Vec::new(),
        structs: Vec::new(),
        pointers: Vec::new(),
        pool: Vec::new(),
        funcs: Vec::new(),
        fuel: 40,
        loops: 0,
    };
    writer.program();
    writer.out.replace('@', prefix)
}

/// A pointer to integers of a type, or to the struct.
struct Pointer {
    name: String,
    ty: String,
    targets: Vec<String>,
}

struct Writer<'a> {
    dice: Dice<'a>,
    out: String,
    indent: usize,
    n_names: u32,
    /// Integer variables in scope, with their types.
    scalars: Vec<(String, String)>,
    /// Arrays of 4 integers.
    arrays: Vec<(String, String)>,
    /// Arrays of 2 times 4 integers.
    grids: Vec<(String, String)>,
    structs: Vec<String>,
    pointers: Vec<Pointer>,
    /// Variables for side effects inside expressions.
    pool: Vec<(String, String)>,
    /// Functions without side effects, with their number of parameters.
    funcs: Vec<(String, usize)>,
    /// How many statements may still be written.
    fuel: u32,
    loops: u32,
}

impl Writer<'_> {
    fn line(&mut self, text: &str) {
        let indent = "    ".repeat(self.indent);
        writeln!(self.out, "{indent}{text}").expect("a string takes all text");
    }

    fn name(&mut self, stem: &str) -> String {
        self.n_names += 1;
        format!("@{stem}{}", self.n_names)
    }

    fn int(&mut self) -> String {
        (*self.dice.pick(&INTS)).to_owned()
    }

    fn program(&mut self) {
        self.line("enum @colour { @RED, @GREEN = 5, @BLUE };");
        self.line("enum @wide { @LOW = -3, @HIGH = 1000 };");
        let fields: Vec<String> = (0..3).map(|_| self.int()).collect();
        self.line(&format!("struct @inner {{ {} a; {} b; }};", fields[0], fields[1]));
        let (x, v) = (self.int(), self.int());
        self.line(&format!(
            "struct @rec {{ {x} x; struct @inner in; {} y; {v} v[4]; struct @inner w[2]; }};",
            fields[2]
        ));
        self.bit_fields();
        self.line("#define @MIX(sum, value) ((sum) * 31 + (unsigned long long)(value))");
        self.line("#define @MAX(a, b) ((a) > (b) ? (a) : (b))");
        for _ in 0..self.dice.below(3) {
            self.pure_function();
        }
        if self.dice.percent(40) {
            self.recursive_function();
        }
        for number in 0..1 + self.dice.below(3) {
            self.variable(if number == 0 { "static " } else { "" });
        }
        self.changing_function();
        self.line("");
        self.line("unsigned long long @run(void) {");
        self.indent += 1;
        self.line("unsigned long long @sum = 7;");
        for _ in 0..3 + self.dice.below(4) {
            self.variable("");
        }
        for _ in 0..3 {
            let (ty, name) = (self.int(), self.name("e"));
            let value = self.constant();
            self.line(&format!("{ty} {name} = {value};"));
            self.pool.push((name, ty));
        }
        self.pointer();
        for _ in 0..4 + self.dice.below(12) {
            self.statement(3);
        }
        self.checksum();
        self.line("return @sum;");
        self.indent -= 1;
        self.line("}");
    }

    fn checksum(&mut self) {
        let mut values: Vec<String> = Vec::new();
        values.extend(self.scalars.iter().chain(&self.pool).map(|(name, _)| name.clone()));
        for (name, _) in &self.arrays {
            values.extend((0..4).map(|at| format!("{name}[{at}]")));
        }
        for (name, _) in &self.grids {
            values.extend((0..8).map(|at| format!("{name}[{}][{}]", at / 4, at % 4)));
        }
        for name in &self.structs {
            for field in ["x", "in.a", "in.b", "y", "v[0]", "v[3]", "w[0].a", "w[1].b"] {
                values.push(format!("{name}.{field}"));
            }
        }
        values.extend(["a", "b", "c", "d", "e"].map(|field| format!("@flags.{field}")));
        values.push("@word.bits".to_owned());
        values.push("@mixed.wide".to_owned());
        for value in values {
            self.line(&format!("@sum = @MIX(@sum, {value});"));
        }
    }

    fn constant(&mut self) -> String {
        match self.dice.below(8) {
            0 => self.dice.below(10).to_string(),
            1 => format!("-{}", 1 + self.dice.below(200)),
            2 => format!("{}u", self.dice.bits(32)),
            3 => format!("0x{:x}", self.dice.bits(32)),
            4 => format!("{}LL", self.dice.bits(63)),
            5 => {
                let letters = ["'a'", "'\\n'", "'\\377'", "'\\x80'", "'0'", "'\\\\'"];
                (*self.dice.pick(&letters)).to_owned()
            }
            6 => (*self.dice.pick(&["@RED", "@GREEN", "@BLUE", "@LOW", "@HIGH"])).to_owned(),
            _ => format!("0x{:x}ull", self.dice.bits(64)),
        }
    }

    /// A declaration with an initialiser of constants, or of earlier variables inside the function.
    fn variable(&mut self, storage: &str) {
        let (ty, name) = (self.int(), self.name("v"));
        let value = |this: &mut Self| match this.indent {
            0 => this.constant(),
            _ => this.expr(1),
        };
        match self.dice.below(5) {
            0 => {
                let value = value(self);
                let fixed =
                    if self.indent > 0 && self.dice.percent(15) { "static " } else { storage };
                let value = if fixed == "static " { self.constant() } else { value };
                self.line(&format!("{fixed}{ty} {name} = {value};"));
                self.scalars.push((name, ty));
            }
            1 => {
                let (a, b) = (value(self), value(self));
                let list = match self.dice.below(4) {
                    0 => format!("{{{a}, {b}}}"),
                    1 => format!("{{[2] = {a}, {b}}}"),
                    2 => format!("{{[1 ... 2] = {a}, [0] = {b}}}"),
                    _ => "{}".to_owned(),
                };
                self.line(&format!("{storage}{ty} {name}[4] = {list};"));
                self.arrays.push((name, ty));
            }
            2 => {
                let (a, b, c) = (value(self), value(self), value(self));
                let list = match self.dice.below(5) {
                    0 => format!("{{{a}, {{{b}, {c}}}}}"),
                    1 => format!("{{.y = {a}, .in.b = {b}, {c}}}"),
                    2 => format!("{{{a}, {b}, {c}, 4, 5, 6}}"),
                    3 => format!("{{.w[1].a = {a}, {b}, .v = {{[3] = {c}}}, .x = 1}}"),
                    _ => format!("{{.in = {{.b = {a}}}, .v[1] = {b}, {c}, .in.a = 3}}"),
                };
                self.line(&format!("{storage}struct @rec {name} = {list};"));
                self.structs.push(name);
            }
            3 => {
                let (a, b) = (value(self), value(self));
                let list = match self.dice.below(4) {
                    0 => format!("{{{{{a}}}, {{1, {b}}}}}"),
                    1 => format!("{{1, 2, {a}, 4, {b}}}"),
                    2 => format!("{{[1][2] = {a}, {b}}}"),
                    _ => format!("{{[1] = {{{a}}}, [0][3] = {b}, 9}}"),
                };
                self.line(&format!("{storage}{ty} {name}[2][4] = {list};"));
                self.grids.push((name, ty));
            }
            _ => {
                let text = self.dice.pick(&["\"ab\"", "\"\"", "\"a\\377c\"", "\"abcd\""]);
                self.line(&format!("{storage}char {name}[4] = {text};"));
                self.arrays.push((name, "char".to_owned()));
            }
        }
    }

    /// A function that only computes.
    fn pure_function(&mut self) {
        let (name, result) = (self.name("f"), self.int());
        let outer = std::mem::take(&mut self.scalars);
        let (a, b) = (self.int(), self.int());
        let (first, second) = (self.name("p"), self.name("p"));
        self.line(&format!("static {result} {name}({a} {first}, {b} {second}) {{"));
        self.scalars = vec![(first.clone(), a), (second, b)];
        self.indent += 1;
        if self.dice.percent(50) {
            let (condition, early) = (self.expr(1), self.expr(1));
            self.line(&format!("if ({condition}) return {early};"));
        }
        if self.dice.percent(30) {
            let value = self.expr(1);
            self.line(&format!("{first} += {value};"));
        }
        let value = self.expr(2);
        self.line(&format!("return {value};"));
        self.indent -= 1;
        self.line("}");
        self.scalars = outer;
        self.funcs.push((name, 2));
    }

    /// A function that calls itself at most three times in a row, and has variables of its own each time.
    fn recursive_function(&mut self) {
        let (name, result) = (self.name("r"), self.int());
        let outer = std::mem::take(&mut self.scalars);
        let (a, b) = (self.int(), self.int());
        let (first, left, own) = (self.name("p"), self.name("p"), self.name("v"));
        self.line(&format!("static {result} {name}({a} {first}, unsigned {left}) {{"));
        self.scalars = vec![(first.clone(), a), (left.clone(), "unsigned".into())];
        self.indent += 1;
        let value = self.expr(1);
        self.line(&format!("{b} {own} = {value};"));
        self.scalars.push((own.clone(), b));
        let early = self.expr(1);
        self.line(&format!("if (({left} & 3) == 0) return {early};"));
        let given = self.expr(1);
        match self.dice.below(3) {
            0 => self.line(&format!("{own} += {name}({given}, ({left} & 3) - 1);")),
            1 => {
                let below = self.name("v");
                let ty = self.int();
                self.line(&format!("{ty} {below} = {name}({given}, ({left} & 3) - 1);"));
                self.line(&format!("{first} -= {below};"));
                self.scalars.push((below, ty));
            }
            _ => {
                let call = format!("{name}({given}, ({left} & 3) - 1)");
                let again = self.expr(1);
                self.line(&format!("{first} ^= {call} * 3 + {name}({again}, ({left} & 3) >> 1);"));
            }
        }
        let value = self.expr(2);
        self.line(&format!("return {value};"));
        self.indent -= 1;
        self.line("}");
        self.scalars = outer;
        self.funcs.push((name, 2));
    }

    /// A function with a memory that changes what it is given.
    fn changing_function(&mut self) {
        let (ty, step) = (self.int(), self.constant());
        self.line(&format!("static long @change({ty} by, struct @rec *rec, struct @inner in) {{"));
        self.line("    static unsigned calls = 3;");
        self.line(&format!("    calls += {step};"));
        self.line("    rec->in.b += by;");
        self.line("    rec->v[calls & 3] ^= in.a;");
        self.line("    in.b--;");
        self.line("    rec->w[by & 1] = in;");
        self.line("    return calls + in.b;");
        self.line("}");
    }

    /// A pointer to some things that exist.
    fn pointer(&mut self) {
        if !self.structs.is_empty() && self.dice.percent(60) {
            let targets: Vec<String> = self.structs.iter().map(|name| format!("&{name}")).collect();
            let (name, target) = (self.name("q"), self.dice.pick(&targets).clone());
            self.line(&format!("struct @rec *{name} = {target};"));
            self.pointers.push(Pointer { name, ty: "struct @rec".into(), targets });
        }
        let mut by_type: Vec<(String, Vec<String>)> = Vec::new();
        let mut add =
            |ty: &String, target: String| match by_type.iter_mut().find(|(other, _)| other == ty) {
                Some((_, targets)) => targets.push(target),
                None => by_type.push((ty.clone(), vec![target])),
            };
        self.scalars.iter().for_each(|(name, ty)| add(ty, format!("&{name}")));
        self.arrays.iter().for_each(|(name, ty)| {
            add(ty, format!("&{name}[2]"));
            add(ty, format!("{name} + 1"));
        });
        self.grids.iter().for_each(|(name, ty)| add(ty, format!("&{name}[1][2]")));
        for _ in 0..self.dice.below(3) {
            if by_type.is_empty() {
                return;
            }
            let (ty, targets) = self.dice.pick(&by_type).clone();
            let (name, target) = (self.name("q"), self.dice.pick(&targets).clone());
            self.line(&format!("{ty} *{name} = {target};"));
            self.pointers.push(Pointer { name, ty, targets });
        }
    }

    /// Something that can be assigned, and its type.
    fn lvalue(&mut self) -> (String, String) {
        let rec = "struct @rec";
        let integers: Vec<(String, String)> = self
            .pointers
            .iter()
            .filter(|p| p.ty != rec)
            .map(|p| (format!("*{}", p.name), p.ty.clone()))
            .collect();
        let mut records: Vec<String> = self.structs.iter().map(|name| format!("{name}.")).collect();
        records
            .extend(self.pointers.iter().filter(|p| p.ty == rec).map(|p| format!("{}->", p.name)));
        for _ in 0..4 {
            match self.dice.below(5) {
                0 if !self.scalars.is_empty() => return self.dice.pick(&self.scalars).clone(),
                1 if !self.arrays.is_empty() => {
                    let (name, ty) = self.dice.pick(&self.arrays).clone();
                    let index = self.index(3);
                    let text = match self.dice.below(3) {
                        0 => format!("{name}[{index}]"),
                        1 => format!("*({name} + ({index}))"),
                        _ => format!("({index})[{name}]"),
                    };
                    return (text, ty);
                }
                2 if !self.grids.is_empty() => {
                    let (name, ty) = self.dice.pick(&self.grids).clone();
                    let (row, column) = (self.index(1), self.index(3));
                    return (format!("{name}[{row}][{column}]"), ty);
                }
                3 if !records.is_empty() => {
                    let base = self.dice.pick(&records).clone();
                    let index = self.index(1);
                    let field = match self.dice.below(5) {
                        0 => "x".to_owned(),
                        1 => "in.a".to_owned(),
                        2 => "y".to_owned(),
                        3 => format!("v[{index}]"),
                        _ => format!("w[{index}].b"),
                    };
                    return (format!("{base}{field}"), String::new());
                }
                4 if !integers.is_empty() => return self.dice.pick(&integers).clone(),
                _ => {}
            }
        }
        match self.scalars.first() {
            Some(first) => first.clone(),
            None => ("@sum".into(), "unsigned long long".into()),
        }
    }

    fn index(&mut self, mask: u32) -> String {
        if self.dice.percent(50) {
            return (self.dice.below(mask as usize + 1)).to_string();
        }
        format!("({}) & {mask}", self.expr(1))
    }

    /// A value without side effects.
    fn expr(&mut self, depth: u32) -> String {
        self.value(depth, &mut Vec::new())
    }

    /// A value; side effects take their variables from the pool.
    fn value(&mut self, depth: u32, pool: &mut Vec<(String, String)>) -> String {
        if depth == 0 {
            if !pool.is_empty() && self.dice.percent(60) {
                return self.side_effect(pool);
            }
            return match self.dice.below(3) {
                0 => self.constant(),
                _ => self.lvalue().0,
            };
        }
        let a = self.value(depth - 1, pool);
        let kind = self.dice.below(15);
        if kind == 0 {
            return a;
        }
        if kind == 1 {
            return format!("(({})({a}))", self.int());
        }
        if kind == 2 {
            return format!("({}({a}))", self.dice.pick(&["-", "~", "!", "+"]));
        }
        if kind == 3 && pool.is_empty() {
            let what = self.dice.below(3);
            return match what {
                0 => format!("(sizeof({a}) + {})", self.lvalue().0),
                1 => format!("(sizeof(struct @rec) - ({a}))"),
                _ => format!("(_Alignof(struct @rec) * ({a}))"),
            };
        }
        let b = self.value(depth - 1, pool);
        match kind {
            4 => {
                let op = self.dice.pick(&["/", "%"]);
                let sign = self.dice.pick(&["", "-"]);
                format!("(({a}) {op} {sign}((({b}) & 7) + 2))")
            }
            5 => {
                let op = self.dice.pick(&["<<", ">>"]);
                let mask = self.dice.pick(&[7, 31]);
                format!("(({a}) {op} (({b}) & {mask}))")
            }
            6 | 7 => {
                let op = self.dice.pick(&["<", "<=", ">", ">=", "==", "!="]);
                format!("(({a}) {op} ({b}))")
            }
            8 => format!("(({a}) {} ({b}))", self.dice.pick(&["&&", "||"])),
            9 => {
                let c = self.value(depth - 1, pool);
                format!("(({a}) ? ({b}) : ({c}))")
            }
            10 => format!("(({a}), ({b}))"),
            11 if !self.funcs.is_empty() => {
                let (name, _) = self.dice.pick(&self.funcs).clone();
                format!("{name}({a}, {b})")
            }
            12 if pool.is_empty() => format!("@MAX({a}, {b})"),
            _ => {
                let op = self.dice.pick(&["+", "-", "*", "&", "|", "^"]);
                format!("(({a}) {op} ({b}))")
            }
        }
    }

    fn side_effect(&mut self, pool: &mut Vec<(String, String)>) -> String {
        let at = self.dice.below(pool.len());
        let (name, _) = pool.remove(at);
        match self.dice.below(6) {
            0 => format!("{name}++"),
            1 => format!("--{name}"),
            2 => format!("{name}--"),
            3 => format!("++{name}"),
            4 => format!("({name} = {})", self.expr(1)),
            _ => {
                let op = self.dice.pick(&["+=", "-=", "^=", "*=", "|=", "&="]);
                // What is written may be read on the right side as well.
                let own = if self.dice.percent(30) { format!("{name} ^ ") } else { String::new() };
                format!("({name} {op} ({own}{}))", self.expr(1))
            }
        }
    }

    fn block(&mut self, depth: u32) {
        let (n_scalars, n_arrays, n_grids) =
            (self.scalars.len(), self.arrays.len(), self.grids.len());
        let (n_structs, n_pointers) = (self.structs.len(), self.pointers.len());
        self.indent += 1;
        if self.dice.percent(20) {
            self.variable("");
        }
        for _ in 0..1 + self.dice.below(2) {
            self.statement(depth);
        }
        self.indent -= 1;
        self.scalars.truncate(n_scalars);
        self.arrays.truncate(n_arrays);
        self.grids.truncate(n_grids);
        self.structs.truncate(n_structs);
        self.pointers.truncate(n_pointers);
    }

    fn statement(&mut self, depth: u32) {
        if self.fuel == 0 {
            return;
        }
        self.fuel -= 1;
        if self.dice.percent(15) {
            return self.less_usual();
        }
        let kind = self.dice.below(if depth == 0 { 10 } else { 18 });
        match kind {
            0 | 1 => {
                let (target, value) = (self.lvalue().0, self.expr(2));
                self.line(&format!("{target} = {value};"));
            }
            2 => {
                let (target, value) = (self.lvalue().0, self.expr(1));
                match self.dice.below(3) {
                    0 => {
                        let op = self.dice.pick(&["+=", "-=", "*=", "&=", "|=", "^="]);
                        self.line(&format!("{target} {op} {value};"));
                    }
                    1 => {
                        let op = self.dice.pick(&["/=", "%="]);
                        self.line(&format!("{target} {op} (({value}) & 15) + 1;"));
                    }
                    _ => {
                        let op = self.dice.pick(&["<<=", ">>="]);
                        self.line(&format!("{target} {op} ({value}) & 15;"));
                    }
                }
            }
            3 => {
                let target = self.lvalue().0;
                let text = match self.dice.below(4) {
                    0 => format!("({target})++;"),
                    1 => format!("--{target};"),
                    2 => format!("({target})--;"),
                    _ => format!("++{target};"),
                };
                self.line(&text);
            }
            4 | 5 => {
                let mut pool = self.pool.clone();
                let value = self.value(2, &mut pool);
                self.line(&format!("@sum = @sum * 3 + ({value});"));
            }
            6 => self.copy(),
            7 => self.move_pointer(),
            8 => self.walk_pointer(),
            9 => {
                let value = self.expr(1);
                match self.structs.first().cloned() {
                    Some(rec) => {
                        let inner = ["in", "w[1]"][self.dice.below(2)];
                        self.line(&format!("@sum ^= @change({value}, &{rec}, {rec}.{inner});"));
                    }
                    None => self.line(&format!("@sum -= {value};")),
                }
            }
            10 | 11 => self.branch(depth - 1),
            12 | 13 => self.count(depth - 1),
            14 => self.switch(depth - 1),
            15 => self.jump(depth - 1),
            16 => {
                self.line("{");
                self.block(depth - 1);
                self.line("}");
            }
            _ => {
                let (a, b) = (self.expr(1), self.expr(1));
                match self.dice.below(2) {
                    0 => self
                        .line(&format!("@sum += ({{ long long @s = {a}; @s ^= {b}; @s + 1; }});")),
                    _ => {
                        let index = self.index(1);
                        self.line(&format!("@sum += (long[]){{{a}, {b}}}[{index}];"));
                    }
                }
            }
        }
    }

    /// Bit-fields of random widths, a union, and two functions to be called through a pointer.
    fn bit_fields(&mut self) {
        let (a, b, c) = (1 + self.dice.below(31), 1 + self.dice.below(32), 1 + self.dice.below(8));
        let (d, close) =
            (1 + self.dice.below(40), *self.dice.pick(&["", "int : 0; ", "int : 3; "]));
        self.line(&format!(
            "struct @bits {{ unsigned a : {a}; int b : {b}; {close}unsigned char c : {c}; \
             unsigned long long d : {d}; _Bool e : 1; short f; }};"
        ));
        self.line("static struct @bits @flags = {1, -1, .d = 9};");
        self.line("static union { int number; unsigned bits; enum @wide name; } @word = {-5};");
        let (e, f) = (1 + self.dice.below(32), 1 + self.dice.below(32));
        self.line(&format!(
            "union @mix {{ unsigned whole; unsigned char bytes[8]; struct {{ short lo; unsigned short hi; }} half[2]; \
             struct {{ unsigned a : {e}; int b : {f}; }} bits; unsigned long long wide; \
             struct {{ signed char c; _Bool d; short e; int tail; }} rec; }};"
        ));
        let init = *self.dice.pick(&[
            "-5",
            ".wide = 0x123456789abcdef",
            ".half[1] = {3, -4}",
            ".bits = {-1, 1}",
        ]);
        self.line(&format!("static union @mix @mixed = {{{init}}};"));
        self.line("static long @up(long x, int y) { return x + y; }");
        self.line("static long @down(long x, int y) { return x - y; }");
        self.line("static long (*const @steps[2])(long, int) = {@up, @down};");
    }

    fn less_usual(&mut self) {
        let (a, b) = (self.expr(1), self.expr(1));
        let field = *self.dice.pick(&["a", "b", "c", "d", "e"]);
        match self.dice.below(12) {
            9 | 10 => self.mixed(&a, &b),
            0 | 1 => self.line(&format!("@flags.{field} = {a};")),
            2 => self.line(&format!("@flags.{field} += {a};")),
            3 => {
                let op = *self.dice.pick(&["+", "*", "<", "-", "/ 3 -", ">> 1 |"]);
                self.line(&format!("@sum ^= @flags.{field} {op} ({a});"));
            }
            4 => {
                self.line(&format!("@sum += sizeof(struct @bits) + (@flags.{field}++ ? 1 : {a});"))
            }
            5 => {
                let member = *self.dice.pick(&["number", "bits", "name"]);
                self.line(&format!("@word.{member} = {a};"));
                self.line("@sum = @sum * 3 + @word.number;");
            }
            6 => self.line(&format!("@sum += @steps[({a}) & 1]({a}, {b});")),
            7 => {
                let step = self.name("z");
                self.line(&format!("long (*{step})(long, int) = ({a}) ? @up : &@down;"));
                self.line(&format!("@sum ^= (*{step})({a}, {b}) + ({step} == @up);"));
            }
            _ if !self.arrays.is_empty() => {
                let (to, ty) = self.dice.pick(&self.arrays).clone();
                let same = self.arrays.iter().filter(|(_, other)| *other == ty);
                let same: Vec<String> = same.map(|(name, _)| name.clone()).collect();
                let from = self.dice.pick(&same).clone();
                match from != to {
                    true => self.line(&format!("__builtin_memcpy({to}, {from}, sizeof {to});")),
                    false => self.line(&format!("__builtin_memset({to}, 0, sizeof {to});")),
                }
            }
            _ => self.line(&format!("@flags.c = {a};")),
        }
    }

    /// A union whose members differ in layout.
    fn mixed(&mut self, a: &str, b: &str) {
        let at = format!("bytes[({b}) & 7]");
        let members = [
            "whole",
            "half[1].lo",
            "half[0].hi",
            "bits.a",
            "bits.b",
            "wide",
            "rec.c",
            "rec.e",
            "rec.tail",
            &at,
        ];
        let member = *self.dice.pick(&members);
        match self.dice.below(7) {
            0 | 1 => self.line(&format!("@mixed.{member} = {a};")),
            2 => self.line(&format!("@mixed.{member} ^= {a};")),
            3 => self.line(&format!("@sum = @sum * 5 + (@mixed.{member} - ({a}));")),
            4 => {
                let copy = self.name("z");
                self.line(&format!("union @mix {copy} = @mixed;"));
                self.line(&format!("{copy}.rec.d = {a};"));
                self.line(&format!("@sum += {copy}.rec.d ? {copy}.wide : {copy}.{member}++;"));
            }
            5 => {
                let bytes = self.name("z");
                self.line(&format!("unsigned char *{bytes} = @mixed.bytes + (({b}) & 3);"));
                self.line(&format!("{bytes}[({a}) & 3] += 3;"));
                self.line(&format!("@sum ^= *{bytes};"));
            }
            _ => self.line(&format!("@mixed.bits.a++; @sum ^= @mixed.half[({a}) & 1].lo;")),
        }
    }

    fn condition(&mut self) -> String {
        if self.dice.percent(40) {
            let mut pool = self.pool.clone();
            return self.value(2, &mut pool);
        }
        self.expr(2)
    }

    fn branch(&mut self, depth: u32) {
        let condition = self.condition();
        self.line(&format!("if ({condition}) {{"));
        self.block(depth);
        if self.dice.percent(60) {
            self.line("} else {");
            self.block(depth);
        }
        self.line("}");
    }

    /// A loop of few rounds.
    fn count(&mut self, depth: u32) {
        if self.loops >= 2 {
            return self.branch(depth);
        }
        self.loops += 1;
        let (i, rounds) = (self.name("i"), 1 + self.dice.below(3));
        let leave = |this: &mut Self| {
            if this.dice.percent(40) {
                let condition = this.expr(1);
                let how = *this.dice.pick(&["break", "continue"]);
                this.line(&format!("    if ({condition}) {how};"));
            }
        };
        match self.dice.below(3) {
            0 => {
                self.line(&format!("for (int {i} = 0; {i} < {rounds}; {i}++) {{"));
                leave(self);
                self.block(depth);
                self.line("}");
            }
            1 => {
                self.line(&format!("unsigned char {i} = {rounds};"));
                self.line(&format!("while ({i}--) {{"));
                self.block(depth);
                leave(self);
                self.line("}");
            }
            _ => {
                self.line(&format!("short {i} = {rounds};"));
                self.line("do {");
                leave(self);
                self.block(depth);
                self.line(&format!("}} while (--{i} > 0);"));
            }
        }
        self.loops -= 1;
    }

    fn switch(&mut self, depth: u32) {
        let value = self.condition();
        self.line(&format!("switch (({value}) & 7) {{"));
        let mut cases = vec!["case 0:", "case 1: case 2:", "case 3 ... 5:", "default:"];
        for _ in 0..2 + self.dice.below(3) {
            let at = self.dice.below(cases.len());
            let case = cases.remove(at);
            self.line(case);
            self.line("{");
            self.block(depth);
            self.line("}");
            if self.dice.percent(60) {
                self.line("    break;");
            }
        }
        self.line("}");
    }

    /// A jump over something, or back, once.
    fn jump(&mut self, depth: u32) {
        let label = self.name("l");
        match self.dice.below(3) {
            0 => {
                let condition = self.expr(1);
                self.line(&format!("if ({condition}) goto {label};"));
                self.line("{");
                self.block(depth);
                self.line("}");
                self.line(&format!("{label}:;"));
            }
            1 if self.loops < 2 => {
                self.loops += 1;
                let i = self.name("i");
                self.line(&format!("int {i} = 0;"));
                self.line(&format!("{label}:"));
                self.line("{");
                self.block(depth);
                self.line("}");
                self.line(&format!("if ({i}++ < 1) goto {label};"));
                self.loops -= 1;
            }
            _ => {
                // Into a loop, and to a place further up.
                let (i, back, out) = (self.name("i"), self.name("l"), self.name("l"));
                self.line(&format!("int {i} = 2; goto {label};"));
                self.line(&format!("{back}:"));
                self.line(&format!("@sum += {i};"));
                self.line(&format!("goto {out};"));
                self.line(&format!("while ({i} > 0) {{"));
                self.line(&format!("    @sum = @sum * 5 + {i};"));
                self.line(&format!("{label}: {i}--;"));
                self.line("}");
                self.line(&format!("goto {back};"));
                self.line(&format!("{out}:;"));
            }
        }
    }

    /// A struct as a whole.
    fn copy(&mut self) {
        let mut records = self.structs.clone();
        let pointers = self.pointers.iter().filter(|pointer| pointer.ty == "struct @rec");
        records.extend(pointers.map(|pointer| format!("(*{})", pointer.name)));
        if records.is_empty() {
            return;
        }
        let (to, from) = (self.dice.pick(&records).clone(), self.dice.pick(&records).clone());
        let (a, b, index) = (self.expr(1), self.expr(1), self.index(1));
        let text = match self.dice.below(5) {
            0 => format!("{to} = {from};"),
            1 => format!("{to}.in = {from}.w[{index}];"),
            2 => format!("{to}.w[{to}.in.a & 1] = {from}.in;"),
            3 => format!("{to}.in = (struct @inner){{{a}, .b = {b}}};"),
            _ => format!("{to} = (struct @rec){{.y = {a}, .w[1] = {{1, {b}}}, .v = {{1, 2}}}};"),
        };
        self.line(&text);
    }

    fn move_pointer(&mut self) {
        if self.pointers.is_empty() {
            return;
        }
        let at = self.dice.below(self.pointers.len());
        let targets = self.pointers[at].targets.clone();
        let (a, b) = (self.dice.pick(&targets).clone(), self.dice.pick(&targets).clone());
        let condition = self.expr(1);
        let name = self.pointers[at].name.clone();
        match self.dice.below(3) {
            0 => self.line(&format!("{name} = {a};")),
            1 => self.line(&format!("{name} = ({condition}) ? {a} : {b};")),
            _ => {
                let ty = self.pointers[at].ty.clone();
                let through = self.name("z");
                self.line(&format!("{ty} **{through} = &{name};"));
                self.line(&format!("*{through} = {b};"));
                self.line(&format!("@sum += ({name} == {a}) + 2 * (*{through} != {b});"));
            }
        }
    }

    /// Pointer arithmetic inside an array.
    fn walk_pointer(&mut self) {
        if self.arrays.is_empty() {
            return;
        }
        let (name, ty) = self.dice.pick(&self.arrays).clone();
        let (walker, i) = (self.name("z"), self.name("i"));
        match self.dice.below(3) {
            0 => {
                self.line(&format!("{ty} *{walker} = {name};"));
                self.line(&format!("while ({walker} < {name} + 4)"));
                self.line(&format!("    @sum = @MIX(@sum, *{walker}++);"));
            }
            1 => {
                let (from, to) = (self.index(3), self.index(3));
                self.line(&format!("{ty} *{walker} = &{name}[{from}], *{i} = &{name}[{to}];"));
                self.line(&format!("@sum = @MIX(@sum, {i} - {walker}) + ({i} >= {walker});"));
                self.line(&format!("*{walker} -= *{i};"));
            }
            _ => {
                self.line(&format!("{ty} *{walker} = {name} + 4;"));
                self.line(&format!("*--{walker} = 1; {walker} -= 2; *{walker} += {walker}[1];"));
                self.line(&format!("@sum += {walker} - {name};"));
            }
        }
    }
}
