/* A compound literal lives as long as the block around it, and is written each time it is evaluated. */
#include <assert.h>
#include <pthread.h>

struct number {
    int n, sum;
};

static void *add(void *arg)
{
    struct number *own = arg;
    if (own->n < 2) {
        own->sum = own->n;
        return 0;
    }
    pthread_t thread;
    struct number *less = &(struct number){own->n - 1, 0};
    pthread_create(&thread, 0, add, less);
    pthread_join(thread, 0);
    own->sum = less->sum + own->n;
    return 0;
}

int main(void)
{
    struct number all = {3, 0};
    pthread_t thread;
    pthread_create(&thread, 0, add, &all);
    pthread_join(thread, 0);
    assert(all.sum == 6); //~ safe
    return 0;
}
