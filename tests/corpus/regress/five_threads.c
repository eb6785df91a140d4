/* Five threads are needed to get to the assertion, and they are too many to be searched. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int a, b, c;

static void *worker0(void *arg)
{
    pthread_mutex_lock(&lock);
    c += 1;
    b -= 1;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    c += 1;
    b -= 1;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    c += 1;
    a -= 1;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    b += 1;
    a -= 1;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    c += 1;
    a -= 1;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    a += 1;
    c -= 1;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    b += 1;
    c -= 1;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    a += 1;
    b -= 1;
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *worker1(void *arg)
{
    pthread_mutex_lock(&lock);
    c += 1;
    a -= 1;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    c += 1;
    a -= 1;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    a += 1;
    c -= 1;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    b += 1;
    c -= 1;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    a += 1;
    b -= 1;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    a += 1;
    c -= 1;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    a += 1;
    b -= 1;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    a += 1;
    c -= 1;
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *worker2(void *arg)
{
    pthread_mutex_lock(&lock);
    a += 1;
    c -= 1;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    a += 1;
    c -= 1;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    a += 1;
    c -= 1;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    b += 1;
    c -= 1;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    a += 1;
    c -= 1;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    a += 1;
    c -= 1;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    b += 1;
    c -= 1;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    a += 1;
    b -= 1;
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *worker3(void *arg)
{
    pthread_mutex_lock(&lock);
    b += 1;
    a -= 1;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    a += 1;
    b -= 1;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    a += 1;
    b -= 1;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    b += 1;
    a -= 1;
    pthread_mutex_unlock(&lock);
    c += 1; /* without the lock */
    pthread_mutex_lock(&lock);
    b -= 1;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    a += 1;
    b -= 1;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    b += 1;
    c -= 1;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    b += 1;
    c -= 1;
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *worker4(void *arg)
{
    pthread_mutex_lock(&lock);
    a += 1;
    b -= 1;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    b += 1;
    a -= 1;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    a += 1;
    b -= 1;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    a += 1;
    b -= 1;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    b += 1;
    a -= 1;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    c += 1;
    b -= 1;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    b += 1;
    c -= 1;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    c += 1;
    a -= 1;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t t[5];
    pthread_create(&t[0], NULL, worker0, NULL);
    pthread_create(&t[1], NULL, worker1, NULL);
    pthread_create(&t[2], NULL, worker2, NULL);
    pthread_create(&t[3], NULL, worker3, NULL);
    pthread_create(&t[4], NULL, worker4, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    pthread_join(t[2], NULL);
    pthread_join(t[3], NULL);
    pthread_join(t[4], NULL);
    assert(a + b + c == 0); //~ unsafe
    return 0;
}
