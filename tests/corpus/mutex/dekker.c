// Dekker's mutual exclusion of two threads, two rounds each.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

static atomic_bool wants[2];
static atomic_int turn;
static int inside;

static void *worker(void *arg)
{
    int me = (int)(intptr_t)arg;
    int other = 1 - me;

    for (int round = 0; round < 2; round++) {
        wants[me] = true;
        while (wants[other]) {
            if (turn == me)
                continue;
            wants[me] = false;
            while (turn != me)
                ;
            wants[me] = true;
        }
        inside++;
        assert(inside == 1);    //~ safe
        inside--;
        turn = other;
        wants[me] = false;
    }
    return NULL;
}

int main(void)
{
    pthread_t first, second;

    pthread_create(&first, NULL, worker, (void *)0);
    pthread_create(&second, NULL, worker, (void *)1);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
