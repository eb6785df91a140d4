/* A worker that nobody tells to stop, and main waits for its end. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER;
static int jobs;

static void *worker(void *arg)
{
    (void) arg;
    pthread_mutex_lock(&lock);
    for (;;) {
        while (jobs == 0)
            pthread_cond_wait(&work, &lock); //~ deadlock(1)
        jobs--;
    }
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&lock);
    jobs = 1;
    pthread_cond_signal(&work);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
