/* A thread that ends between push and pop runs its handlers, which is not followed. */
#include <assert.h>
#include <pthread.h>

int handled;
static void handler(void *arg) { handled = 1; }

void *worker(void *arg)
{
    pthread_cleanup_push(handler, 0);
    if (arg)
        pthread_exit(0);    //~ error[unsupported-construct]
    pthread_cleanup_pop(0);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, &handled);
    pthread_join(thread, 0);
    assert(handled == 0);    //~ unknown, truly unsafe: the handler has run
    return 0;
}
