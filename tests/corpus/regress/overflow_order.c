// What is not followed of checked arithmetic makes what is behind it unknown.
#include <assert.h>
static int l;
static int next(void) { return l++; }
int main(int argc, char **argv)
{
    long a = 1;
    unsigned long r = 0;
    int q = 0;
    if (argc == 1) {
        __builtin_add_overflow(a, a, &r); //~ error[unsupported-construct]
        assert(r == 2); //~ unknown, truly safe: signed numbers of 64 bits into an unsigned one
    } else {
        __builtin_add_overflow(next(), l, &q); //~ error[unsupported-construct]
        assert(q == 0); //~ unknown, truly unsafe: the order of evaluation is open
    }
    return 0;
}
