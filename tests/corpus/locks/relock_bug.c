// Twin of relock.c: the caller holds the lock; least threads: 1
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stock = 2;

static int available(void)
{
    pthread_mutex_lock(&lock);    //~ unsafe(1)
    int now = stock;
    pthread_mutex_unlock(&lock);
    return now;
}

static void *seller(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&lock);
    while (available() > 0) {
        stock--;
        assert(stock >= 0);    //~ unknown, truly safe: behind an undefined operation
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, seller, NULL);
    pthread_join(t, NULL);
    return 0;
}
