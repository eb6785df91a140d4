/* What is one step and what is two: each assertion fails only because others step in between. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int plain, other;
_Atomic int counted;
struct pair {
    int a, b;
} pair;
int at, table[2] = {1, 0};

static void *writer(void *arg)
{
    (void)arg;
    plain = 1;
    other = 1;
    pair.a = 1;
    pair.b = 1;
    at = 1;
    table[0] = 0;
    return 0;
}

static void *counter(void *arg)
{
    (void)arg;
    counted++;
    return 0;
}

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], 0, writer, 0);
    pthread_create(&threads[1], 0, counter, 0);
    pthread_create(&threads[2], 0, counter, 0);
    assert(plain == plain); //~ unsafe(3)
    assert(!(plain == 0 && other == 1)); //~ unsafe(3)
    struct pair copy = pair;
    assert(copy.a >= copy.b); //~ unsafe(3)
    assert(table[at] == 1); //~ unsafe(3)
    pthread_join(threads[1], 0);
    pthread_join(threads[2], 0);
    assert(counted == 2); //~ safe
    return 0;
}
