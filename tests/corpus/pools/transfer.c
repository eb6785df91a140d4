// Any number of threads move money between two accounts under one lock, made at run time.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#define TOTAL 3

static pthread_mutex_t bank;
static unsigned giro = TOTAL, savings;

static void *worker(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&bank);
    if (giro > 0) {
        giro -= 1;
        savings += 1;
    }
    assert(giro + savings == TOTAL);    //~ safe
    pthread_mutex_unlock(&bank);
    return NULL;
}

int main(void)
{
    pthread_t t;

    pthread_mutex_init(&bank, NULL);
    while (1)
        pthread_create(&t, NULL, worker, NULL);
}
