/* Destructors of thread-specific data run at the end of each thread, so what they create is there several times. */
#include <assert.h>
#include <pthread.h>

pthread_key_t key;
int *last;

static void *late(void *arg)
{
    (void)arg;
    int own = 1;
    last = &own;
    own++;
    assert(own == 2); //~ safe
    return 0;
}

static void destroy(void *value)
{
    (void)value;
    pthread_t thread;
    pthread_create(&thread, 0, late, 0);
}

static void *worker(void *arg)
{
    (void)arg;
    pthread_setspecific(key, &key);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_key_create(&key, destroy);
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_exit(0);
}
