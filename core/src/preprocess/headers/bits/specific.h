/* Thread-specific data: its keys are the same for POSIX and C11 threads. */
#ifndef __BRAID_BITS_SPECIFIC_H
#define __BRAID_BITS_SPECIFIC_H

static unsigned int __braid_keys;
/* Created, and not deleted yet. */
static _Bool __braid_key_is_there[8];
static __thread void *__braid_specific[8];
static void (*__braid_destroy[3])(void *);
void __braid_destroy_specific(unsigned int key) {
    void *value = __braid_specific[key];
    void (*destroy)(void *) = __braid_destroy[key];
    if (value && destroy) {
        __braid_specific[key] = 0;
        destroy(value);
    }
}
extern _Bool __VERIFIER_nondet_bool(void);
/* Called where a thread ends, if there are destructors. Which of several comes first is not specified. */
void __braid_thread_ends(void) {
    unsigned int first = 0, last = 2;
    if ((__braid_destroy[0] != 0) + (__braid_destroy[1] != 0) + (__braid_destroy[2] != 0) > 1) {
        first = __VERIFIER_nondet_bool() ? 0 : __VERIFIER_nondet_bool() ? 1 : 2;
        last = __VERIFIER_nondet_bool() ? (first + 1) % 3 : (first + 2) % 3;
    }
    __braid_destroy_specific(first);
    __braid_destroy_specific(3 - first - last);
    __braid_destroy_specific(last);
    if (__braid_specific[0] && __braid_destroy[0] || __braid_specific[1] && __braid_destroy[1]
        || __braid_specific[2] && __braid_destroy[2])
        __braid_limit("thread-specific data that a destructor leaves");
}

#endif
