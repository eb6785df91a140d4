/* All parameters of a marked thread can have any value, not only the first. */
#include <assert.h>

// braid: thread(any)
void worker(int a, int b)
{
    assert(a == 0); //~ unsafe(1)
    assert(b == 0); //~ unsafe(1)
}
