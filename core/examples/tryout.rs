use std::time::Instant;
fn main() {
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).unwrap();
        let program: braid_core::scpl::Program = text.parse().unwrap();
        let t = Instant::now();
        let out = braid_core::engine::try_out(&program, 20_000_000);
        println!("== {path} {:?}\n{out}", t.elapsed());
    }
}
