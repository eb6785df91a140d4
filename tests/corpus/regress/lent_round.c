/* In each round of a loop there is another variable, and the one of the round before is gone. */
#include <pthread.h>

static int *seen;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg)
{
    int *last = 0;
    for (int i = 0; i < 2; i++) {
        int own = i;
        pthread_mutex_lock(&lock);
        seen = &own;
        *seen += 1;
        seen = 0;
        pthread_mutex_unlock(&lock);
        if (arg && last) {
            *last = 3; //~ unsafe(2)
        }
        last = &own;
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
