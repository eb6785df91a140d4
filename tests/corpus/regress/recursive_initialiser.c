/* Initialisers can say that a mutex is recursive, or checks for errors. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t checking = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_mutex_t adaptive = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;
static struct {
    int x;
    pthread_mutex_t lock;
} both[2] = {{1, PTHREAD_MUTEX_INITIALIZER}, {2, PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP}};

int main(void)
{
    assert(pthread_mutex_lock(&recursive) == 0); //~ safe
    assert(pthread_mutex_lock(&recursive) == 0); //~ safe
    assert(pthread_mutex_lock(&checking) == 0); //~ safe
    assert(pthread_mutex_lock(&checking) == EDEADLK); //~ safe
    assert(pthread_mutex_trylock(&both[0].lock) == 0 && pthread_mutex_trylock(&both[0].lock) == EBUSY); //~ safe
    assert(pthread_mutex_trylock(&both[1].lock) == 0 && pthread_mutex_trylock(&both[1].lock) == 0); //~ safe
    pthread_mutex_lock(&adaptive);
    pthread_mutex_lock(&adaptive); //~ unsafe(0)
    return 0;
}
