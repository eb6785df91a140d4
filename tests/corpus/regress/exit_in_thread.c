/* exit() in a thread ends the program. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int after;

static void *worker(void *arg)
{
    (void)arg;
    exit(0);
    after = 1;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    assert(after == 1); //~ safe
    return 0;
}
