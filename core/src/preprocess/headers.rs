//! Braid's own headers, in place of the system's.
//!
//! A system header is thousands of lines of one library's inner life, and differs between machines.
//! These only declare what programs use; what a function does is known to `lower` by its name, or
//! written here in C. The types `__braid_thread_t`, `__braid_mutex_t` and `__braid_own_t` (a number of
//! which every thread has its own, wherever it stands) and the functions `__braid_*` are known to it as
//! well. A call of a function with a body here is told to the user as one step, by its own text.

macro_rules! headers {
    ($($name:literal),* $(,)?) => {
        /// The names of all built-in headers.
        pub const NAMES: [&str; [$($name),*].len()] = [$($name),*];

        /// The text of a built-in header.
        pub fn text(name: &str) -> Option<&'static str> {
            match name {
                $($name => Some(include_str!(concat!("headers/", $name))),)*
                _ => None,
            }
        }
    };
}

headers![
    "alloca.h",
    "arpa/inet.h",
    "assert.h",
    "bits/futex.h",
    "bits/specific.h",
    "bits/types.h",
    "bits/words.h",
    "braid.h",
    "ctype.h",
    "dirent.h",
    "dlfcn.h",
    "endian.h",
    "err.h",
    "errno.h",
    "error.h",
    "execinfo.h",
    "fcntl.h",
    "features.h",
    "fenv.h",
    "float.h",
    "getopt.h",
    "grp.h",
    "inttypes.h",
    "iso646.h",
    "libgen.h",
    "limits.h",
    "linux/futex.h",
    "linux/types.h",
    "locale.h",
    "malloc.h",
    "math.h",
    "memory.h",
    "netdb.h",
    "netinet/in.h",
    "netinet/tcp.h",
    "poll.h",
    "pthread.h",
    "pwd.h",
    "sched.h",
    "semaphore.h",
    "setjmp.h",
    "signal.h",
    "spawn.h",
    "stdalign.h",
    "stdarg.h",
    "stdatomic.h",
    "stdbool.h",
    "stdckdint.h",
    "stddef.h",
    "stdint.h",
    "stdio.h",
    "stdlib.h",
    "stdnoreturn.h",
    "string.h",
    "strings.h",
    "sys/cdefs.h",
    "sys/epoll.h",
    "sys/errno.h",
    "sys/eventfd.h",
    "sys/fcntl.h",
    "sys/file.h",
    "sys/ioctl.h",
    "sys/ipc.h",
    "sys/mman.h",
    "sys/msg.h",
    "sys/param.h",
    "sys/poll.h",
    "sys/prctl.h",
    "sys/queue.h",
    "sys/random.h",
    "sys/resource.h",
    "sys/select.h",
    "sys/sem.h",
    "sys/shm.h",
    "sys/signal.h",
    "sys/socket.h",
    "sys/stat.h",
    "sys/syscall.h",
    "sys/sysinfo.h",
    "sys/time.h",
    "sys/timerfd.h",
    "sys/times.h",
    "sys/types.h",
    "sys/uio.h",
    "sys/un.h",
    "sys/unistd.h",
    "sys/utsname.h",
    "sys/wait.h",
    "syscall.h",
    "syslog.h",
    "termios.h",
    "threads.h",
    "time.h",
    "unistd.h",
    "utime.h",
    "wchar.h",
    "wctype.h",
];

/// The header with the annotations, of which users have copies.
pub const BRAID: &str = "braid.h";

/// The built-in header whose name is nearly the given one.
pub fn closest(name: &str) -> Option<&'static str> {
    let scored = NAMES.into_iter().map(|known| (distance(name, known), known));
    scored.min().filter(|(distance, _)| *distance <= 2).map(|(_, known)| known)
}

/// How many characters must be inserted, removed or replaced to get from one text to the other.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    // Names much longer than any of ours are not close to it.
    for (i, a) in a.chars().take(40).enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, b) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(a != *b);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn close_names() {
        assert_eq!(closest("pthreads.h"), Some("pthread.h"));
        assert_eq!(closest("stdatomics.h"), Some("stdatomic.h"));
        assert_eq!(closest("linux/perf_event.h"), None);
        assert_eq!(distance("kitten", "sitting"), 3);
    }
}
