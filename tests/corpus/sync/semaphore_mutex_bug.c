/* Twin of semaphore_mutex.c: the semaphore lets two in; least threads: 2 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>

sem_t ledger;
int debit, credit;

void *clerk(void *arg)
{
    int amount = 1 + rand() % 3;

    (void)arg;
    sem_wait(&ledger);
    if (debit > 100) {      /* a new page */
        debit = 0;
        credit = 0;
    }
    debit += amount;
    credit += amount;
    assert(debit == credit);    //~ unsafe(2)
    sem_post(&ledger);
    return NULL;
}

int main(void)
{
    pthread_t t;

    if (sem_init(&ledger, 0, 2) != 0) {
        perror("sem_init");
        return EXIT_FAILURE;
    }
    while (1)
        if (pthread_create(&t, NULL, clerk, NULL) != 0)
            return EXIT_FAILURE;
}
