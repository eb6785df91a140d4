//! Functions whose meaning Braid knows without a body.
//!
//! One table from names to operations. Whether a call of such a name is one of these is decided by
//! name, unless the program defines the function itself (then its own body is what runs; only the
//! ways to say "error" keep their meaning).

use super::typed::TExpr;
use super::types::{IntTy, QTy, Ty, Types};
use crate::ast::BinaryOp;

/// What the functions return on the usual systems.
const EBUSY: u32 = 16;
pub const ETIMEDOUT: u32 = 110;
const THRD_BUSY: u32 = 1;
const THRD_TIMEDOUT: u32 = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intrinsic {
    /// The first argument must hold.
    Assert,
    ReachError,
    /// Runs in which the argument does not hold do not count.
    Assume,
    Invariant,
    AtomicBegin,
    AtomicEnd,
    Nondet,
    /// A non-negative `int` from outside.
    Rand,
    /// The program ends.
    Halt,
    /// Handle, attributes (not in C11), start, argument.
    ThreadCreate,
    ThreadJoin,
    ThreadDetach,
    ThreadExit,
    ThreadSelf,
    ThreadEqual,
    MutexInit,
    SpinInit,
    MutexDestroy,
    MutexLock,
    /// As `MutexLock`, but gives this if the mutex is locked, or for no reason.
    MutexTryLock {
        busy: u32,
        weak: Weak,
    },
    MutexUnlock,
    /// Pointer; gives the value.
    Load,
    /// Pointer, value.
    Store,
    /// Pointer; stores 0.
    Clear,
    /// Pointer; stores 1 and gives the old value as a truth value.
    TestAndSet,
    /// Pointer, value; gives the old value.
    Exchange,
    /// Pointer, operand; gives the old value.
    FetchOp(BinaryOp, Unit),
    /// Pointer, operand; gives the new value.
    OpFetch(BinaryOp),
    /// As the two above with `~(old & operand)`.
    FetchNand,
    NandFetch,
    /// Pointer, expected by pointer, desired; gives whether it succeeded.
    CompareExchange {
        weak: Weak,
    },
    /// Pointer, expected, desired; gives whether it succeeded.
    BoolCompareAndSwap,
    /// Pointer, expected, desired; gives the old value.
    ValCompareAndSwap,
    /// `__atomic_load(p, ret, order)`
    LoadInto,
    /// `__atomic_store(p, value, order)`
    StoreFrom,
    /// `__atomic_exchange(p, value, ret, order)`
    ExchangeInto,
    /// As `CompareExchange`, the desired value by pointer.
    CompareExchangeFrom,
    /// Memory from the heap that is given back.
    Free,
    /// Target, byte, size.
    SetBytes,
    /// Target, source, size.
    CopyBytes,
    /// The same; the two may overlap.
    MoveBytes,
    /// Waits until the condition holds; only in model headers, as the following ones.
    Await,
    /// The same, and a lock is taken with that.
    LockWhen,
    /// Clean-up handlers are registered from here on (1), or no more (0).
    Cleanup,
    /// What comes next gives a lock back.
    Unlocks,
    /// A condition variable is waited for, for as long as it takes.
    Waits,
    /// What comes next wakes up those that wait for a condition variable.
    Signals,
    /// A condition, what it is about, and what it says, without which the call is undefined.
    Demand,
    /// Two places, each with a number of bytes, that must not overlap.
    Apart,
    /// The same, unless they start at the same place.
    ApartOrSame,
    /// A place that must have so many bytes.
    Room,
    /// What, and how to avoid it.
    Unsupported,
    /// What the model does not have room for.
    Limit,
    /// What is taken to hold, and told with the verdicts.
    Assumed,
    /// A function that must do no more than compare.
    OnlyCompares,
    /// File, start and end of something that is not modelled, and has been reported.
    LostAt,
    /// No effect on the model: fences, yielding.
    Nothing,
    /// No effect either, but how much was written is not known.
    Output,
    /// Input through the pointer arguments.
    Scan,
    /// Condition and what gcc expects of it.
    Expect,
    /// Something about the bits of a number.
    CountBits(BitCount, Operand),
    /// A number of so many bits with its bytes in the opposite order.
    SwapBytes(u8),
    /// Control does not get here.
    Unreachable,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BitCount {
    /// How many bits are 1.
    Ones,
    /// Whether that is odd.
    Parity,
    /// Zeros in front of the highest 1.
    Leading,
    /// Zeros behind the lowest 1.
    Trailing,
    /// The number of the lowest 1, counted from 1, or 0.
    First,
}

/// What a built-in takes, by the end of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    Int,
    Long,
    LongLong,
}

