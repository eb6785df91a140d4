/* QRCU (read-copy-update with quick grace periods): three readers and an updater that waits for them. */
#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>

static atomic_int idx;              /* which counter new readers take */
static atomic_int ctr[2] = { 1, 0 };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static atomic_int in_section[3];       /* 0 before, 1 inside, 2 after */

static int get_unless_zero(atomic_int *c)
{
    int old = *c;
    while (old > 0)
        if (atomic_compare_exchange_strong(c, &old, old + 1))
            return 1;
    return 0;
}

static void *qrcu_reader(void *arg)
{
    int me = (int)(long)arg;
    int my;

    do
        my = idx;
    while (!get_unless_zero(&ctr[my]));

    in_section[me] = 1;
    in_section[me] = 2;

    atomic_fetch_sub(&ctr[my], 1);
    return NULL;
}

static void *qrcu_updater(void *arg)
{
    int was[3];
    int i, sum;

    for (i = 0; i < 3; i++)
        was[i] = in_section[i];

    /* the fast path: a sum of one, seen in either order, and nobody is reading */
    sum = ctr[0];
    sum += ctr[1];
    if (sum <= 1) {
        sum = ctr[0];
        sum += ctr[1];
    }
    if (sum > 1) {
        pthread_mutex_lock(&mutex);
        i = idx;
        atomic_fetch_add(&ctr[!i], 1);
        idx = !i;
        atomic_fetch_sub(&ctr[i], 1);
        while (ctr[i] > 0)
            ;
        pthread_mutex_unlock(&mutex);
    }

    /* whoever was reading when we started has finished */
    for (i = 0; i < 3; i++)
        if (was[i] == 1)
            assert(in_section[i] == 2);    //~ safe
    return arg;
}

int main(void)
{
    pthread_t readers[3], updater;
    long i;

    pthread_create(&updater, NULL, qrcu_updater, NULL);
    for (i = 0; i < 3; i++)
        pthread_create(&readers[i], NULL, qrcu_reader, (void *)i);
    for (i = 0; i < 3; i++)
        pthread_join(readers[i], NULL);
    pthread_join(updater, NULL);
    return 0;
}
