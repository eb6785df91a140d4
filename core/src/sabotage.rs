//! Known mistakes, each of which proves programs that are broken. For tests only.
//!
//! Whoever looks for wrong verdicts must be known to find them. So each mistake that was made once, or
//! nearly, can be switched on, by a test and for its own thread, and then has to be noticed. Without the
//! feature `sabotage` all of this is a constant `false`; with it, nothing is on unless a test says so.
//!
//! `certify` must refuse what comes of it. Only the last two are its own, in the listing of states: nobody
//! comes after that, so they are known to be noticed by the machine that looks for wrong verdicts, or not
//! at all.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sabotage {
    /// A step that reads a shared variable is taken together with its neighbours.
    MergedRead,
    /// A write to a shared variable leaves mixed predicates as they are, everybody's.
    MixedAsLocal,
    /// The same, but only those of other threads.
    NoNotifyAll,
    /// A creation is only looked at together with the thread that it creates.
    PartnerInSight,
    /// The bit that guards a section stays set on the way out.
    GuardKept,
    /// A predicate that was not tracked before a step is taken to be false after it.
    DroppedBit,
    /// Of several threads that are somewhere, one is counted.
    OneCounted,
    /// Two threads are taken to count for one more than they do.
    OneMoreCounted,
    /// When threads change places in a list of states, shared handles are left as they were.
    HandleLeft,
    /// A thread that is put behind a join waits for all others there.
    AllAwaited,
}

impl Sabotage {
    pub const ALL: [Sabotage; 10] = [
        Sabotage::MergedRead,
        Sabotage::MixedAsLocal,
        Sabotage::NoNotifyAll,
        Sabotage::PartnerInSight,
        Sabotage::GuardKept,
        Sabotage::DroppedBit,
        Sabotage::OneCounted,
        Sabotage::OneMoreCounted,
        Sabotage::HandleLeft,
        Sabotage::AllAwaited,
    ];

    /// Whether this mistake is to be made.
    #[cfg(feature = "sabotage")]
    pub(crate) fn is_on(self) -> bool {
        ON.get() == Some(self)
    }

    #[cfg(not(feature = "sabotage"))]
    pub(crate) const fn is_on(self) -> bool {
        false
    }

    /// Makes the mistake while `run` runs, in this thread.
    #[cfg(feature = "sabotage")]
    pub fn during<T>(self, run: impl FnOnce() -> T) -> T {
        /// Switches it off again, whatever happens.
        struct Off;
        impl Drop for Off {
            fn drop(&mut self) {
                ON.set(None);
            }
        }
        ON.set(Some(self));
        let _off = Off;
        run()
    }
}

#[cfg(feature = "sabotage")]
thread_local! {
    static ON: std::cell::Cell<Option<Sabotage>> = const { std::cell::Cell::new(None) };
}
