// Arithmetic that says whether its result fits, against gcc; hints of compilers.
#include <assert.h>
#include <limits.h>
#include <stdint.h>
int main(int argc, char **argv) {
    int r = 7; unsigned u; long l; unsigned long ul; short s; unsigned char uc; int64_t i64; uint64_t u64;
    assert(!__builtin_add_overflow(1, 2, &r) && r == 3); //~ safe
    int m = INT_MAX;
    assert(__builtin_add_overflow(m, 1, &r) && r == INT_MIN); //~ safe
    assert(!__builtin_add_overflow(m, 1, &l) && l == 2147483648L); //~ safe
    assert(!__builtin_add_overflow(m, 1, &u) && u == 2147483648u); //~ safe
    assert(__builtin_sub_overflow(1, 2, &u) && u == UINT_MAX); //~ safe
    assert(__builtin_mul_overflow(m, 2, &r) && r == -2); //~ safe
    assert(__builtin_mul_overflow(200, 200, &s) && s == (short)40000); //~ safe
    assert(__builtin_add_overflow(200, 100, &uc) && uc == 44); //~ safe
    long lm = LONG_MAX, ln = LONG_MIN;
    assert(__builtin_add_overflow(lm, 1, &l) && l == LONG_MIN); //~ safe
    assert(__builtin_sub_overflow(ln, 1, &l) && l == LONG_MAX); //~ safe
    assert(!__builtin_sub_overflow(lm, 1, &l) && l == LONG_MAX - 1); //~ safe
    assert(__builtin_mul_overflow(ln, -1, &l)); //~ safe
    assert(__builtin_mul_overflow(-1L, ln, &l)); //~ safe
    assert(!__builtin_mul_overflow(lm, 1L, &l) && l == lm); //~ safe
    assert(!__builtin_mul_overflow(lm, 0L, &l) && l == 0); //~ safe
    assert(__builtin_mul_overflow(lm, 2L, &l)); //~ safe
    unsigned long um = ULONG_MAX;
    assert(__builtin_add_overflow(um, 1, &ul) && ul == 0); //~ safe
    assert(__builtin_sub_overflow(0ul, 1ul, &ul) && ul == ULONG_MAX); //~ safe
    assert(__builtin_mul_overflow(um, 2, &ul)); //~ safe
    assert(!__builtin_mul_overflow(um, 1, &ul) && ul == um); //~ safe
    assert(__builtin_add_overflow(um, 0, &l) && l == -1); //~ safe
    assert(__builtin_add_overflow(um, 0, &r) && r == -1); //~ safe
    assert(__builtin_add_overflow(lm, 0, &r) && r == -1); //~ safe
    assert(!__builtin_sadd_overflow(1, 2, &r) && r == 3); //~ safe
    assert(__builtin_umul_overflow(0x10000u, 0x10000u, &u) && u == 0); //~ safe
    assert(__builtin_ssubl_overflow(ln, 1, &l)); //~ safe
    assert(__builtin_add_overflow_p(m, 1, (int)0) && !__builtin_add_overflow_p(m, 1, 0L)); //~ safe
    unsigned um32 = UINT_MAX;
    assert(!__builtin_mul_overflow(um32, um32, &ul) && ul == 0xfffffffe00000001ul); //~ safe
    assert(__builtin_mul_overflow(um32, um32, &l)); //~ safe
    assert(!__builtin_mul_overflow(-1, um32, &l) && l == -4294967295L); //~ safe
    assert(__builtin_expect_with_probability(m == INT_MAX, 1, 0.9)); //~ safe
    int *q = __builtin_assume_aligned(&r, 4);
    *q = 4;
    assert(r == 4); //~ safe
    return 0;
}
