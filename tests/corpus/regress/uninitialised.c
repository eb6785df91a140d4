/* Uninitialised variables hold any value, the same one until they are written. */
#include <assert.h>

int main(void)
{
    int x;
    int k = 1;
    assert(x == x); //~ safe
    switch (k) {
        int y;
    case 1:
        assert(y == 0); //~ unsafe(0)
    }
    assert(x != 77); //~ unsafe(0)
    return 0;
}
