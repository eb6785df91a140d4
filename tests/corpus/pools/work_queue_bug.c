// Twin of work_queue.c: the next task is read before the lock is taken; least threads: 2
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
        int task = next;
        pthread_mutex_lock(&lock);
        if (task < TASKS)
            next = task + 1;
        pthread_mutex_unlock(&lock);
        if (task == TASKS)
            break;
        assert(!done[task]);    //~ unsafe(2)
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
