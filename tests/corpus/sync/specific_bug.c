/* A counter per thread under a key; here it is moved on by a shared counter. */
#include <pthread.h>
#include <assert.h>

static pthread_key_t key;
static long total;

static void *count(void *arg)
{
    (void) arg;
    pthread_setspecific(key, (void *) 1);
    long mine = (long) pthread_getspecific(key);
    pthread_setspecific(key, (void *) (mine + ++total));
    assert((long) pthread_getspecific(key) == 2); //~ unsafe(2)
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_key_create(&key, NULL);
    pthread_create(&a, NULL, count, NULL);
    pthread_create(&b, NULL, count, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_key_delete(key);
    return 0;
}
