// Workers go home as soon as the queue is closed, whatever is left in it.
#include <assert.h>
#include <pthread.h>
#define N 4
#define ITEMS 6
int queue[ITEMS]; int head, tail; int closed;
int results[ITEMS]; int done;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
void *worker(void *arg) {
    for (;;) {
        pthread_mutex_lock(&m);
        while (head == tail && !closed) pthread_cond_wait(&ready, &m);
        if (head == tail || closed) { pthread_mutex_unlock(&m); return 0; }
        int item = queue[head++];
        pthread_mutex_unlock(&m);
        results[item] = item * item;
        pthread_mutex_lock(&m);
        done++;
        pthread_mutex_unlock(&m);
    }
}
int main(void) {
    pthread_t t[N];
    for (int i = 0; i < N; i++) pthread_create(&t[i], 0, worker, 0);
    for (int i = 0; i < ITEMS; i++) {
        pthread_mutex_lock(&m);
        queue[tail++] = i;
        pthread_cond_signal(&ready);
        pthread_mutex_unlock(&m);
    }
    pthread_mutex_lock(&m); closed = 1; pthread_cond_broadcast(&ready); pthread_mutex_unlock(&m);
    for (int i = 0; i < N; i++) pthread_join(t[i], 0);
    assert(done == ITEMS); //~ unsafe
    return 0;
}
