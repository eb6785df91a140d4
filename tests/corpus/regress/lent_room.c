/* A variable that other threads see, declared again and again: there is room for so many only. */
#include <assert.h>
#include <pthread.h>

static int *seen;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg)
{
    for (;;) {
        int own = 1;
        pthread_mutex_lock(&lock);
        seen = &own;
        *seen = 4;
        seen = 0;
        pthread_mutex_unlock(&lock);
        assert(own == 4); //~ unknown, truly safe: more than 16 variables one after the other
    }
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
