// Whether what a pointer points to is const is not known, and so not what is chosen.
#include <assert.h>
int main(void)
{
    const int k = 1;
    const int *p = &k;
    int x = 0;
    int *q = &x;
    assert(_Generic(q, int *: 1, long *: 0) == 1); //~ safe
    assert(_Generic(p, int *: 1, default: 2) == 2); //~ error[unsupported-construct] //~ unknown, truly safe: qualifiers
    return 0;
}
