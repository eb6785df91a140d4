/* A CLH queue lock over indices: a thread waits for the flag of the one before it, and leaves with that one's node. */
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
        atomic_store(&busy[mine], true);
        int before = atomic_exchange(&tail, mine);
        while (atomic_load(&busy[before]))
            ;

        int seen = balance;
        balance = seen + 5;
        assert(balance == seen + 5);    //~ safe

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
    assert(balance == 20);    //~ safe
    return 0;
}
