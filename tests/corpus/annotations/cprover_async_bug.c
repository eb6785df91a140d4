// Twin of cprover_async.c: the section ends between the two updates; least threads: 2
#include <assert.h>

extern void __CPROVER_atomic_begin(void);
extern void __CPROVER_atomic_end(void);

static unsigned count, twice;

static void worker(void)
{
    __CPROVER_atomic_begin();
    count = count + 1;
    __CPROVER_atomic_end();
    twice = twice + 2;

    __CPROVER_atomic_begin();
    assert(twice == 2 * count);    //~ unsafe(2)
    __CPROVER_atomic_end();
}

int main(void)
{
    while (1) {
__CPROVER_ASYNC_1:
        worker();
    }
}
