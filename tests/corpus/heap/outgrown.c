// A list of six requests, more than Braid gives a place at first; two servers take three each.
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
        pthread_mutex_lock(&lock);
        struct request *mine = head;
        assert(mine); //~ safe
        head = mine->next;
        served++;
        pthread_mutex_unlock(&lock);
        free(mine);
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
    assert(served == N && !head); //~ safe
    return 0;
}
