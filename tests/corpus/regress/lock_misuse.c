/* Ways to misuse locks, each an operation without defined behaviour. */
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t barrier;

int main(int argc, char **argv)
{
    (void)argv;
    switch (argc) {
    case 1:
        pthread_cond_wait(&c, &m); //~ unsafe(0)
        break;
    case 2:
        pthread_mutex_lock(&m);
        pthread_mutex_destroy(&m); //~ unsafe(0)
        break;
    case 3:
        pthread_rwlock_unlock(&rw); //~ unsafe(0)
        break;
    case 4:
        pthread_rwlock_rdlock(&rw);
        pthread_rwlock_destroy(&rw); //~ unsafe(0)
        break;
    case 5:
        pthread_barrier_wait(&barrier); //~ unsafe(0)
        break;
    }
    return 0;
}
