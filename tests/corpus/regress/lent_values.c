/* What locals hold that other threads see: in rounds of a loop, in parameters, in parts, and from the start. */
#include <assert.h>
#include <pthread.h>

struct box {
    int numbers[2];
    struct box *itself;
};

static int *seen;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int raised(int own)
{
    pthread_mutex_lock(&lock);
    seen = &own;
    *seen += 1;
    seen = 0;
    pthread_mutex_unlock(&lock);
    return own;
}

static void *worker(void *arg)
{
    assert(raised(1) + raised(2) == 5); //~ safe
    for (int i = 0; i < 2; i++) {
        int own = i;
        pthread_mutex_lock(&lock);
        seen = &own;
        *seen += 1;
        seen = 0;
        pthread_mutex_unlock(&lock);
        assert(own == i + 1); //~ safe
    }
    struct box box = {{1}, &box};
    int start;
    pthread_mutex_lock(&lock);
    seen = box.numbers;
    box.itself->numbers[1]++;
    seen[1]++;
    seen = &start;
    seen = 0;
    pthread_mutex_unlock(&lock);
    assert(box.numbers[0] == 1 && box.numbers[1] == 2); //~ safe
    assert(start == 0); //~ unsafe(1)
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, &a);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
