/* As callbacks.c, but one operation makes the value smaller. */
#include <pthread.h>
#include <assert.h>

typedef int (*operation)(int);

static int twice(int x) { return 2 * x; }
static int next(int x) { return x - 1; }

static const operation table[] = { twice, next };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value = 3;

static void apply(operation op)
{
    pthread_mutex_lock(&lock);
    int old = value;
    value = op(old);
    assert(value > old); //~ unsafe
    value = 3;
    pthread_mutex_unlock(&lock);
}

static void *worker(void *arg)
{
    apply(table[(long) arg & 1]);
    return NULL;
}

static void start(pthread_t *t, void *(*run)(void *), long which)
{
    if (pthread_create(t, NULL, run, (void *) which))
        return;
}

int main(void)
{
    pthread_t a, b;
    start(&a, worker, 0);
    start(&b, &worker, 1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
