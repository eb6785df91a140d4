// Twin of stack_lock.c: push looks for room before it takes the lock; least threads: 3
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#define NODES 3

struct node {
    int value;
    unsigned below;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct node memory[NODES];    // node 0 is the bottom
static unsigned fresh = 1, top;

static void push(int value)
{
    if (fresh < NODES) {
        pthread_mutex_lock(&lock);
        unsigned node = fresh++;
        assert(node < NODES);    //~ unsafe(3)
        memory[node].value = value;
        memory[node].below = top;
        top = node;
        pthread_mutex_unlock(&lock);
    }
}

static int pop(void)
{
    pthread_mutex_lock(&lock);
    int value = -1;
    if (top != 0) {
        value = memory[top].value;
        top = memory[top].below;
    }
    pthread_mutex_unlock(&lock);
    return value;
}

static void *worker(void *arg)
{
    (void)arg;
    push(5);
    int value = pop();
    assert(value == 5 || value == -1);    //~ safe
    return NULL;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, NULL, worker, NULL);
}
