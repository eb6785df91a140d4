// Twin of rcu_publish.c: the record that is in use is changed in place; least threads: 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct route {
    int gateway;
    int metric;         // always ten times the gateway
};

static struct route copies[2] = { { 1, 10 }, { 0, 0 } };
static _Atomic(struct route *) current = &copies[0];

static void *updater(void *arg)
{
    struct route *fresh = atomic_load(&current);

    fresh->gateway = 2;
    fresh->metric = 20;
    atomic_store_explicit(&current, fresh, memory_order_release);
    return arg;
}

static void *reader(void *arg)
{
    struct route *r = atomic_load_explicit(&current, memory_order_consume);

    assert(r->metric == 10 * r->gateway);    //~ unsafe(2)
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, updater, NULL);
    for (;;)
        pthread_create(&t, NULL, reader, NULL);
}
