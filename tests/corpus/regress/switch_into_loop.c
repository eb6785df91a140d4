/* A switch may jump into a loop, past its head. */
#include <assert.h>

int main(void)
{
    int x = 0;
    int n = 2;
    int start = 1;
    switch (start) {
        do {
            x += 100;
    case 0:
            x += 1; /* fall through */
    case 1:
            x += 10;
        } while (--n);
    }
    assert(x == 121); //~ safe
    assert(x != 121); //~ unsafe(0)
    return 0;
}
