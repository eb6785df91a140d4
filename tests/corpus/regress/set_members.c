// memset of several members, from one to the end of the struct.
#include <assert.h>
#include <stddef.h>
#include <string.h>
struct s { int keep; int a; int b[2]; struct { short x, y; } c; };
static void reset(struct s *s) { memset(&s->a, 0, sizeof *s - offsetof(struct s, a)); }
int main(void)
{
    struct s s = { 1, 2, { 3, 4 }, { 5, 6 } };
    reset(&s);
    assert(s.keep == 1); //~ safe
    assert(s.a == 0 && s.b[1] == 0 && s.c.y == 0); //~ safe
    assert(s.b[0] == 3); //~ unsafe
    struct s t = { 1, 2, { 3, 4 }, { 5, 6 } };
    memset(t.b, 0, sizeof t - offsetof(struct s, b));
    assert(t.a == 2 && t.b[1] == 0 && t.c.x == 0); //~ safe
    int *p = &t.a;
    memset(p, 0, 3 * sizeof(int)); //~ error[unsupported-construct]
    assert(t.b[0] == 0); //~ unknown, truly safe: several members through a pointer to one
    return 0;
}
