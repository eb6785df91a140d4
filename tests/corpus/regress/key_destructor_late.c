// When destructors run, the automatic variables of the thread are gone.
#include <assert.h>
#include <pthread.h>

pthread_key_t key;
int last;

void destroy(void *value) {
    last = *(int *)value;    //~ unsafe(1)
}

void *worker(void *arg) {
    int own = 5;
    pthread_setspecific(key, &own);
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_key_create(&key, destroy);
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    return 0;
}
