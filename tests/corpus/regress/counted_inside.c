// Whoever is inside is counted: then somebody is.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int inside;
// braid: thread(any)
void *work(void *unused)
{
    atomic_fetch_add(&inside, 1);
    assert(inside > 0); //~ safe
    atomic_fetch_sub(&inside, 1);
    return unused;
}
