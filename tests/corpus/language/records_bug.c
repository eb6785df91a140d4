/* Structs by value, unions, bit-fields, compound literals, `memcpy`; here another value goes into a bit-field. */
#include <assert.h>
#include <string.h>

struct point { int x, y; };
struct line { struct point from, to; };

static struct point shifted(struct point p, int by)
{
    p.x += by;
    p.y += by;
    return p;
}

static int length(struct line l)
{
    return l.to.x - l.from.x;
}

union word {
    int number;
    unsigned bits;
};

struct flags {
    unsigned mode : 3;
    signed int level : 4;
    unsigned : 0;
    _Bool on : 1;
};

int main(void)
{
    int nine = 10;
    struct point origin = { 0 }, p;
    p = shifted(origin, 3);
    assert(origin.x == 0 && p.x == 3); //~ safe
    assert(length((struct line){ origin, shifted(p, 1) }) == 4); //~ safe
    union word w = { .number = -1 };
    assert(w.bits == 0xffffffffu); //~ safe
    struct flags f;
    memset(&f, 0, sizeof f);
    f.mode = nine;
    f.level = 9 - 16;
    f.on = 2;
    assert(f.mode == 1 && f.level == -7 && f.on == 1); //~ unsafe(0)
    assert(sizeof(struct flags) == 8); //~ safe
    int from[3] = { 1, 2, 3 }, to[3];
    memcpy(to, from, sizeof to);
    assert(to[2] == 3); //~ safe
    return 0;
}
