/* Each worker returns its part, and main adds them up. */
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
    pthread_join(b, &y);
    assert((intptr_t) x + (intptr_t) y == 42); //~ safe
    return 0;
}
