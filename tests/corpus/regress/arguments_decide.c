// How many items there are depends on the command line, which can say anything.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int n_items = 2, n_ready, n_taken;

static void *producer(void *unused)
{
    int i;

    (void)unused;
    for (i = 0; i < n_items; i++) {
        pthread_mutex_lock(&mutex);
        while (n_ready == 1)
            pthread_cond_wait(&changed, &mutex);
        n_ready++;
        assert(n_ready == 1); //~ safe
        pthread_cond_broadcast(&changed);
        pthread_mutex_unlock(&mutex);
    }
    return 0;
}

static void *consumer(void *unused)
{
    int i;

    (void)unused;
    for (i = 0; i < n_items; i++) {
        pthread_mutex_lock(&mutex);
        while (n_ready == 0)
            pthread_cond_wait(&changed, &mutex);
        n_ready--;
        n_taken++;
        pthread_cond_broadcast(&changed);
        pthread_mutex_unlock(&mutex);
    }
    return 0;
}

int main(int argc, char **argv)
{
    pthread_t p, c;

    if (argc > 1 && atoi(argv[1]) > 3)
        n_items = 3;
    pthread_create(&p, 0, producer, 0);
    pthread_create(&c, 0, consumer, 0);
    pthread_join(p, 0);
    pthread_join(c, 0);
    assert(n_taken == n_items); //~ safe
    return 0;
}
