/* Two threads share a lazily allocated object; it is looked for again under the lock. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

typedef struct {
    int magic;
    int uses;
} singleton_t;

static _Atomic(singleton_t *) the_one;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static singleton_t *singleton(void)
{
    singleton_t *s = atomic_load(&the_one);
    if (!s) {
        pthread_mutex_lock(&lock);
        s = atomic_load(&the_one);
        if (!s) {
            s = malloc(sizeof(*s));
            if (!s)
                abort();
            s->magic = 99;
            s->uses = 0;
            atomic_store(&the_one, s);
        }
        pthread_mutex_unlock(&lock);
    }
    return s;
}

static void *user(void *unused)
{
    singleton_t *s = singleton();
    assert(s->magic == 99);    //~ safe
    pthread_mutex_lock(&lock);
    s->uses++;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, user, NULL);
    pthread_create(&b, NULL, user, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(the_one->uses == 2);    //~ safe
    return 0;
}
