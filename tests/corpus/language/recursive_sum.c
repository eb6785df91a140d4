/* Two threads add up the halves of an array, each by a function that calls itself. */
#include <assert.h>
#include <pthread.h>

static int numbers[6] = { 1, 2, 3, 4, 5, 6 };
static int total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

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
    pthread_mutex_lock(&lock);
    total += own;
    pthread_mutex_unlock(&lock);
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
    assert(total == 21); //~ safe
    return 0;
}
