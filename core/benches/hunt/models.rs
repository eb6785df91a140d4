//! The models, each in SCPL and in Promela, with the same steps.

pub struct Model {
    pub name: String,
    pub n_threads: u32,
    pub scpl: String,
    pub promela: String,
}

/// Mostly of a size that keeps SPIN busy for a second or more. The two that do not show how it does
/// when more of its states fit into a cache.
pub fn all() -> Vec<Model> {
    vec![
        test_and_set(2, 14),
        test_and_set(3, 14),
        test_and_set(2, 17),
        test_and_set(3, 16),
        test_and_set(4, 14),
        test_and_set(5, 12),
        racy(3, 6),
        racy(4, 4),
    ]
}

/// A lock taken by test-and-set, and under it a counter that is read and written in two steps. The
/// Promela model resets locals that are dead, which SPIN does not do there by itself.
fn test_and_set(n_threads: u32, width: u32) -> Model {
    let scpl = format!(
        "\
shared i1 lock
shared i{width} count
local i1 taken
local i{width} mine
template main at L0 (initial)
template worker at L1
property P0 assertion at L7
L0:
  -> L0: create worker()
L1:
  -> L2: taken := lock; lock := 1:i1
L2:
  -> L1: assume taken == 1:i1
  -> L3: assume taken == 0:i1
L3:
  -> L4: mine := count
L4:
  -> L5: count := mine + 1:i{width}
L5:
  -> L6: assume count == (mine + 1:i{width})
  -> L7: assume count != (mine + 1:i{width})
L6:
  -> L1: lock := 0:i1
L7: error P0
"
    );
    let modulus = 1u32 << width;
    let promela = format!(
        "\
byte lock;
int count;
active [{n_threads}] proctype worker() {{
  byte taken;
  int mine;
  do
  :: d_step {{ taken = lock; lock = 1 }};
     if
     :: d_step {{ (taken == 1); taken = 0 }}
     :: (taken == 0);
        mine = count;
        count = (mine + 1) % {modulus};
        assert(count == (mine + 1) % {modulus});
        d_step {{ lock = 0; mine = 0 }}
     fi
  od
}}
"
    );
    let name = format!("tas n={n_threads} mod {modulus}");
    Model { name, n_threads, scpl, promela }
}

/// The same counter without a lock: every thread holds a value that may be stale.
fn racy(n_threads: u32, width: u32) -> Model {
    let scpl = format!(
        "\
shared i{width} count
local i{width} mine
template main at L0 (initial)
template worker at L1
property P0 assertion at L4
L0:
  -> L0: create worker()
L1:
  -> L2: mine := count
L2:
  -> L3: count := mine + 1:i{width}
L3:
  -> L1: assume (count ^ count) == 0:i{width}
  -> L4: assume (count ^ count) != 0:i{width}
L4: error P0
"
    );
    let modulus = 1u32 << width;
    let promela = format!(
        "\
byte count;
active [{n_threads}] proctype worker() {{
  byte mine;
again:
  mine = count;
  d_step {{ count = (mine + 1) % {modulus}; mine = 0 }};
  assert((count ^ count) == 0);
  goto again
}}
"
    );
    let name = format!("racy n={n_threads} mod {modulus}");
    Model { name, n_threads, scpl, promela }
}
