/* Jumps behind the declaration of a variable that other threads see. */
#include <assert.h>
#include <pthread.h>

static int *seen;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg)
{
    int good = 1;
    pthread_mutex_lock(&lock);
    if (arg) {
        goto out;
    }
    seen = &good;
    *seen = 2;
    seen = 0;
    assert(good == 2); //~ safe
out:
    pthread_mutex_unlock(&lock);
    assert(good == 1 || good == 2); //~ safe
    return 0;
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
