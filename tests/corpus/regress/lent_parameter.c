/* Parameters are variables of the function as well, and are gone when it returns. */
#include <pthread.h>

static int *seen;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int raised(int own)
{
    pthread_mutex_lock(&lock);
    seen = &own;
    *seen += 1;
    pthread_mutex_unlock(&lock);
    return own;
}

static void *worker(void *arg)
{
    raised(1);
    if (arg) {
        pthread_mutex_lock(&lock);
        *seen = 1; //~ unsafe(2)
        pthread_mutex_unlock(&lock);
    }
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
