/* The thread and mutex types are Braid's own; attributes carry the kind of a mutex, or whether a thread is detached. */
#ifndef __BRAID_PTHREAD_H
#define __BRAID_PTHREAD_H

#include <stddef.h>
#include <sched.h>
#include <time.h>
#include <bits/specific.h>

typedef __braid_thread_t pthread_t;
typedef __braid_mutex_t pthread_mutex_t;
typedef __braid_mutex_t pthread_spinlock_t;
#ifdef __BRAID_SIGNALS__
typedef struct __braid_cond { unsigned char __waiting, __woken; } pthread_cond_t;
#else
typedef struct __braid_cond { _Bool __unused; } pthread_cond_t;
#endif
typedef struct __braid_rwlock {
    _Bool locked_by_writer;
    unsigned int locked_by_readers;
    __braid_own_t __mine;
} pthread_rwlock_t;
typedef struct __braid_barrier {
    unsigned int __count;
    unsigned int arrived;
    unsigned int __leaving;
    _Bool __serial;
} pthread_barrier_t;
typedef int pthread_once_t;
typedef unsigned int pthread_key_t;
typedef int pthread_attr_t;
typedef int pthread_mutexattr_t;
typedef int pthread_condattr_t;
typedef int pthread_rwlockattr_t;
typedef int pthread_barrierattr_t;

#define PTHREAD_MUTEX_INITIALIZER {0}
#define PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP {0}
#define PTHREAD_RECURSIVE_MUTEX_INITIALIZER {1}
#define PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP {1}
#define PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP {2}
#define PTHREAD_COND_INITIALIZER {0}
#define PTHREAD_RWLOCK_INITIALIZER {0}
#define PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP {0}
#define PTHREAD_ONCE_INIT 0
#define PTHREAD_BARRIER_SERIAL_THREAD (-1)
#define PTHREAD_CANCELED ((void *)-1)

enum { PTHREAD_CREATE_JOINABLE, PTHREAD_CREATE_DETACHED };
enum { PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_RECURSIVE, PTHREAD_MUTEX_ERRORCHECK };
#define PTHREAD_MUTEX_DEFAULT PTHREAD_MUTEX_NORMAL
#define PTHREAD_MUTEX_RECURSIVE_NP PTHREAD_MUTEX_RECURSIVE
#define PTHREAD_MUTEX_ERRORCHECK_NP PTHREAD_MUTEX_ERRORCHECK
#define PTHREAD_MUTEX_TIMED_NP PTHREAD_MUTEX_NORMAL
#define PTHREAD_MUTEX_FAST_NP PTHREAD_MUTEX_NORMAL
#define PTHREAD_MUTEX_ADAPTIVE_NP PTHREAD_MUTEX_NORMAL
enum { PTHREAD_PROCESS_PRIVATE, PTHREAD_PROCESS_SHARED };
enum { PTHREAD_MUTEX_STALLED, PTHREAD_MUTEX_ROBUST };
#define PTHREAD_MUTEX_STALLED_NP PTHREAD_MUTEX_STALLED
#define PTHREAD_MUTEX_ROBUST_NP PTHREAD_MUTEX_ROBUST
enum { PTHREAD_PRIO_NONE, PTHREAD_PRIO_INHERIT, PTHREAD_PRIO_PROTECT };
enum { PTHREAD_INHERIT_SCHED, PTHREAD_EXPLICIT_SCHED };
enum { PTHREAD_SCOPE_SYSTEM, PTHREAD_SCOPE_PROCESS };
enum {
    PTHREAD_RWLOCK_PREFER_READER_NP,
    PTHREAD_RWLOCK_PREFER_WRITER_NP,
    PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP,
    PTHREAD_RWLOCK_DEFAULT_NP = PTHREAD_RWLOCK_PREFER_READER_NP
};
#define PTHREAD_STACK_MIN 16384
#define PTHREAD_KEYS_MAX 1024
#define PTHREAD_DESTRUCTOR_ITERATIONS 4
enum { PTHREAD_CANCEL_ENABLE, PTHREAD_CANCEL_DISABLE };
enum { PTHREAD_CANCEL_DEFERRED, PTHREAD_CANCEL_ASYNCHRONOUS };

extern int pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*start)(void *), void *arg);
extern int pthread_join(pthread_t thread, void **result);
extern int pthread_detach(pthread_t thread);
extern void pthread_exit(void *result) __attribute__((noreturn));
/* What is between them must not leave the thread: __braid_cleanup tells the walk where that is. */
#define pthread_cleanup_push(handler, arg) { \
    void (*__braid_handler)(void *) = (handler); \
    void *__braid_handler_arg = (arg); \
    __braid_cleanup(1);
