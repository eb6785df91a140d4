// Two threads store what they were given, one value in two places; whoever has joined both finds the places
// equal. The values are any, so states cannot be listed; and that a lock is free once its holders are joined
// is nothing that can be said of one thread at a time.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

int data, copy;
pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

void *store(void *arg) {
    int value = __VERIFIER_nondet_int();
    pthread_mutex_lock(&gate);
    data = value;
    copy = value;
    pthread_mutex_unlock(&gate);
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, store, 0);
    pthread_create(&second, 0, store, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(data == copy);    //~ safe
    return 0;
}
