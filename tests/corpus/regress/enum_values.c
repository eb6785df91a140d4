/* Enumerators that do not fit an int have the type of their enum, as gcc has it. */
#include <assert.h>

enum top { TOP = 0xFFFFFFFFu };

int main(void)
{
    assert(TOP + 1 == 0); //~ safe
    assert(sizeof(TOP) == 4); //~ safe
    return 0;
}
