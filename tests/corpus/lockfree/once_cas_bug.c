/* Twin of once_cas.c: the others go on while the winner still initialises; least threads: 2 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

enum { UNTOUCHED, RUNNING, DONE };

static int state = UNTOUCHED;
static int table[2];
static int times;

static void init_table(void)
{
    times++;
    table[0] = 3;
    table[1] = 4;
}

static void ensure_init(void)
{
    if (__sync_bool_compare_and_swap(&state, UNTOUCHED, RUNNING)) {
        init_table();
        __sync_lock_test_and_set(&state, DONE);
        return;
    }
    while (__sync_fetch_and_add(&state, 0) == UNTOUCHED)
        ;
}

static void *worker(void *arg)
{
    (void)arg;
    ensure_init();
    assert(table[0] + table[1] == 7);    //~ unsafe(2)
    assert(times == 1);    //~ safe
    return NULL;
}

int main(void)
{
    pthread_t t;

    while (1)
        pthread_create(&t, NULL, worker, NULL);
}
