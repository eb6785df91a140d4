/* C11: the flag that main waits for changes under the lock, so not between looking and waiting */
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

mtx_t lock;
cnd_t done;
atomic_int finished;

int worker(void *arg)
{
    (void) arg;
    mtx_lock(&lock);
    finished = 1;
    cnd_signal(&done);
    mtx_unlock(&lock);
    return 0;
}

int main(void)
{
    thrd_t t;
    mtx_init(&lock, mtx_plain);
    cnd_init(&done);
    thrd_create(&t, worker, NULL);
    mtx_lock(&lock);
    while (!finished)
        cnd_wait(&done, &lock);
    mtx_unlock(&lock);
    assert(finished == 1);    //~ safe
    return 0;
}
