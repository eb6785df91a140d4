/* `x += y` on plain variables reads y, reads x and writes x; on atomic ones the last two are one step. */
#include <assert.h>
#include <pthread.h>

int plain, by = 1;
_Atomic int atomic;

static void *worker(void *arg)
{
    (void)arg;
    plain += by;
    atomic += by;
    return 0;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, worker, 0);
    pthread_create(&second, 0, worker, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(atomic == 2); //~ safe
    assert(plain == 2); //~ unsafe(2)
    return 0;
}
