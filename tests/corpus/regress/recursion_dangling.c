/* A pointer to a variable of a call that is over, while another call of the same function is under way. */
#include <assert.h>

static int *kept;

static int deepest(int n)
{
    int own = n;
    if (n == 0)
        kept = &own;
    else
        deepest(n - 1);
    if (n == 2)
        *kept = 7; //~ unsafe
    return own;
}

int main(void)
{
    return deepest(2);
}
