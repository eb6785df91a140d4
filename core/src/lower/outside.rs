//! Functions of the library that bring something in from outside.
//!
//! What they return is input: each value that is allowed here really occurs, so a run in which it does is
//! one of the program. What cannot be told like that, such as the characters that `fgets` leaves, is
//! not modelled.

/// What a function returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given {
    /// Any value of its type.
    Any,
    /// One of these.
    OneOf(&'static [i64]),
    /// A number from the first to the second.
    Between(i64, i64),
    /// This or more, or -1.
    FailsOr(i64),
    /// The number of something that is open from now on, or -1.
    File,
    /// How long text is that is written, and perhaps not written; -1 is thinkable.
    Length,
    /// A number up to what this argument says; -1 as well, if there is a way to fail.
    UpTo { arg: usize, fails: bool },
    /// A number from the first to the second; others may occur.
    Usually(i64, i64),
    /// The address of something that is not the program's, or null.
    Address,
    /// The address of something that is not the program's.
    Text,
    /// What its first argument points to, or null.
    FirstOrNull,
    /// The number that the text says. Text of the program itself says something definite.
    Number,
    /// An option of a command line with these letters, or -1.
    Letter,
    /// The address of a word of the command line.
    Word,
    /// Whether the option with this letter has a word behind it (1), has none (0), or may have one (2).
    TakesWord,
    /// 0; what it writes is not known.
    Tells,
    /// Anything, of which nothing is known to occur.
    Unmodelled,
}

/// How much a function accesses through a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// As many bytes as this argument says.
    Bytes(usize),
    /// As many as these two say, multiplied.
    Product(usize, usize),
    Fixed(u64),
    /// An object of the type that it is a pointer to.
    Pointee,
    /// Text, however long.
    Text,
}

impl Extent {
    /// Whether it depends on the value of an argument.
    pub fn depends_on(self, number: usize) -> bool {
        match self {
            Extent::Bytes(bytes) => bytes == number,
            Extent::Product(a, b) => a == number || b == number,
            Extent::Fixed(_) | Extent::Pointee | Extent::Text => false,
        }
    }
}

impl Given {
    /// Whether the function may set `errno`.
    pub fn sets_errno(self) -> bool {
        !matches!(
            self,
            Given::Text
                | Given::Letter
                | Given::TakesWord
                | Given::Word
                | Given::Tells
                | Given::Length
                | Given::Unmodelled
        )
    }

    /// Whether it depends on the value of an argument.
    pub fn depends_on(self, number: usize) -> bool {
        match self {
            Given::UpTo { arg, .. } => arg == number,
            Given::FirstOrNull => number == 0,
            Given::TakesWord => number == 1,
            _ => false,
        }
    }
}

