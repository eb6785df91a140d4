/* As bounded_buffer.c, but the consumer trusts its first wake-up. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

#define ROUNDS 2

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static int full;
static int slot;

static void *producer(void *unused)
{
    (void) unused;
    int i;
    for (i = 1; i <= ROUNDS; i++) {
        pthread_mutex_lock(&lock);
        while (full)
            pthread_cond_wait(&not_full, &lock);
        slot = i;
        full = 1;
        pthread_cond_signal(&not_empty);
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

static void *consumer(void *unused)
{
    (void) unused;
    int i;
    for (i = 1; i <= ROUNDS; i++) {
        pthread_mutex_lock(&lock);
        if (!full)
            pthread_cond_wait(&not_empty, &lock);
        assert(slot == i); //~ unsafe
        full = 0;
        pthread_cond_signal(&not_full);
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void)
{
    pthread_t p, c;
    pthread_create(&p, NULL, producer, NULL);
    pthread_create(&c, NULL, consumer, NULL);
    pthread_join(p, NULL);
    pthread_join(c, NULL);
    printf("%d\n", slot);
    return 0;
}