#define pthread_cleanup_pop(execute) \
    __braid_cleanup(0); \
    if (execute) __braid_handler(__braid_handler_arg); \
    }
extern int pthread_cancel(pthread_t thread);
/* Nothing is ever cancelled: pthread_cancel is not modelled. */
static __thread int __braid_cancel_state;
static __thread int __braid_cancel_type;
int pthread_setcancelstate(int state, int *old) {
    if (old) *old = __braid_cancel_state;
    __braid_cancel_state = state;
    return 0;
}
int pthread_setcanceltype(int type, int *old) {
    if (old) *old = __braid_cancel_type;
    __braid_cancel_type = type;
    return 0;
}
extern void pthread_testcancel(void);
extern int pthread_kill(pthread_t thread, int signal);
extern int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void));
extern pthread_t pthread_self(void);
extern int pthread_equal(pthread_t a, pthread_t b);
extern int pthread_setname_np(pthread_t thread, const char *name);
extern int pthread_getname_np(pthread_t thread, char *name, size_t size);
extern int pthread_yield(void);
extern int pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t *set);
extern int pthread_getaffinity_np(pthread_t thread, size_t size, cpu_set_t *set);
extern int pthread_getattr_np(pthread_t thread, pthread_attr_t *attr);
extern int pthread_getcpuclockid(pthread_t thread, clockid_t *clock);
extern int pthread_tryjoin_np(pthread_t thread, void **result);
extern int pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *until);
extern int pthread_getschedparam(pthread_t thread, int *policy, struct sched_param *parameters);
extern int pthread_setschedprio(pthread_t thread, int priority);
extern int pthread_getconcurrency(void);
extern int pthread_setschedparam(pthread_t thread, int policy, const struct sched_param *parameters);
extern int pthread_setconcurrency(int level);

int pthread_attr_init(pthread_attr_t *attr) { *attr = PTHREAD_CREATE_JOINABLE; return 0; }
int pthread_attr_destroy(pthread_attr_t *attr) { return 0; }
int pthread_attr_setdetachstate(pthread_attr_t *attr, int state) { *attr = state; return 0; }
int pthread_attr_getdetachstate(const pthread_attr_t *attr, int *state) { *state = *attr; return 0; }
extern int pthread_attr_setstacksize(pthread_attr_t *attr, size_t size);
extern int pthread_attr_setscope(pthread_attr_t *attr, int scope);
extern int pthread_attr_setschedpolicy(pthread_attr_t *attr, int policy);
extern int pthread_attr_setschedparam(pthread_attr_t *attr, const struct sched_param *parameters);
extern int pthread_attr_setinheritsched(pthread_attr_t *attr, int inherit);
extern int pthread_attr_setguardsize(pthread_attr_t *attr, size_t size);
extern int pthread_attr_setstack(pthread_attr_t *attr, void *stack, size_t size);
extern int pthread_attr_setaffinity_np(pthread_attr_t *attr, size_t size, const cpu_set_t *set);
extern int pthread_attr_getaffinity_np(const pthread_attr_t *attr, size_t size, cpu_set_t *set);
extern int pthread_attr_getstack(const pthread_attr_t *attr, void **stack, size_t *size);
extern int pthread_attr_getguardsize(const pthread_attr_t *attr, size_t *size);
extern int pthread_attr_getscope(const pthread_attr_t *attr, int *scope);
extern int pthread_attr_getschedpolicy(const pthread_attr_t *attr, int *policy);
extern int pthread_attr_getschedparam(const pthread_attr_t *attr, struct sched_param *parameters);
extern int pthread_attr_getinheritsched(const pthread_attr_t *attr, int *inherit);
extern int pthread_attr_getstacksize(const pthread_attr_t *attr, size_t *size);

