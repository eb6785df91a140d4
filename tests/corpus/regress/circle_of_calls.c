/* Each function of a circle of calls can be where it is entered: two threads, each with its own result. */
#include <assert.h>
#include <pthread.h>

pthread_t threads[2];
int created;

static void leave(int again);

static void *worker(void *arg)
{
    return arg;
}

static void enter(int again)
{
    pthread_create(&threads[created], 0, worker, (void *)(long)(created + 1));
    created++;
    if (again)
        leave(0);
}

static void leave(int again)
{
    if (again)
        enter(0);
}

int main(void)
{
    void *first, *second;
    enter(0);
    leave(1);
    pthread_join(threads[0], &first);
    pthread_join(threads[1], &second);
    assert((long)first == 1); //~ safe
    assert((long)second == 2); //~ safe
    return 0;
}
