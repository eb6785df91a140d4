/* In `a = b = s` the shared s is read once, and b is not read again. */
#include <assert.h>
#include <pthread.h>

int a, b, s;

static void *writer(void *arg)
{
    (void)arg;
    s = 1;
    b = 2;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    a = b = s;
    assert(a != 2); //~ safe
    assert(a == b); //~ unsafe(1)
    return 0;
}