/// What a function returns, if it is one of these.
pub fn given(name: &str) -> Option<Given> {
    use Given::*;
    /// Success or failure.
    const STATUS: Given = OneOf(&[0, -1]);
    Some(match name {
        "time" | "clock" | "times" | "feof" | "ferror" | "__braid_seconds" => Any,
        "__braid_nanoseconds" => Between(0, 999_999_999),
        "__braid_microseconds" => Between(0, 999_999),
        // No signals are delivered.
        "clock_gettime" | "gettimeofday" | "nanosleep" | "clock_nanosleep" | "clock_getres"
        | "thrd_sleep" => OneOf(&[0]),
        "getchar" | "getc" | "fgetc" | "getchar_unlocked" | "getc_unlocked" => Between(-1, 255),
        "lrand48" => Between(0, i32::MAX as i64),
        "fgets" => FirstOrNull,
        "getline" | "getdelim" => FailsOr(1),
        "lseek" | "ftell" | "ftello" => FailsOr(0),
        "read" | "write" | "pread" | "pwrite" | "recv" | "send" | "recvfrom" | "sendto"
        | "epoll_wait" | "readlink" => UpTo { arg: 2, fails: true },
        "poll" | "getrandom" => UpTo { arg: 1, fails: true },
        "fread" => UpTo { arg: 2, fails: false },
        "select" => Usually(-1, 1),
        "system" => Usually(-1, 0),
        "open" | "openat" | "creat" | "socket" | "accept" | "accept4" | "dup" | "epoll_create"
        | "epoll_create1" | "eventfd" | "timerfd_create" | "shm_open" | "mkstemp" | "shmget"
        | "msgget" | "semget" => File,
        "snprintf" | "vsnprintf" | "sprintf" | "vsprintf" => Length,
        "close" | "bind" | "listen" | "connect" | "shutdown" | "socketpair" | "setsockopt"
        | "getsockopt" | "getsockname" | "getpeername" | "pipe" | "pipe2" | "fsync"
        | "fdatasync" | "ftruncate" | "truncate" | "access" | "unlink" | "rmdir" | "link"
        | "symlink" | "chdir" | "chown" | "mkdir" | "mkfifo" | "chmod" | "fchmod" | "stat"
        | "fstat" | "lstat" | "rename" | "remove" | "setenv" | "unsetenv" | "fclose" | "fseek"
        | "fseeko" | "flock" | "munmap" | "mprotect" | "msync" | "madvise" | "mlock"
        | "munlock" | "mlockall" | "munlockall" | "getrlimit" | "setrlimit" | "getrusage"
        | "epoll_ctl" | "eventfd_read" | "eventfd_write" | "timerfd_settime"
        | "timerfd_gettime" | "gethostname" | "tcgetattr" | "tcsetattr" | "uname" | "sysinfo"
        | "sched_setaffinity" | "sched_getaffinity" | "sched_setscheduler" | "closedir"
        | "setuid" | "setgid" | "utime" | "utimes" | "shmdt" | "shmctl" | "shm_unlink"
        | "msgsnd" | "msgctl" | "semop" | "getentropy" => STATUS,
        // They come back only if they fail.
        "execv" | "execve" | "execvp" | "execl" | "execlp" | "execle" => OneOf(&[-1]),
        "isatty" => OneOf(&[0, 1]),
        "sysconf" | "get_nprocs" | "get_nprocs_conf" => Usually(1, 1024),
        "getenv" | "secure_getenv" | "fopen" | "fdopen" | "freopen" | "popen" | "tmpfile"
        | "opendir" | "readdir" | "setlocale" | "dlopen" | "dlsym" | "dlerror" | "realpath"
        | "gethostbyname" | "getservbyname" | "getpwnam" | "getpwuid" | "getgrnam" | "getgrgid"
        | "getcwd" => Address,
        // Each time has a date.
        "localtime" | "gmtime" | "ctime" | "asctime" | "localtime_r" | "gmtime_r" | "ctime_r"
        | "strerror" | "strsignal" | "gai_strerror" | "inet_ntoa" => Text,
        "atoi" | "atol" | "atoll" | "strtol" | "strtoul" | "strtoll" | "strtoull" => Number,
        "__braid_letter" => Letter,
        "__braid_takes_word" => TakesWord,
        "__braid_word" => Word,
        "srand48" | "difftime" | "mktime" | "strftime" | "timespec_get" | "setvbuf" | "setbuf"
        | "drand48" | "erand48" => Unmodelled,
        // Which number a process or a thread has is not remembered.
        "getpid"
        | "getppid"
        | "gettid"
        | "getuid"
        | "geteuid"
        | "getgid"
        | "getegid"
        | "sched_getcpu"
        | "sched_get_priority_max"
        | "sched_get_priority_min"
        | "getpagesize"
        | "signal" => Unmodelled,
        // Of what has been put into a set nothing is remembered.
        "CPU_ZERO" | "CPU_SET" | "CPU_CLR" | "CPU_ISSET" | "CPU_COUNT" | "sigismember" => {
            Unmodelled
        }
        "__braid_long_option"
        | "__braid_unspecified"
        | "__braid_woken"
        | "put_text"
        | "FD_ISSET" => Unmodelled,
        // No signals are delivered, so that nobody sees which ones are blocked.
        "sigemptyset" | "sigfillset" | "sigaddset" | "sigdelset" | "sigprocmask"
        | "pthread_sigmask" => Tells,
        "pthread_getname_np"
        | "pthread_getaffinity_np"
        | "pthread_getattr_np"
        | "pthread_getcpuclockid"
        | "pthread_getschedparam"
        | "pthread_attr_getstack"
        | "pthread_attr_getstacksize"
        | "pthread_attr_getguardsize"
        | "pthread_attr_getscope"
        | "pthread_attr_getschedpolicy"
        | "pthread_attr_getschedparam"
        | "pthread_attr_getinheritsched"
        | "pthread_attr_getaffinity_np"
        | "pthread_mutexattr_getpshared"
        | "pthread_mutexattr_getprotocol"
        | "pthread_mutexattr_getprioceiling"
        | "pthread_mutex_getprioceiling"
        | "pthread_condattr_getclock"
        | "pthread_condattr_getpshared"
        | "pthread_rwlockattr_getpshared"
        | "pthread_rwlockattr_getkind_np"
        | "pthread_barrierattr_getpshared" => Tells,
        _ => return None,
    })
}

