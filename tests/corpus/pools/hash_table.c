/* A hash table with a lock for each bucket; three threads add keys. */
#include <assert.h>
#include <pthread.h>

#define BUCKETS 2
#define SLOTS 2
#define WORKERS 3

struct bucket {
    pthread_mutex_t lock;
    int used;
    int key[SLOTS];
};

static struct bucket table[BUCKETS] = {
    { .lock = PTHREAD_MUTEX_INITIALIZER },
    { .lock = PTHREAD_MUTEX_INITIALIZER },
};

static int insert(int key)
{
    struct bucket *b = &table[key % BUCKETS];

    pthread_mutex_lock(&b->lock);
    for (int i = 0; i < b->used; i++) {
        if (b->key[i] == key) {
            pthread_mutex_unlock(&b->lock);
            return 0;
        }
    }
    if (b->used == SLOTS) {
        pthread_mutex_unlock(&b->lock);
        return -1;
    }
    b->key[b->used] = key;
    b->used++;
    assert(b->used <= SLOTS);    //~ safe
    assert(b->used < 2 || b->key[0] != b->key[1]);    //~ safe
    pthread_mutex_unlock(&b->lock);
    return 1;
}

static void *worker(void *arg)
{
    insert(*(int *)arg);
    return arg;
}

int main(void)
{
    pthread_t t[WORKERS];
    int keys[WORKERS] = { 1, 1, 2 };

    for (int i = 0; i < WORKERS; i++)
        pthread_create(&t[i], NULL, worker, &keys[i]);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(t[i], NULL);
    return 0;
}
