// Looks at the third pair when it has given back the lock. Fails with 2 threads.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t up_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t down_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t copy_lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned up, up_too, down, down_too, original, copy;

static void *worker(void *arg)
{
    (void)arg;
    while (1) {
        pthread_mutex_lock(&up_lock);
        up++;
        up_too++;
        assert(up == up_too);            //~ safe
        pthread_mutex_unlock(&up_lock);

        pthread_mutex_lock(&down_lock);
        down--;
        down_too++;
        assert(down == -down_too);       //~ safe
        pthread_mutex_unlock(&down_lock);

        pthread_mutex_lock(&copy_lock);
        unsigned next = original + 1;
        copy = next;
        original = next;
        pthread_mutex_unlock(&copy_lock);
        assert(original == copy);        //~ unsafe(2)
    }
    return NULL;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, NULL, worker, NULL);
}