/// What a pointer is moved by: C11 counts elements, the functions of GCC count bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Elements,
    Bytes,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weak {
    /// Fails only if the values differ.
    No,
    /// May fail for no reason.
    Yes,
    /// The fourth argument says.
    ByArgument,
}

/// The operation behind a function's name.
pub fn lookup(name: &str) -> Option<Intrinsic> {
    use Intrinsic::*;
    // The `_explicit` forms only add memory orders, which are all taken as sequentially consistent.
    let name = name.strip_suffix("_explicit").unwrap_or(name);
    if let Some(rest) = name.strip_prefix("__VERIFIER_nondet_") {
        return (!rest.is_empty()).then_some(Nondet);
    }
    if let Some(op) = name.strip_prefix("atomic_fetch_") {
        return operation(op).map(|op| FetchOp(op, Unit::Elements));
    }
    for prefix in ["__sync_fetch_and_", "__atomic_fetch_"] {
        if let Some(op) = name.strip_prefix(prefix) {
            let fetch = |op| FetchOp(op, Unit::Bytes);
            return if op == "nand" { Some(FetchNand) } else { operation(op).map(fetch) };
        }
    }
    if let Some(op) = name.strip_prefix("__sync_").and_then(|rest| rest.strip_suffix("_and_fetch"))
    {
        return if op == "nand" { Some(NandFetch) } else { operation(op).map(OpFetch) };
    }
    if let Some(op) = name.strip_prefix("__atomic_").and_then(|rest| rest.strip_suffix("_fetch")) {
        return if op == "nand" { Some(NandFetch) } else { operation(op).map(OpFetch) };
    }
    if let Some((count, operand)) = bit_count(name) {
        return Some(CountBits(count, operand));
    }
    let try_lock = |busy| MutexTryLock { busy, weak: Weak::No };
    Some(match name {
        "assert" | "__VERIFIER_assert" | "__CPROVER_assert" | "__goblint_check" => Assert,
        "reach_error" | "__VERIFIER_error" | "__assert_fail" => ReachError,
        "__VERIFIER_assume" | "__CPROVER_assume" | "__goblint_assume" => Assume,
        // An implementation may have it either way.
        "atomic_is_lock_free" | "__atomic_is_lock_free" | "__atomic_always_lock_free" => Nondet,
        "__braid_invariant" => Invariant,
        "__VERIFIER_atomic_begin" | "__CPROVER_atomic_begin" => AtomicBegin,
        "__VERIFIER_atomic_end" | "__CPROVER_atomic_end" => AtomicEnd,
        "rand" | "random" => Rand,
        "abort" | "exit" | "_exit" | "_Exit" | "quick_exit" | "__builtin_abort"
        | "__builtin_trap" => Halt,
        "pthread_create" | "thrd_create" => ThreadCreate,
        "pthread_join" | "thrd_join" => ThreadJoin,
        "pthread_detach" | "thrd_detach" => ThreadDetach,
        "pthread_exit" | "thrd_exit" => ThreadExit,
        "pthread_self" | "thrd_current" => ThreadSelf,
        "pthread_equal" | "thrd_equal" => ThreadEqual,
        "pthread_mutex_init" | "mtx_init" => MutexInit,
        "pthread_spin_init" => SpinInit,
        "pthread_mutex_destroy" | "mtx_destroy" | "pthread_spin_destroy" => MutexDestroy,
        "pthread_mutex_lock" | "mtx_lock" | "pthread_spin_lock" => MutexLock,
        "pthread_mutex_trylock" | "pthread_spin_trylock" => try_lock(EBUSY),
        // One that is locked in the end was free at some time, and one that is not was not.
        "pthread_mutex_timedlock" | "pthread_mutex_clocklock" => try_lock(ETIMEDOUT),
        "mtx_trylock" => MutexTryLock { busy: THRD_BUSY, weak: Weak::Yes },
        "mtx_timedlock" => try_lock(THRD_TIMEDOUT),
        "pthread_mutex_unlock" | "mtx_unlock" | "pthread_spin_unlock" => MutexUnlock,
        "atomic_load" | "__atomic_load_n" => Load,
        "atomic_store" | "atomic_init" | "__atomic_store_n" => Store,
        "atomic_exchange" | "__atomic_exchange_n" | "__sync_lock_test_and_set" => Exchange,
        "atomic_compare_exchange_strong" => CompareExchange { weak: Weak::No },
        "atomic_compare_exchange_weak" => CompareExchange { weak: Weak::Yes },
        "__atomic_compare_exchange_n" => CompareExchange { weak: Weak::ByArgument },
        "__atomic_compare_exchange" => CompareExchangeFrom,
        "__atomic_load" => LoadInto,
        "__atomic_store" => StoreFrom,
        "__atomic_exchange" => ExchangeInto,
        "atomic_flag_test_and_set" | "__atomic_test_and_set" => TestAndSet,
        "atomic_flag_clear" | "__atomic_clear" | "__sync_lock_release" => Clear,
        "__sync_bool_compare_and_swap" => BoolCompareAndSwap,
        "__sync_val_compare_and_swap" => ValCompareAndSwap,
        "__sync_synchronize"
        | "__atomic_thread_fence"
        | "__atomic_signal_fence"
        | "atomic_thread_fence"
        | "atomic_signal_fence"
        | "fflush"
        | "flockfile"
        | "funlockfile"
        | "setlinebuf"
        | "perror"
        | "sched_yield"
        | "pthread_yield"
        | "usleep"
        | "sleep"
        | "srand"
        | "srandom"
        | "thrd_yield"
        | "pthread_attr_setstacksize"
        | "pthread_attr_setscope"
        | "pthread_attr_setschedpolicy"
        | "pthread_attr_setschedparam"
        | "pthread_attr_setinheritsched"
        | "pthread_attr_setguardsize"
        | "pthread_attr_setstack"
        | "pthread_attr_setaffinity_np"
        | "pthread_setname_np"
        | "pthread_setaffinity_np"
        | "pthread_setschedparam"
        | "pthread_setschedprio"
        | "pthread_setconcurrency"
        | "pthread_testcancel"
        | "__builtin_prefetch"
        | "__builtin_va_start"
        | "__builtin_va_end"
        | "__builtin_va_copy" => Nothing,
        "printf" | "fprintf" | "dprintf" | "vprintf" | "vfprintf" | "vdprintf" | "puts"
        | "fputs" | "putchar" | "putc" | "fputc" | "fwrite" | "putchar_unlocked"
        | "putc_unlocked" | "fputs_unlocked" | "fputc_unlocked" => Output,
        "free" | "cfree" => Free,
        "memset" | "__builtin_memset" => SetBytes,
        "memcpy" | "__builtin_memcpy" => CopyBytes,
        "memmove" | "__builtin_memmove" => MoveBytes,
        "__braid_lost_at" => LostAt,
        "__braid_await" => Await,
        "__braid_lock_when" => LockWhen,
        "__braid_cleanup" => Cleanup,
        "__braid_unlocks" => Unlocks,
        "__braid_waits" => Waits,
        "__braid_signals" => Signals,
        "__braid_demand" => Demand,
        "__braid_apart" => Apart,
        "__braid_apart_or_same" => ApartOrSame,
        "__braid_room" => Room,
        "__braid_unsupported" => Unsupported,
        "__braid_limit" => Limit,
        "__braid_assumed" => Assumed,
        "__braid_only_compares" => OnlyCompares,
        "scanf" | "fscanf" => Scan,
        "__builtin_expect" => Expect,
        "__builtin_unreachable" => Unreachable,
        "__builtin_bswap16" => SwapBytes(16),
        "__builtin_bswap32" => SwapBytes(32),
        "__builtin_bswap64" => SwapBytes(64),
        _ => return None,
    })
}

