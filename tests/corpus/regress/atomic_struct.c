/* Structs of an atomic type are read and written as a whole. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

typedef struct {
    int a, b;
} pair;

static _Atomic pair whole, called;
static pair torn;

static void *writer(void *unused)
{
    pair v = {1, 1};
    whole = v;
    atomic_store(&called, v);
    torn = v;
    return unused;
}

int main(void)
{
    pthread_t id;
    pthread_create(&id, NULL, writer, NULL);
    pair l = whole;
    assert(l.a == l.b); //~ safe
    l = atomic_load(&called);
    assert(l.a == l.b); //~ safe
    l = torn;
    assert(l.a == l.b); //~ unsafe(1)
    return 0;
}
