// A lock guard made of a pointer with a clean-up function, also in a thread that returns a value.
#include <assert.h>
#include <pthread.h>
#define _cleanup_(f) __attribute__((cleanup(f)))
static void unlockp(pthread_mutex_t **m) { if (*m) pthread_mutex_unlock(*m); }
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *t(void *a) {
    _cleanup_(unlockp) pthread_mutex_t *g = &lock;
    pthread_mutex_lock(g);
    if (x > 5) return 0;
    int old = x;
    x = old + 1;
    assert(x == old + 1);  //~ safe
    return 0;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, t, 0);
    pthread_create(&b, 0, t, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2);        //~ safe
    return 0;
}