/// The width of what a function of a model header copies or sets one by one, and its name without it.
fn unit(name: &str) -> Option<(&str, u8)> {
    let digits = name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len());
    let (name, width) = name.split_at(digits);
    let is_one = matches!(name, "__braid_memcpy" | "__braid_memset");
    is_one.then(|| (name, width.parse().unwrap_or(8)))
}

/// The name of a function of the library, without what it is called in a model header.
pub fn without_unit(name: &str) -> &str {
    match name.starts_with("mem") {
        true => name.trim_end_matches(|c: char| c.is_ascii_digit()),
        false => name,
    }
}

/// If it is a function of the library on characters or other numbers, which a model header defines: of
/// which.
pub fn works_on(name: &str) -> Option<IntTy> {
    match unit(name) {
        Some((_, 8)) => Some(IntTy::CHAR),
        Some((_, width)) => Some(IntTy { width, ..IntTy::INT }),
        None => is_text(name).then_some(IntTy::CHAR),
    }
}

fn is_text(name: &str) -> bool {
    matches!(
        name,
        "memcmp"
            | "strlen"
            | "strnlen"
            | "strcpy"
            | "strncpy"
            | "strcat"
            | "strncat"
            | "strcmp"
            | "strncmp"
            | "strchr"
            | "strrchr"
            | "strspn"
            | "strcspn"
            | "strpbrk"
            | "strstr"
            | "strcasecmp"
            | "strncasecmp"
            | "stpcpy"
            | "memchr"
            | "memrchr"
            | "memccpy"
            | "memmem"
            | "strchrnul"
            | "strcasestr"
            | "strlcpy"
            | "strlcat"
            | "strdup"
            | "strndup"
            | "snprintf"
            | "sprintf"
            | "__braid_put_text"
    )
}

