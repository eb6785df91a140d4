/* Joining what is not the handle of a thread is undefined; handles in arrays and structs are handles. */
#include <assert.h>
#include <pthread.h>

int done;
struct job {
    pthread_t threads[2];
} job;

static void *worker(void *arg)
{
    (void)arg;
    done = 1;
    return 0;
}

int main(void)
{
    pthread_create(&job.threads[0], 0, worker, 0);
    pthread_join(job.threads[0], 0);
    assert(done == 1); //~ safe
    pthread_join(job.threads[1], 0); //~ unsafe(1)
    return 0;
}
