// Memory that a pointer from a member was made to is freed by another thread.
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

struct link {
    struct link *next;
};

struct item {
    int value;
    struct link link;
};

#define ITEM(pointer) ((struct item *)((char *)(pointer) - offsetof(struct item, link)))

static struct link head = { &head };
static int sum;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *remover(void *unused)
{
    struct link *first;

    (void)unused;
    pthread_mutex_lock(&mutex);
    first = head.next;
    head.next = first->next;
    pthread_mutex_unlock(&mutex);
    free(ITEM(first));
    return 0;
}

int main(void)
{
    struct item *item = calloc(1, sizeof *item), *found = NULL, *at;
    pthread_t t;

    item->value = 1;
    item->link.next = &head;
    head.next = &item->link;
    pthread_create(&t, 0, remover, 0);
    pthread_mutex_lock(&mutex);
    for (at = ITEM(head.next); &at->link != &head; at = ITEM(at->link.next))
        found = at;
    pthread_mutex_unlock(&mutex);
    if (found)
        sum = found->value; //~ unsafe(1)
    pthread_join(t, 0);
    return 0;
}
