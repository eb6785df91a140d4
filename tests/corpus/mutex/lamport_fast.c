/*
 * Lamport's fast mutual exclusion algorithm (1987) for two threads: without
 * contention a thread passes with seven memory accesses.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define N 2

static atomic_int x, y;            /* thread numbers from 1; 0 is nobody */
static atomic_int b[N + 1];
static int in_cs;

static void *process(void *arg)
{
    int i = (int) (long) arg;
    int j;

start:
    b[i] = 1;
    x = i;
    if (y != 0) {
        b[i] = 0;
        while (y != 0)
            ;
        goto start;
    }
    y = i;
    if (x != i) {
        b[i] = 0;
        for (j = 1; j <= N; j++)
            while (b[j] != 0)
                ;
        if (y != i) {
            while (y != 0)
                ;
            goto start;
        }
    }

    in_cs++;
    assert(in_cs == 1);    //~ safe
    in_cs--;

    y = 0;
    b[i] = 0;
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, process, (void *) 1L);
    pthread_create(&t2, NULL, process, (void *) 2L);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
