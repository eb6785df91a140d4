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
    "assert.h",
    "braid.h",
    "ctype.h",
    "errno.h",
    "fcntl.h",
    "float.h",
    "getopt.h",
    "inttypes.h",
    "limits.h",
    "malloc.h",
    "math.h",
    "memory.h",
    "pthread.h",
    "sched.h",
    "semaphore.h",
    "setjmp.h",
    "signal.h",
    "stdalign.h",
    "stdarg.h",
    "stdatomic.h",
    "stdbool.h",
    "stddef.h",
    "stdint.h",
    "stdio.h",
    "stdlib.h",
    "stdnoreturn.h",
    "string.h",
    "sys/queue.h",
    "sys/stat.h",
    "sys/syscall.h",
    "sys/time.h",
    "sys/types.h",
    "sys/wait.h",
    "threads.h",
    "time.h",
    "unistd.h",
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
        assert_eq!(closest("sys/epoll.h"), None);
        assert_eq!(distance("kitten", "sitting"), 3);
    }
}
