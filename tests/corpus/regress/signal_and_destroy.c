/* A condition variable may be destroyed, and initialised again, as soon as all that waited have been woken. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct latch {
    pthread_mutex_t lock;
    pthread_cond_t open;
    int is_open;
};

static struct latch *latch;

static void *waiter(void *arg)
{
    pthread_mutex_lock(&latch->lock);
    while (!latch->is_open)
        pthread_cond_wait(&latch->open, &latch->lock);
    pthread_mutex_unlock(&latch->lock);
    return arg;
}

int main(void)
{
    pthread_t t;
    latch = malloc(sizeof *latch);
    pthread_mutex_init(&latch->lock, NULL);
    pthread_cond_init(&latch->open, NULL);
    latch->is_open = 0;
    pthread_create(&t, NULL, waiter, NULL);
    pthread_mutex_lock(&latch->lock);
    latch->is_open = 1;
    pthread_cond_broadcast(&latch->open);
    pthread_cond_destroy(&latch->open);
    pthread_cond_init(&latch->open, NULL);
    pthread_mutex_unlock(&latch->lock);
    pthread_join(t, NULL);
    assert(latch->is_open); //~ safe
    pthread_mutex_destroy(&latch->lock);
    pthread_cond_destroy(&latch->open);
    free(latch);
    return 0;
}
