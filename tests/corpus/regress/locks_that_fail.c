/* mtx_trylock may fail for no reason; a mutex that checks for errors does not wait for its own thread. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <threads.h>
#include <time.h>

mtx_t plain;
pthread_mutex_t checking;

int main(void)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&checking, &attributes);
    struct timespec until = {0, 0};
    assert(pthread_mutex_timedlock(&checking, &until) == 0); //~ safe
    assert(pthread_mutex_timedlock(&checking, &until) == EDEADLK); //~ safe
    assert(pthread_mutex_trylock(&checking) == EBUSY); //~ safe
    mtx_init(&plain, mtx_plain);
    assert(mtx_trylock(&plain) == thrd_success); //~ unsafe(0)
    return 0;
}
