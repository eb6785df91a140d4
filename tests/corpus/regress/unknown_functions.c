/* What depends on a function without a body is unknown, never violated. */
#include <assert.h>

int unknown(void);

int main(void)
{
    int x = unknown();
    assert(x != 3); //~ unknown, truly unsafe: the function may return 3
    if (x == 4)
        assert(0); //~ unknown, truly unsafe: the function may return 4
    int y = 1;
    assert(y == 2); //~ unknown, truly unsafe: only if the function does not return 3 or 4
    return 0;
}
