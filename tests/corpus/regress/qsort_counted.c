// How often `qsort` calls the function is not specified.
#include <assert.h>
#include <stdlib.h>

static int n_calls;

static int by_value(const void *a, const void *b) {
    n_calls++;
    return *(const int *)a - *(const int *)b;
}

int main(void) {
    int numbers[2] = {2, 1};
    qsort(numbers, 2, sizeof(int), by_value); //~ error[unsupported-construct]
    assert(n_calls < 9); //~ unknown, truly safe: how often the library compares is its own affair
    return 0;
}
