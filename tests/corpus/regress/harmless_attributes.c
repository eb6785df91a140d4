// What can be asked and set about threads without changing what a program does.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int done;

void *worker(void *arg) {
    int old;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
    assert(old == PTHREAD_CANCEL_ENABLE);      //~ safe
    pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, NULL);
    unsigned int seed = 1;
    assert(rand_r(&seed) >= 0);                //~ safe
    done = 1;
    return NULL;
}

int main(void) {
    pthread_attr_t attr;
    pthread_attr_init(&attr);
    pthread_attr_setstacksize(&attr, 65536);
    pthread_t thread;
    pthread_create(&thread, &attr, worker, NULL);
    pthread_join(thread, NULL);
    return 0;
}
