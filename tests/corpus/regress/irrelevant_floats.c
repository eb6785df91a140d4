/* Floating-point values are not modelled; what does not depend on them does not. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static double balance = 0;
static int count;

static void *worker(void *arg)
{
    balance = balance * 1.5 + 2.5;
    count++;
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(count <= 2); //~ safe
    assert(count == 2); //~ unsafe(2)
    assert(balance > 2.0); //~ unknown, truly safe: floating-point values
    return 0;
}
