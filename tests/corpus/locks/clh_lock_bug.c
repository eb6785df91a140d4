/* Twin of clh_lock.c: a thread joins the queue before its node says busy; least threads: 2 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define THREADS 2

static atomic_bool busy[THREADS + 1];
static atomic_int tail = THREADS;       /* a node that nobody holds */
static int balance;

static void *depositor(void *arg)
{
    int mine = (int)(long)arg;

    for (int i = 0; i < 2; i++) {
        int before = atomic_exchange(&tail, mine);
        atomic_store(&busy[mine], true);
        while (atomic_load(&busy[before]))
            ;

        int seen = balance;
        balance = seen + 5;
        assert(balance == seen + 5);    //~ unsafe(2)

        atomic_store(&busy[mine], false);
        mine = before;
    }
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, depositor, (void *)0L);
    pthread_create(&b, NULL, depositor, (void *)1L);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(balance == 20);    //~ unsafe(2)
    return 0;
}
