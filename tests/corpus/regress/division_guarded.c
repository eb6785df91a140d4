/* What a condition keeps from being divided by -1 is not divided. */
#include <assert.h>
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int negative = x != INT_MIN && x / -1 > 0;
    int absolute = negative ? x / -1 : 0;
    assert(absolute >= 0); //~ safe
    assert(!negative || x < 0); //~ safe
    return 0;
}
