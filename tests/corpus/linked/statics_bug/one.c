/* Each unit has its own `count` and its own `worker`; `total` is one variable, defined twice without a value. */
#include <assert.h>
#include <pthread.h>

int total;
extern pthread_mutex_t lock;
void start_others(void);

static int count;

static void *worker(void *arg)
{
    pthread_mutex_lock(&lock);
    count = 1;
    total = total + 1;
    assert(total >= count);    //~ safe
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    start_others();
    return 0;
}
