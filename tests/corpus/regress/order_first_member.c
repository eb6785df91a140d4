/* The order of evaluation matters also where a member is reached by way of the first one. */
#include <assert.h>

struct base {
    int k;
};
struct derived {
    struct base b;
    int x;
};
static struct derived d;

int main(void)
{
    struct base *b = &d.b;
    d.x = 1;
    int r = (((struct derived *)b)->x = 5) + d.x; //~ error[unsupported-construct]
    assert(r == 10); //~ unknown, truly unsafe: the operands are not ordered
    return 0;
}
