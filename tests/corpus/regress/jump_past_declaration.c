/* A variable whose declaration is jumped past holds any value; one that is declared keeps what it got. */
#include <assert.h>

int main(int argc, char **argv)
{
    (void)argv;
    for (int round = 0; round < 2; round++) {
        switch (argc) {
            int x = 5;
        case 1:
            assert(x == 0); //~ unsafe(0)
            break;
        default:
            break;
        }
    }
    if (argc == 2)
        goto inside;
    if (argc == 3) {
        int constant = 7;
    inside:
        /* Reached from above it is 7; from outside it is anything, 0 and 7 among others. */
        assert(constant == 7); //~ unsafe(0)
    }
    if (argc == 4) {
        int again = 0;
    back:
        if (again)
            goto kept;
        int y = 3;
        again = 1;
        goto back;
    kept:
        /* The block was not left, so `y` still holds what it was given. */
        assert(y == 3); //~ safe
    }
    if (argc == 5) {
        int given = 4;
        switch (given) {
        case 4:
            goto out;
        }
        given = 5;
    out:
        assert(given == 4); //~ safe
    }
    if (argc == 6) {
        for (int n = 0; n < 2; n++) {
            if (n == 1)
                goto middle;
            int z = 9;
        middle:
            /* In the second round `z` is another variable, which was never given a value. */
            assert(z == 9); //~ unsafe(0)
        }
    }
    if (argc == 7) {
        int value = ({ goto over; int w = 1; over:; w; });
        assert(value == 1); //~ unsafe(0)
    }
    return 0;
}
