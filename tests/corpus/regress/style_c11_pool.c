#include <assert.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>
#define NTHREADS 2
typedef struct { mtx_t m; cnd_t c; int head, tail; int q[4]; _Bool closed; } chan;
static chan ch;
static once_flag flag = ONCE_FLAG_INIT;
static thread_local int mine;
static atomic_int total = ATOMIC_VAR_INIT(0);
static void init(void) { mtx_init(&ch.m, mtx_plain); cnd_init(&ch.c); }
static int worker(void *arg)
{
    int id = *(int *)arg;
    call_once(&flag, init);
    for (;;) {
        mtx_lock(&ch.m);
        while (ch.head == ch.tail && !ch.closed)
            cnd_wait(&ch.c, &ch.m);
        if (ch.head == ch.tail) { mtx_unlock(&ch.m); break; }
        int v = ch.q[ch.head++ % 4];
        mtx_unlock(&ch.m);
        mine += v;
    }
    atomic_fetch_add_explicit(&total, mine, memory_order_acq_rel);
    return id;
}
int main(void)
{
    thrd_t t[NTHREADS];
    int ids[NTHREADS] = {0, 1};
    call_once(&flag, init);
    for (int i = 0; i < NTHREADS; i++)
        if (thrd_create(&t[i], worker, &ids[i]) != thrd_success) abort();
    for (int v = 1; v <= 2; v++) {
        mtx_lock(&ch.m);
        ch.q[ch.tail++ % 4] = v;
        cnd_signal(&ch.c);
        mtx_unlock(&ch.m);
    }
    mtx_lock(&ch.m); ch.closed = 1; cnd_broadcast(&ch.c); mtx_unlock(&ch.m);
    int res = 0;
    for (int i = 0; i < NTHREADS; i++) { int r; thrd_join(t[i], &r); res += r; }
    assert(res == 1); //~ safe
    assert(total == 3); //~ safe
    return 0;
}
