// Handlers run when main returns and in exit, the last registered first.
#include <assert.h>
#include <stdlib.h>
static int x;
static void last(void) {
    assert(x == 2);          //~ safe
    assert(x == 0);          //~ unsafe(0)
}
static void first(void) {
    assert(x == 1);          //~ safe
    x = 2;
}
int main(int argc, char **argv) {
    atexit(last);
    atexit(first);
    x = 1;
    if (argc > 1) exit(3);
    return 0;
}
