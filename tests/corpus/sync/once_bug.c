/* Two threads need a table that `pthread_once` sets up; here the set-up is guarded by a plain test. */
#include <pthread.h>
#include <assert.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int table_size;
static int n_setups;

static void setup(void)
{
    n_setups++;
    table_size = 16;
}

static void *worker(void *arg)
{
    (void) arg;
    if (table_size == 0) setup();
    assert(table_size == 16 && n_setups == 1); //~ unsafe
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
