/* pthread_mutex_trylock succeeds or not, and tells which. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int users;

static void *worker(void *arg)
{
    (void)arg;
    if (pthread_mutex_trylock(&m) == 0) {
        users++;
        assert(users == 1); //~ safe
        users--;
        pthread_mutex_unlock(&m);
    } else {
        assert(0); //~ unsafe(2)
    }
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_exit(0);
}
