/* Structs that differ by a bit-field are not alike. */
#include <assert.h>

union key {
    struct {
        unsigned w;
    } raw;
    struct {
        unsigned : 4;
        unsigned id : 28;
    } bits;
};

static union key g;

int main(void)
{
    g.raw.w = 0x50;
    assert(g.bits.id == 5); //~ safe
    assert(g.bits.id == 0x50); //~ unsafe
    g.bits.id = 3;
    assert(g.raw.w == 0x30); //~ safe
    return 0;
}