extern int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attr);
extern int pthread_mutex_destroy(pthread_mutex_t *mutex);
extern int pthread_mutex_lock(pthread_mutex_t *mutex);
extern int pthread_mutex_trylock(pthread_mutex_t *mutex);
extern int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *until);
extern int pthread_mutex_clocklock(pthread_mutex_t *mutex, clockid_t clock, const struct timespec *until);
extern int pthread_mutex_unlock(pthread_mutex_t *mutex);
extern int pthread_mutex_consistent(pthread_mutex_t *mutex);
extern int pthread_mutex_consistent_np(pthread_mutex_t *mutex);
extern int pthread_mutex_getprioceiling(const pthread_mutex_t *mutex, int *ceiling);
extern int pthread_mutex_setprioceiling(pthread_mutex_t *mutex, int ceiling, int *old);
int pthread_mutexattr_init(pthread_mutexattr_t *attr) { *attr = PTHREAD_MUTEX_DEFAULT; return 0; }
int pthread_mutexattr_destroy(pthread_mutexattr_t *attr) { return 0; }
int pthread_mutexattr_settype(pthread_mutexattr_t *attr, int type) {
    if (type < PTHREAD_MUTEX_NORMAL || type > PTHREAD_MUTEX_ERRORCHECK) return 22;
    *attr = type;
    return 0;
}
int pthread_mutexattr_gettype(const pthread_mutexattr_t *attr, int *type) { *type = *attr; return 0; }
/* What other processes do is not looked at. */
void __braid_shared(int shared) {
    if (shared) __braid_assumed("no other process uses what is shared between processes");
}
int pthread_mutexattr_setpshared(pthread_mutexattr_t *attr, int shared) { __braid_shared(shared); return 0; }
extern int pthread_mutexattr_getpshared(const pthread_mutexattr_t *attr, int *shared);
/* Who is more important makes no difference: the scheduler may choose anybody. */
int pthread_mutexattr_setprotocol(pthread_mutexattr_t *attr, int protocol) { return 0; }
extern int pthread_mutexattr_getprotocol(const pthread_mutexattr_t *attr, int *protocol);
int pthread_mutexattr_setprioceiling(pthread_mutexattr_t *attr, int ceiling) { return 0; }
extern int pthread_mutexattr_getprioceiling(const pthread_mutexattr_t *attr, int *ceiling);
int pthread_mutexattr_setrobust(pthread_mutexattr_t *attr, int robust) {
    if (robust) __braid_unsupported("a robust mutex", "use an ordinary one, and unlock it before the thread ends");
    return 0;
}
int pthread_mutexattr_setrobust_np(pthread_mutexattr_t *attr, int robust) {
    return pthread_mutexattr_setrobust(attr, robust);
}
int pthread_mutexattr_getrobust(const pthread_mutexattr_t *attr, int *robust) {
    *robust = PTHREAD_MUTEX_STALLED;
    return 0;
}

#ifdef __BRAID_SIGNALS__
/* To find threads that wait for ever: waiting ends by a signal only. A thread that has been woken notices before
   anybody else begins to wait, so that nobody takes its place; it can do so at any time. */
__attribute__((braid_atomic)) int pthread_cond_init(pthread_cond_t *cond, const pthread_condattr_t *attr) {
    __braid_await(cond->__woken == 0);
    __braid_demand(cond->__waiting == 0, cond, "nobody waits for");
    return 0;
}
__attribute__((braid_atomic)) int pthread_cond_destroy(pthread_cond_t *cond) {
    __braid_await(cond->__woken == 0);
    __braid_demand(cond->__waiting == 0, cond, "nobody waits for");
    return 0;
}
__attribute__((braid_atomic)) int __braid_cond_enter(pthread_cond_t *cond, pthread_mutex_t *mutex) {
    __braid_await(cond->__woken == 0);
    int error = pthread_mutex_unlock(mutex);
    if (error) return error;
    cond->__waiting++;
    return 0;
}
__attribute__((braid_atomic)) void __braid_cond_leave(pthread_cond_t *cond) {
    __braid_await(cond->__woken != 0);
    cond->__woken--;
}
int pthread_cond_wait(pthread_cond_t *cond, pthread_mutex_t *mutex) {
    __braid_waits();
    int error = __braid_cond_enter(cond, mutex);
    if (error) return error;
    __braid_cond_leave(cond);
    pthread_mutex_lock(mutex);
    return 0;
}
/* Of several threads any one is woken, and no other. Those that wait with a time limit go on by themselves. */
__attribute__((braid_atomic)) int pthread_cond_signal(pthread_cond_t *cond) {
    unsigned char one = cond->__waiting != 0;
    cond->__woken += one;
    __braid_signals();
    cond->__waiting -= one;
    return 0;
}
__attribute__((braid_atomic)) int pthread_cond_broadcast(pthread_cond_t *cond) {
    cond->__woken += cond->__waiting;
    __braid_signals();
    cond->__waiting = 0;
    return 0;
}
#else
/* Waiting may end at any time, with or without a signal, so signals need not be remembered. */
int pthread_cond_init(pthread_cond_t *cond, const pthread_condattr_t *attr) { return 0; }
int pthread_cond_destroy(pthread_cond_t *cond) { return 0; }
int pthread_cond_wait(pthread_cond_t *cond, pthread_mutex_t *mutex) {
    __braid_waits();
    int error = pthread_mutex_unlock(mutex);
    if (error) return error;
    pthread_mutex_lock(mutex);
    return 0;
}
int pthread_cond_signal(pthread_cond_t *cond) { return 0; }
int pthread_cond_broadcast(pthread_cond_t *cond) { return 0; }
#endif
int pthread_cond_timedwait(pthread_cond_t *cond, pthread_mutex_t *mutex, const struct timespec *until) {
    int error = pthread_mutex_unlock(mutex);
    if (error) return error;
    pthread_mutex_lock(mutex);
    return __VERIFIER_nondet_bool() ? 110 : 0;
}
int pthread_cond_clockwait(
    pthread_cond_t *cond, pthread_mutex_t *mutex, clockid_t clock, const struct timespec *until) {
    return pthread_cond_timedwait(cond, mutex, until);
}
int pthread_condattr_init(pthread_condattr_t *attr) { return 0; }
int pthread_condattr_destroy(pthread_condattr_t *attr) { return 0; }
int pthread_condattr_setclock(pthread_condattr_t *attr, int clock) { return 0; }
extern int pthread_condattr_getclock(const pthread_condattr_t *attr, clockid_t *clock);
int pthread_condattr_setpshared(pthread_condattr_t *attr, int shared) {
    __braid_shared(shared);
#ifdef __BRAID_SIGNALS__
    if (shared) __braid_limit("signals from other processes");
#endif
    return 0;
}
extern int pthread_condattr_getpshared(const pthread_condattr_t *attr, int *shared);

