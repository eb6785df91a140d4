/* Another process may send the signal. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t done;
static int finished;

int main(void)
{
    pthread_condattr_t attr;
    pthread_condattr_init(&attr);
    pthread_condattr_setpshared(&attr, PTHREAD_PROCESS_SHARED);
    pthread_cond_init(&done, &attr);
    pthread_mutex_lock(&lock);
    while (!finished)
        pthread_cond_wait(&done, &lock);
    pthread_mutex_unlock(&lock);
    return 0;
}
