/* What the system's headers declare with _GNU_SOURCE: floating-point types of all sizes. */
#include <assert.h>

extern _Float128 strtof128(const char *text, char **end);
extern _Float32x strtof32x(const char *text, char **end);
extern _Float64x strtof64x(const char *text, char **end);
struct numbers {
    _Float128 wide;
    _Float16 narrow;
    int count;
};

int main(void)
{
    struct numbers n = {0};
    n.count = 3;
    n.wide = n.wide + 1;
    assert(sizeof(_Float128) == 16 && sizeof(_Float32) == 4); //~ safe
    assert(n.count == 3); //~ safe
    assert(n.count == 4); //~ unsafe(0)
    return 0;
}
