/* Lamport's bakery for two threads. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define N 2

static atomic_bool choosing[N];
static atomic_int number[N];
static int data;

static void lock(int me)
{
    choosing[me] = true;
    int max = 0;
    for (int k = 0; k < N; k++) {
        int n = number[k];
        if (n > max)
            max = n;
    }
    number[me] = max + 1;
    choosing[me] = false;

    for (int k = 0; k < N; k++) {
        if (k == me)
            continue;
        while (choosing[k])
            ;
        for (;;) {
            int other = number[k];
            if (other == 0)
                break;
            int mine = number[me];
            if (mine < other || (mine == other && me < k))
                break;
        }
    }
}

static void unlock(int me)
{
    number[me] = 0;
}

static void *customer(void *arg)
{
    int me = *(int *)arg;

    lock(me);
    data = me;
    assert(data == me);    //~ safe
    unlock(me);
    return NULL;
}

int main(void)
{
    pthread_t t[N];
    int ids[N];
    for (int i = 0; i < N; i++) {
        ids[i] = i;
        pthread_create(&t[i], NULL, customer, &ids[i]);
    }
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    return 0;
}
