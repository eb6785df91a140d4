/* Two functions that call each other count down, with variables of their own for each call. */
#include <assert.h>

static int n_odd, n_even;

static void odd(unsigned n, int *deepest);

static void even(unsigned n, int *deepest)
{
    int own = (int)n;
    n_even++;
    if (n == 0)
        *deepest = own;
    else
        odd(n - 1, deepest);
    assert(own == (int)n); //~ safe
}

static void odd(unsigned n, int *deepest)
{
    int own = (int)n;
    n_odd++;
    if (n == 0)
        *deepest = own;
    else
        even(n - 1, &own);
    assert(n == 0 || own == 0); //~ safe
    *deepest = own;
}

int main(void)
{
    for (unsigned n = 0; n < 5; n++) {
        int deepest = -1;
        n_odd = n_even = 0;
        even(n, &deepest);
        assert(deepest == 0); //~ safe
        assert(n_even - n_odd == (n % 2 == 0)); //~ safe
    }
    return 0;
}