/* __mine: how often this thread holds it for reading; __BRAID_WRITER for writing. */
#define __BRAID_WRITER 0xffffffff
__attribute__((braid_atomic)) int pthread_rwlock_init(pthread_rwlock_t *lock, const pthread_rwlockattr_t *attr) {
    lock->locked_by_writer = 0;
    lock->locked_by_readers = 0;
    lock->__mine = 0;
    return 0;
}
__attribute__((braid_atomic)) int pthread_rwlock_destroy(pthread_rwlock_t *lock) {
    __braid_demand(!lock->locked_by_writer && lock->locked_by_readers == 0, lock, "nobody holds");
    return 0;
}
/* Who holds it for writing already may be told so instead of waiting for ever. */
__attribute__((braid_atomic)) int pthread_rwlock_rdlock(pthread_rwlock_t *lock) {
    if (lock->locked_by_writer && lock->__mine == __BRAID_WRITER && __VERIFIER_nondet_bool()) return 35;
    __braid_lock_when(!lock->locked_by_writer);
    lock->locked_by_readers++;
    lock->__mine++;
    return 0;
}
__attribute__((braid_atomic)) int pthread_rwlock_wrlock(pthread_rwlock_t *lock) {
    if (lock->locked_by_writer && lock->__mine == __BRAID_WRITER && __VERIFIER_nondet_bool()) return 35;
    __braid_lock_when(!lock->locked_by_writer && lock->locked_by_readers == 0);
    lock->locked_by_writer = 1;
    lock->__mine = __BRAID_WRITER;
    return 0;
}
__attribute__((braid_atomic)) int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock) {
    if (lock->locked_by_writer) return 16;
    lock->locked_by_readers++;
    lock->__mine++;
    return 0;
}
__attribute__((braid_atomic)) int pthread_rwlock_trywrlock(pthread_rwlock_t *lock) {
    if (lock->locked_by_writer || lock->locked_by_readers != 0) return 16;
    lock->locked_by_writer = 1;
    lock->__mine = __BRAID_WRITER;
    return 0;
}
int pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *until) {
    if (pthread_rwlock_tryrdlock(lock) == 0) return 0;
    return lock->__mine == __BRAID_WRITER && __VERIFIER_nondet_bool() ? 35 : 110;
}
int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *until) {
    if (pthread_rwlock_trywrlock(lock) == 0) return 0;
    return lock->__mine == __BRAID_WRITER && __VERIFIER_nondet_bool() ? 35 : 110;
}
__attribute__((braid_atomic)) int pthread_rwlock_unlock(pthread_rwlock_t *lock) {
    __braid_demand(lock->__mine != 0, lock, "this thread holds");
    __braid_unlocks();
    if (lock->__mine == __BRAID_WRITER) {
        lock->locked_by_writer = 0;
        lock->__mine = 0;
    } else {
        lock->locked_by_readers--;
        lock->__mine--;
    }
    return 0;
}
int pthread_rwlockattr_init(pthread_rwlockattr_t *attr) { return 0; }
int pthread_rwlockattr_destroy(pthread_rwlockattr_t *attr) { return 0; }
int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *attr, int shared) { __braid_shared(shared); return 0; }
extern int pthread_rwlockattr_getpshared(const pthread_rwlockattr_t *attr, int *shared);
extern int pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t *attr, int *kind);
int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *attr, int kind) { return 0; }

