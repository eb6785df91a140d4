// Twin of phases.c: the buffer counts as full while it is being filled; least threads: 2
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

enum phase { EMPTY, FILLING, FULL };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static enum phase phase = EMPTY;
static int buffer;

static void *worker(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&lock);
    switch (phase) {
    case EMPTY:
        phase = FULL;
        pthread_mutex_unlock(&lock);
        buffer = 5;
        pthread_mutex_lock(&lock);
        phase = FULL;
        break;
    case FILLING:
        break;
    case FULL:
        assert(buffer == 5);    //~ unsafe(2)
        buffer = 0;
        phase = EMPTY;
        break;
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, NULL, worker, NULL);
}
