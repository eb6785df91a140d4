/* Recursion that may be deeper than is followed. */
#include <assert.h>
#include <stdlib.h>

static unsigned down(unsigned n)
{
    return n == 0 ? 0 : down(n - 1);
}

int main(void)
{
    unsigned n = (unsigned)rand() % 2000;
    unsigned last = down(n);
    assert(last == 0); //~ unknown, truly safe: recursion deeper than 32 calls
    return 0;
}
