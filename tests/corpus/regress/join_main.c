/* What main ends with is what a join of main gives. */
#include <assert.h>
#include <pthread.h>

pthread_t first;
int done;

static void *worker(void *arg)
{
    (void)arg;
    void *result;
    pthread_join(first, &result);
    assert(done); //~ safe
    assert(result == &done); //~ safe
    return 0;
}

int main(void)
{
    pthread_t thread;
    first = pthread_self();
    pthread_create(&thread, 0, worker, 0);
    done = 1;
    pthread_exit(&done);
}
