/* A thread uses a local of the thread that created it, which may have returned. */
#include <pthread.h>

static void *worker(void *arg)
{
    int *given = arg;
    if (given) {
        *given = 7; //~ unsafe(2)
        return 0;
    }
    int own = 0;
    pthread_t thread;
    pthread_create(&thread, 0, worker, &own);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    return 0;
}
