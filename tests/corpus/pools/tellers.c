/* Transfers between accounts by as many tellers as the command line asks for; locks are taken in order. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define N_ACCOUNTS 3
#define MAX_TELLERS 3

struct account {
    int balance;
    pthread_mutex_t lock;
};

static struct account bank[N_ACCOUNTS] = {
    { 100, PTHREAD_MUTEX_INITIALIZER },
    { 100, PTHREAD_MUTEX_INITIALIZER },
    { 100, PTHREAD_MUTEX_INITIALIZER },
};

static const struct { int from, to, amount; } orders[MAX_TELLERS] = { { 0, 1, 30 }, { 1, 2, 120 }, { 2, 0, 50 } };

static void *teller(void *arg)
{
    long n = (long)arg;
    int from = orders[n].from, to = orders[n].to;
    int first = from < to ? from : to, second = from < to ? to : from;
    pthread_mutex_lock(&bank[first].lock);
    pthread_mutex_lock(&bank[second].lock);
    if (bank[from].balance >= orders[n].amount) {
        bank[from].balance -= orders[n].amount;
        bank[to].balance += orders[n].amount;
    }
    pthread_mutex_unlock(&bank[second].lock);
    pthread_mutex_unlock(&bank[first].lock);
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t tellers[MAX_TELLERS];
    int n = argc > 1 ? atoi(argv[1]) : 2, total = 0;
    if (n < 1 || n > MAX_TELLERS) {
        fprintf(stderr, "usage: %s [TELLERS]\n", argv[0]);
        return 1;
    }
    for (long i = 0; i < n; i++)
        pthread_create(&tellers[i], NULL, teller, (void *)i);
    for (int i = 0; i < n; i++)
        pthread_join(tellers[i], NULL);
    for (int i = 0; i < N_ACCOUNTS; i++) {
        assert(bank[i].balance >= 0); //~ safe
        total += bank[i].balance;
    }
    assert(total == 300); //~ safe
    return 0;
}
