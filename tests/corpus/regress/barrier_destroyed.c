// Who destroys a barrier waits for those that are about to leave it.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static pthread_barrier_t again;
static _Atomic int n_done;
static void *wait_once(void *memory) {
    pthread_barrier_t *barrier = memory;
    if (pthread_barrier_wait(barrier) == PTHREAD_BARRIER_SERIAL_THREAD) {
        pthread_barrier_destroy(barrier);
        free(barrier);
    }
    if (pthread_barrier_wait(&again) == PTHREAD_BARRIER_SERIAL_THREAD) {
        pthread_barrier_destroy(&again);
        pthread_barrier_init(&again, NULL, 1);
        pthread_barrier_wait(&again);
    }
    n_done++;
    return NULL;
}
int main(void) {
    pthread_t other;
    pthread_barrier_t *barrier = malloc(sizeof *barrier);
    pthread_barrier_init(barrier, NULL, 2);
    pthread_barrier_init(&again, NULL, 2);
    pthread_create(&other, NULL, wait_once, barrier);
    wait_once(barrier);
    pthread_join(other, NULL);
    assert(n_done == 2);     //~ safe
    assert(n_done == 3);     //~ unsafe(1)
}
