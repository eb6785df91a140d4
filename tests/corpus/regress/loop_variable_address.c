/* All threads get the address of the loop variable: some see the same number. */
#include <assert.h>
#include <pthread.h>

int taken[3];

static void *worker(void *arg)
{
    int me = *(int *)arg; //~ unsafe(2)
    assert(me < 2); //~ unsafe(2)
    taken[me]++;
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, worker, &i);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    assert(taken[0] == 1); //~ unsafe(2)
    return 0;
}
