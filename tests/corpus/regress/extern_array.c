/* How long an array is may be said further down, or nowhere. */
#include <assert.h>

extern int cells[];
extern int elsewhere[];
int two(void) { return cells[2]; }
int cells[3];

int main(void)
{
    cells[2] = 7;
    assert(two() == 7);      //~ safe
    elsewhere[1] = 1;        //~ error[unsupported-construct]
    assert(two() == 8);      //~ unknown, truly unsafe: behind an array of unknown length
    return 0;
}
