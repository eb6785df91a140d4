// Twin of lock_order.c: the auditor takes the locks in the opposite order; least threads: 2
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t left_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t right_lock = PTHREAD_MUTEX_INITIALIZER;
static int left = 2, right;

static void *mover(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&left_lock);
    pthread_mutex_lock(&right_lock);    //~ deadlock(2)
    left--;
    right++;
    pthread_mutex_unlock(&right_lock);
    pthread_mutex_unlock(&left_lock);
    return NULL;
}

static void *auditor(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&right_lock);
    pthread_mutex_lock(&left_lock);
    assert(left + right == 2);    //~ safe
    pthread_mutex_unlock(&right_lock);
    pthread_mutex_unlock(&left_lock);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, mover, NULL);
    pthread_create(&b, NULL, auditor, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
