/* A reference-counted buffer: each thread drops its reference, and the last one frees the buffer. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define USERS 2

struct buffer {
    atomic_int refs;
    int length;
};

static void buffer_put(struct buffer *b)
{
    if (atomic_fetch_sub(&b->refs, 1) == 1)
        free(b);
}

static void *user(void *arg)
{
    struct buffer *b = arg;

    int length = b->length;
    assert(length == 64);    //~ safe
    buffer_put(b);
    return NULL;
}

int main(void)
{
    pthread_t t[USERS];
    struct buffer *b = malloc(sizeof *b);

    if (b == NULL)
        return 1;
    atomic_init(&b->refs, 1);
    b->length = 64;
    for (int i = 0; i < USERS; i++) {
        atomic_fetch_add(&b->refs, 1);
        pthread_create(&t[i], NULL, user, b);
    }
    buffer_put(b);
    for (int i = 0; i < USERS; i++)
        pthread_join(t[i], NULL);
    return 0;
}
