//! The locks class of [tm-cegar, Fig. 6]: m critical sections of k locations in an endless loop.
//!
//! Inside the paper's sections nothing happens, and Braid joins steps that only concern their thread. So
//! that a section has k locations here too, each of them reads a shared variable: between acquiring and
//! releasing, a thread says that somebody is inside and looks k times whether that is still so. The first
//! assertion of each section is the mutual exclusion of the paper.

use std::fmt::Write;

use crate::figures;

const SIZES: std::ops::RangeInclusive<u32> = 1..=9;

/// m and k of a place on a diagonal.
type Size = fn(u32) -> (u32, u32);

pub fn print() {
    println!("\nlocks class, m critical sections of k locations, proved for any n");
    let diagonals: [(&str, Size); 3] =
        [("m, k = 3", |m| (m, 3)), ("k, m = 3", |k| (3, k)), ("m = k", |m| (m, m))];
    for (what, size) in diagonals {
        println!("{what:>10} {:>8} {:>7} {:>9} {:>7}", "", "views", "steps", "s");
        let mut points = Vec::new();
        for at in SIZES {
            let (m, k) = size(at);
            let (analysis, seconds) = figures::check(&program(m, k));
            let is_proved = if figures::is_proved(&analysis) { "proved" } else { "unknown" };
            println!(
                "{at:>10} {is_proved:>8} {:>7} {:>9} {seconds:>7.2}",
                n_views(&analysis),
                analysis.steps
            );
            points.push((f64::from(at), analysis.steps as f64));
        }
        println!(
            "{:>10} steps grow with exponent {:.2}, in the upper half {:.2}",
            "",
            exponent(&points),
            exponent(&points[4..])
        );
    }
}

fn n_views(analysis: &braid_core::engine::Analysis) -> usize {
    let views = |certificate: &braid_core::bbp::Certificate| match &certificate.evidence {
        braid_core::bbp::Evidence::Views(invariant) => invariant.views.len(),
        braid_core::bbp::Evidence::States { .. } => 0,
    };
    analysis.certificates.iter().map(views).sum()
}

/// Of the power that fits best, by least squares on logarithms.
fn exponent(points: &[(f64, f64)]) -> f64 {
    let n = points.len() as f64;
    let logs: Vec<(f64, f64)> = points.iter().map(|(x, y)| (x.ln(), y.ln())).collect();
    let mean_x = logs.iter().map(|(x, _)| x).sum::<f64>() / n;
    let mean_y = logs.iter().map(|(_, y)| y).sum::<f64>() / n;
    let both: f64 = logs.iter().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
    both / logs.iter().map(|(x, _)| (x - mean_x).powi(2)).sum::<f64>()
}

pub fn program(m: u32, k: u32) -> String {
    let mut text = String::from(
        "#include <assert.h>\n#include <pthread.h>\n#include <stdbool.h>\n#include <stdlib.h>\n\n\
         static pthread_mutex_t lck = PTHREAD_MUTEX_INITIALIZER;\nstatic bool inside;\n\n\
         static void *worker(void *arg)\n{\n    (void)arg;\n    while (1) {\n",
    );
    for _ in 0..m {
        text.push_str(
            "        pthread_mutex_lock(&lck);\n        assert(!inside);\n        inside = true;\n",
        );
        for _ in 0..k {
            text.push_str("        assert(inside);\n");
        }
        text.push_str("        inside = false;\n        pthread_mutex_unlock(&lck);\n");
    }
    let _ = writeln!(
        text,
        "    }}\n    return NULL;\n}}\n\nint main(void)\n{{\n    pthread_t t;\n    while (1)\n        \
         pthread_create(&t, NULL, worker, NULL);\n}}"
    );
    text
}
