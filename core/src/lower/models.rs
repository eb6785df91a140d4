//! Programs that bring the system's headers with them.
//!
//! Text that has been preprocessed already declares the library's types and functions as one system has
//! them: a mutex is a union, a handle a number. What they mean is not in there. So a program that
//! declares them by itself, and does not define the functions, is linked with Braid's model of them, and
//! its types of those names are the model's.

use crate::hash::FxHashSet;

use crate::ast::{Item, Storage, Unit};
use crate::text::Span;

/// A part of the library, as a unit of its own.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// What the unit is called.
    pub name: &'static str,
    pub text: &'static str,
    /// What a program declares that needs it.
    declares: &'static [&'static str],
}

const PTHREAD: &[&str] = &[
    "pthread_t",
    "pthread_mutex_t",
    "pthread_cond_t",
    "pthread_rwlock_t",
    "pthread_barrier_t",
    "pthread_spinlock_t",
    "pthread_once_t",
    "pthread_key_t",
    "pthread_attr_t",
    "pthread_mutexattr_t",
    "pthread_condattr_t",
    "pthread_rwlockattr_t",
    "pthread_barrierattr_t",
];
const SEMAPHORE: &[&str] = &["sem_t"];
const THREADS: &[&str] = &["thrd_t", "mtx_t", "cnd_t", "tss_t", "once_flag"];
const ERRNO: &[&str] = &["__errno_location"];
const STRING: &[&str] = &[
    "memcmp",
    "strlen",
    "strnlen",
    "strcpy",
    "strncpy",
    "strcat",
    "strncat",
    "strcmp",
    "strncmp",
    "strchr",
    "strrchr",
    "strdup",
    "strndup",
    "strspn",
    "strcspn",
    "strpbrk",
    "strstr",
    "strtok",
    "strtok_r",
    "strsep",
    "strcasecmp",
    "strncasecmp",
    "stpcpy",
    "memchr",
];
const STDLIB: &[&str] = &["atexit", "rand_r", "abs", "labs", "llabs"];
const CTYPE: &[&str] = &[
    "isdigit", "isupper", "islower", "isalpha", "isalnum", "isxdigit", "isblank", "isspace",
    "iscntrl", "isprint", "isgraph", "tolower", "toupper",
];
const GETOPT: &[&str] = &["getopt", "getopt_long"];

const FAMILIES: &[Family] = &[
    Family { name: "<model of pthread.h>", text: "#include <pthread.h>\n", declares: PTHREAD },
    Family {
        name: "<model of semaphore.h>",
        text: "#include <semaphore.h>\n",
        declares: SEMAPHORE,
    },
    Family { name: "<model of threads.h>", text: "#include <threads.h>\n", declares: THREADS },
    Family {
        name: "<model of errno.h>",
        text: "#include <errno.h>\nint *__errno_location(void) { return &errno; }\n",
        declares: ERRNO,
    },
    Family { name: "<model of string.h>", text: "#include <string.h>\n", declares: STRING },
    Family { name: "<model of stdlib.h>", text: "#include <stdlib.h>\n", declares: STDLIB },
    Family { name: "<model of ctype.h>", text: "#include <ctype.h>\n", declares: CTYPE },
    Family { name: "<model of getopt.h>", text: "#include <getopt.h>\n", declares: GETOPT },
];

/// Whether a type of this name is always the model's.
pub(super) fn is_type(name: &str) -> bool {
    [PTHREAD, SEMAPHORE, THREADS].iter().any(|names| names.contains(&name))
}

/// The parts of the library that the program declares by itself.
pub fn needed(units: &[Unit], is_builtin: &dyn Fn(Span) -> bool) -> Vec<Family> {
    let mut declared: FxHashSet<&str> = FxHashSet::default();
    for item in units.iter().flat_map(|unit| &unit.items) {
        if let Item::Declaration(declaration) = item
            && let Some(name) = &declaration.name
            && (declaration.storage == Storage::Typedef) == is_type(name)
            && !is_builtin(declaration.name_span)
        {
            declared.insert(name);
        }
    }
    let is_needed = |family: &&Family| family.declares.iter().any(|name| declared.contains(name));
    FAMILIES.iter().filter(is_needed).copied().collect()
}

/// Whether the program defines a function that the model defines or declares: then it has a library of
/// its own, and the names mean what it says.
pub fn is_own(units: &[Unit], model: &Unit, is_builtin: &dyn Fn(Span) -> bool) -> bool {
    let names: FxHashSet<&str> = model
        .items
        .iter()
        .filter_map(|item| match item {
            Item::Function(function) => Some(&*function.name),
            Item::Declaration(declaration) if declaration.storage != Storage::Typedef => {
                declaration.name.as_deref()
            }
            _ => None,
        })
        .collect();
    units.iter().flat_map(|unit| &unit.items).any(|item| match item {
        Item::Function(function) => {
            // What the system's headers define for speed is no library.
            let is_inline = function.inline;
            names.contains(&*function.name) && !is_inline && !is_builtin(function.name_span)
        }
        _ => false,
    })
}
