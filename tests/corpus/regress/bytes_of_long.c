/* `memset` and `memcpy` of some of the bytes of a number: the first ones are its low bits. */
#include <assert.h>
#include <string.h>

static long long set[2], copied[2], from[2] = {0x1122334455667788LL, -1};

static void some(int n)
{
    memset(set, 1, (size_t)n);
    memcpy(copied, from, (size_t)n);
}

int main(void)
{
    some(5);
    assert(set[0] == 0x0101010101LL); //~ safe
    assert(copied[0] != 0x4455667788LL); //~ unsafe
    return 0;
}