/// What a function of the library always accesses: the arguments that must point to something, and how much
/// of it.
pub fn accesses(name: &str) -> &'static [(usize, Extent)] {
    use Extent::*;
    match name {
        "read" | "pread" | "recv" | "recvfrom" | "write" | "pwrite" | "send" | "sendto" => {
            &[(1, Bytes(2))]
        }
        "getrandom" | "getentropy" | "gethostname" | "fgets" | "strftime" => &[(0, Bytes(1))],
        "readlink" => &[(0, Text), (1, Bytes(2))],
        "fread" | "fwrite" => &[(0, Product(1, 2))],
        "memset" | "memset16" | "memset32" | "memset64" => &[(0, Bytes(2))],
        "memcpy" | "memcpy16" | "memcpy32" | "memcpy64" | "memmove" | "mempcpy" | "memcmp" => {
            &[(0, Bytes(2)), (1, Bytes(2))]
        }
        "strlen" | "strdup" | "strchr" | "strrchr" | "puts" | "fputs" | "open" | "creat"
        | "opendir" | "unlink" | "remove" | "rmdir" | "mkdir" | "chdir" | "access" | "getenv"
        | "atoi" | "atol" | "atoll" | "atof" | "strtol" | "strtoul" | "strtoll" | "strtoull"
        | "strtod" | "strtof" => &[(0, Text)],
        "strcmp" | "strcasecmp" | "strcoll" | "strstr" | "strcasestr" | "strspn" | "strcspn"
        | "strpbrk" | "strcpy" | "strcat" | "stpcpy" | "fopen" | "rename" | "setenv" => {
            &[(0, Text), (1, Text)]
        }
        "strncpy" => &[(0, Bytes(2))],
        "stat" | "lstat" => &[(0, Text), (1, Pointee)],
        "fstat" | "clock_gettime" => &[(1, Pointee)],
        "gettimeofday" | "nanosleep" | "thrd_sleep" | "mktime" | "localtime" | "gmtime"
        | "ctime" | "asctime" => &[(0, Pointee)],
        "pipe" | "pipe2" => &[(0, Fixed(8))],
        _ => &[],
    }
}

/// Whether the same question always has the same answer. As that is not remembered, only the first answer is
/// known to occur.
pub fn is_steady(name: &str) -> bool {
    matches!(
        name,
        "getenv" | "secure_getenv" | "sysconf" | "get_nprocs" | "get_nprocs_conf" | "isatty"
    )
}

/// Whether it only asks for the time, and leaves `errno` alone.
pub fn is_clock(name: &str) -> bool {
    matches!(
        name,
        "time"
            | "clock"
            | "clock_gettime"
            | "gettimeofday"
            | "nanosleep"
            | "thrd_sleep"
            | "clock_nanosleep"
            | "clock_getres"
            | "times"
            | "__braid_seconds"
            | "__braid_nanoseconds"
            | "__braid_microseconds"
    )
}

/// Whether a function writes through an argument where the text that is its first argument ends.
pub fn is_end_of_text(name: &str, number: usize) -> bool {
    let is_number = given(name) == Some(Given::Number) || matches!(name, "strtod" | "strtof");
    is_number && name.starts_with("strto") && number == 1
}

