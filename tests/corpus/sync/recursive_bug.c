/* A function that holds a recursive mutex calls another one that locks it; here the mutex is a normal one. */
#include <pthread.h>
#include <assert.h>

static pthread_mutex_t m;
static int low, high;

static void bump_low(void)
{
    pthread_mutex_lock(&m); //~ unsafe(1)
    low++;
    pthread_mutex_unlock(&m);
}

static void *bump(void *unused)
{
    (void) unused;
    pthread_mutex_lock(&m);
    bump_low();
    high++;
    assert(low == high); //~ unknown, truly safe: behind an undefined operation
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_mutexattr_t attr;
    pthread_t a, b;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_NORMAL);
    pthread_mutex_init(&m, &attr);
    pthread_create(&a, 0, bump, 0);
    pthread_create(&b, 0, bump, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