/// Whether the name keeps its meaning even if the program gives the function a body: verification
/// programs define `reach_error` so that compilers are content.
pub fn overrides_body(intrinsic: Intrinsic) -> bool {
    matches!(
        intrinsic,
        Intrinsic::ReachError | Intrinsic::AtomicBegin | Intrinsic::AtomicEnd | Intrinsic::Nondet
    )
}

/// Functions that change how control goes on, in ways that the graph does not have, and what to do about
/// it.
pub fn beyond(name: &str) -> Option<&'static str> {
    Some(match name {
        "setjmp" | "_setjmp" | "sigsetjmp" | "__sigsetjmp" | "longjmp" | "_longjmp"
        | "siglongjmp" => "return an error code instead",
        "signal" | "bsd_signal" | "sysv_signal" | "sigaction" | "sigset" => {
            "leave signal handlers out for checking, or mark the handler as a thread"
        }
        "raise" | "kill" | "killpg" | "sigqueue" | "alarm" | "setitimer" | "timer_create"
        | "sigsuspend" | "sigwait" | "sigwaitinfo" | "sigtimedwait" | "pause" => {
            "leave signals out for checking"
        }
        "fork" | "vfork" | "clone" | "_Fork" | "daemon" => "check each process by itself",
        "getcontext" | "setcontext" | "makecontext" | "swapcontext" => "use threads",
        _ => return None,
    })
}

/// Whether only the truth of the first argument matters, so that any scalar will do.
pub fn takes_condition(intrinsic: Intrinsic) -> bool {
    matches!(intrinsic, Intrinsic::Assert | Intrinsic::Assume | Intrinsic::Invariant)
}

