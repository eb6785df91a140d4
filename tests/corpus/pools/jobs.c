// Each worker gets a struct of main and leaves its result there.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#define JOBS 2

struct job {
    int from, to;
    int sum;
};

static void *worker(void *arg)
{
    struct job *job = arg;
    int sum = 0;

    for (int i = job->from; i < job->to; i++)
        sum += i;
    job->sum = sum;
    pthread_exit(NULL);
}

int main(void)
{
    struct job jobs[JOBS] = { { .from = 1, .to = 3 }, { .from = 3, .to = 5 } };
    pthread_t threads[JOBS];
    int total = 0;

    for (int i = 0; i < JOBS; i++)
        pthread_create(&threads[i], NULL, worker, &jobs[i]);
    for (int i = 0; i < JOBS; i++) {
        pthread_join(threads[i], NULL);
        total += jobs[i].sum;
    }
    assert(total == 10);    //~ safe
    return 0;
}
