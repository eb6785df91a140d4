//! What is accepted covers what the interpreter reaches, for random programs and random sets of views.

use super::*;

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    fn pick<'a>(&mut self, items: &[&'a str]) -> &'a str {
        items[self.below(items.len())]
    }
}

fn program(random: &mut Random) -> String {
    let mut text = "\
shared i2 s
shared i1 t
shared thread h
local i2 l = any
local i1 m
template main at L0 (initial)
template worker at L2
property P0 assertion at L6
"
    .to_string();
    for loc in 0..5 {
        text += &format!("L{loc}:\n");
        for _ in 0..1 + random.below(2) {
            let to = random.pick(&["L0", "L1", "L2", "L3", "L4", "L3", "L4", "L5", "L6"]);
            let mut commands: Vec<&str> = Vec::new();
            for _ in 0..random.below(3) {
                commands.push(random.pick(&[
                    "assume s == l",
                    "assume t == 0:i1",
                    "assume t != m",
                    "s := s + 1:i2",
                    "s := l",
                    "t := 1:i1",
                    "t := m",
                    "l := s",
                    "l := l - 1:i2",
                    "m := !t",
                    "havoc l input",
                    "join h",
                    "assume h == @self",
                    "h := @self",
                ]));
            }
            if loc < 2 || random.below(6) == 0 {
                let create =
                    ["create worker() -> h", "create worker(l = s)", "create worker(m = t) -> h"];
                commands.insert(random.below(commands.len() + 1), create[random.below(3)]);
            }
            text += &format!("  -> {to}: {}\n", commands.join("; "));
        }
    }
    text += "L5: finished\nL6: error P0\n";
    text.replace(": \n", "\n")
}

#[test]
fn accepted_invariants_cover_what_is_reached() {
    let (mut n_accepted, mut n_refused) = (0, 0);
    for seed in 0..40 {
        let mut random = Random(seed);
        let text = program(&mut random);
        let program = parse(&text);
        let predicates: Vec<&str> =
            ["s == l", "t == 0:i1", "s == 0:i2", "h == @self", "m == t", "l == 1:i2", "h == @none"]
                .into_iter()
                .filter(|_| random.below(2) == 0)
                .collect();
        let k = 1 + random.below(2) as u32;
        let mut full = certificate(&program, k, &predicates, 2);
        full.properties.clear();
        let reached = views_in(&mut full).views.clone();
        let mut reached_by_three = frame(&program, k, &predicates);
        fill(&program, &mut reached_by_three, 3);
        for round in 0..4 {
            let mut candidate = full.clone();
            let views = &mut views_in(&mut candidate).views;
            match round {
                0 => {}
                1 => *views = reached_by_three.views.clone(),
                _ => {
                    views.remove(random.below(views.len()));
                }
            }
            let views = views.clone();
            match verify(&program, &candidate, &budget()) {
                Ok(_) => {
                    n_accepted += 1;
                    let missed =
                        reached_by_three.views.iter().chain(&reached).find(|v| !views.contains(v));
                    assert_eq!(missed, None, "seed {seed}, round {round}\n{text}");
                }
                Err(Refusal::NotClosed { .. } | Refusal::NotInitial) => n_refused += 1,
                Err(other) => panic!("{other} {text}"),
            }
        }
    }
    assert!(n_accepted > 5 && n_refused > 5, "{n_accepted} {n_refused}");
}
