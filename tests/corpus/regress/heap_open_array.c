// An array without a length at the end of a struct.
#include <assert.h>
#include <stdlib.h>

extern _Bool __VERIFIER_nondet_bool(void);

struct numbers { int length; int items[]; };

int main(void) {
    struct numbers *numbers = calloc(1, sizeof *numbers + 3 * sizeof(int));
    numbers->length = 3;
    for (int i = 0; i < numbers->length; i++) numbers->items[i] = i;
    assert(numbers->items[2] == 2);            //~ safe
    assert(numbers->length == 3);              //~ safe
    if (__VERIFIER_nondet_bool()) assert(numbers->items[0] == 2); //~ unsafe
    free(numbers);
    return 0;
}
