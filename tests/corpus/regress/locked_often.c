// How often a thread holds a lock has no small limit: the 256th time was taken for none.
#include <assert.h>
#include <pthread.h>
#include <threads.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
mtx_t mutex;
int inside;

int other(void *arg) {
    mtx_lock(&mutex);
    assert(!inside);                                  //~ safe
    mtx_unlock(&mutex);
    return 0;
}

int main(void) {
    thrd_t thread;
    mtx_init(&mutex, mtx_recursive);
    thrd_create(&thread, other, NULL);
    for (int i = 0; i < 257; i++) mtx_lock(&mutex);
    inside = 1;
    mtx_unlock(&mutex);
    inside = 1;
    mtx_lock(&mutex);
    inside = 0;
    for (int i = 0; i < 257; i++) mtx_unlock(&mutex);
    thrd_join(thread, NULL);
    for (int i = 0; i < 256; i++) pthread_rwlock_rdlock(&lock);
    for (int i = 0; i < 256; i++) pthread_rwlock_unlock(&lock);
    assert(pthread_rwlock_trywrlock(&lock) == 0);     //~ safe
    return 0;
}
