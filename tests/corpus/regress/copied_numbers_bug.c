// One number too many is copied.
#include <pthread.h>
#include <string.h>

static int from[6] = { 5, 2, 9, 1, 7, 3 }, to[6];

static void part(int first, int end)
{
    memcpy(to + first, from + first, (size_t)(end - first) * sizeof *to); //~ unsafe(1)
}

static void *low(void *arg)
{
    part(0, 2);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, low, 0);
    part(2, 7);
    pthread_join(thread, 0);
    return 0;
}
