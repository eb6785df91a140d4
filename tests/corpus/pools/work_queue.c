// Any number of workers take tasks off a queue until it is empty; each task is done once.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#define TASKS 2

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int next;
static bool done[TASKS];

static void *worker(void *arg)
{
    (void)arg;
    while (1) {
        pthread_mutex_lock(&lock);
        int task = next;
        if (task < TASKS)
            next = task + 1;
        pthread_mutex_unlock(&lock);
        if (task == TASKS)
            break;
        assert(!done[task]);    //~ safe
        done[task] = true;
    }
    return NULL;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, NULL, worker, NULL);
}
