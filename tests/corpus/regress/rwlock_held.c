/* Who locks a read-write lock that it holds for writing may wait for ever, or be told: glibc tells it. */
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

int main(void)
{
    pthread_rwlock_wrlock(&lock);
    if (pthread_rwlock_rdlock(&lock) != 0)
        assert(0); //~ unsafe(0)
    if (pthread_rwlock_wrlock(&lock) != 0)
        assert(pthread_rwlock_trywrlock(&lock) != 0); //~ safe
    return 0;
}
