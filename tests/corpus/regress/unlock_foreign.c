/* Only the thread that holds a mutex may unlock it. */
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg)
{
    (void)arg;
    pthread_mutex_unlock(&m); //~ unsafe(1)
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_mutex_lock(&m);
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    pthread_mutex_unlock(&m);
    return 0;
}
