/* A jump back in front of the declaration of a variable that other threads see, which stays the same variable. */
#include <assert.h>
#include <pthread.h>

static int *seen;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg)
{
    int *other = 0;
again:;
    int twice;
    if (!other) {
        pthread_mutex_lock(&lock);
        seen = &twice; //~ error[escaping-local]
        pthread_mutex_unlock(&lock);
        other = &twice;
        goto again;
    }
    twice = 1;
    *other = 5;
    assert(twice == 5); //~ unknown, truly safe: a jump leads back in front of the declaration
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
