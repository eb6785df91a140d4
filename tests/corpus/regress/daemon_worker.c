/* A worker waits for work for ever, and main does not wait for it: no deadlock. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER;
static pthread_cond_t idle = PTHREAD_COND_INITIALIZER;
static int jobs;

static void *worker(void *arg)
{
    (void) arg;
    pthread_mutex_lock(&lock);
    for (;;) {
        while (jobs == 0)
            pthread_cond_wait(&work, &lock);
        jobs--;
        pthread_cond_signal(&idle);
    }
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_detach(t);
    pthread_mutex_lock(&lock);
    jobs = 1;
    pthread_cond_signal(&work);
    while (jobs != 0)
        pthread_cond_wait(&idle, &lock);
    assert(jobs == 0); //~ safe
    pthread_mutex_unlock(&lock);
    return 0;
}
