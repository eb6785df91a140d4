// Whether what a pointer points to is const is not known, and so not what is chosen.
#include <assert.h>
int main(int argc, char **argv)
{
    const int k = 1;
    const int *p = &k;
    int x = argc;
    int *q = &x;
    assert(_Generic(q, int *: x, long *: 0) == argc); //~ safe
    x = _Generic(p, int *: 1, default: 2); //~ error[unsupported-construct]
    assert(x == 2); //~ unknown, truly safe: qualifiers
    return 0;
}
