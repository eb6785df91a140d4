#include <pthread.h>
#include <assert.h>
/* three independent counters each with own lock, several assertions */
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, c = PTHREAD_MUTEX_INITIALIZER;
static int x, x2, y, y2, z, z2;
static void *worker(void *arg) {
    for (;;) {
        pthread_mutex_lock(&a);
        x++; x2++;
        assert(x == x2);        //~ safe
        pthread_mutex_unlock(&a);
        pthread_mutex_lock(&b);
        y++; y2--;
        assert(y == -y2);       //~ safe
        pthread_mutex_unlock(&b);
        pthread_mutex_lock(&c);
        int t = z; z2 = t + 1; z = t + 1;
        assert(z == z2);        //~ safe
        pthread_mutex_unlock(&c);
    }
    return 0;
}
int main(void) {
    pthread_t t;
    for (;;) pthread_create(&t, 0, worker, 0);
}
