/* Twin of lost_between.c: the flag is atomic and changes without the lock; least threads: 1 */
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

mtx_t lock;
cnd_t done;
atomic_int finished;

int worker(void *arg)
{
    (void) arg;
    finished = 1;
    cnd_signal(&done);
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
        cnd_wait(&done, &lock);    //~ deadlock(1)
    mtx_unlock(&lock);
    assert(finished == 1);    //~ safe
    return 0;
}
