// The head is read before the lock is taken: with two servers it may have been freed.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#define N 6

struct request {
    int number;
    struct request *next;
};

static struct request *head;
static int served;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *server(void *unused)
{
    (void)unused;
    for (int i = 0; i < N / 2; i++) {
        struct request *mine = head;
        pthread_mutex_lock(&lock);
        assert(mine); //~ unknown, truly safe: an operation before it is undefined
        head = mine->next; //~ unsafe(2)
        served++;
        pthread_mutex_unlock(&lock);
        free(mine); //~ unsafe(2)
    }
    return 0;
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        struct request *new = malloc(sizeof *new);
        new->number = i;
        new->next = head;
        head = new;
    }
    pthread_t a, b;
    pthread_create(&a, 0, server, 0);
    pthread_create(&b, 0, server, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(served == N && !head); //~ unknown, truly safe: an operation before it is undefined
    return 0;
}
