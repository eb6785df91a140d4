/* The same lock and condition in the words of C11. */
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
    payload = 42;
    ready = true;
    cnd_broadcast(&changed);
    mtx_unlock(&m);
    return 0;
}

static int consume(void *arg)
{
    (void) arg;
    mtx_lock(&m);
    while (!ready)
        cnd_wait(&changed, &m);
    mtx_unlock(&m);
    assert(payload == 42); //~ safe
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
