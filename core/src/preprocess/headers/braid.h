/*
 * braid.h - optional annotations for Braid, the verifier of C programs with threads.
 *
 * Public domain: copy this file freely, no licence or credit needed.
 *
 * Only Braid defines __BRAID__. For a compiler every macro is nothing or a real C construct, so the
 * binary never differs from what Braid checks. Write storage class first: static BRAID_LOCAL int x;
 */
#ifndef BRAID_H
#define BRAID_H

#include <assert.h>

#ifdef __BRAID__
# define BRAID_THREAD(n)     __attribute__((braid_thread(n)))
# define BRAID_SHARED        __attribute__((braid_shared))
# define BRAID_LOCAL         _Thread_local
# define BRAID_GUARDED_BY(m) __attribute__((braid_guarded_by(m)))
# define BRAID_INIT          __attribute__((braid_init))
# define BRAID_ATOMIC        __attribute__((braid_atomic))
# define BRAID_ASSERT(e)     __VERIFIER_assert(e)
# define BRAID_ASSUME(e)     __VERIFIER_assume(e)
# define BRAID_INVARIANT(e)  __braid_invariant(e)
#else
# define BRAID_THREAD(n)       /* function: n (a number, or any) instances of it run */
# define BRAID_SHARED          /* variable: shared on purpose */
# if defined(__cplusplus)      /* file-scope or static variable: one copy per thread */
#  define BRAID_LOCAL        thread_local
# elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#  define BRAID_LOCAL        _Thread_local
# else
#  define BRAID_LOCAL        __thread
# endif
# define BRAID_GUARDED_BY(m)   /* variable: every access holds the mutex m; checked */
# define BRAID_INIT            /* function: runs before the first thread; checked */
# define BRAID_ATOMIC          /* function: indivisible in the model; lock it yourself; trusted */
# define BRAID_ASSERT(e)     assert(e)     /* must hold in every interleaving */
# define BRAID_ASSUME(e)     assert(e)     /* runs that break it do not count; trusted */
# define BRAID_INVARIANT(e)  ((void)0)     /* a hint, tried and never trusted */
#endif

#endif
