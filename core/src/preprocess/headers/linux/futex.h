#ifndef __BRAID_LINUX_FUTEX_H
#define __BRAID_LINUX_FUTEX_H

#define FUTEX_WAIT 0
#define FUTEX_WAKE 1
#define FUTEX_REQUEUE 3
#define FUTEX_CMP_REQUEUE 4
#define FUTEX_WAKE_OP 5
#define FUTEX_LOCK_PI 6
#define FUTEX_UNLOCK_PI 7
#define FUTEX_WAIT_BITSET 9
#define FUTEX_WAKE_BITSET 10
#define FUTEX_PRIVATE_FLAG 128
#define FUTEX_CLOCK_REALTIME 256
#define FUTEX_WAIT_PRIVATE (FUTEX_WAIT | FUTEX_PRIVATE_FLAG)
#define FUTEX_WAKE_PRIVATE (FUTEX_WAKE | FUTEX_PRIVATE_FLAG)
#define FUTEX_WAIT_BITSET_PRIVATE (FUTEX_WAIT_BITSET | FUTEX_PRIVATE_FLAG)
#define FUTEX_WAKE_BITSET_PRIVATE (FUTEX_WAKE_BITSET | FUTEX_PRIVATE_FLAG)
#define FUTEX_BITSET_MATCH_ANY 0xffffffff

#include <errno.h>

/* `syscall(SYS_futex, ...)`. Waiting may end at any time, as it may for a condition variable. */
long __braid_futex(int *word, int operation, int value, const void *timeout) {
    int __operation = operation & ~(FUTEX_PRIVATE_FLAG | FUTEX_CLOCK_REALTIME);
    if (__operation == FUTEX_WAIT || __operation == FUTEX_WAIT_BITSET) {
        if (__atomic_load_n(word, 5) != value) {
            errno = EAGAIN;
            return -1;
        }
        if (timeout && __VERIFIER_nondet_bool()) {
            errno = ETIMEDOUT;
            return -1;
        }
        if (__braid_unspecified()) {
            errno = EINTR;
            return -1;
        }
        return 0;
    }
    if (__operation == FUTEX_WAKE || __operation == FUTEX_WAKE_BITSET) {
        int __woken = __braid_unspecified() & 0x7fffffff;
        return __woken > value ? value : __woken;
    }
    __braid_unsupported("this operation of `futex`", "use `FUTEX_WAIT` and `FUTEX_WAKE`");
    return -1;
}

#endif
