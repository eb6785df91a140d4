/* Structs that functions return, that a condition chooses, that an assignment leaves. */
#include <assert.h>

struct pair {
    int a, b;
};
struct holder {
    struct pair pairs[2];
    int *at;
};

static int calls;

static struct pair make(int a, int b)
{
    struct pair made = {a, b};
    calls++;
    return made;
}

static struct pair swapped(struct pair given)
{
    return (struct pair){given.b, given.a};
}

static struct pair either(int first)
{
    if (first)
        return make(1, 2);
    return swapped(make(3, 4));
}

static int sum(struct pair x, struct pair y)
{
    return x.a * 1000 + x.b * 100 + y.a * 10 + y.b;
}

static struct holder hold(int *at)
{
    struct holder held = {{{1, 2}, {3, 4}}, at};
    return held;
}

static struct pair nothing(int first)
{
    if (first)
        return make(7, 7);
}

int main(int argc, char **argv)
{
    (void)argv;
    struct pair x = make(1, 2), y = {5, 6};
    if (argc == 1) {
        x = swapped(x);
        assert(x.a == 2 && x.b == 1);              //~ safe
        assert(sum(make(1, 2), make(3, 4)) == 1234); //~ safe
        assert(sum(swapped(swapped(y)), either(0)) != 5643); //~ unsafe(0)
    } else if (argc == 2) {
        assert(make(8, 9).b == 9);             //~ safe
        assert((argc == 2 ? x : y).b == 2);    //~ safe
        x = argc == 3 ? x : make(y.b, y.a);
        assert(x.a == 6 && calls == 3);        //~ safe
        make(0, 0);
        assert(calls != 4); //~ unsafe(0)
    } else if (argc == 3) {
        struct pair z;
        z = x = y;
        assert((z = swapped(x)).a == 6);       //~ safe
        assert(({ x.a++; x; }).a == 6 && (calls++, z).b != 5); //~ unsafe(0)
    } else if (argc == 4) {
        int cell = 0;
        *hold(&cell).at = 5;
        struct holder h = hold(&cell);
        assert(*h.at == 5 && h.pairs[1].b == 4); //~ safe
        assert(hold(&cell).pairs[h.pairs[0].a].a != 3); //~ unsafe(0)
    } else if (argc == 5) {
        x = nothing(1);
        x = nothing(0);
        assert(x.a == 7); //~ unsafe(0)
    }
    return 0;
}
