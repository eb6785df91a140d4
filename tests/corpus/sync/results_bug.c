/* main adds up what two threads return; here it asks one of them twice. */
#include <pthread.h>
#include <assert.h>
#include <stdint.h>

static void *first(void *arg)
{
    (void) arg;
    return (void *) (intptr_t) 20;
}

static void *second(void *arg)
{
    (void) arg;
    pthread_exit((void *) (intptr_t) 22);
}

int main(void)
{
    pthread_t a, b;
    void *x, *y;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, &x);
    pthread_join(a, &y);
    assert((intptr_t) x + (intptr_t) y == 42); //~ unsafe(2)
    return 0;
}
