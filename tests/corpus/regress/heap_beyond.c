// One element more than was asked for, where the number is not constant.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int n = 3;
    int *numbers = malloc(n * sizeof(int));
    numbers[n] = 1;                            //~ unsafe
    free(numbers);
    return 0;
}
