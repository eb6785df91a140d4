// Memory that grows keeps what is in there.
#include <assert.h>
#include <stdlib.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int *numbers = NULL;
    numbers = realloc(numbers, 2 * sizeof(int));
    numbers[0] = 1;
    numbers[1] = 2;
    numbers = realloc(numbers, 4 * sizeof(int));
    numbers[3] = 4;
    assert(numbers[0] == 1 && numbers[1] == 2); //~ safe
    if (__VERIFIER_nondet_bool()) assert(numbers[2] == 0); //~ unsafe
    free(numbers);
    return 0;
}
