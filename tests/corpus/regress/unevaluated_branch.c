/* What is not evaluated is not undefined. */
#include <assert.h>

int main(void)
{
    int a[3] = {1, 2, 3};
    int i = 0;
    int last = (i > 5) ? a[5] : a[2];
    assert(last == 3); //~ safe
    int far = i > 5 && a[7];
    assert(far == 0); //~ safe
    int wide = i ? 1 << (40 + i) : 2;
    assert(wide == 2); //~ safe
    return 0;
}
