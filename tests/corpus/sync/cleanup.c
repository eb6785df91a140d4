/* A clean-up handler gives the lock back, also where the thread leaves the section early. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int inside;

static void leave(void *arg)
{
    inside = 0;
    pthread_mutex_unlock(arg);
}

void *worker(void *arg)
{
    pthread_mutex_lock(&lock);
    pthread_cleanup_push(leave, &lock);
    assert(inside == 0);    //~ safe
    inside = 1;
    pthread_cleanup_pop(1);
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
