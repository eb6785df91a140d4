/* Whoever comes first sets things up; nobody goes on before that is done. */
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
    pthread_once(&once, setup);
    assert(table_size == 16 && n_setups == 1); //~ safe
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
