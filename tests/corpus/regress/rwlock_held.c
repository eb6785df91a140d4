/* Who locks a read-write lock that it holds for writing may wait for ever, or be told: glibc tells it. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

int main(void)
{
    struct timespec soon = {0, 0};
    pthread_rwlock_wrlock(&lock);
    assert(pthread_rwlock_trywrlock(&lock) == EBUSY); //~ safe
    assert(pthread_rwlock_timedrdlock(&lock, &soon) != 0); //~ safe
    assert(pthread_rwlock_timedwrlock(&lock, &soon) == ETIMEDOUT); //~ unsafe(0)
    assert(pthread_rwlock_wrlock(&lock) == EDEADLK); //~ safe
    if (pthread_rwlock_rdlock(&lock) != 0)
        assert(0); //~ unsafe(0)
    return 0;
}
