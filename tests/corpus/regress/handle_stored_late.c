/* A thread may run before pthread_create has stored its handle. */
#include <assert.h>
#include <pthread.h>

pthread_t thread;
pthread_t all[2];

static void *worker(void *arg)
{
    (void)arg;
    assert(pthread_equal(pthread_self(), thread)); //~ unsafe(1)
    return 0;
}

static void *other(void *arg)
{
    (void)arg;
    return 0;
}

int main(void)
{
    pthread_create(&thread, 0, worker, 0);
    for (int i = 0; i < 2; i++)
        pthread_create(&all[i], 0, other, 0);
    assert(!pthread_equal(all[0], all[1])); //~ safe
    assert(!pthread_equal(thread, pthread_self())); //~ safe
    pthread_join(all[0], 0);
    pthread_join(all[1], 0);
    pthread_join(thread, 0);
    return 0;
}
