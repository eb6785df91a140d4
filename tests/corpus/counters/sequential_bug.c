// Twin of sequential.c: the shifting loop leaves out the highest bit; least threads: 0
#include <assert.h>
#include <stdint.h>

static int by_shifting(uint8_t x)
{
    int bits = 0;
    for (int i = 0; i < 7; i++)
        bits += (x >> i) & 1;
    return bits;
}

static int by_clearing(uint8_t x)
{
    int bits = 0;
    while (x != 0) {
        x &= (uint8_t)(x - 1);
        bits++;
    }
    return bits;
}

int main(void)
{
    uint8_t x = 0;
    do {
        assert(by_shifting(x) == by_clearing(x));    //~ unsafe(0)
        x++;
    } while (x != 0);
    assert(by_shifting(255) == 8);    //~ safe
    return 0;
}
