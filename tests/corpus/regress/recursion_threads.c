/* A thread function that calls itself, with variables of its own in each call. */
#include <assert.h>
#include <pthread.h>

static pthread_t thread;
static int n_calls;

static void *worker(void *arg)
{
    int depth = *(int *)arg;
    int next = depth + 1;
    n_calls++;
    if (depth < 3)
        worker(&next);
    else if (depth == 3)
        next = 9;
    assert(next == (depth == 3 ? 9 : depth + 1)); //~ safe
    return 0;
}

int main(void)
{
    int zero = 0;
    pthread_create(&thread, 0, worker, &zero);
    pthread_join(thread, 0);
    assert(n_calls == 4); //~ safe
    return 0;
}
