/* Cigarette smokers: an agent lays two of three ingredients on the table, and the smoker with the third takes them. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#define ROUNDS 2

enum { TOBACCO, PAPER, MATCHES, KINDS };

static sem_t agent, smoker[KINDS];
static int table[KINDS];
static const int deal[ROUNDS] = { PAPER, TOBACCO };     /* what the agent keeps back */

static void *smoke(void *arg)
{
    int own = (int)(long)arg;
    int left = (own + 1) % KINDS, right = (own + 2) % KINDS;

    for (;;) {
        sem_wait(&smoker[own]);
        assert(table[left] && table[right]);    //~ safe
        assert(!table[own]);    //~ safe
        table[left] = 0;
        table[right] = 0;
        sem_post(&agent);
    }
    return NULL;
}

int main(void)
{
    pthread_t t[KINDS];

    sem_init(&agent, 0, 1);
    for (long i = 0; i < KINDS; i++) {
        sem_init(&smoker[i], 0, 0);
        pthread_create(&t[i], NULL, smoke, (void *)i);
    }
    for (int round = 0; round < ROUNDS; round++) {
        int missing = deal[round];
        sem_wait(&agent);
        for (int i = 0; i < KINDS; i++)
            table[i] = i != missing;
        sem_post(&smoker[missing]);
    }
    return 0;
}
