/* Definitions in the style of the first C: parameters are promoted on the way and taken back. */
#include <assert.h>
#include <pthread.h>

int shared;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

add(n, c, p)
    register char c;
    int *p;
{
    *p = *p + n + c;
    return *p;
}

void *worker(arg)
    void *arg;
{
    char small = 2;
    pthread_mutex_lock(&lock);
    int before = shared;
    add(1, small, &shared);
    assert(shared == before + 3);     //~ safe
    pthread_mutex_unlock(&lock);
    return 0;
}

main()
{
    pthread_t thread;
    assert(add(1, 2 + 256, &shared) == 3);   //~ safe
    pthread_create(&thread, 0, worker, 0);
    later(4);
    assert(shared >= 4);     //~ safe
    return 0;
}

/* Declared by its first call. */
int later(n)
int n;
{
    pthread_mutex_lock(&lock);
    shared = shared + n;
    pthread_mutex_unlock(&lock);
    return 0;
}
