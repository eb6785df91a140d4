/* A function that the caller does not declare, an array whose size the other unit knows, `inline` in a header. */
#include <assert.h>
#include "shared.h"

extern int cells[];
extern item_t item;

int main(void)
{
    cells[2] = 7;
    item.state = BUSY;
    assert(sum(1, 2) == 10);       //~ safe
    assert(least(3, 2) == 2);      //~ safe
    assert(item_is_busy(&item));   //~ safe
    return 0;
}
