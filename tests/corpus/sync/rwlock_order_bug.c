/* Twin of rwlock_order.c: the writer takes them in the other order; least threads: 2 */
#include <assert.h>
#include <pthread.h>

pthread_rwlock_t cache = PTHREAD_RWLOCK_INITIALIZER;
pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
int entries, lines;

void *reader(void *arg)
{
    pthread_rwlock_rdlock(&cache);
    int seen = entries;
    pthread_mutex_lock(&log_lock);    //~ deadlock(2)
    lines++;
    assert(seen == entries);    //~ safe
    pthread_mutex_unlock(&log_lock);
    pthread_rwlock_unlock(&cache);
    return arg;
}

void *writer(void *arg)
{
    pthread_mutex_lock(&log_lock);
    pthread_rwlock_wrlock(&cache);
    entries++;
    lines++;
    pthread_mutex_unlock(&log_lock);
    pthread_rwlock_unlock(&cache);
    return arg;
}

int main(void)
{
    pthread_t r, w;
    pthread_create(&r, NULL, reader, NULL);
    pthread_create(&w, NULL, writer, NULL);
    pthread_join(r, NULL);
    pthread_join(w, NULL);
    return 0;
}
