/* A consumer waits for an item, and the producer says when it is there */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t nonempty = PTHREAD_COND_INITIALIZER;
static int ready, item;

static void *producer(void *arg)
{
    pthread_mutex_lock(&lock);
    item = 42;
    ready = 1;
    pthread_cond_signal(&nonempty);
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *consumer(void *arg)
{
    pthread_mutex_lock(&lock);
    while (!ready)
        pthread_cond_wait(&nonempty, &lock);
    assert(item == 42);    //~ safe
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t p, c;
    pthread_create(&c, NULL, consumer, NULL);
    pthread_create(&p, NULL, producer, NULL);
    pthread_join(p, NULL);
    pthread_join(c, NULL);
    return 0;
}
