/* Twin of producer_consumer.c: the last item stays the tail after it was freed; least threads: 2 */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define ITEMS 2

struct item {
    int value;
    struct item *next;
};

static struct item *head, *tail;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t nonempty = PTHREAD_COND_INITIALIZER;

static void *producer(void *arg)
{
    for (int i = 0; i < ITEMS; i++) {
        struct item *it = calloc(1, sizeof *it);
        if (it == NULL) {
            perror("calloc");
            exit(EXIT_FAILURE);
        }
        it->value = i;
        it->next = NULL;

        pthread_mutex_lock(&mutex);
        if (tail == NULL)
            head = it;
        else
            tail->next = it;    //~ unsafe(2)
        tail = it;
        pthread_cond_signal(&nonempty);
        pthread_mutex_unlock(&mutex);
    }
    return arg;
}

static void *consumer(void *arg)
{
    for (int i = 0; i < ITEMS; i++) {
        pthread_mutex_lock(&mutex);
        while (head == NULL)
            pthread_cond_wait(&nonempty, &mutex);
        struct item *it = head;
        head = it->next;
        pthread_mutex_unlock(&mutex);

        assert(it->value == i);    //~ unknown, truly safe: behind an undefined operation
        free(it);
    }
    return arg;
}

int main(void)
{
    pthread_t p, c;

    pthread_create(&p, NULL, producer, NULL);
    pthread_create(&c, NULL, consumer, NULL);
    pthread_join(p, NULL);
    pthread_join(c, NULL);
    assert(head == NULL && tail == NULL);    //~ unsafe(2)
    return 0;
}
