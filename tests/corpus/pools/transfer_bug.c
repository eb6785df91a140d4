// Twin of transfer.c: nothing is locked; least threads: 2
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#define TOTAL 3

static pthread_mutex_t bank;
static unsigned giro = TOTAL, savings;

static void *worker(void *arg)
{
    (void)arg;
    if (giro > 0) {
        giro -= 1;
        savings += 1;
    }
    assert(giro + savings == TOTAL);    //~ unsafe(2)
    return NULL;
}

int main(void)
{
    pthread_t t;

    pthread_mutex_init(&bank, NULL);
    while (1)
        pthread_create(&t, NULL, worker, NULL);
}
