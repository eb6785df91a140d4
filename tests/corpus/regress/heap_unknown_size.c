// Nobody knows how much memory is asked for: there is room for some, and nothing is claimed of who uses more.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    int *numbers = malloc(n * sizeof(int));
    assert(n < 100);                           //~ unsafe
    if (n > 1) {
        numbers[1] = 1;
        assert(numbers[1] == 2);               //~ unsafe
    }
    return 0;
}
