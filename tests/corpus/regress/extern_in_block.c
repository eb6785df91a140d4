/* A variable declared in a function is the one that is defined further down. */
#include <assert.h>

static void set(void)
{
    extern int g;
    g = 1;
}

int g = 5;

int main(void)
{
    assert(g == 5); //~ unknown, truly safe: no proofs yet
    set();
    assert(g == 1); //~ unknown, truly safe: no proofs yet
    assert(g == 5); //~ unsafe(0)
    return 0;
}
