// Threads started by a CBMC label; any number of them keep two numbers in step.
#include <assert.h>

extern void __CPROVER_atomic_begin(void);
extern void __CPROVER_atomic_end(void);

static unsigned count, twice;

static void worker(void)
{
    __CPROVER_atomic_begin();
    count = count + 1;
    twice = twice + 2;
    __CPROVER_atomic_end();

    __CPROVER_atomic_begin();
    assert(twice == 2 * count);    //~ safe
    __CPROVER_atomic_end();
}

int main(void)
{
    while (1) {
__CPROVER_ASYNC_1:
        worker();
    }
}
