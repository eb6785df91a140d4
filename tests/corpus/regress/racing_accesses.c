// Plain accesses to the flag race; under sequential consistency the assertion holds.
#include <assert.h>
#include <pthread.h>

static int flag, data;

static void *producer(void *arg)
{
    data = 42;
    flag = 1;
    return arg;
}

static void *consumer(void *arg)
{
    if (flag)
        assert(data == 42);    //~ safe
    return arg;
}

int main(void)
{
    pthread_t p, c;
    pthread_create(&p, NULL, producer, NULL);
    pthread_create(&c, NULL, consumer, NULL);
    pthread_join(p, NULL);
    pthread_join(c, NULL);
    return 0;
}
