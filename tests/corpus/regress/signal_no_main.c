/* Without main, whoever uses the file may send the signal. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER;
static unsigned jobs;

void *worker(void *arg) // braid: thread(2)
{
    pthread_mutex_lock(&lock);
    while (jobs == 0)
        pthread_cond_wait(&work, &lock);
    jobs--;
    pthread_mutex_unlock(&lock);
    return arg;
}

void submit(void)
{
    pthread_mutex_lock(&lock);
    jobs++;
    pthread_cond_signal(&work);
    pthread_mutex_unlock(&lock);
}
