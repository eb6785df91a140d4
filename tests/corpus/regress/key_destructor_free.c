// The destructor is the library's own.
#include <pthread.h>
#include <stdlib.h>

pthread_key_t key;
int *last;

void *worker(void *arg) {
    int *own = malloc(sizeof(int));
    pthread_setspecific(key, own);
    last = own;
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_key_create(&key, free);
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    *last = 1;                                 //~ unsafe(1)
    return 0;
}
