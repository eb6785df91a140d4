/* Recursion that ends before it gets deeper than is followed: what it leads to is known. */
#include <assert.h>

struct pair {
    int low, high;
};

static unsigned n_calls;

static unsigned down(unsigned n)
{
    static unsigned n_under_way;
    n_under_way++;
    n_calls++;
    unsigned depth = n == 0 ? n_under_way : down(n - 1);
    n_under_way--;
    return depth;
}

static int fib(int n)
{
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

static struct pair pair_of_fib(int n)
{
    struct pair own = { 0, 1 };
    if (n == 0)
        return own;
    struct pair before = pair_of_fib(n - 1);
    own.low = before.high;
    own.high = before.low + before.high;
    return own;
}

int main(void)
{
    assert(fib(10) == 55); //~ safe
    assert(down(3) == 4); //~ safe
    assert(n_calls == 4); //~ safe
    assert(pair_of_fib(10).low == 55); //~ safe
    return 0;
}
