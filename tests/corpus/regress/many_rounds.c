/* Too many states to search, but one preemption is enough. */
#include <assert.h>
#include <pthread.h>

static int x;

static void *worker(void *unused)
{
    for (int i = 0; i < 500; i++)
        x++;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 1000); //~ unsafe(2)
    return 0;
}
