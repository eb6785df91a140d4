// What the built-ins for bits give, also of numbers that are not known.

#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern int ffs(int);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    assert(__builtin_popcount(0xf0f1u) == 9);                  //~ safe
    assert(__builtin_popcountll(0xf0f1000000000001ull) == 10); //~ safe
    assert(__builtin_parity(7u) == 1);                         //~ safe
    assert(__builtin_ctz(40u) == 3);                           //~ safe
    assert(__builtin_clz(1u) == 31);                           //~ safe
    assert(__builtin_clzll(1ull) == 63);                       //~ safe
    assert(ffs(0) == 0 && ffs(12) == 3);                       //~ safe
    assert(__builtin_bswap32(0x01020304u) == 0x04030201u);     //~ safe
    assert(__builtin_bswap16(0x0102) == 0x0201);               //~ safe
    x &= 7u;
    assert(__builtin_popcount(x) <= 3);                        //~ safe
    assert(__builtin_popcount(x) <= 2);                        //~ unsafe(0)
    return __builtin_ctz(x);                                   //~ unsafe(0)
}
