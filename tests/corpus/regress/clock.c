/* What the clock says is input; waiting for it succeeds. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static int x;

static void *worker(void *unused)
{
    x = 1;
    return unused;
}

int main(void)
{
    pthread_t id;
    struct timespec now, pause = {0, 1000};
    srand(time(NULL));
    assert(clock_gettime(CLOCK_REALTIME, &now) == 0); //~ safe
    pthread_create(&id, NULL, worker, NULL);
    nanosleep(&pause, NULL);
    assert(x == 1); //~ unsafe(1)
    return 0;
}
