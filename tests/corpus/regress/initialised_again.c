// A mutex or a handle that is initialised is as it is at first, in each round of a loop and by memset.
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct pool {
    pthread_mutex_t mutex;
    pthread_t threads[2];
};

struct pool pool;

void *worker(void *arg) { return NULL; }

int main(void) {
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    for (int i = 0; i < 2; i++) {
        pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
        pthread_t thread = 0;
        assert(!thread);                                      //~ safe
        assert(pthread_mutex_trylock(&mutex) == 0);           //~ safe
        assert(pthread_mutex_trylock(&mutex) != 0);           //~ safe
        pthread_mutex_unlock(&mutex);
        pthread_mutex_init(&mutex, &kind);
        pthread_mutex_lock(&mutex);
        pthread_create(&thread, NULL, worker, NULL);
    }
    pthread_create(&pool.threads[1], NULL, worker, NULL);
    pthread_mutex_lock(&pool.mutex);
    memset(&pool, 0, sizeof pool);
    assert(!pool.threads[1]);                                 //~ safe
    assert(pthread_mutex_trylock(&pool.mutex) == 0);          //~ safe
    return 0;
}
