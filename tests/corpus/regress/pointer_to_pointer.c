/* Pointers to pointers, compared and changed. */
#include <assert.h>

int main(void)
{
    int x = 1, y = 2;
    int *p = &x, *q = &y, **pp = &p;
    assert(*pp == &x && **pp == 1); //~ safe
    *pp = q;
    assert(p == q && *p == 2 && pp != &q); //~ safe
    **pp = 5;
    assert(y == 5 && x == 1); //~ safe
    int a[3] = {1, 2, 3};
    assert(&a[2] > &a[0] && &a[2] - a == 2); //~ safe
    p = 0;
    return **pp; //~ unsafe(0)
}
