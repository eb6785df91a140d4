#ifndef __BRAID_BITS_FUTEX_H
#define __BRAID_BITS_FUTEX_H

#include <errno.h>

extern int __braid_unspecified(void);
extern long __braid_woken(void);
extern _Bool __VERIFIER_nondet_bool(void);

/* `syscall(SYS_futex, ...)`. Waiting may end at any time, as the manual allows, so that nobody is ever found waiting. */
long __braid_futex(int *word, int operation, int value, const void *timeout, const void *other, int mask) {
    /* Without the flags for private futexes and for the clock. */
    int __operation = operation & ~(128 | 256);
    if (__operation == 0 || __operation == 9) {
        __braid_assumed("waiting for a futex may end at any time: deadlocks of threads that wait for one are not looked for");
        if (__atomic_load_n(word, 5) != value) {
            errno = EAGAIN;
            return -1;
        }
        if (timeout && __VERIFIER_nondet_bool()) {
            errno = ETIMEDOUT;
            return -1;
        }
        if (__VERIFIER_nondet_bool()) {
            /* A signal, which may not come. */
            errno = __braid_unspecified();
            __VERIFIER_assume(errno == EINTR);
            return -1;
        }
        return 0;
    }
    if (__operation == 1 || __operation == 10) return __braid_woken();
    __braid_unsupported("this operation of `futex`", "use `FUTEX_WAIT` and `FUTEX_WAKE`");
    return -1;
}

#endif
