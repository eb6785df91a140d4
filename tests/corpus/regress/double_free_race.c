/* Two threads free the same memory; nothing is known of what comes after. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *p;

static void *release(void *arg)
{
    free(p); //~ unsafe(2)
    return arg;
}

int main(void)
{
    pthread_t a, b;
    p = malloc(sizeof *p);
    pthread_create(&a, NULL, release, NULL);
    pthread_create(&b, NULL, release, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(0); //~ unknown, truly safe: every run frees twice before
    return 0;
}