/// `__builtin_popcountl` and its like, and `ffs`.
fn bit_count(name: &str) -> Option<(BitCount, Operand)> {
    let is_builtin = name.starts_with("__builtin_");
    let name = name.trim_start_matches("__builtin_");
    let known = [
        ("popcount", BitCount::Ones),
        ("parity", BitCount::Parity),
        ("clz", BitCount::Leading),
        ("ctz", BitCount::Trailing),
        ("ffs", BitCount::First),
    ];
    let (start, count) = known.into_iter().find(|(start, _)| name.starts_with(start))?;
    let operand = match &name[start.len()..] {
        "" => Operand::Int,
        "l" => Operand::Long,
        "ll" => Operand::LongLong,
        _ => return None,
    };
    (is_builtin || count == BitCount::First).then_some((count, operand))
}

fn operation(name: &str) -> Option<BinaryOp> {
    Some(match name {
        "add" => BinaryOp::Add,
        "sub" => BinaryOp::Sub,
        "or" => BinaryOp::BitOr,
        "and" => BinaryOp::BitAnd,
        "xor" => BinaryOp::BitXor,
        _ => return None,
    })
}

/// The type of a call of an undeclared function: a built-in's, else `int`.
pub fn result_type(name: &str, args: &[TExpr], types: &Types) -> Ty {
    use Intrinsic::*;
    let pointee = || match args.first().map(|arg| &arg.ty) {
        Some(Ty::Ptr(target)) => target.ty.clone(),
        _ => Ty::Error,
    };
    match lookup(name) {
        Some(
            Load | Exchange | FetchOp(..) | OpFetch(_) | FetchNand | NandFetch | ValCompareAndSwap,
        ) => pointee(),
        Some(TestAndSet | BoolCompareAndSwap | CompareExchange { .. } | CompareExchangeFrom) => {
            Ty::Int(IntTy::BOOL)
        }
        Some(Store | Clear | LoadInto | StoreFrom | ExchangeInto) => Ty::Void,
        Some(
            Assert | ReachError | Assume | Invariant | AtomicBegin | AtomicEnd | Halt | Unreachable
            | Await | LockWhen | Cleanup | Unlocks | Waits | Signals | Demand | Apart | ApartOrSame
            | Room | Unsupported | Limit | Assumed | OnlyCompares,
        ) => Ty::Void,
        Some(ThreadSelf) => Ty::Thread,
        Some(Expect) => Ty::Int(IntTy::long(types.model, true)),
        Some(SwapBytes(16)) => Ty::Int(IntTy::plain(16, false, 2)),
        Some(SwapBytes(32)) => Ty::Int(IntTy::UINT),
        Some(SwapBytes(_)) => Ty::Int(IntTy::long_long(false)),
        Some(Nondet) => nondet_type(name, types),
        _ => Ty::INT,
    }
}

/// What `__VERIFIER_nondet_...()` gives when it is not declared.
fn nondet_type(name: &str, types: &Types) -> Ty {
    let model = types.model;
    Ty::Int(match name.trim_start_matches("__VERIFIER_nondet_") {
        "bool" | "_Bool" => IntTy::BOOL,
        name if name.ends_with("lock_free") => IntTy::BOOL,
        "char" => IntTy::CHAR,
        "uchar" | "unsigned_char" => IntTy::plain(8, false, 1),
        "short" => IntTy::plain(16, true, 2),
        "ushort" => IntTy::plain(16, false, 2),
        "uint" | "unsigned" | "u32" => IntTy::UINT,
        "long" => IntTy::long(model, true),
        "ulong" => IntTy::long(model, false),
        "longlong" => IntTy::long_long(true),
        "ulonglong" => IntTy::long_long(false),
        "size_t" => IntTy::pointer_sized(model, false),
        "pointer" => return Ty::pointer_to(QTy::plain(Ty::Void)),
        "float" | "double" => return Ty::Float(8),
        _ => IntTy::INT,
    })
}
