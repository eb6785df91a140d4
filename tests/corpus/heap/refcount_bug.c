/* Twin of refcount.c: the reference is taken after the thread has started; least threads: 1 */
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
    if (atomic_fetch_sub(&b->refs, 1) == 1)    //~ unsafe(2)
        free(b);    //~ unsafe(2)
}

static void *user(void *arg)
{
    struct buffer *b = arg;

    int length = b->length;    //~ unsafe(2)
    assert(length == 64);    //~ unknown, truly safe: behind an undefined operation
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
        pthread_create(&t[i], NULL, user, b);
        atomic_fetch_add(&b->refs, 1);    //~ unsafe(1)
    }
    buffer_put(b);
    for (int i = 0; i < USERS; i++)
        pthread_join(t[i], NULL);
    return 0;
}
