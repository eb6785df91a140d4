/* A thread returns the address of its variable to a thread of the same function, which has one of its own. */
#include <assert.h>
#include <pthread.h>

static void *worker(void *arg)
{
    static __thread int own;
    own = arg != 0;
    if (arg) {
        pthread_t thread;
        void *result;
        pthread_create(&thread, 0, worker, 0);
        pthread_join(thread, &result);
        assert(result != (void *)&own); //~ unknown, truly safe: a variable of each thread
    }
    return &own; //~ error[escaping-local]
}

int main(void)
{
    int one = 1;
    pthread_t thread;
    pthread_create(&thread, 0, worker, &one);
    pthread_join(thread, 0);
    return 0;
}
