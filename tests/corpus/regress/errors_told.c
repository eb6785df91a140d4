/* A kind of mutex that does not exist is refused, and so is waiting with a mutex that says it is not held. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

int main(void)
{
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    assert(pthread_mutexattr_settype(&kind, 99) == EINVAL); //~ safe
    assert(pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK) == 0); //~ safe
    pthread_mutex_init(&lock, &kind);
    struct timespec soon = {0, 0};
    assert(pthread_cond_timedwait(&changed, &lock, &soon) == EPERM); //~ safe
    assert(pthread_cond_wait(&changed, &lock) == EPERM); //~ safe
    assert(pthread_cond_wait(&changed, &lock) == 0); //~ unsafe(0)
    return 0;
}
