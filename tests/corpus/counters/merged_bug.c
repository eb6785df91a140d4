/* Twin of merged.c: the totals are merged without the lock; least threads: 2 */
#include <assert.h>
#include <pthread.h>

#define THREADS 2
#define EVENTS 3

static __thread int local_count;
static pthread_mutex_t total_lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void count_event(void)
{
    local_count++;
}

static void *worker(void *arg)
{
    for (int i = 0; i < EVENTS; i++)
        count_event();
    assert(local_count == EVENTS);    //~ safe
    total += local_count;
    return arg;
}

int main(void)
{
    pthread_t threads[THREADS];

    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert(total == THREADS * EVENTS);    //~ unsafe(2)
    assert(local_count == 0);    //~ safe
    return 0;
}
