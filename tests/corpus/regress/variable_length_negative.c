// A negative length is undefined, not a large one.
#include <assert.h>
static int f(int n)
{
    int a[n]; //~ unsafe
    a[0] = 1;
    return a[0];
}
int main(void)
{
    assert(f(-1) == 1); //~ unknown, truly unsafe: behind an undefined operation
    return 0;
}
