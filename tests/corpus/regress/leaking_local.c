/* The local of which there are several that others see is the one that was published last. */
#include <assert.h>
#include <pthread.h>

int *published;

static void *worker(void *arg)
{
    (void)arg;
    int mine = 1;
    published = &mine;
    *published = 2;
    assert(mine == 1); //~ unsafe(1)
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
