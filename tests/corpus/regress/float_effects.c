/* The value of floating-point arithmetic is not known, but its operands do what they do. */
#include <assert.h>

static double zero;
static double start = 1.5;
int calls;

static int next(void)
{
    return ++calls;
}

int main(void)
{
    double x = 0;
    x += next();
    assert(calls == 1); //~ safe
    x = -(double)next();
    assert(calls == 2); //~ safe
    zero++;
    if (zero)
        calls = 5;
    assert(calls == 2); //~ unknown, truly unsafe: floating-point values are not known
    if (start)
        calls = 6;
    assert(calls != 6); //~ unknown, truly unsafe: floating-point values are not known
    return (int)x;
}
