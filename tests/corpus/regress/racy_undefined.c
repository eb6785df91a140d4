/* Operations that are undefined in some interleavings only. */
#include <pthread.h>

int value = 1, table[2], at;
int *volatile where = &value;

static void *clear(void *arg)
{
    (void)arg;
    value = 0;
    at = 2;
    where = 0;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, clear, 0);
    int a = 10 / value; //~ unsafe(1)
    int b = table[at]; //~ unsafe(1)
    int c = where ? *where : 0; //~ unsafe(1)
    return a + b + c;
}
