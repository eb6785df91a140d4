/* The twin: the handler gives the lock back a moment too early. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int inside;

static void leave(void *arg)
{
    pthread_mutex_unlock(arg);
    inside = 0;
}

void *worker(void *arg)
{
    pthread_mutex_lock(&lock);
    pthread_cleanup_push(leave, &lock);
    assert(inside == 0);    //~ unsafe(2)
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
