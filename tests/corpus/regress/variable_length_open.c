// An array cannot have no elements, and there may be more of them than are modelled.
#include <assert.h>
static int zero(int n)
{
    int a[n]; //~ unsafe
    return sizeof a;
}
int main(int argc, char **argv)
{
    (void)argv;
    int k = argc;
    if (k > 2) {
        int b[k];
        b[k - 1] = k;
        assert(b[k - 1] == k); //~ unknown, truly safe: any number of elements
    }
    return zero(argc == 2 ? 0 : 1);
}
