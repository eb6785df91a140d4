// Half of a number that is copied is its low bits.
#include <assert.h>
#include <string.h>

static unsigned short narrow[4] = { 1, 2, 3, 4 };

static void some(int n)
{
    memcpy(narrow, narrow + 2, (size_t)n);
}

int main(void)
{
    some(3);
    assert(narrow[0] == 3); //~ safe
    assert(narrow[1] == 4); //~ safe
    return 0;
}