/// The arguments through which a function of the library writes, if it is known.
pub fn writes(name: &str) -> Option<&'static [usize]> {
    Some(match name {
        "memcmp"
        | "memchr"
        | "memrchr"
        | "memmem"
        | "strlen"
        | "strnlen"
        | "strcmp"
        | "strncmp"
        | "strcasecmp"
        | "strncasecmp"
        | "strchr"
        | "strrchr"
        | "strstr"
        | "strcasestr"
        | "strspn"
        | "strcspn"
        | "strpbrk"
        | "strcoll"
        | "strdup"
        | "strndup"
        | "atoi"
        | "atol"
        | "atoll"
        | "atof"
        | "getenv"
        | "secure_getenv"
        | "setenv"
        | "unsetenv"
        | "system"
        | "fopen"
        | "fdopen"
        | "freopen"
        | "popen"
        | "opendir"
        | "remove"
        | "rename"
        | "open"
        | "openat"
        | "creat"
        | "strerror"
        | "write"
        | "pwrite"
        | "send"
        | "sendto"
        | "writev"
        | "bind"
        | "connect"
        | "setsockopt"
        | "access"
        | "unlink"
        | "rmdir"
        | "link"
        | "symlink"
        | "chdir"
        | "chown"
        | "mkdir"
        | "mkfifo"
        | "chmod"
        | "truncate"
        | "setrlimit"
        | "tcsetattr"
        | "localtime"
        | "gmtime"
        | "ctime"
        | "asctime"
        | "setlocale"
        | "dlopen"
        | "dlsym"
        | "execv"
        | "execve"
        | "execvp"
        | "execl"
        | "execlp"
        | "execle"
        | "gethostbyname"
        | "getpwnam"
        | "getgrnam"
        | "inet_addr"
        | "wcslen"
        | "wcscmp"
        | "fclose"
        | "feof"
        | "ferror"
        | "fileno"
        | "fgetc"
        | "getc"
        | "ungetc"
        | "fseek"
        | "fseeko"
        | "ftell"
        | "ftello"
        | "rewind"
        | "clearerr"
        | "pclose"
        | "closedir"
        | "readdir"
        | "dlclose"
        | "FD_ISSET"
        | "CPU_ISSET"
        | "CPU_COUNT"
        | "sched_setaffinity"
        | "sched_setscheduler"
        | "__braid_letter"
        | "__braid_takes_word"
        | "__braid_word"
        | "utime"
        | "utimes"
        | "epoll_ctl"
        | "mprotect"
        | "msync"
        | "mlock"
        | "munlock"
        | "strchrnul"
        | "sigismember"
        | "srand48"
        | "difftime"
        | "drand48"
        | "signal"
        // They succeed, and so there is nothing left of the time.
        | "nanosleep"
        | "thrd_sleep"
        | "clock_nanosleep"
        | "__braid_unspecified" => &[],
        name if name.starts_with("__braid_mem") => &[0],
        "memset" | "memset16" | "memset32" | "memset64" | "memcpy" | "memcpy16" | "memcpy32"
        | "memcpy64" | "memmove" | "mempcpy" | "strcpy" | "strncpy" | "strcat" | "strncat" | "memccpy" | "stpcpy" | "strlcpy" | "strlcat"
        | "sprintf" | "snprintf" | "vsprintf" | "vsnprintf" | "asprintf" | "vasprintf"
        | "put_text" | "__braid_put_text" | "fgets" | "fread" | "time" | "times"
        | "gettimeofday" | "strftime" | "getcwd" | "gethostname" | "getrandom" | "getentropy"
        | "pipe" | "pipe2" | "uname" | "sysinfo" | "poll" | "FD_ZERO" | "CPU_ZERO" | "mkstemp"
        | "mktime" | "sigemptyset" | "sigfillset" | "sigaddset" | "sigdelset" | "erand48" | "timespec_get" => &[0],
        "strtol"
        | "strtoul"
        | "strtoll"
        | "strtoull"
        | "strtod"
        | "strtof"
        | "read"
        | "pread"
        | "recv"
        | "clock_gettime"
        | "clock_getres"
        | "stat"
        | "fstat"
        | "lstat"
        | "FD_SET"
        | "FD_CLR"
        | "CPU_SET"
        | "CPU_CLR"
        | "epoll_wait"
        | "getrlimit"
        | "getrusage"
        | "tcgetattr"
        | "setvbuf"
        | "setbuf"
        | "localtime_r"
        | "gmtime_r"
        | "ctime_r"
        | "strerror_r"
        | "readlink"
        | "realpath"
        | "bcopy"
        | "eventfd_read"
        | "timerfd_gettime"
        | "inet_aton"
        | "pthread_getname_np"
        | "pthread_getattr_np"
        | "pthread_getcpuclockid"
        | "pthread_attr_getstacksize"
        | "pthread_attr_getguardsize"
        | "pthread_attr_getscope"
        | "pthread_attr_getschedpolicy"
        | "pthread_attr_getschedparam"
        | "pthread_attr_getinheritsched"
        | "pthread_mutexattr_getpshared"
        | "pthread_mutexattr_getprotocol"
        | "pthread_mutexattr_getprioceiling"
        | "pthread_mutex_getprioceiling"
        | "pthread_condattr_getclock"
        | "pthread_condattr_getpshared"
        | "pthread_rwlockattr_getpshared"
        | "pthread_rwlockattr_getkind_np"
        | "pthread_barrierattr_getpshared" => &[1],
        "accept"
        | "accept4"
        | "getsockname"
        | "getpeername"
        | "pthread_getschedparam"
        | "pthread_attr_getstack" => &[1, 2],
        "select" => &[1, 2, 3, 4],
        "inet_ntop"
        | "inet_pton"
        | "sched_getaffinity"
        | "pthread_getaffinity_np"
        | "pthread_attr_getaffinity_np" => &[2],
        "sigprocmask" | "pthread_sigmask" => &[2],
        "socketpair" | "timerfd_settime" | "getaddrinfo" => &[3],
        "getsockopt" => &[3, 4],
        "waitpid" => &[1],
        "recvfrom" => &[1, 4, 5],
        _ => return None,
    })
}
