/* Two threads count the numbers of an input of some length: those below zero, and the others. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int *numbers, n, n_below, n_others;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *below(void *arg)
{
    for (int i = 0; i < n; i++) {
        pthread_mutex_lock(&lock);
        if (numbers[i] < 0)
            n_below++;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

static void *others(void *arg)
{
    for (int i = 0; i < n; i++) {
        pthread_mutex_lock(&lock);
        if (numbers[i] >= 0)
            n_others++;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void)
{
    pthread_t one, two;
    n = __VERIFIER_nondet_int();
    if (n < 0 || n > 3)
        return 1;
    numbers = malloc(3 * sizeof *numbers);
    if (numbers == NULL)
        return 1;
    for (int i = 0; i < n; i++)
        numbers[i] = __VERIFIER_nondet_int();
    pthread_create(&one, NULL, below, NULL);
    pthread_create(&two, NULL, others, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(n_below + n_others == n); //~ safe
    free(numbers);
    return 0;
}
