// Twin of leader.c: the leader gives the flag back; least threads: 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

static atomic_flag elected = ATOMIC_FLAG_INIT;
static int leaders;

static void *worker(void *arg)
{
    (void)arg;
    bool late = atomic_flag_test_and_set(&elected);
    if (!late) {
        leaders++;
        atomic_flag_clear(&elected);
        assert(leaders == 1);    //~ unsafe(2)
    }
    return NULL;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, NULL, worker, NULL);
}
