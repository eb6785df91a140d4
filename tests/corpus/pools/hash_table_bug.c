/* Twin of hash_table.c: the bucket is searched before its lock is taken; least threads: 2 */
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

    for (int i = 0; i < b->used; i++) {
        if (b->key[i] == key)
            return 0;
    }
    pthread_mutex_lock(&b->lock);
    if (b->used == SLOTS) {
        pthread_mutex_unlock(&b->lock);
        return -1;
    }
    b->key[b->used] = key;
    b->used++;
    assert(b->used <= SLOTS);    //~ safe
    assert(b->used < 2 || b->key[0] != b->key[1]);    //~ unsafe(2)
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
