/* A function that is defined elsewhere may call one of this file that sends the signal. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t done = PTHREAD_COND_INITIALIZER;
static int finished;

void start_client(void);

void tell_finished(void)
{
    pthread_mutex_lock(&lock);
    finished = 1;
    pthread_cond_signal(&done);
    pthread_mutex_unlock(&lock);
}

int main(void)
{
    start_client();
    pthread_mutex_lock(&lock);
    while (!finished)
        pthread_cond_wait(&done, &lock);
    pthread_mutex_unlock(&lock);
    return 0;
}
