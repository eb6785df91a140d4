/* Readers see both halves of an update, or none. */
#include <pthread.h>
#include <assert.h>

static pthread_rwlock_t table_lock = PTHREAD_RWLOCK_INITIALIZER;
static struct { int version, copy; } table;

static void *reader(void *arg)
{
    pthread_rwlock_rdlock(&table_lock);
    assert(table.version == table.copy); //~ safe
    pthread_rwlock_unlock(&table_lock);
    return arg;
}

static void *writer(void *arg)
{
    pthread_rwlock_wrlock(&table_lock);
    table.version++;
    table.copy++;
    pthread_rwlock_unlock(&table_lock);
    return arg;
}

int main(void)
{
    pthread_t r1, r2, w;
    pthread_create(&r1, NULL, reader, NULL);
    pthread_create(&w, NULL, writer, NULL);
    pthread_create(&r2, NULL, reader, NULL);
    pthread_join(r1, NULL);
    pthread_join(w, NULL);
    pthread_join(r2, NULL);
    pthread_rwlock_destroy(&table_lock);
    return 0;
}
