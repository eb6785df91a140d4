/* A read-write lock made of a mutex, a condition variable and counts; a waiting writer keeps new readers out. */
#include <assert.h>
#include <pthread.h>

struct rw {
    pthread_mutex_t m;
    pthread_cond_t c;
    int readers, writers, writers_waiting;
};

static struct rw rw = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0, 0 };
static int value, twice;

static void rd_lock(struct rw *l)
{
    pthread_mutex_lock(&l->m);
    while (l->writers > 0 || l->writers_waiting > 0)
        pthread_cond_wait(&l->c, &l->m);
    l->readers++;
    pthread_mutex_unlock(&l->m);
}

static void rd_unlock(struct rw *l)
{
    pthread_mutex_lock(&l->m);
    if (--l->readers == 0)
        pthread_cond_broadcast(&l->c);
    pthread_mutex_unlock(&l->m);
}

static void wr_lock(struct rw *l)
{
    pthread_mutex_lock(&l->m);
    l->writers_waiting++;
    while (l->readers > 0 || l->writers > 0)
        pthread_cond_wait(&l->c, &l->m);
    l->writers_waiting--;
    l->writers = 1;
    pthread_mutex_unlock(&l->m);
}

static void wr_unlock(struct rw *l)
{
    pthread_mutex_lock(&l->m);
    l->writers = 0;
    pthread_cond_broadcast(&l->c);
    pthread_mutex_unlock(&l->m);
}

static void *reader(void *arg)
{
    rd_lock(&rw);
    assert(twice == 2 * value);    //~ safe
    rd_unlock(&rw);
    return arg;
}

static void *writer(void *arg)
{
    wr_lock(&rw);
    value++;
    twice += 2;
    wr_unlock(&rw);
    return arg;
}

int main(void)
{
    pthread_t r1, r2, w1, w2;

    pthread_create(&w1, NULL, writer, NULL);
    pthread_create(&r1, NULL, reader, NULL);
    pthread_create(&r2, NULL, reader, NULL);
    pthread_create(&w2, NULL, writer, NULL);
    pthread_join(w1, NULL);
    pthread_join(w2, NULL);
    pthread_join(r1, NULL);
    pthread_join(r2, NULL);
    assert(value == 2);    //~ safe
    return 0;
}
