// Twin of reach_error.c: next is raised in a step of its own; least threads: 4
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

extern void reach_error(void);

#define NUMBERS 3

static atomic_uint next;

static void *worker(void *arg)
{
    (void)arg;
    unsigned mine = next;
    if (mine < NUMBERS)
        next++;
    if (next > NUMBERS) {
        reach_error();    //~ unsafe(4)
        abort();
    }
    return NULL;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, NULL, worker, NULL);
}
