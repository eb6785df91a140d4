/* A weak compare-and-exchange may fail although the values are equal; a strong one does not. */
#include <assert.h>
#include <stdatomic.h>

atomic_int x;

int main(void)
{
    int expected = 0;
    int won = atomic_compare_exchange_strong(&x, &expected, 1);
    assert(won && x == 1); //~ safe
    expected = 1;
    won = atomic_compare_exchange_weak(&x, &expected, 2);
    assert(expected == 1); //~ safe
    assert(won); //~ unsafe(0)
    return 0;
}
