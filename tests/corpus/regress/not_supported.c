/* What is not supported is said where it stands, and what lies behind is unknown. */
#include <assert.h>
#include <stdlib.h>

union both {
    int whole;
    char part;
};
typedef union both both_t;
static int down(int n)
{
    return n ? down(n - 1) : 0;
}

int main(int argc, char **argv)
{
    (void)argv;
    if (argc == 1) {
        both_t u;
        u.whole = 1;
        int part = u.part;
        assert(part == 0); //~ unsafe
    } else if (argc == 2) {
        int *p = malloc(1 << 20); //~ error[unsupported-construct]
        assert(p == 0); //~ unknown, truly unsafe: so much memory
    } else if (argc == 3) {
        assert(down(3) == 1); //~ unsafe
    } else if (argc == 6) {
        __asm__("cli"); //~ error[unsupported-construct]
        assert(0); //~ unknown, truly unsafe: assembly
    }
    return 0;
}
