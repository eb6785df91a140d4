/* Threads without end: one of those to come sends the signal. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t enough = PTHREAD_COND_INITIALIZER;
static unsigned char served;

static void *client(void *arg)
{
    pthread_mutex_lock(&lock);
    if (served < 20)
        served++;
    if (served == 20)
        pthread_cond_signal(&enough);
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *reporter(void *arg)
{
    pthread_mutex_lock(&lock);
    while (served < 20)
        pthread_cond_wait(&enough, &lock);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, reporter, NULL);
    for (;;)
        pthread_create(&t, NULL, client, NULL);
}
