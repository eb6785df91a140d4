#ifndef __BRAID_THREADS_H
#define __BRAID_THREADS_H

#include <time.h>
#include <bits/specific.h>

typedef __braid_thread_t thrd_t;
typedef __braid_mutex_t mtx_t;
#ifdef __BRAID_SIGNALS__
typedef struct __braid_cnd { unsigned char __waiting, __woken; } cnd_t;
#else
typedef struct __braid_cnd { _Bool __unused; } cnd_t;
#endif
typedef int once_flag;
typedef unsigned int tss_t;
typedef int (*thrd_start_t)(void *);
typedef void (*tss_dtor_t)(void *);

#define ONCE_FLAG_INIT 0
#define thread_local _Thread_local
#define TSS_DTOR_ITERATIONS 4
enum { thrd_success, thrd_busy, thrd_error, thrd_nomem, thrd_timedout };
enum { mtx_plain, mtx_recursive, mtx_timed };

extern int thrd_create(thrd_t *thread, thrd_start_t start, void *arg);
extern int thrd_join(thrd_t thread, int *result);
extern int thrd_detach(thrd_t thread);
extern void thrd_exit(int result) __attribute__((noreturn));
extern thrd_t thrd_current(void);
extern int thrd_equal(thrd_t a, thrd_t b);
extern void thrd_yield(void);
extern int thrd_sleep(const struct timespec *span, struct timespec *rest);

extern int mtx_init(mtx_t *mutex, int type);
extern void mtx_destroy(mtx_t *mutex);
extern int mtx_lock(mtx_t *mutex);
extern int mtx_trylock(mtx_t *mutex);
extern int mtx_timedlock(mtx_t *mutex, const struct timespec *until);
extern int mtx_unlock(mtx_t *mutex);

#ifdef __BRAID_SIGNALS__
/* As in pthread.h. */
__attribute__((braid_atomic)) int cnd_init(cnd_t *cond) {
    __braid_await(cond->__woken == 0);
    __braid_demand(cond->__waiting == 0, cond, "nobody waits for");
    return thrd_success;
}
__attribute__((braid_atomic)) void cnd_destroy(cnd_t *cond) {
    __braid_await(cond->__woken == 0);
    __braid_demand(cond->__waiting == 0, cond, "nobody waits for");
}
__attribute__((braid_atomic)) void __braid_cnd_enter(cnd_t *cond, mtx_t *mutex) {
    __braid_await(cond->__woken == 0);
    mtx_unlock(mutex);
    cond->__waiting++;
}
__attribute__((braid_atomic)) void __braid_cnd_leave(cnd_t *cond) {
    __braid_await(cond->__woken != 0);
    cond->__woken--;
}
int cnd_wait(cnd_t *cond, mtx_t *mutex) {
    __braid_waits();
    __braid_cnd_enter(cond, mutex);
    __braid_cnd_leave(cond);
    mtx_lock(mutex);
    return thrd_success;
}
__attribute__((braid_atomic)) int cnd_signal(cnd_t *cond) {
    unsigned char one = cond->__waiting != 0;
    cond->__woken += one;
    __braid_signals();
    cond->__waiting -= one;
    return thrd_success;
}
__attribute__((braid_atomic)) int cnd_broadcast(cnd_t *cond) {
    cond->__woken += cond->__waiting;
    __braid_signals();
    cond->__waiting = 0;
    return thrd_success;
}
#else
int cnd_init(cnd_t *cond) { return thrd_success; }
void cnd_destroy(cnd_t *cond) { }
int cnd_wait(cnd_t *cond, mtx_t *mutex) {
    __braid_waits();
    mtx_unlock(mutex);
    mtx_lock(mutex);
    return thrd_success;
}
int cnd_signal(cnd_t *cond) { return thrd_success; }
int cnd_broadcast(cnd_t *cond) { return thrd_success; }
#endif
int cnd_timedwait(cnd_t *cond, mtx_t *mutex, const struct timespec *until) {
    mtx_unlock(mutex);
    mtx_lock(mutex);
    return __VERIFIER_nondet_bool() ? thrd_timedout : thrd_success;
}

__attribute__((braid_atomic)) _Bool __braid_call_once_begin(once_flag *once) {
    if (*once == 0) {
        *once = 1;
        return 1;
    }
    __braid_await(*once == 2);
    return 0;
}
__attribute__((braid_atomic)) void __braid_call_once_end(once_flag *once) { *once = 2; }
void call_once(once_flag *once, void (*init)(void)) {
    if (__braid_call_once_begin(once)) {
        init();
        __braid_call_once_end(once);
    }
}

int tss_create(tss_t *key, tss_dtor_t destroy) {
    unsigned int next = __sync_fetch_and_add(&__braid_keys, 1);
    if (next >= 8) __braid_limit("more than 8 keys of thread-specific data");
    if (destroy) {
        if (next >= 3) __braid_limit("a destructor for more than 3 keys of thread-specific data");
        __braid_destroy[next] = destroy;
    }
    __braid_key_is_there[next] = 1;
    *key = next;
    return thrd_success;
}
void tss_delete(tss_t key) {
    __braid_demand(key < 8, key, "`tss_create` has given");
    __braid_demand(__braid_key_is_there[key], key, "`tss_create` has given");
    __braid_key_is_there[key] = 0;
    if (key < 3) __braid_destroy[key] = 0;
}
void *tss_get(tss_t key) {
    __braid_demand(key < 8, key, "`tss_create` has given");
    __braid_demand(__braid_key_is_there[key], key, "`tss_create` has given");
    return __braid_specific[key];
}
int tss_set(tss_t key, void *value) {
    __braid_demand(key < 8, key, "`tss_create` has given");
    __braid_demand(__braid_key_is_there[key], key, "`tss_create` has given");
    __braid_specific[key] = value;
    return thrd_success;
}

#endif
