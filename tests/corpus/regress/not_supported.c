/* What is not supported is said where it stands, and what lies behind is unknown. */
#include <assert.h>
#include <stdlib.h>

union both { //~ error[unsupported-construct]
    int whole;
    char part;
};
typedef union both both_t;
struct bits {
    int low : 4; //~ error[unsupported-construct]
};

static int down(int n)
{
    return n ? down(n - 1) : 0; //~ error[recursion]
}

static int one(void)
{
    return 1;
}

int main(int argc, char **argv)
{
    (void)argv;
    if (argc == 1) {
        both_t u;
        u.whole = 1;
        assert(u.part == 0); //~ unknown, truly unsafe: a union
    } else if (argc == 2) {
        struct bits b = {1};
        assert(b.low == 0); //~ unknown, truly unsafe: a bit-field
    } else if (argc == 3) {
        assert(down(3) == 1); //~ unknown, truly unsafe: recursion
    } else if (argc == 4) {
        int (*f)(void) = one;
        int r = f(); //~ error[unsupported-construct]
        assert(r == 0); //~ unknown, truly unsafe: a call through a pointer
    } else if (argc == 5) {
        int *p = malloc(4); //~ error[unsupported-construct]
        assert(p == 0); //~ unknown, truly unsafe: memory from the heap
    } else if (argc == 6) {
        __asm__("nop"); //~ error[unsupported-construct]
        assert(0); //~ unknown, truly unsafe: assembly
    }
    return 0;
}
