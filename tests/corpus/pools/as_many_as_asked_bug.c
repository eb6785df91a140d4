// Twin of as_many_as_asked.c: the last worker is not waited for; least threads: 1
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void *worker(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&lock);
    done++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2;
    if (n < 1)
        return 2;

    pthread_t *workers = malloc(n * sizeof *workers);
    for (int i = 0; i < n; i++)
        pthread_create(&workers[i], NULL, worker, NULL);
    for (int i = 0; i < n - 1; i++)
        pthread_join(workers[i], NULL);
    assert(done == n);    //~ unsafe(1)
    free(workers);
    return 0;
}
