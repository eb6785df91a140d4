/* A label that only a later jump leads to is not dead; neither is a loop that is entered in its middle. */
#include <assert.h>

int main(void)
{
    int x = 0;
    int rounds = 3;
    goto second;
first:
    x = 1;
    goto middle;
second:
    goto first;
    while (rounds) {
        x += 10;
middle:
        rounds--;
    }
    assert(x == 21); //~ safe
    assert(x != 21); //~ unsafe(0)
    return 0;
}
