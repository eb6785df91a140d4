/* Who is given a pointer to the first member, as one to the struct, writes the whole struct. */
#include <assert.h>
#include <stdio.h>
#include <unistd.h>

struct base {
    int k;
};
struct derived {
    struct base b;
    int x;
};
static struct derived known, unknown, sized;
static struct {
    int a, b;
} pair;

extern void fill(struct derived *d);

static void go(struct base *b)
{
    fill((struct derived *)b);
}

int main(void)
{
    ssize_t n = read(0, (struct derived *)&known.b, sizeof known);
    n += read(0, &sized.b, sizeof sized);
    n += read(0, &pair.b, sizeof pair.b);
    go(&unknown.b);
    assert(known.x == 0); //~ unknown, truly unsafe: what is read is not followed
    assert(sized.x == 0); //~ unknown, truly unsafe: what is read is not followed
    assert(unknown.x == 0); //~ unknown, truly unsafe: the function is not defined
    assert(pair.a == 0); //~ safe
    return n < 0;
}
