/* As recursive_sum.c, but the total is not under the lock. Fails with 2 threads. */
#include <assert.h>
#include <pthread.h>

static int numbers[6] = { 1, 2, 3, 4, 5, 6 };
static int total;

struct part {
    int first, last;
};

static int sum(const int *v, int lo, int hi)
{
    assert(lo < hi); //~ safe
    if (hi - lo == 1)
        return v[lo];
    int middle = (lo + hi) / 2;
    int left = sum(v, lo, middle);
    return left + sum(v, middle, hi);
}

static void *worker(void *arg)
{
    struct part *part = arg;
    int own = sum(numbers, part->first, part->last);
    total += own;
    return 0;
}

int main(void)
{
    pthread_t a, b;
    struct part parts[2] = { { 0, 3 }, { 3, 6 } };
    pthread_create(&a, 0, worker, &parts[0]);
    pthread_create(&b, 0, worker, &parts[1]);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(total == 21); //~ unsafe(2)
    return 0;
}
