// What a thread has stored for itself is destroyed when it ends, however it ends.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_key_t key;
int destroyed;

void destroy(void *value) {
    destroyed = *(int *)value;
    free(value);
}

void *worker(void *arg) {
    int *own = malloc(sizeof(int));
    *own = 3;
    pthread_setspecific(key, own);
    assert(*(int *)pthread_getspecific(key) == 3); //~ safe
    if (arg) pthread_exit(NULL);
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_key_create(&key, destroy);
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    assert(destroyed == 3);                    //~ safe
    assert(destroyed == 0);                    //~ unsafe(1)
    return 0;
}
