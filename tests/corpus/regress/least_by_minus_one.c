/* The least number divided by -1 does not fit, and common machines trap. */
#include <assert.h>
#include <limits.h>

static int x = INT_MIN, y = -1;

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int d = __VERIFIER_nondet_int();
    if (d > 0) {
        assert(1000 / d <= 1000); //~ safe
        x /= d;
    }
    x = INT_MIN;
    int z = 7;
    z %= y;
    assert(z == 0); //~ safe
    z = x / y; //~ unsafe(0)
    return z;
}
