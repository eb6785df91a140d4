// Variables that are constant as the length of an array.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    const int n = 2;
    int items[n + 1];
    items[n] = 5;
    assert(items[2] == 5);                     //~ safe
    assert(sizeof items == 3 * sizeof(int));   //~ safe
    if (__VERIFIER_nondet_bool()) assert(items[2] == 4); //~ unsafe
    return 0;
}
