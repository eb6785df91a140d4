/* What happens before an operation without defined behaviour does not depend on it, and neither does what
   happens instead of it. What happens after it does. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int done;

static void *worker(void *arg)
{
    *(int *)arg = 5;
    done = 1;
    return NULL;
}

int main(void)
{
    int *p = malloc(sizeof *p);
    *p = 1;
    assert(*p == 1); //~ safe
    pthread_t t;
    pthread_create(&t, NULL, worker, p);
    pthread_join(t, NULL);
    int seen = *p;
    assert(seen == 5); //~ safe
    free(p);
    if (rand() % 2) {
        *p = 2; //~ unsafe(1)
    } else {
        assert(done == 1); //~ safe
        return 0;
    }
    assert(seen == 5); //~ unknown, truly safe: behind an operation that is not defined
    return 0;
}
