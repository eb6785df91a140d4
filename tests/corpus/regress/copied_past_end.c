// Half a number behind the end is read.
#include <string.h>

static unsigned short from[1] = { 1 }, to[4];

static void some(int n)
{
    memcpy(to, from, (size_t)n); //~ unsafe(0)
}

int main(void)
{
    some(3);
    return 0;
}
