// As joined_input.c, but the second thread is not waited for.
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
    pthread_detach(second);
    assert(data == copy);    //~ unsafe(2)
    return 0;
}
