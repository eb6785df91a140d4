/* The usual preamble of verification programs: the function's own check is what counts. */
#include <assert.h>
#include <pthread.h>

extern void abort(void);
void reach_error(void) { assert(0); }
void __VERIFIER_assert(int cond)
{
    if (!cond) {
    ERROR: {
        reach_error(); //~ safe
        abort();
    }
    }
}

static int x;

static void *worker(void *unused)
{
    x = 1;
    return unused;
}

int main(void)
{
    pthread_t id;
    pthread_create(&id, NULL, worker, NULL);
    __VERIFIER_assert(x < 2);
    return 0;
}
