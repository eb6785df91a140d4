// Reservations of a hundred each, of what a byte can count: the one that does not fit is refused.
#include <assert.h>
#include <pthread.h>
#include <stdckdint.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned char used;
static void *reserve(void *arg)
{
    unsigned char next;
    pthread_mutex_lock(&lock);
    if (!ckd_add(&next, used, 100))
        used = next;
    assert(used == 100 || used == 200); //~ safe
    pthread_mutex_unlock(&lock);
    return 0;
}
int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, reserve, 0);
}
