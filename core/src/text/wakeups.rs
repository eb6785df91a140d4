//! When a thread goes on that waits for a condition variable.

/// C lets it go on at any time, and what must hold must hold then too. But a thread that is never
/// signalled need not go on at all, and this is what nobody wants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Wakeups {
    /// At any time, signalled or not.
    #[default]
    Anytime,
    /// Only when it is signalled: fewer runs, all of them real, in which some threads wait for ever.
    Signalled,
}
