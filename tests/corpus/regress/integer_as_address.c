/* Generic functions take whatever they are given, also an integer where an address belongs. */
#include <assert.h>
#include <stdatomic.h>

atomic_int x;

int main(void)
{
    int expected = 0;
    int won = atomic_compare_exchange_weak(&x, expected, 2); //~ error[unsupported-construct]
    assert(won == 2); //~ unknown, truly unsafe: the program has no meaning
    return 0;
}
