/* As c11.c, but the payload is written after the flag, without the lock. */
#include <threads.h>
#include <assert.h>
#include <stdbool.h>

static mtx_t m;
static cnd_t changed;
static bool ready;
static int payload;

static int publish(void *arg)
{
    (void) arg;
    mtx_lock(&m);
    ready = true;
    cnd_broadcast(&changed);
    mtx_unlock(&m);
    payload = 42;
    return 0;
}

static int consume(void *arg)
{
    (void) arg;
    mtx_lock(&m);
    while (!ready)
        cnd_wait(&changed, &m);
    mtx_unlock(&m);
    assert(payload == 42); //~ unsafe(2)
    return 0;
}

int main(void)
{
    thrd_t a, b;
    if (mtx_init(&m, mtx_plain) != thrd_success || cnd_init(&changed) != thrd_success)
        return 1;
    if (thrd_create(&a, publish, NULL) != thrd_success)
        return 1;
    if (thrd_create(&b, consume, NULL) != thrd_success)
        return 1;
    thrd_join(a, NULL);
    thrd_join(b, NULL);
    mtx_destroy(&m);
    return 0;
}
