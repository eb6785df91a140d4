// Twin of double_checked.c: the pointer is published before the data; least threads: 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct config {
    int verbosity;
    int port;
};

static struct config storage;
static _Atomic(struct config *) instance;
static pthread_mutex_t init_lock = PTHREAD_MUTEX_INITIALIZER;

static struct config *get_config(void)
{
    struct config *c = atomic_load_explicit(&instance, memory_order_acquire);

    if (c == NULL) {
        pthread_mutex_lock(&init_lock);
        c = atomic_load_explicit(&instance, memory_order_relaxed);
        if (c == NULL) {
            c = &storage;
            c->verbosity = 2;
            atomic_store_explicit(&instance, c, memory_order_release);
            c->port = 8080;
        }
        pthread_mutex_unlock(&init_lock);
    }
    return c;
}

static void *client(void *arg)
{
    struct config *c = get_config();

    (void)arg;
    assert(c->port == 8080);    //~ unsafe(2)
    assert(c->verbosity == 2);    //~ safe
    return NULL;
}

int main(void)
{
    pthread_t t;

    while (1)
        pthread_create(&t, NULL, client, NULL);
}
