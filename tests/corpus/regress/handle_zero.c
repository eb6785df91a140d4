// 0 is written as a handle, also in a static initialiser.
#include <assert.h>
#include <pthread.h>

struct mutex {
    pthread_mutex_t mutex;
    int n_held;
    pthread_t owner;
};

static struct mutex one = { PTHREAD_MUTEX_INITIALIZER, 0, (pthread_t)0 };

static void *worker(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&one.mutex);
    one.owner = pthread_self();
    one.n_held++;
    assert(pthread_equal(one.owner, pthread_self())); //~ safe
    one.n_held--;
    one.owner = (pthread_t)0;
    pthread_mutex_unlock(&one.mutex);
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    assert(one.n_held == 0); //~ safe
    return 0;
}