/* Those of one round leave before the first of the next one arrives: it makes no difference to anybody. */
__attribute__((braid_atomic)) int pthread_barrier_init(pthread_barrier_t *barrier, const pthread_barrierattr_t *attr, unsigned int count) {
    if (count == 0) return 22;
    barrier->__count = count;
    barrier->arrived = 0;
    barrier->__leaving = 0;
    barrier->__serial = 0;
    return 0;
}
/* It waits for those that are about to leave, and so may the memory be given up behind it. */
__attribute__((braid_atomic)) int pthread_barrier_destroy(pthread_barrier_t *barrier) {
    __braid_await(barrier->__leaving == 0);
    __braid_demand(barrier->arrived == 0, barrier, "nobody waits at");
    return 0;
}
__attribute__((braid_atomic)) void __braid_barrier_arrive(pthread_barrier_t *barrier) {
    __braid_demand(barrier->__count != 0, barrier, "`pthread_barrier_init` has been called for");
    __braid_await(barrier->__leaving == 0);
    barrier->arrived++;
    if (barrier->arrived == barrier->__count) {
        barrier->arrived = 0;
        barrier->__leaving = barrier->__count;
        barrier->__serial = 1;
    }
}
__attribute__((braid_atomic)) int __braid_barrier_leave(pthread_barrier_t *barrier) {
    __braid_await(barrier->__leaving != 0);
    barrier->__leaving--;
    if (barrier->__serial && (barrier->__leaving == 0 || __VERIFIER_nondet_bool())) {
        barrier->__serial = 0;
        return PTHREAD_BARRIER_SERIAL_THREAD;
    }
    return 0;
}
int pthread_barrier_wait(pthread_barrier_t *barrier) {
    __braid_barrier_arrive(barrier);
    return __braid_barrier_leave(barrier);
}
int pthread_barrierattr_init(pthread_barrierattr_t *attr) { return 0; }
int pthread_barrierattr_destroy(pthread_barrierattr_t *attr) { return 0; }
int pthread_barrierattr_setpshared(pthread_barrierattr_t *attr, int shared) { __braid_shared(shared); return 0; }
extern int pthread_barrierattr_getpshared(const pthread_barrierattr_t *attr, int *shared);

extern int pthread_spin_init(pthread_spinlock_t *lock, int shared);
extern int pthread_spin_destroy(pthread_spinlock_t *lock);
extern int pthread_spin_lock(pthread_spinlock_t *lock);
extern int pthread_spin_trylock(pthread_spinlock_t *lock);
extern int pthread_spin_unlock(pthread_spinlock_t *lock);

__attribute__((braid_atomic)) _Bool __braid_once_begin(pthread_once_t *once) {
    if (*once == 0) {
        *once = 1;
        return 1;
    }
    __braid_await(*once == 2);
    return 0;
}
__attribute__((braid_atomic)) void __braid_once_end(pthread_once_t *once) { *once = 2; }
int pthread_once(pthread_once_t *once, void (*init)(void)) {
    if (__braid_once_begin(once)) {
        init();
        __braid_once_end(once);
    }
    return 0;
}

int pthread_key_create(pthread_key_t *key, void (*destroy)(void *)) {
    unsigned int next = __sync_fetch_and_add(&__braid_keys, 1);
    if (next >= 8) __braid_limit("more than 8 keys of thread-specific data");
    if (destroy) {
        if (next >= 3) __braid_limit("a destructor for more than 3 keys of thread-specific data");
        __braid_destroy[next] = destroy;
    }
    __braid_key_is_there[next] = 1;
    *key = next;
    return 0;
}
int pthread_key_delete(pthread_key_t key) {
    __braid_demand(key < 8, key, "`pthread_key_create` has given");
    __braid_demand(__braid_key_is_there[key], key, "`pthread_key_create` has given");
    __braid_key_is_there[key] = 0;
    if (key < 3) __braid_destroy[key] = 0;
    return 0;
}
void *pthread_getspecific(pthread_key_t key) {
    __braid_demand(key < 8, key, "`pthread_key_create` has given");
    __braid_demand(__braid_key_is_there[key], key, "`pthread_key_create` has given");
    return __braid_specific[key];
}
int pthread_setspecific(pthread_key_t key, const void *value) {
    __braid_demand(key < 8, key, "`pthread_key_create` has given");
    __braid_demand(__braid_key_is_there[key], key, "`pthread_key_create` has given");
    __braid_specific[key] = (void *)value;
    return 0;
}

#endif
