/* The address of a local that a thread returns is worth nothing when the thread has ended. */
#include <assert.h>
#include <pthread.h>

static void *worker(void *arg)
{
    int own = arg != 0;
    return &own;
}

int main(void)
{
    pthread_t a, b;
    void *result;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, &a);
    pthread_join(a, &result);
    pthread_join(b, 0);
    assert(result != 0); //~ safe
    return *(int *)result; //~ unsafe(2)
}
