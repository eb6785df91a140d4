/* The bytes of a union by way of a pointer to it, and a struct in one that is copied whatever is in it. */
#include <assert.h>

union word {
    int w;
    char b[4];
};
struct flag {
    char a;
    _Bool b;
};
union flags {
    struct flag s;
    char c[2];
};

int main(void)
{
    union word z;
    z.w = 5;
    char *c = (char *)&z;
    assert(c[3] == 0); //~ safe
    assert(z.b[0] == 5); //~ safe
    union flags g, h;
    g.c[0] = 2;
    g.c[1] = 5;
    h.s = g.s;
    assert(h.s.a == 2 && h.c[1] == 5); //~ safe
    return h.s.b; //~ unsafe
}
