// A buffer goes from empty over filling to full and back; any number of threads, each does what is due.
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
        phase = FILLING;
        pthread_mutex_unlock(&lock);
        buffer = 5;
        pthread_mutex_lock(&lock);
        phase = FULL;
        break;
    case FILLING:
        break;
    case FULL:
        assert(buffer == 5);    //~ safe
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
