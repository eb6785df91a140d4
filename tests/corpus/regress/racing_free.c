// Memory that another thread frees while it is used.
#include <pthread.h>
#include <stdlib.h>

int *cell;

void *cleaner(void *arg) {
    free(cell);
    return NULL;
}

int main(void) {
    pthread_t thread;
    cell = malloc(sizeof(int));
    pthread_create(&thread, NULL, cleaner, NULL);
    *cell = 1;                                 //~ unsafe(1)
    pthread_join(thread, NULL);
    return 0;
}
