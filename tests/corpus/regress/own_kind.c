/* A thread hands the address of its variable to a thread of the same function, which has one of its own. */
#include <assert.h>
#include <pthread.h>

static void *worker(void *arg)
{
    int *given = arg;
    int own = 0;
    if (*given == 1) {
        pthread_t thread;
        pthread_create(&thread, 0, worker, &own);
        pthread_join(thread, 0);
        assert(own == 0); //~ unsafe(2)
    } else {
        *given = 7;
    }
    return 0;
}

int main(void)
{
    int one = 1;
    pthread_t thread;
    pthread_create(&thread, 0, worker, &one);
    pthread_join(thread, 0);
    return 0;
}
