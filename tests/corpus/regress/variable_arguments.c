/* A pointer gets to a function with variable arguments that is called through a pointer. */
#include <assert.h>

int x;

static int set(int *target, ...)
{
    *target = 3;
    return 0;
}

int main(void)
{
    int (*call)(int *, ...) = set;
    call(&x, 1);
    assert(x == 3); //~ safe
    return 0;
}
