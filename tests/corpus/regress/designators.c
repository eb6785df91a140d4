/* What follows a designator goes on behind what it names; what is named again starts anew. */
#include <assert.h>

struct point {
    int x, y;
};
struct line {
    struct point from;
    int z;
};

struct point a[2] = {[0].x = 1, 2};
struct line q = {.from.x = 1, 2, 3};
char words[][4] = {"abc", "de"};

int main(void)
{
    assert(a[0].y == 2 && a[1].x == 0); //~ safe
    assert(q.from.y == 2 && q.z == 3); //~ safe
    assert(words[1][1] == 'e' && sizeof words == 8); //~ safe
    struct point r[2] = {[0].x = 1, [1] = {3, 4}, [0] = {.y = 2}};
    assert(r[0].x == 0 && r[0].y == 2 && r[1].y == 4); //~ safe
    return 0;
}
