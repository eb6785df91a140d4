// The error is a call, not an assertion; any number of threads hand out at most three numbers.
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
    while (mine < NUMBERS && !atomic_compare_exchange_weak(&next, &mine, mine + 1))
        ;
    if (next > NUMBERS) {
        reach_error();    //~ safe
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
