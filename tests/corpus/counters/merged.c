/* Each thread counts in a variable of its own and adds it to the total once, at the end. */
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
    pthread_mutex_lock(&total_lock);
    total += local_count;
    pthread_mutex_unlock(&total_lock);
    return arg;
}

int main(void)
{
    pthread_t threads[THREADS];

    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert(total == THREADS * EVENTS);    //~ safe
    assert(local_count == 0);    //~ safe
    return 0;
}
