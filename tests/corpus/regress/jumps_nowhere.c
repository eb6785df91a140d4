/* Jumps without a target are errors, not something that Braid lacks. */
#include <assert.h>

int main(void)
{
    int x = 0;
    goto nowhere; //~ error[type-error]
    if (x)
        break; //~ error[type-error]
    switch (x) {
    case 1:
        continue; //~ error[type-error]
    }
    assert(x == 0); //~ unknown, truly safe: the program is not C
    return 0;
}
