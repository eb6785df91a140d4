/* Pointers to pointers, compared and changed. */
#include <assert.h>

int main(void)
{
    int x = 1, y = 2;
    int *p = &x, *q = &y, **pp = &p;
    assert(*pp == &x && **pp == 1); //~ unknown, truly safe: no proofs yet
    *pp = q;
    assert(p == q && *p == 2 && pp != &q); //~ unknown, truly safe: no proofs yet
    **pp = 5;
    assert(y == 5 && x == 1); //~ unknown, truly safe: no proofs yet
    int a[3] = {1, 2, 3};
    assert(&a[2] > &a[0] && &a[2] - a == 2); //~ unknown, truly safe: no proofs yet
    p = 0;
    return **pp; //~ unsafe(0)
}
