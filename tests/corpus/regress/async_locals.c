/* A thread started by a label has copies of the locals, as they are when it starts. */
#include <assert.h>

int seen;

int main(void)
{
    for (int i = 1; i < 3; i++) {
        __CPROVER_ASYNC_1: {
            seen = i;
            assert(i > 0 && i < 3); //~ safe
            i = 7;
        }
    }
    assert(seen != 2); //~ unsafe(2)
    assert(seen < 3); //~ safe
    return 0;
}
