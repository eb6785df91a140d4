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
    assert(g == 5); //~ safe
    set();
    assert(g == 1); //~ safe
    assert(g == 5); //~ unsafe(0)
    return 0;
}
