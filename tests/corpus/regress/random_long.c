/* `random` gives a long that is an int. */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    long z = random();
    assert(z >= 0 && z <= 2147483647L); //~ safe
    assert(z != 7); //~ unsafe
    return 0;
}
