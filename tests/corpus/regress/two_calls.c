/* Two calls of one function in one expression: each keeps its own result. */
#include <assert.h>
#include <stdatomic.h>

static int same(int value)
{
    return value;
}

static int advance(int *at)
{
    return ++*at;
}

struct pair {
    int a, b;
};

int main(int argc, char **argv)
{
    (void)argv;
    int cells[2][2] = {{1, 2}, {3, 4}};
    if (argc == 1) {
        cells[same(1)][same(0)] = 7;
        assert(cells[1][0] == 7); //~ safe
        assert(cells[0][0] != 1); //~ unsafe(0)
    } else if (argc == 2) {
        struct pair pairs[2] = {{1, 2}, {3, 4}};
        pairs[same(0)] = pairs[same(1)];
        assert(pairs[0].a == 3); //~ safe
        assert(pairs[0].b != 4); //~ unsafe(0)
    } else if (argc == 3) {
        atomic_int x = 5;
        assert(__sync_bool_compare_and_swap(&x, same(5), same(6))); //~ safe
        int expected[2] = {0, 6};
        atomic_compare_exchange_strong(&x, &expected[same(1)], same(8));
        assert(x != 8); //~ unsafe(0)
    } else {
        /* From left to right: what is read first is not changed by what comes later. */
        int at = 0;
        cells[at][advance(&at)] = 9;
        assert(cells[0][1] != 9); //~ unsafe(0)
    }
    return 0;
}
