//! Steps against the number of threads, one small plot per program, with "any" as a level line.
//!
//! The colours are chosen to be read on light and on dark paper; there is no background.

use std::fmt::Write;

use crate::figures::{EXACT, Figures};
use crate::programs::short;

const COLUMNS: usize = 4;
const WIDTH: f64 = 200.0;
const HEIGHT: f64 = 150.0;
/// Around the plot proper of each.
const LEFT: f64 = 38.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 26.0;
const BOTTOM: f64 = 26.0;
/// For the legend.
const HEAD: f64 = 42.0;

const INK: &str = "#808080";
const EXACTLY: &str = "#c2703d";
const ANY: &str = "#2e8b8b";

pub fn write(measured: &[(&str, Option<Figures>)]) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/prove/steps.svg");
    std::fs::write(path, svg(measured)).unwrap_or_else(|error| panic!("{path}: {error}"));
    println!("\nplot: core/benches/prove/steps.svg");
}

fn svg(measured: &[(&str, Option<Figures>)]) -> String {
    let rows = measured.len().div_ceil(COLUMNS);
    let (width, height) = (WIDTH * COLUMNS as f64, HEAD + HEIGHT * rows as f64);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"sans-serif\" font-size=\"10\" fill=\"{INK}\">\n\
         <title>Engine steps against the number of threads</title>\n"
    );
    let _ = writeln!(
        svg,
        "<text x=\"{LEFT}\" y=\"16\" font-size=\"12\">Engine steps (logarithmic) against the number of \
         threads n, with the final predicates</text>\n\
         <circle cx=\"{}\" cy=\"30\" r=\"3\" fill=\"{EXACTLY}\"/><text x=\"{}\" y=\"33\">exactly n threads\
         </text>\n<line x1=\"{}\" x2=\"{}\" y1=\"30\" y2=\"30\" stroke=\"{ANY}\" stroke-width=\"2\" \
         stroke-dasharray=\"5 3\"/><text x=\"{}\" y=\"33\">any number of threads, by views</text>",
        LEFT + 4.0,
        LEFT + 12.0,
        LEFT + 120.0,
        LEFT + 144.0,
        LEFT + 150.0
    );
    // One scale for all, so that they can be compared.
    let all = measured.iter().filter_map(|(_, figures)| figures.as_ref()).flat_map(|figures| {
        figures.exact.iter().chain([&figures.any]).flatten().map(|explored| explored.steps)
    });
    let top = all.max().unwrap_or(1);
    let decades = (top as f64).log10().ceil().max(3.0) as u32;
    for (idx, (name, figures)) in measured.iter().enumerate() {
        let x = WIDTH * (idx % COLUMNS) as f64;
        let y = HEAD + HEIGHT * (idx / COLUMNS) as f64;
        let _ = writeln!(svg, "<g transform=\"translate({x} {y})\">");
        one(&mut svg, short(name), figures.as_ref(), decades);
        svg.push_str("</g>\n");
    }
    svg.push_str("</svg>\n");
    svg
}

/// The lowest decade shown.
const FIRST: u32 = 2;

fn one(svg: &mut String, name: &str, figures: Option<&Figures>, decades: u32) {
    let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
    let at = |steps: f64| {
        let part = (steps.max(1.0).log10() - f64::from(FIRST)) / f64::from(decades - FIRST);
        bottom - (bottom - TOP) * part.max(0.0)
    };
    let column = |n: u32| LEFT + 12.0 + (right - LEFT - 24.0) * f64::from(n - 1) / 3.0;
    let _ = writeln!(svg, "<text x=\"{LEFT}\" y=\"{}\" font-size=\"11\">{name}</text>", TOP - 8.0);
    for decade in FIRST..=decades {
        let y = at(10_f64.powi(decade as i32));
        let _ = writeln!(
            svg,
            "<line x1=\"{LEFT}\" x2=\"{right}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"{INK}\" \
             stroke-opacity=\"0.3\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\" font-size=\"8\">\
             10<tspan dy=\"-3\" font-size=\"6\">{decade}</tspan></text>",
            LEFT - 4.0,
            y + 3.0
        );
    }
    for n in EXACT {
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\" font-size=\"9\">{n}</text>",
            column(n),
            bottom + 12.0
        );
    }
    let Some(figures) = figures else {
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\">time-out</text>", LEFT + 20.0, HEIGHT / 2.0);
        return;
    };
    let points: Vec<(f64, f64)> = EXACT
        .iter()
        .zip(figures.exact)
        .filter_map(|(&n, explored)| Some((column(n), at(explored?.steps as f64))))
        .collect();
    let line: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let _ = writeln!(
        svg,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{EXACTLY}\" stroke-width=\"1.5\"/>",
        line.join(" ")
    );
    for (x, y) in points {
        let _ = writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.5\" fill=\"{EXACTLY}\"/>");
    }
    if let Some(any) = figures.any {
        let y = at(any.steps as f64);
        let _ = writeln!(
            svg,
            "<line x1=\"{LEFT}\" x2=\"{right}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"{ANY}\" \
             stroke-width=\"2\" stroke-dasharray=\"5 3\"/>"
        );
    }
}
