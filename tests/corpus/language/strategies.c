// Workers ask a strategy, through a pointer, for the range that they add to.
#include <assert.h>
#include <pthread.h>

struct range {
    int low, high;
};

static struct range narrow(int at)
{
    struct range range = { at, at + 1 };
    return range;
}

static struct range wide(int at)
{
    struct range inner = narrow(at);
    return (struct range){ inner.low - 1, inner.high + 1 };
}

static struct range (*const strategies[2])(int) = { narrow, wide };
static int sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg)
{
    int number = *(int *)arg;
    struct range range = strategies[number](5);

    pthread_mutex_lock(&lock);
    sum += range.high - range.low;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    static int numbers[2] = { 0, 1 };
    pthread_t threads[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, worker, &numbers[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    assert(sum == 4); //~ safe
    assert(strategies[1](3).low + strategies[0](1).high == 4); //~ safe
    return 0;
}
