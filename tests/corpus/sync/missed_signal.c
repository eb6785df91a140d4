/* A thread waits until main is ready: it looks first, so a signal that came before it is not missed */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t go = PTHREAD_COND_INITIALIZER;
int ready, payload;

void *waiter(void *arg)
{
    pthread_mutex_lock(&lock);
    while (!ready)
        pthread_cond_wait(&go, &lock);
    assert(payload >= 0);    //~ safe
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, waiter, NULL);
    pthread_mutex_lock(&lock);
    payload = 7;
    ready = 1;
    pthread_cond_signal(&go);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    assert(ready == 1);    //~ safe
    return 0;
}
