/* Twin of work_stealing.c: a thief looks for tasks before it takes the lock, and not again; least threads: 2 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#define TASKS 3

struct deque {
    pthread_mutex_t lock;
    int task[TASKS];
    int top, bottom;        /* thieves take from the top, the owner works at the bottom */
};

static struct deque dq = { .lock = PTHREAD_MUTEX_INITIALIZER };
static int runs[TASKS];

static void push(struct deque *d, int task)
{
    pthread_mutex_lock(&d->lock);
    d->task[d->bottom++] = task;
    pthread_mutex_unlock(&d->lock);
}

static int pop(struct deque *d)
{
    int task = -1;

    pthread_mutex_lock(&d->lock);
    if (d->bottom > d->top)
        task = d->task[--d->bottom];
    pthread_mutex_unlock(&d->lock);
    return task;
}

static int steal(struct deque *d)
{
    int task = -1;

    if (d->bottom == d->top)
        return -1;
    pthread_mutex_lock(&d->lock);
    task = d->task[d->top++];
    pthread_mutex_unlock(&d->lock);
    return task;
}

static void run(int task)
{
    runs[task]++;
    assert(runs[task] == 1);    //~ unsafe(2)
}

static void *owner(void *arg)
{
    for (int i = 0; i < TASKS; i++)
        push(&dq, i);
    for (int task = pop(&dq); task >= 0; task = pop(&dq))
        run(task);
    return arg;
}

static void *thief(void *arg)
{
    int task = steal(&dq);

    if (task >= 0)
        run(task);
    return arg;
}

int main(void)
{
    pthread_t o, t1, t2;

    pthread_create(&o, NULL, owner, NULL);
    pthread_create(&t1, NULL, thief, NULL);
    pthread_create(&t2, NULL, thief, NULL);
    pthread_join(o, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
