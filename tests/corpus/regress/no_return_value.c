/* A function that returns nothing does not return what it did last time. */
#pragma GCC diagnostic ignored "-Wreturn-type"
#include <assert.h>

static int f(int x)
{
    if (x)
        return 5;
}

int main(void)
{
    f(1);
    int y = f(0);
    assert(y == 5); //~ unsafe(0)
    return 0;
}
