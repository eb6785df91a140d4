/* An assumption cuts off runs. */
#include <assert.h>

int x;

int main(int argc, char **argv)
{
    (void)argv;
    // braid: assume(argc > 3)
    x = argc;
    assert(x > 3); //~ safe
    assert(x != 4); //~ unsafe(0)
    return 0;
}
