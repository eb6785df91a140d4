/* Compound literals are written when they are evaluated, calls in them included. */
#include <assert.h>

struct pair {
    int a, b;
};

static int get(const int *p)
{
    return *p;
}

int main(void)
{
    int x = 4;
    struct pair s;
    s = (struct pair){get(&x), 2};
    assert(s.a == 4 && s.b == 2); //~ safe
    assert(sizeof((int[]){1, 2, 3}) == 3 * sizeof(int)); //~ safe
    int sum = 0;
    for (int i = 0; i < 2; i++) {
        int *p = (int[]){1, x, 3};
        sum += p[1] + p[2];
        p[1] = p[2] = 9;
    }
    assert(sum == 14); //~ safe
    assert(sum != 14); //~ unsafe(0)
    return 0;
}
