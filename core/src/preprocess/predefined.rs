//! The macros that are defined before the first line.
//!
//! Programs ask for the compiler and the machine before they use what these offer, so we say what
//! gcc on Linux would say; `__BRAID__` is how a program can tell us apart.

use std::fmt::Write;

use crate::text::{DataModel, Wakeups};

/// The definitions as a file of their own.
pub fn text(model: DataModel, wakeups: Wakeups) -> String {
    let mut text = String::from(COMMON);
    text.push_str(match model {
        DataModel::Ilp32 => ILP32,
        DataModel::Lp64 => LP64,
    });
    if wakeups == Wakeups::Signalled {
        // The model headers ask for it.
        text.push_str("#define __BRAID_SIGNALS__ 1\n");
    }
    text
}

/// The user's definitions as a file of their own.
pub fn user_text(defines: &[(String, Option<String>)]) -> String {
    let mut text = String::new();
    for (name, value) in defines {
        // A line break would end the directive and start another line of text.
        let one_line = |part: &str| part.replace(['\n', '\r'], " ");
        let value = one_line(value.as_deref().unwrap_or("1"));
        // Writing to a string cannot fail.
        let _ = writeln!(text, "#define {} {value}", one_line(name));
    }
    text
}

const COMMON: &str = r#"#define __BRAID__ 1
#define GUARDED_BY(...) __attribute__((braid_guarded_by(__VA_ARGS__)))
#define PT_GUARDED_BY(...) __attribute__((braid_pt_guarded_by(__VA_ARGS__)))
#define __guarded_by(...) __attribute__((braid_guarded_by(__VA_ARGS__)))
#define __pt_guarded_by(...) __attribute__((braid_pt_guarded_by(__VA_ARGS__)))
#define __STDC__ 1
#define __STDC_VERSION__ 201710L
#define __STDC_HOSTED__ 1
#define __STDC_UTF_16__ 1
#define __STDC_UTF_32__ 1
#define __STDC_NO_COMPLEX__ 1
#define __GNUC__ 12
#define __GNUC_MINOR__ 2
#define __GNUC_PATCHLEVEL__ 0
#define __GNUC_STDC_INLINE__ 1
#define __VERSION__ "12.2.0"
#define __DATE__ "Jan  1 1970"
#define __TIME__ "00:00:00"
#define __TIMESTAMP__ "Thu Jan  1 00:00:00 1970"
#define __linux__ 1
#define __linux 1
#define __gnu_linux__ 1
#define __unix__ 1
#define __unix 1
#define __ELF__ 1
#define __NO_INLINE__ 1
#define __CHAR_BIT__ 8
#define __SCHAR_MAX__ 0x7f
#define __SHRT_MAX__ 0x7fff
#define __INT_MAX__ 0x7fffffff
#define __LONG_LONG_MAX__ 0x7fffffffffffffffLL
#define __WCHAR_MAX__ 0x7fffffff
#define __SIZEOF_SHORT__ 2
#define __SIZEOF_INT__ 4
#define __SIZEOF_LONG_LONG__ 8
#define __SIZEOF_FLOAT__ 4
#define __SIZEOF_DOUBLE__ 8
#define __SIZEOF_WCHAR_T__ 4
#define __WCHAR_TYPE__ int
#define __WINT_TYPE__ unsigned int
#define __CHAR16_TYPE__ unsigned short
#define __CHAR32_TYPE__ unsigned int
#define __INT8_TYPE__ signed char
#define __INT16_TYPE__ short
#define __INT32_TYPE__ int
#define __UINT8_TYPE__ unsigned char
#define __UINT16_TYPE__ unsigned short
#define __UINT32_TYPE__ unsigned int
#define __ORDER_LITTLE_ENDIAN__ 1234
#define __ORDER_BIG_ENDIAN__ 4321
#define __ORDER_PDP_ENDIAN__ 3412
#define __BYTE_ORDER__ __ORDER_LITTLE_ENDIAN__
#define __ATOMIC_RELAXED 0
#define __ATOMIC_CONSUME 1
#define __ATOMIC_ACQUIRE 2
#define __ATOMIC_RELEASE 3
#define __ATOMIC_ACQ_REL 4
#define __ATOMIC_SEQ_CST 5
#define __GCC_HAVE_SYNC_COMPARE_AND_SWAP_1 1
#define __GCC_HAVE_SYNC_COMPARE_AND_SWAP_2 1
#define __GCC_HAVE_SYNC_COMPARE_AND_SWAP_4 1
#define __GCC_HAVE_SYNC_COMPARE_AND_SWAP_8 1
#define __USER_LABEL_PREFIX__
#define __REGISTER_PREFIX__
"#;

const LP64: &str = "#define __LP64__ 1
#define _LP64 1
#define __x86_64__ 1
#define __x86_64 1
#define __amd64__ 1
#define __amd64 1
#define __SIZEOF_LONG__ 8
#define __SIZEOF_POINTER__ 8
#define __SIZEOF_SIZE_T__ 8
#define __SIZEOF_PTRDIFF_T__ 8
#define __LONG_MAX__ 0x7fffffffffffffffL
#define __SIZE_MAX__ 0xffffffffffffffffUL
#define __PTRDIFF_MAX__ 0x7fffffffffffffffL
#define __INTPTR_MAX__ 0x7fffffffffffffffL
#define __INTMAX_MAX__ 0x7fffffffffffffffL
#define __UINTMAX_MAX__ 0xffffffffffffffffUL
#define __SIZE_TYPE__ unsigned long
#define __PTRDIFF_TYPE__ long
#define __INTPTR_TYPE__ long
#define __UINTPTR_TYPE__ unsigned long
#define __INTMAX_TYPE__ long
#define __UINTMAX_TYPE__ unsigned long
#define __INT64_TYPE__ long
#define __UINT64_TYPE__ unsigned long
";

const ILP32: &str = "#define __ILP32__ 1
#define _ILP32 1
#define __i386__ 1
#define __i386 1
#define __SIZEOF_LONG__ 4
#define __SIZEOF_POINTER__ 4
#define __SIZEOF_SIZE_T__ 4
#define __SIZEOF_PTRDIFF_T__ 4
#define __LONG_MAX__ 0x7fffffffL
#define __SIZE_MAX__ 0xffffffffU
#define __PTRDIFF_MAX__ 0x7fffffff
#define __INTPTR_MAX__ 0x7fffffff
#define __INTMAX_MAX__ 0x7fffffffffffffffLL
#define __UINTMAX_MAX__ 0xffffffffffffffffULL
#define __SIZE_TYPE__ unsigned int
#define __PTRDIFF_TYPE__ int
#define __INTPTR_TYPE__ int
#define __UINTPTR_TYPE__ unsigned int
#define __INTMAX_TYPE__ long long
#define __UINTMAX_TYPE__ unsigned long long
#define __INT64_TYPE__ long long
#define __UINT64_TYPE__ unsigned long long
";
