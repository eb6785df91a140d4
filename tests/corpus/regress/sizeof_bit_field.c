/* What is computed from a bit-field lies in an ordinary integer. */
#include <assert.h>

struct { unsigned long wide : 40; unsigned narrow : 3; } fields;

int main(void)
{
    assert(sizeof(fields.wide + 1) == 8); //~ safe
    assert(sizeof(fields.narrow + 1) == 4); //~ safe
    return 0;
}
